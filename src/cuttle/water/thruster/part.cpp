#include "cuttle/water/thruster/part.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/turn_between.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/spec/describe.h"
#include "cuttle/water/thruster/thruster.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void ThrusterSpec::describe(Fields& v) {
  v.about("thruster",
          "a force f = linear n + quadratic |n| n along an axis; n is the command, or the value "
          "that a table gives for it");
  v.field("name", name).identifier().required().doc("name, unique");
  v.field("body", body).refers_to("bodies").required().doc("body that it pushes");
  v.field("at", at)
      .unit("m")
      .otherwise("tip of a rod, base frame of other bodies")
      .doc("abscissa, base, tip, edge, a frame, or a node of a net (leg.3)");
  v.field("point", point).unit("m").doc("offset in the mount frame");
  v.field("axis", axis).direction().doc("x, y, z or a vector in the mount frame");
  v.field("command", command)
      .unit("*")
      .columns()
      .required()
      .doc("a signal, such as a difference of PWM");
  v.field("linear", linear).unit("N|N s").columns().otherwise("0").doc("force per n, a signal");
  v.field("quadratic", quadratic)
      .unit("N|N s^2")
      .columns()
      .otherwise("0")
      .doc("force per n abs(n), a signal");
  v.field("dead_band", dead_band).unit("*").at_least(0).doc("|n| up to this value gives no force");
  v.field("limits", limits).unit("*").otherwise("none").doc("[smallest, largest] n");
  v.field("table", table)
      .unit("*")
      .doc("list of [command, n]; commands must increase, the end values hold beyond the ends");
  v.field("csv", csv).doc("the same from a CSV file beside the model file");
  const bool file = !csv.empty();
  v.field("csv_speed", csv_speed).when(file, "csv").required().doc("column that holds n");
  v.field("csv_command", csv_command)
      .when(file, "csv")
      .otherwise("first column")
      .doc("column that holds the commands");
  v.field("torque", torque)
      .unit("m")
      .columns()
      .otherwise("0")
      .doc("reaction torque about the axis per force, a signal; its sign gives the handedness");
}

