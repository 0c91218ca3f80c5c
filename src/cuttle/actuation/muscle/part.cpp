#include "cuttle/actuation/muscle/part.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/actuation/muscle/muscle.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void FrontSpec::describe(Fields& v) {
  v.about("front",
          "runs along a muscle at a constant speed and recruits what lies behind it; nothing acts "
          "before it starts");
  v.field("begin", begin).unit("s").doc("time when it starts");
  v.field("duration", duration)
      .unit("s")
      .above(0)
      .doc("time it takes from one end of the muscle to the other");
  v.field("profile", profile).doc("strength behind the front");
  v.field("after", after).doc("what happens when it has arrived");
  v.field("towards", towards).doc("end of the rod towards which it runs");
}

void MuscleSpec::describe(Fields& v) {
  v.about("muscle",
          "a moment or a force inside a rod that acts on one of its strains; it exerts nothing "
          "outside the rod");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).refers_to("bodies").required().doc("a rod");
  v.field("mode", mode).required().doc("the strain on which it acts");
  v.field("strength", strength)
      .unit(is_angular(mode) ? "N m" : "N")
      .variables("X, t")
      .columns()
      .required()
      .doc(
          "moment, or force [N] for stretch and shear, a signal; positive: the strain grows; may "
          "use X (metres from the rod's base), as a travelling wave does");
  v.field("from", from).unit("m").otherwise("base").doc("start abscissa");
  v.field("to", to).unit("m").otherwise("tip").doc("end abscissa");
  v.field("front", front)
      .otherwise("all of it at once; not for a strength that uses X")
      .doc("recruits it progressively");
}

