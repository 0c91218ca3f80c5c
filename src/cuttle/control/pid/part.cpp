#include "cuttle/control/pid/part.h"

#include <fmt/format.h>

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/pid/pid.h"
#include "cuttle/control/sensor/part.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

void PidSpec::describe(Fields& v) {
  v.about("pid",
          "command = kp e + ki (integral of e) + kd (rate of e) with the error e = goal - measure");
  v.field("measure", measure)
      .required()
      .doc("column of a sensor or of a probe, such as hinge.angle");
  v.field("goal", goal).unit("*").otherwise("0").doc("desired value of that column, a signal");
  v.field("kp", kp).unit("*").doc("input per unit of the column");
  v.field("ki", ki).unit("*").doc("input per integral of it");
  v.field("kd", kd).unit("*").doc("input per rate of it");
}

namespace {

void check(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const std::size_t inputs = controller.inputs.size();
  if (inputs > 1)
    diagnostics.add(controller.origin.error("inputs",
                                            fmt::format("a pid drives one input, got {}", inputs),
                                            "write one controller for each"));
}

// where the measure is told: by a sensor, or by a probe
void plan(const ControlDesk& desk, ControllerPlan& plan) {
  const PidSpec& pid = *plan.spec->law<PidSpec>();
  std::vector<std::string> names;
  for (const SensorPlan& sensor : desk.sensors)
    for (std::size_t i = 0; i < sensor.columns.size(); ++i) {
      if (sensor.columns[i] < 0) continue;
      const Column& column = desk.probes[size_t(sensor.probe)].columns[size_t(sensor.columns[i])];
      names.push_back(sensor_column(sensor.name, column));
      if (names.back() != pid.measure) continue;
      plan.reading = sensor.first + int(i);
      plan.measured_unit = column.unit;
    }
  for (std::size_t p = 0; p < desk.probes.size(); ++p)
    for (std::size_t i = 0; i < desk.probes[p].columns.size(); ++i) {
      if (desk.probes[p].outside) continue;
      const Column& column = desk.probes[p].columns[i];
      names.push_back(column.name);
      if (plan.reading >= 0 || names.back() != pid.measure) continue;
      plan.probe = int(p);
      plan.column = int(i);
      plan.measured_unit = column.unit;
    }
  if (plan.reading < 0 && plan.probe < 0)
    desk.draft.diagnostics.add(
        pid.origin.error("measure", "no sensor or probe has the column '" + pid.measure + "'",
                         suggest(pid.measure, names, "columns")));
}

std::vector<ControllerColumn> columns(const ControllerPlan& plan) {
  return pid_columns(plan.measured_unit);
}

std::unique_ptr<Controller> make(const ControllerPlan& plan, const LawDesk& desk) {
  const PidSpec& spec = *plan.spec->law<PidSpec>();
  const Pid::Gains gains{spec.kp, spec.ki, spec.kd};
  const Signal goal(spec.goal);
  if (plan.reading >= 0)
    return std::make_unique<Pid>(plan.reading, goal, gains, plan.bounds, plan.measured_unit);
  return std::make_unique<Pid>(desk.measure(plan.probe, plan.column), goal, gains, plan.bounds,
                               plan.measured_unit);
}

}  // namespace

extern constinit const LawKind kPidLaw{.field = "pid",
                                       .doc = "drives one column to its goal with one input",
                                       .type = &kLawOf<PidSpec>,
                                       .origin = law_origin<PidSpec>,
                                       .check = check,
                                       .plan = plan,
                                       .columns = columns,
                                       .make = make};

}  // namespace cuttle