namespace {

TableFile table_file(void* part) {
  auto& thruster = *static_cast<ThrusterSpec*>(part);
  return {thruster.table, thruster.csv, thruster.csv_command, thruster.csv_speed};
}

// ---------------------------------------------------------------------------------------- checks

bool is_zero(const SignalSpec& signal) {
  return signal.kind == SignalSpec::Kind::constant && signal.constant == 0;
}

void check_thruster(const ThrusterSpec& thruster, Diagnostics& diagnostics) {
  const Origin& origin = thruster.origin;
  if (is_zero(thruster.linear) && is_zero(thruster.quadratic) && !origin.given("linear") &&
      !origin.given("quadratic"))
    diagnostics.add(origin.error("linear", "missing", "give linear, quadratic or both"));
  if (thruster.limits && !((*thruster.limits)[0] < (*thruster.limits)[1]))
    diagnostics.add(origin.error(
        "limits", fmt::format("the smallest n, {:.6g}, must be below the largest, {:.6g}",
                              (*thruster.limits)[0], (*thruster.limits)[1])));
}

void check(Checker& checker) {
  for (const ThrusterSpec& thruster : checker.spec.of<ThrusterSpec>()) {
    const BodySpec* const body = checker.body(thruster.body, thruster.origin, "body");
    checker.mount(thruster.at, body, thruster.origin, "at");
    check_thruster(thruster, checker.diagnostics);
  }
}

// ---------------------------------------------------------------------------------------- build

void places(const ScenarioSpec& spec, Places& bodies) {
  for (const ThrusterSpec& thruster : spec.of<ThrusterSpec>())
    bodies.place(thruster.body, thruster.at, thruster.origin);
}

ThrusterLaw make_law(const ThrusterSpec& spec) {
  ThrusterLaw law;
  law.K_L = spec.linear.constant;
  law.K_Q = spec.quadratic.constant;
  law.dead_band = spec.dead_band;
  if (spec.limits) {
    law.n_min = (*spec.limits)[0];
    law.n_max = (*spec.limits)[1];
  }
  if (spec.table)
    for (const auto& [command, n] : *spec.table) {
      law.commands.push_back(command);
      law.speeds.push_back(n);
    }
  return law;
}

void add_thruster(Draft& draft, const ThrusterSpec& spec) {
  Thruster::Data data;
  data.at = draft.attach(draft.body_index(spec.body), spec.at, spec.point);
  data.axis = spec.axis;
  data.law = make_law(spec);
  data.torque_per_force = spec.torque.constant;
  const std::string path = "thrusters." + spec.name, label = "thruster " + spec.name + ": ";
  data.command_input = draft.add_input(draft.add_signal(spec.command), 0, InputRole::plain,
                                       {path + ".command", "-"}, label + "command");
  if (data.command_input < 0) return;
  const auto coefficient = [&](const SignalSpec& signal, const char* what, const char* unit) {
    return draft.add_coefficient(signal, InputRole::plain, {path + "." + what, unit}, label + what);
  };
  data.linear_input = coefficient(spec.linear, "linear", "N|N s");
  data.quadratic_input = coefficient(spec.quadratic, "quadratic", "N|N s^2");
  data.torque_input = coefficient(spec.torque, "torque", "m");
  draft.add_actor(spec.name, std::make_shared<const Thruster>(data));
}

void build(Draft& draft) {
  for (const ThrusterSpec& thruster : draft.spec.of<ThrusterSpec>()) add_thruster(draft, thruster);
}

// The numbers between which a command is, where they are known.
std::vector<double> levels_of(const SignalSpec& signal) {
  if (signal.kind == SignalSpec::Kind::constant) return {signal.constant};
  if (signal.kind == SignalSpec::Kind::pulse) return {0, signal.pulse.amplitude};
  if (signal.kind == SignalSpec::Kind::table) return signal.values;
  return {};
}

void warn(const Built& built, Workspace&, Diagnostics& warnings) {
  for (const ThrusterSpec& thruster : built.spec.of<ThrusterSpec>()) {
    ThrusterLaw law = make_law(thruster);
    law.dead_band = 0;
    double most = 0;
    for (const double command : levels_of(thruster.command))
      most = std::max(most, std::abs(thruster_speed(law, command)));
    if (most == 0 || most > thruster.dead_band) continue;
    warnings.add(thruster.origin.warning(
        "dead_band",
        fmt::format("the command of {} in the file has no effect: its n, {:.6g} at most, never "
                    "leaves the dead band of {:.6g}",
                    thruster.name, most, thruster.dead_band)));
  }
}

PartSummary summary(const Built& built) {
  std::vector<TableRow> rows = {{"name", "body", "command", "force [N]"}};
  for (const ThrusterSpec& thruster : built.spec.of<ThrusterSpec>()) {
    const auto input = [&](const char* what) {
      return built.input("thrusters." + thruster.name + "." + what);
    };
    ThrusterLaw law = make_law(thruster);
    if (thruster.linear.kind != SignalSpec::Kind::constant) law.K_L = input("linear");
    if (thruster.quadratic.kind != SignalSpec::Kind::constant) law.K_Q = input("quadratic");
    const double command = input("command");
    rows.push_back(
        {thruster.name, thruster.body, number(command), number(thruster_force(law, command))});
  }
  return {.rows = std::move(rows), .at_start = true};
}

// ---------------------------------------------------------------------------------------- drawing

void draw(const Built& built, Canvas& canvas) {
  for (const ThrusterSpec& spec : built.spec.of<ThrusterSpec>()) {
    const auto thruster = built.actors.find<Thruster>(spec.name);
    const Matrix3 R_PF = turn_between(Vector3::UnitX(), thruster->data().axis).toRotationMatrix();
    canvas.fitting({.name = "thrusters." + spec.name,
                    .kind = FittingKind::thruster,
                    .body = thruster->data().at.body,
                    .motion = [thruster, R_PF](const Snapshot& now) -> FittingMotion {
                      const BodyPlace& at = thruster->data().at;
                      return {world_position(at, now.ws),
                              point_pose(now.ws, at.body, at.point).R * R_PF,
                              force_on_point(*thruster, at.body, at.point, now)};
                    }});
  }
}

// ---------------------------------------------------------------------------------------- probe

/// Command, n, force [N] and the power [W] that a thruster gives to the robot.
class ThrusterProbe final : public ProbeTarget {
 public:
  ThrusterProbe(const Draft& draft, const ProbeSpec& probe)
      : thruster_(draft.actor<Thruster>(probe.target())) {}

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"command"}, "-", "command of the thruster");
    list.add({"n"}, "-", "the command after its table, dead band and limits");
    list.add({"force"}, "N", "force along its axis");
    list.add({"power"}, "W", "power that it delivers to the robot");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const Thruster::Data& data = thruster_->data();
    const double command = at.u.u[data.command_input];
    row.put(command);
    row.put(thruster_speed(data.law, command));
    row.put(thruster_->force(at.u));
    row.put(thruster_->books(at.model, at.x, at.u, at.ws).power);
  }

 private:
  std::shared_ptr<const Thruster> thruster_;
};

constexpr ProbeKind kProbes[] = {{.field = "thruster",
                                  .doc = "thruster whose command, n, force and power are recorded",
                                  .order = 90,
                                  .list = "thrusters",
                                  .make = make_probe<ThrusterProbe>}};

}  // namespace

extern constinit const PartKind kThrusters{.list = "thrusters",
                                           .word = "thruster",
                                           .doc = "propellers",
                                           .type = &kListOf<ThrusterSpec>,
                                           .turn = 60,
                                           .chapter = Chapter::water,
                                           .table_file = table_file,
                                           .check = check,
                                           .places = places,
                                           .build = build,
                                           .summary = summary,
                                           .draw = draw,
                                           .warn = warn,
                                           .probes = kProbes};

}  // namespace cuttle
