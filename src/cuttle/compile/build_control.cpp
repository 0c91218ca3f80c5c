#include "cuttle/compile/build_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cuttle/compile/input_names.h"

namespace cuttle {

namespace {

// "gx" of "hull.gx"
std::string tail_of(const Column& column) { return column.name.substr(column.group.size() + 1); }

// Nets move outside of the loop of controllers.
bool is_of_net(const ScenarioDraft& draft, std::size_t probe) {
  return draft.spec.probes[probe].is("net");
}

// place of a column in its probe: "hull.gx" or "gx"; -1: there is none
int find_column(const Probe& probe, const std::string& name) {
  const std::vector<Column>& columns = probe.columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name || tail_of(columns[i]) == name) return int(i);
  return -1;
}

std::vector<int> columns_of(const SensorSpec& sensor, const Probe& probe,
                            Diagnostics& diagnostics) {
  std::vector<int> list;
  for (std::size_t i = 0; sensor.columns.empty() && i < probe.columns().size(); ++i)
    list.push_back(int(i));
  std::vector<std::string> names;
  for (const Column& column : probe.columns()) names.push_back(column.name);
  for (const std::string& name : sensor.columns) {
    const int column = find_column(probe, name);
    if (column < 0)
      diagnostics.add(sensor.origin.error(
          "columns", fmt::format("the probe {} has no column '{}'", probe.name(), name),
          suggest(name, names, "columns")));
    else if (std::find(list.begin(), list.end(), column) != list.end())
      diagnostics.add(sensor.origin.error("columns", "'" + name + "' is listed twice"));
    list.push_back(column);
  }
  return list;
}

// with all columns of a probe, numbers can be counted only here
void check_counts(const SensorSpec& sensor, std::size_t columns, Diagnostics& diagnostics) {
  for (const auto& [field, list] : {std::pair("noise", &sensor.noise), {"bias", &sensor.bias}})
    if (list->size() > 1 && list->size() != columns)
      diagnostics.add(sensor.origin.error(
          field, fmt::format("expected one number, or {} of them, one for each column, got {}",
                             columns, list->size())));
}

void check_laws(const ControllerSpec& c, Diagnostics& diagnostics) {
  const int laws = int(c.pid.has_value()) + int(c.task_space.has_value()) +
                   int(c.quasi_static.has_value()) + int(c.lqr.has_value()) +
                   int(c.open_loop.has_value());
  if (laws != 1)
    diagnostics.add(
        c.origin.error("", "give exactly one of pid, task_space, quasi_static, lqr, open_loop"));
  if (c.inputs.empty()) diagnostics.add(c.origin.error("inputs", "name at least one input"));
  if (c.open_loop && c.open_loop->signals.empty())
    diagnostics.add(c.open_loop->origin.error("signals", "give at least one signal"));
}

// cables only pull
void check_tension_bounds(const ScenarioDraft& draft, const ControllerSpec& spec,
                          const ControllerPlan& plan, Diagnostics& diagnostics) {
  const auto is_tension = [&draft](int input) {
    return input >= 0 && draft.inputs.role(input) == InputRole::tension;
  };
  const auto tensions = std::count_if(plan.inputs.begin(), plan.inputs.end(), is_tension);
  if (tensions == 0) return;
  if (spec.max && !(*spec.max > 0))
    diagnostics.add(
        spec.origin.error("max", fmt::format("must be > 0 for a tension, got {:.6g}", *spec.max)));
  if (spec.min && *spec.min < 0 && std::size_t(tensions) == plan.inputs.size())
    diagnostics.add(spec.origin.error(
        "min", fmt::format("must be >= 0, got {:.6g}: cables only pull", *spec.min)));
}

void check_cost_counts(const LqrSpec& law, int nv, Diagnostics& diagnostics) {
  for (const auto& [field, list] :
       {std::pair("position_cost", &law.position_cost), {"velocity_cost", &law.velocity_cost}})
    if (list->size() != 1 && list->size() != std::size_t(nv))
      diagnostics.add(law.origin.error(
          field, fmt::format("expected one number, or {} of them, one for each velocity, got {}",
                             nv, list->size())));
}

// where the measure of a pid is told: by a sensor, or by a probe
void find_measure(const ScenarioDraft& draft, const PidSpec& pid, const std::vector<Probe>& probes,
                  const std::vector<SensorPlan>& sensors, ControllerPlan& plan,
                  Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < sensors.size(); ++s) {
    const std::vector<Column>& columns = probes[std::size_t(sensors[s].probe)].columns();
    for (std::size_t i = 0; i < sensors[s].columns.size(); ++i) {
      if (sensors[s].columns[i] < 0) continue;
      names.push_back(
          sensor_column(draft.spec.sensors[s], columns[std::size_t(sensors[s].columns[i])]));
      if (names.back() == pid.measure) plan.reading = sensors[s].first + int(i);
    }
  }
  for (std::size_t p = 0; p < probes.size(); ++p)
    for (std::size_t i = 0; i < probes[p].columns().size(); ++i) {
      if (is_of_net(draft, p)) continue;
      names.push_back(probes[p].columns()[i].name);
      if (plan.reading >= 0 || names.back() != pid.measure) continue;
      plan.probe = int(p);
      plan.column = int(i);
    }
  if (plan.reading < 0 && plan.probe < 0)
    diagnostics.add(pid.origin.error("measure",
                                     "no sensor or probe has the column '" + pid.measure + "'",
                                     suggest(pid.measure, names, "columns")));
}

