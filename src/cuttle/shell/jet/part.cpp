#include "cuttle/shell/jet/part.h"

#include <set>

#include "cuttle/base/error.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/shell/jet/jet_thrust.h"
#include "cuttle/shell/shell_span.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void JetSpec::describe(Fields& v) {
  v.about("jet",
          "water that a shell expels and draws in: thrust density C / area (rate of the volume)^2; "
          "outflow pushes away from the edge, inflow towards it");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).refers_to("bodies").required().doc("a shell in water");
  v.field("area_out", area_out)
      .unit("m^2")
      .above(0)
      .required()
      .doc("area of the nozzle, for outflow");
  v.field("area_in", area_in)
      .unit("m^2")
      .above(0)
      .otherwise("area_out")
      .doc("area of the openings, for inflow");
  v.field("flow_coefficient", flow_coefficient).above(0).at_most(10).doc("C");
  v.field("volume", volume).doc("how the volume is measured");
  v.field("place", place).doc("where the thrust acts");
  v.field("back_pressure", back_pressure)
      .doc("the pressure that drives the water through the nozzle also acts on the wall");
}

namespace {

void check(Checker& checker) {
  std::set<std::string> driven;
  for (const JetSpec& jet : checker.spec.of<JetSpec>()) {
    checker.needs_water(jet.origin, "there is no water in this model for it to push");
    const BodySpec* const body =
        checker.shell(jet.body, jet.origin, "body", "a jet comes out of a shell");
    if (!body) continue;
    if (body->shell->water && body->shell->water->dry())
      checker.diagnostics.add(
          jet.origin.error("body", "the shell " + jet.body + " has `water: none`"));
    if (!driven.insert(jet.body).second)
      checker.diagnostics.add(
          jet.origin.error("body", "the shell " + jet.body + " has another jet",
                           "one jet each: add up the areas of several nozzles"));
  }
}

// ---------------------------------------------------------------------------------------- build

void add_jet(Draft& draft, const JetSpec& spec) {
  Jet jet;
  jet.density = draft.spec.water->density;
  jet.flow_coefficient = spec.flow_coefficient;
  jet.area_out = spec.area_out;
  jet.area_in = spec.area_in.value_or(spec.area_out);
  jet.volume = spec.volume;
  jet.place = spec.place;
  jet.back_pressure = spec.back_pressure;
  expects(jet.area_out > 0 && jet.area_in > 0, "a jet has areas");
  draft.add_actor(spec.name, std::make_shared<const JetThrust>(draft.body_index(spec.body), jet));
}

void build(Draft& draft) {
  for (const JetSpec& jet : draft.spec.of<JetSpec>()) add_jet(draft, jet);
}

PartSummary summary(const Built& built) {
  std::vector<TableRow> rows = {
      {"name", "body", "area out [m^2]", "area in [m^2]", "flow coefficient", "volume", "place"}};
  for (const JetSpec& jet : built.spec.of<JetSpec>())
    rows.push_back({jet.name, jet.body, number(jet.area_out),
                    number(jet.area_in.value_or(jet.area_out)), number(jet.flow_coefficient),
                    name_of(jet.volume), name_of(jet.place)});
  return {.rows = std::move(rows)};
}

// ---------------------------------------------------------------------------------------- drawing

/// At the middle of the edge; the force is that on the shell.
FittingMotion motion_of_jet(const JetThrust& jet, const Snapshot& now) {
  const Shell& shell = shell_of(now.model, jet.body());
  const ShellData& data = shell.data();
  const BodyWork& body = now.ws.bodies[size_t(jet.body())];
  ShellLoading& load = Shell::part(body);
  load.jet = &jet.jet();
  const double thrust = shell.axial(load, body).thrust;
  const double x = rim_at(data, data.edge_row, Shell::rings(body)).x;
  // x out of the opening
  const Matrix3 R = Vector3(data.direction, data.direction, 1).asDiagonal();
  return {body.X_WB * Vector3(x, 0, 0), body.X_WB.R * R, body.X_WB.R.col(0) * thrust};
}

void draw(const Built& built, Canvas& canvas) {
  for (const JetSpec& spec : built.spec.of<JetSpec>()) {
    const auto jet = built.actors.find<JetThrust>(spec.name);
    canvas.fitting({.name = "jets." + spec.name,
                    .kind = FittingKind::jet,
                    .body = jet->body(),
                    .motion = [jet](const Snapshot& now) { return motion_of_jet(*jet, now); }});
  }
}

// ---------------------------------------------------------------------------------------- probe

/// Thrust [N], positive away from the edge, the rate of the volume [m^3/s] and the power [W] that
/// the jet gives to the robot.
class JetProbe final : public ProbeTarget {
 public:
  JetProbe(const Draft& draft, const ProbeSpec& probe)
      : jet_(draft.actor<JetThrust>(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"thrust"}, "N", "away from the edge");
    list.add({"volume_rate"}, "m^3/s", "rate of the volume inside");
    list.add({"power"}, "W", "power that it delivers to the robot");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const Shell& shell = shell_of(at.model, jet_->body());
    const BodyWork& b = at.ws.bodies[size_t(jet_->body())];
    row.put(jet_thrust(shell, jet_->jet(), b));
    row.put(shell.volume(b, jet_->jet().volume).rate);
    row.put(jet_->books(at.model, at.x, at.u, at.ws).power);
  }

 private:
  std::shared_ptr<const JetThrust> jet_;
};

constexpr ProbeKind kProbes[] = {{.field = "jet",
                                  .doc = "jet whose thrust and power are recorded",
                                  .order = 130,
                                  .list = "jets",
                                  .make = make_probe<JetProbe>}};

}  // namespace

extern constinit const PartKind kJets{.list = "jets",
                                      .word = "jet",
                                      .doc = "water that shells expel",
                                      .type = &kListOf<JetSpec>,
                                      .turn = 80,
                                      .check = check,
                                      .build = build,
                                      .summary = summary,
                                      .draw = draw,
                                      .probes = kProbes};

}  // namespace cuttle
