#include "cuttle/compile/columns.h"

#include <algorithm>

#include "cuttle/control/controller/law_kind.h"

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
  if (scenario.spec.study.type == StudyType::dynamics) return columns;
  std::erase_if(columns, needs_beginning);
  return columns;
}

std::vector<Column> sensor_columns(const Scenario& scenario, const SensorPlan& sensor) {
  std::vector<Column> columns;
  for (const int column : sensor.columns) {
    const Column& seen = scenario.probes[size_t(sensor.probe)].columns()[size_t(column)];
    columns.push_back({sensor.name + "." + behind_dot(seen.name), seen.unit,
                       "reading of " + seen.name, sensor.name});
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

std::vector<ControllerColumn> law_columns(const ControllerPlan& controller) {
  const LawKind& kind = *controller.kind;
  return kind.columns ? kind.columns(controller) : std::vector<ControllerColumn>{};
}

std::vector<Column> recorded_columns(const Scenario& scenario) {
  std::vector<Column> columns = common_columns(scenario);
  if (scenario.spec.study.type == StudyType::modes) append(columns, mode_columns());
  if (scenario.spec.study.by_arc_length()) append(columns, path_columns());
  if (scenario.spec.study.type != StudyType::dynamics) return columns;
  for (const SensorPlan& sensor : scenario.sensors)
    append(columns, sensor_columns(scenario, sensor));
  for (const ControllerPlan& controller : scenario.controllers)
    append(columns, controller_columns(scenario.model, controller.name, controller.inputs,
                                       law_columns(controller)));
  return columns;
}

}  // namespace cuttle