namespace {

// ---------------------------------------------------------------------------------------- checks

// the mode on which it works must have coordinates
void check_mode(const MuscleSpec& muscle, const BodySpec& body, Checker& checker) {
  const auto has = [&body](size_t mode) {
    return std::ranges::any_of(body.rod->divisions, [mode](const DivisionSpec& division) {
      return division.strain.modes[mode].has_value();
    });
  };
  if (has(size_t(muscle.mode))) return;
  std::vector<std::string> modes;
  for (size_t mode = 0; mode < kModes; ++mode)
    if (has(mode)) modes.emplace_back(kModeNames[mode]);
  const char* const name = kModeNames[size_t(muscle.mode)];
  checker.diagnostics.add(muscle.origin.error(
      "mode", fmt::format("the rod {} has no coordinates of {}", body.name, name),
      fmt::format("it has {}; or give it strain: {{{}: 2}}",
                  modes.empty() ? "none" : fmt::format("{}", fmt::join(modes, ", ")), name)));
}

void check(Checker& checker) {
  for (const MuscleSpec& muscle : checker.spec.of<MuscleSpec>()) {
    const BodySpec* const body = checker.body(muscle.body, muscle.origin, "body");
    if (!body || !has_kind(*body)) continue;
    if (!body->rod) {
      checker.diagnostics.add(
          muscle.origin.error("body", "the body " + body->name + " is not a rod",
                              body->shell ? "loads on a shell belong in shell_loads"
                                          : "a muscle acts on the strains of a rod"));
      continue;
    }
    checker.span(muscle.from, muscle.to, body, muscle.origin);
    check_mode(muscle, *body, checker);
  }
}

// ---------------------------------------------------------------------------------------- build

void efforts(const ScenarioSpec& spec, RodEfforts& rods) {
  for (const MuscleSpec& muscle : spec.of<MuscleSpec>()) {
    // others do not bend a rod, but may vary along it
    rods.bend(
        muscle.body, muscle.from, muscle.to, muscle.strength,
        {muscle.mode == StrainMode::bend_y ? 1 : 0, muscle.mode == StrainMode::bend_z ? 1 : 0});
  }
}

MuscleFront make_front(const FrontSpec& spec) {
  return {.begin = spec.begin,
          .duration = spec.duration,
          .falling = spec.profile == FrontProfile::linear,
          .hold = spec.after == FrontAfter::hold,
          .to_base = spec.towards == RodEnd::base};
}

std::vector<Muscle::Piece> make_pieces(const Rod& rod, int mode, const Span& span) {
  StrainField field;
  for (const SmoothPiece& piece : smooth_pieces(rod.data().divisions))
    field.pieces.push_back({piece.start, piece.end, piece.points});
  field.basis = [&rod](double X) { return rod.basis(X); };
  return make_muscle_pieces(field, mode, span.from, span.to);
}

// A strength of X: an entry of the input at each Gauss point.
void add_nodes(Draft& draft, const MuscleSpec& spec, const InputInfo& info, int signal,
               Muscle::Data& data) {
  const Rod& rod = rod_of(draft.model, data.body);
  data.strength_input = draft.model.nu();
  bool acts = false;
  for (const SpanNode& node : span_nodes(smooth_pieces(rod.data().divisions), data.from, data.to)) {
    draft.add_input(signal, node.X, InputRole::plain,
                    {fmt::format("{}[{}]", info.name, data.nodes.size()), info.unit},
                    fmt::format("muscle {}: strength at X = {:.6g} m", spec.name, node.X));
    data.nodes.push_back({node.X, node.weight * rod.basis(node.X).row(data.mode).transpose()});
    acts = acts || !data.nodes.back().push.isZero(0);
  }
  if (!acts) data.nodes.clear();
}

void add_muscle(Draft& draft, const MuscleSpec& spec) {
  const int signal = draft.add_signal(spec.strength);
  if (signal < 0) return;
  const InputInfo info{fmt::format("muscles.{}.strength", spec.name),
                       is_angular(spec.mode) ? "N m" : "N"};
  Muscle::Data data;
  data.body = draft.body_index(spec.body);
  data.mode = int(spec.mode);
  const Span span = span_of(spec.from, spec.to, *draft.body_spec(data.body).rod);
  data.from = span.from;
  data.to = span.to;
  if (draft.inputs.along(signal)) {
    if (spec.front) {
      draft.diagnostics.add(
          spec.origin.error("front", "cannot recruit a strength that uses X",
                            "write the front into the formula: strength: \"X < 0.1*t ? 2 : 0\""));
      return;
    }
    add_nodes(draft, spec, info, signal, data);
  } else {
    data.strength_input = draft.add_input(signal, 0, InputRole::plain, info,
                                          fmt::format("muscle {}: strength", spec.name));
    if (data.strength_input < 0) return;
    data.pieces = make_pieces(rod_of(draft.model, data.body), data.mode, span);
  }
  if (data.pieces.empty() && data.nodes.empty())
    draft.diagnostics.add(
        spec.origin.error("mode",
                          fmt::format("no coordinates of {} between {:.6g} m and {:.6g} m",
                                      kModeNames[size_t(data.mode)], span.from, span.to),
                          "the divisions there do not have it: the muscle would have no effect"));
  if (spec.front) {
    data.front = make_front(*spec.front);
    draft.inputs.add_breakpoint(data.front->begin);
    draft.inputs.add_breakpoint(data.front->end());
  }
  draft.add_actor(spec.name, std::make_shared<const Muscle>(std::move(data)));
}

void build(Draft& draft) {
  for (const MuscleSpec& muscle : draft.spec.of<MuscleSpec>())
    draft.guard([&] { add_muscle(draft, muscle); });
}

// ---------------------------------------------------------------------------------------- probe

/// Strength [N m] or [N] where the front of a muscle starts, recruited length [m] and power [W].
class MuscleProbe final : public ProbeTarget {
 public:
  MuscleProbe(const Draft& draft, const ProbeSpec& probe)
      : muscle_(draft.actor<Muscle>(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    const bool turns = muscle_->data().mode < 3;
    list.add({"strength"}, turns ? "N m" : "N",
             "strength; that where the front started, if it falls; the largest along the rod, if "
             "it depends on X");
    list.add({"recruited"}, "m", "length that acts");
    list.add({"power"}, "W", "power that it delivers to the robot");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const double length = muscle_->recruited(at.x.t).length();
    row.put(length > 0 ? muscle_->strength(at.u) : 0);
    row.put(length);
    row.put(muscle_->books(at.model, at.x, at.u, at.ws).power);
  }

 private:
  std::shared_ptr<const Muscle> muscle_;
};

constexpr ProbeKind kProbes[] = {
    {.field = "muscle",
     .doc = "muscle whose strength, recruited length and power are recorded",
     .order = 50,
     .list = "muscles",
     .make = make_probe<MuscleProbe>}};

}  // namespace

extern constinit const PartKind kMuscles{.list = "muscles",
                                         .word = "muscle",
                                         .doc = "moments and forces inside rods",
                                         .type = &kListOf<MuscleSpec>,
                                         .turn = 30,
                                         .check = check,
                                         .efforts = efforts,
                                         .build = build,
                                         .probes = kProbes};

}  // namespace cuttle
