#include <fmt/format.h>

#include <algorithm>

#include "cuttle/actuation/cable/build.h"
#include "cuttle/actuation/cable/cable.h"
#include "cuttle/actuation/cable/part.h"
#include "cuttle/model/function.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/rod/rod_span.h"

namespace cuttle {

namespace {

// ---------------------------------------------------------------------------------------- checks

void check_piece(const CablePathSpec& piece, Checker& checker) {
  // a cable may end at a point of the world
  if (piece.body == "world" && !piece.run()) return;
  const BodySpec* const body = checker.body(piece.body, piece.origin, "body");
  using Kind = MountSpec::Kind;
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

void draw(const ScenarioSpec& spec, const ActorIndex& actors, Canvas& canvas) {
  for (const CableSpec& cable : spec.of<CableSpec>()) {
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
    const int input = actors.find<Cable>(cable.name)->tension_input();
    canvas.line(cable.name, pieces, [input](const Snapshot& at) { return at.u.u[input]; });
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
                                        .probes = kProbes};

}  // namespace cuttle
