#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/actuation/cable/build.h"
#include "cuttle/actuation/cable/cable.h"
#include "cuttle/actuation/cable/part.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/rod/rod_panels.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/signal/function.h"

namespace cuttle {

namespace {

// ---------------------------------------------------------------------------------------- checks

void check_piece(const CablePathSpec& piece, Checker& checker) {
  // a cable may end at a point of the world
  if (piece.body == "world" && !piece.run()) return;
  const BodySpec* const body = checker.body(piece.body, piece.origin, "body");
  using Kind = BodyPlaceSpec::Kind;
  const bool base = piece.at.kind == Kind::automatic || piece.at.kind == Kind::base;
  if (body && body->shell && (piece.run() || !base))
    checker.diagnostics.add(piece.origin.error(
        "body", "a cable cannot pass the shell " + body->name + " except at its base",
        "cables that squeeze a shell belong in shell_loads: {cables: ...}"));
  else if (piece.run())
    checker.span(piece.from, piece.to, body, piece.origin);
  else
    checker.mount(piece.at, body, piece.origin, "at");
}

void check(Checker& checker) {
  for (const CableSpec& cable : checker.spec.of<CableSpec>()) {
    const bool single = cable.path.size() == 1 && !cable.path[0].run();
    if (cable.path.empty() || single)
      checker.diagnostics.add(
          cable.origin.error("path", "a cable needs two points, or a run along a rod"));
    for (const CablePathSpec& piece : cable.path) check_piece(piece, checker);
  }
}

// ---------------------------------------------------------------------------------------- copies

// a y + b z, as a function
FunctionSpec combine(double a, const FunctionSpec& y, double b, const FunctionSpec& z) {
  using Kind = FunctionSpec::Kind;
  FunctionSpec sum;
  sum.origin = y.origin;
  const auto text = [](const FunctionSpec& f) {
    if (f.kind == Kind::expression) return "(" + f.expression + ")";
    std::string polynomial = "0";
    for (std::size_t i = 0; i < f.values.size(); ++i)
      polynomial += fmt::format(" + ({})*X^{}", f.values[i], i);
    return "(" + polynomial + ")";
  };
  if (y.kind == Kind::expression || z.kind == Kind::expression) {
    sum.kind = Kind::expression;
    sum.expression = fmt::format("({})*{} + ({})*{}", a, text(y), b, text(z));
    return sum;
  }
  sum.kind = Kind::polynomial;
  sum.values.assign(std::max(y.values.size(), z.values.size()), 0.0);
  for (std::size_t i = 0; i < y.values.size(); ++i) sum.values[i] += a * y.values[i];
  for (std::size_t i = 0; i < z.values.size(); ++i) sum.values[i] += b * z.values[i];
  return sum;
}

// A piece of a copied cable on the parent turns about the same axis.
void turn_piece(CablePathSpec& piece, const PartCopy& copy) {
  if (piece.body != copy.group.parent_name()) return;
  const bool on_rod = copy.group.parent && copy.group.parent->rod;
  if (piece.point || !on_rod)
    piece.point = copy.turned(piece.at, piece.point.value_or(Vector3::Zero()));
  if (!piece.run() || !copy.turns_about_rod()) return;
  const Matrix3 turn = copy.turn();
  const FunctionSpec y = piece.y.value_or(0.0), z = piece.z.value_or(0.0);
  piece.y = combine(turn(1, 1), y, turn(1, 2), z);
  piece.z = combine(turn(2, 1), y, turn(2, 2), z);
}

void turn_path(CableSpec& cable, const PartCopy& copy) {
  for (CablePathSpec& piece : cable.path) turn_piece(piece, copy);
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const CableSpec& cable : spec.of<CableSpec>())
    for (const CablePathSpec& piece : cable.path)
      if (piece.run())
        bodies.rod_ends(piece.body, piece.from, piece.to);
      else
        bodies.place(piece.body, piece.at, piece.origin);
}

void efforts(const ScenarioSpec& spec, RodEfforts& rods) {
  const BodyIndex bodies(spec);
  for (const CableSpec& cable : spec.of<CableSpec>())
    for (const CablePathSpec& piece : cable.path) {
      if (!piece.run()) continue;
      const Span span = span_of(piece.from, piece.to, *bodies.find(piece.body)->rod);
      const double length = span.to - span.from;
      try {
        const Function y(piece.y.value_or(0.0), length), z(piece.z.value_or(0.0), length);
        rods.bend(piece.body, piece.from, piece.to, cable.tension,
                  {z.value(0.5 * length), -y.value(0.5 * length)});
        rods.run(piece.body, piece.from, piece.to, piece.y, piece.z);
      } catch (const InputError&) {
        // is reported where it is used
      }
    }
}

void draw(const Built& built, Canvas& canvas) {
  for (const CableSpec& cable : built.spec.of<CableSpec>()) {
    std::vector<LinePiece> pieces;
    for (const CablePathSpec& piece : cable.path)
      pieces.push_back({.body = piece.body,
                        .at = piece.at,
                        .offset = piece.point.value_or(Vector3::Zero()),
                        .run = piece.run(),
                        .from = piece.from,
                        .to = piece.to,
                        .y = piece.y,
                        .z = piece.z});
    const int input = built.actors.find<Cable>(cable.name)->tension_input();
    canvas.line(cable.name, pieces, [input](const Snapshot& at) { return at.u.u[input]; });
  }
}

// ---------------------------------------------------------------------------------------- warnings

constexpr double kFarCable = 5;   // radii
constexpr int kPathSamples = 16;  // of a run

// the division at an abscissa, and where it begins
std::pair<const DivisionSpec*, double> division_at(const RodSpec& rod, double X) {
  double start = 0;
  for (const DivisionSpec& division : rod.divisions) {
    if (X <= start + division.length || &division == &rod.divisions.back())
      return {&division, start};
    start += division.length;
  }
  return {nullptr, 0};
}

void look_at_run(const CablePathSpec& piece, const RodSpec& rod, Diagnostics& warnings) {
  const auto [from, to] = span_of(piece.from, piece.to, rod);
  const Function y(piece.y.value_or(0.0), to - from), z(piece.z.value_or(0.0), to - from);
  for (int i = 0; i <= kPathSamples; ++i) {
    const double s = (to - from) * i / kPathSamples;
    const auto [division, start] = division_at(rod, from + s);
    const double local = std::clamp(from + s - start, 0.0, division->length);
    const double radius = touching_radius(division->section, division->length, local);
    const double off = std::hypot(y.value(s), z.value(s));
    if (!(radius > 0 && off > kFarCable * radius)) continue;
    warnings.add(piece.origin.warning(
        piece.y ? "y" : "z", fmt::format("the cable runs {:.3g} mm off the axis of {}, {:.2g} "
                                         "times its radius of {:.3g} mm: m, cm or mm?",
                                         1e3 * off, piece.body, off / radius, 1e3 * radius)));
    return;
  }
}

void slips(const Built& built, Diagnostics& warnings) {
  const BodyIndex index(built.spec);
  for (const CableSpec& cable : built.spec.of<CableSpec>())
    for (const CablePathSpec& piece : cable.path) {
      const BodySpec* const body = piece.run() ? index.find(piece.body) : nullptr;
      if (body && body->rod) look_at_run(piece, *body->rod, warnings);
    }
}

// ---------------------------------------------------------------------------------------- probe

/// Length [m] and tension [N] of a cable.
class CableProbe final : public ProbeTarget {
 public:
  CableProbe(const Draft& draft, const ProbeSpec& probe)
      : cable_(draft.actor<Cable>(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"length"}, "m", "length of the cable");
    list.add({"tension"}, "N", "tension of the cable");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    row.put(cable_->length(at.model, at.x, at.ws));
    row.put(at.u.u[cable_->tension_input()]);
  }

 private:
  std::shared_ptr<const Cable> cable_;
};

constexpr ProbeKind kProbes[] = {{.field = "cable",
                                  .doc = "cable whose length and tension are recorded",
                                  .order = 40,
                                  .list = "cables",
                                  .make = make_probe<CableProbe>}};

}  // namespace

extern constinit const PartKind kCables{.list = "cables",
                                        .word = "cable",
                                        .doc = "strings under tension",
                                        .type = &kListOf<CableSpec>,
                                        .turn = 20,
                                        .check = check,
                                        .adapt_copy = adapt_part<CableSpec, turn_path>,
                                        .places = places,
                                        .efforts = efforts,
                                        .build = build_cables,
                                        .draw = draw,
                                        .slips = slips,
                                        .probes = kProbes};

}  // namespace cuttle
