#include "cuttle/actuation/spring/part.h"

#include <fmt/format.h>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void SpringEndSpec::describe(Fields& v) {
  v.about("spring end", "a place on a body, or in the world");
  v.field("body", body).refers_to("bodies").doc("a body, or world");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("point", point).unit("m").doc("offset in the mount frame, or the place in the world");
}

void SpringSpec::describe(Fields& v) {
  v.about("spring",
          "a spring and a damper side by side between two places: pretension + stiffness * "
          "(distance - length) + damping * rate of the distance, along the line between them; a "
          "positive force pulls them together. One that acts in one direction exerts no force "
          "while its spring would act in the other, and its damper at most as much as its spring");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("a", a).otherwise("the world").doc("one end");
  v.field("b", b).required().doc("the other end");
  v.field("stiffness", stiffness)
      .unit("N/m")
      .at_least(0)
      .required()
      .doc("force per stretch; 0: a damper only");
  v.field("damping", damping).unit("N s/m").at_least(0).doc("force per rate of the distance");
  v.field("length", length)
      .unit("m")
      .at_least(0)
      .otherwise("the distance in the initial state")
      .doc("length at rest, without pretension");
  v.field("pretension", pretension).unit("N").doc("force at that length; negative: it pushes");
  v.field("acts", acts).doc("in which direction it acts");
  v.field("force", force)
      .unit("N")
      .columns()
      .otherwise("0")
      .doc("a drive beside it, a signal: pulls the ends together, in both directions");
}

namespace {

// ---------------------------------------------------------------------------------------- checks

void check(Checker& checker) {
  for (const SpringSpec& spring : checker.spec.of<SpringSpec>()) {
    for (const SpringEndSpec* end : {&spring.a, &spring.b})
      checker.mount_or_world(end->body, end->at, end->origin, "point");
    if (spring.a.body != spring.b.body) continue;
    const BodySpec* const body = checker.bodies.find(spring.a.body);
    const bool world = spring.a.body == "world";
    if (world || (body && body->rigid))
      checker.diagnostics.add(spring.origin.error(
          "b",
          fmt::format("both ends are on {}: their distance never changes",
                      world ? "the world" : body->name),
          "a spring joins two bodies, two places of a soft one, or a body and the world"));
  }
}

// ---------------------------------------------------------------------------------------- copies

// An end of a copied spring on the parent turns about the same axis.
void turn_ends(SpringSpec& spring, const PartCopy& copy) {
  for (SpringEndSpec* end : {&spring.a, &spring.b})
    if (end->body == copy.group.parent_name()) end->point = copy.turned(end->at, end->point);
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const SpringSpec& spring : spec.of<SpringSpec>())
    for (const SpringEndSpec* end : {&spring.a, &spring.b})
      bodies.place(end->body, end->at, end->origin);
}

constexpr double kEndsMeet = 1e-9;  // [m] nearer than this

// A spring in one direction alone acts where its elastic force has the right sign.
bool acts_somewhere(const SpringSpec& spring) {
  if (spring.stiffness > 0 || spring.force) return true;
  if (spring.acts == SpringActs::both) return spring.damping > 0 || spring.pretension != 0;
  return spring.acts == SpringActs::tension ? spring.pretension > 0 : spring.pretension < 0;
}

BodyPlace attach(const Draft& draft, const SpringEndSpec& end) {
  return draft.attach(draft.body_index(end.body), end.at, end.point);
}

void build(Draft& draft) {
  for (const SpringSpec& spec : draft.spec.of<SpringSpec>()) {
    if (!spec.force) continue;
    const int input = draft.add_input(draft.add_signal(*spec.force), 0, InputRole::plain,
                                      {"springs." + spec.name + ".force", "N"},
                                      "spring " + spec.name + ": force");
    if (input < 0) continue;
    draft.add_actor(spec.name, std::make_shared<const SpringPull>(SpringPull::Data{
                                   attach(draft, spec.a), attach(draft, spec.b), input}));
  }
}