VectorX equilibrium_inputs(ScenarioDraft& draft, const FrameGoalSpec& goal, InputNames& names) {
  if (goal.equilibrium.empty() && !goal.origin.given("equilibrium")) return {};
  VectorX u = VectorX::Zero(draft.model.nu());
  for (const auto& [name, value] : goal.equilibrium) {
    const int input = names.find(name, goal.origin, "equilibrium");
    if (input < 0) continue;
    u[input] = value;
    if (draft.inputs.role(input) == InputRole::tension && value < 0)
      draft.diagnostics.add(goal.origin.error(
          "equilibrium", fmt::format("{} is {:.6g} N, but cables only pull", name, value)));
  }
  return u;
}

}  // namespace

std::string sensor_column(const SensorSpec& sensor, const Column& column) {
  return sensor.name + "." + tail_of(column);
}

std::vector<SensorPlan> plan_sensors(ScenarioDraft& draft, const std::vector<Probe>& probes) {
  std::vector<SensorPlan> plans;
  int first = 0;
  for (const SensorSpec& sensor : draft.spec.sensors) {
    SensorPlan plan;
    const auto probe = std::find_if(probes.begin(), probes.end(),
                                    [&](const Probe& p) { return p.name() == sensor.probe; });
    plan.probe = int(probe - probes.begin());
    if (is_of_net(draft, std::size_t(plan.probe)))
      draft.diagnostics.add(
          sensor.origin.error("probe", "the probe " + sensor.probe + " belongs to a net",
                              "nets have no inputs that a controller could drive"));
    plan.columns = columns_of(sensor, *probe, draft.diagnostics);
    if (sensor.columns.empty()) check_counts(sensor, plan.columns.size(), draft.diagnostics);
    plan.first = first;
    first += int(plan.columns.size());
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<ControllerPlan> plan_controllers(ScenarioDraft& draft, const std::vector<Probe>& probes,
                                             const std::vector<SensorPlan>& sensors) {
  InputNames names(draft);
  std::map<int, std::string> taken;  // input: its controller
  std::vector<ControllerPlan> plans;
  for (const ControllerSpec& spec : draft.spec.controllers) {
    ControllerPlan& plan = plans.emplace_back();
    if (draft.model.bodies.empty()) {
      draft.diagnostics.add(spec.origin.error("", "nets have no inputs that could be controlled",
                                              "controllers drive models with bodies"));
      continue;
    }
    check_laws(spec, draft.diagnostics);
    for (const std::string& name : spec.inputs) {
      const int input = names.find(name, spec.origin, "inputs");
      plan.inputs.push_back(input);
      if (input < 0) continue;
      const auto [at, fresh] = taken.emplace(input, spec.name);
      if (!fresh)
        draft.diagnostics.add(spec.origin.error(
            "inputs",
            fmt::format("'{}' is already driven by the controller {}", name, at->second)));
    }
    check_tension_bounds(draft, spec, plan, draft.diagnostics);
    if (spec.pid) find_measure(draft, *spec.pid, probes, sensors, plan, draft.diagnostics);
    if (spec.lqr) check_cost_counts(*spec.lqr, draft.model.nv, draft.diagnostics);
    if (const LedFrameSpec* led = spec.led()) {
      plan.led = draft.attach(draft.body_index(led->body), led->at, led->point);
      plan.equilibrium = equilibrium_inputs(draft, led->goal, names);
    }
  }
  return plans;
}

}  // namespace cuttle
