#include "cuttle/compile/columns.h"

#include <algorithm>

#include "cuttle/control/law_columns.h"

namespace cuttle {

namespace {

/// "x" of "tip.x".
std::string behind_dot(const std::string& name) { return name.substr(name.find('.') + 1); }

void append(std::vector<Column>& list, const std::vector<Column>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

bool needs_beginning(const Column& column) {
  return column.name == "energy.work" || column.name == "energy.residual";
}

std::vector<Column> mode_columns() {
  return {{"frequency", "Hz", "natural frequency", "mode"},
          {"growth", "1/s", "rate of growth; negative: the mode decays", "mode"},
          {"damping", "-", "damping ratio, - growth / |s|", "mode"}};
}

std::vector<Column> path_columns() {
  return {{"load", "-", "load parameter, the t of all signals", "path"}};
}

std::vector<Column> common_columns(const Scenario& scenario) {
  std::vector<Column> columns = record_columns(scenario.probes);
  // nets tell their energies in their probes
  if (scenario.model.bodies.empty()) columns.resize(columns.size() - energy_columns().size());
  if (scenario.spec.study.type == StudyType::dynamics) return columns;
  std::erase_if(columns, needs_beginning);
  return columns;
}

std::vector<Column> sensor_columns(const Scenario& scenario, std::size_t sensor) {
  const std::string& name = scenario.spec.sensors[sensor].name;
  const SensorPlan& plan = scenario.sensors[sensor];
  std::vector<Column> columns;
  for (const int column : plan.columns) {
    const Column& seen = scenario.probes[size_t(plan.probe)].columns()[size_t(column)];
    columns.push_back(
        {name + "." + behind_dot(seen.name), seen.unit, "reading of " + seen.name, name});
  }
  return columns;
}

std::vector<Column> controller_columns(const Model& model, const std::string& name,
                                       const std::vector<int>& inputs,
                                       const std::vector<ControllerColumn>& told) {
  std::vector<Column> columns;
  for (const int input : inputs) {
    const InputInfo& info = model.inputs[size_t(input)];
    columns.push_back({name + "." + behind_dot(info.name), info.unit, "command to " + info.name,
                       name + ".command"});
  }
  for (const ControllerColumn& column : told)
    columns.push_back({name + "." + column.name, column.unit, column.doc, name});
  return columns;
}

std::string measured_unit(const Scenario& scenario, const ControllerPlan& plan) {
  if (plan.reading < 0)
    return scenario.probes[size_t(plan.probe)].columns()[size_t(plan.column)].unit;
  for (const SensorPlan& sensor : scenario.sensors) {
    const int i = plan.reading - sensor.first;
    if (i >= 0 && i < int(sensor.columns.size()))
      return scenario.probes[size_t(sensor.probe)]
          .columns()[size_t(sensor.columns[size_t(i)])]
          .unit;
  }
  return "-";
}

std::vector<ControllerColumn> law_columns(const Scenario& scenario, std::size_t controller) {
  const ControllerSpec& spec = scenario.spec.controllers[controller];
  if (spec.pid) return pid_columns(measured_unit(scenario, scenario.controllers[controller]));
  if (spec.lqr) return lqr_columns();
  return spec.led() ? led_frame_columns() : std::vector<ControllerColumn>{};
}

std::vector<Column> recorded_columns(const Scenario& scenario) {
  std::vector<Column> columns = common_columns(scenario);
  if (scenario.spec.study.type == StudyType::modes) append(columns, mode_columns());
  if (scenario.spec.study.by_arc_length()) append(columns, path_columns());
  if (scenario.spec.study.type != StudyType::dynamics) return columns;
  for (std::size_t i = 0; i < scenario.sensors.size(); ++i)
    append(columns, sensor_columns(scenario, i));
  for (std::size_t i = 0; i < scenario.controllers.size(); ++i)
    append(columns, controller_columns(scenario.model, scenario.spec.controllers[i].name,
                                       scenario.controllers[i].inputs, law_columns(scenario, i)));
  return columns;
}

}  // namespace cuttle