void add_spring(Draft& draft, const SpringSpec& spec, const Workspace& ws) {
  const BodyPlace a = attach(draft, spec.a), b = attach(draft, spec.b);
  const double distance = (world_position(b, ws) - world_position(a, ws)).norm();
  if (is_rigid(draft.model, a, b))
    draft.diagnostics.add(spec.origin.error(
        "b", fmt::format("both ends are on one section of {}, which is rigid", spec.b.body),
        "put them at two abscissas"));
  else if (!acts_somewhere(spec))
    draft.diagnostics.add(spec.origin.error("stiffness", "the spring never exerts a force",
                                            "give a stiffness above 0 N/m"));
  else if (!spec.length && distance < kEndsMeet)
    draft.diagnostics.add(spec.origin.error(
        "length",
        "missing: the ends coincide in the initial state, and their distance is the default",
        "length: 0 holds them together"));
  else
    draft.add_actor(spec.name, std::make_shared<const Spring>(
                                   Spring::Data{a,
                                                b,
                                                {.stiffness = spec.stiffness,
                                                 .damping = spec.damping,
                                                 .rest = spec.length.value_or(distance),
                                                 .pretension = spec.pretension,
                                                 .acts = spec.acts}}));
}

void build_at_start(Draft& draft) {
  const std::vector<SpringSpec>& springs = draft.spec.of<SpringSpec>();
  if (springs.empty()) return;
  Workspace ws(draft.model);
  update_kinematics(draft.model, draft.initial, draft.initial_input, nullptr, ws);
  for (const SpringSpec& spring : springs) add_spring(draft, spring, ws);
}

PartSummary summary(const Built& built) {
  Workspace ws(built.model);
  update_kinematics(built.model, built.initial, built.u, nullptr, ws);
  std::vector<TableRow> rows = {{"name", "a", "b", "stiffness [N/m]", "damping [N s/m]",
                                 "length at rest [m]", "distance [m]", "force [N]"}};
  for (const SpringSpec& spec : built.spec.of<SpringSpec>()) {
    const auto spring = built.actors.find<Spring>(spec.name);
    const SpringLaw& law = spring->data().law;
    const Spring::Reading now = spring->read(ws);
    rows.push_back({spec.name, spec.a.body, spec.b.body, number(law.stiffness), number(law.damping),
                    number(law.rest), number(now.length), number(now.force.total())});
  }
  return {.rows = std::move(rows), .at_start = true};
}

// ---------------------------------------------------------------------------------------- drawing

void draw(const Built& built, Canvas& canvas) {
  for (const SpringSpec& spring : built.spec.of<SpringSpec>()) {
    std::vector<LinePiece> pieces;
    for (const SpringEndSpec* end : {&spring.a, &spring.b})
      pieces.push_back({.body = end->body, .at = end->at, .offset = end->point});
    canvas.line(spring.name, pieces,
                [actor = built.actors.find<Spring>(spring.name)](const Snapshot& at) {
                  return actor->read(at.ws).force.total();
                });
  }
}

// ---------------------------------------------------------------------------------------- probe

/// Length [m], its rate [m/s] and force [N] of a spring, and the power [W] of its damper; the force
/// [N] of its drive if it has one.
class SpringProbe final : public ProbeTarget {
 public:
  SpringProbe(const Draft& draft, const ProbeSpec& probe)
      : spring_(draft.actor<Spring>(probe.target())),
        pull_(draft.find_actor<SpringPull>(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"length"}, "m", "distance between the ends");
    list.add({"rate"}, "m/s", "rate of the distance");
    list.add({"force"}, "N", "force of spring and damper; positive: it pulls its ends together");
    list.add({"power"}, "W", "power that its damper delivers to the robot, never positive");
    if (pull_) list.add({"drive"}, "N", "force of its drive; positive: it pulls its ends together");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const Spring::Reading now = spring_->read(at.ws);
    row.put(now.length);
    row.put(now.rate);
    row.put(now.force.total());
    row.put(spring_->books(at.model, at.x, at.u, at.ws).power);
    if (pull_) row.put(at.u.u[pull_->input()]);
  }

 private:
  std::shared_ptr<const Spring> spring_;
  std::shared_ptr<const SpringPull> pull_;  // null: it has no drive
};

constexpr ProbeKind kProbes[] = {{.field = "spring",
                                  .doc = "spring whose length, rate, force and power are recorded",
                                  .order = 45,
                                  .list = "springs",
                                  .make = make_probe<SpringProbe>}};

}  // namespace

extern constinit const PartKind kSprings{.list = "springs",
                                         .word = "spring",
                                         .doc = "springs and dampers between two places",
                                         .type = &kListOf<SpringSpec>,
                                         .turn = 85,
                                         .check = check,
                                         .adapt_copy = adapt_part<SpringSpec, turn_ends>,
                                         .places = places,
                                         .build = build,
                                         .build_at_start = build_at_start,
                                         .summary = summary,
                                         .draw = draw,
                                         .probes = kProbes};

}  // namespace cuttle
