#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/base/names.h"
#include "cuttle/compile/check_scenario.h"
#include "cuttle/part/checker.h"

namespace cuttle {

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Numbers of models made in code have not been looked at yet; NaN fails all comparisons.
void require(bool ok, const Origin& origin, const char* field, double value, const char* range,
             Diagnostics& diagnostics) {
  if (!ok) diagnostics.add(origin.error(field, fmt::format("must be {}, got {}", range, value)));
}

void check_list(const std::vector<double>& list, double low, const Origin& origin,
                const char* field, Diagnostics& diagnostics) {
  for (const double x : list)
    if (!(std::isfinite(x) && x >= low))
      return diagnostics.add(origin.error(
          field,
          fmt::format("must be finite{}, got {}", std::isfinite(low) ? " and >= 0" : "", x)));
}

// a list of one for all, or of one for each
void check_list_size(std::size_t count, std::size_t wanted, const char* what, const char* of,
                     const Origin& origin, const char* field, Diagnostics& diagnostics) {
  if (count <= 1 || count == wanted) return;
  const std::string each =
      wanted > 1 ? fmt::format(", or {} of them, one for each {}", wanted, of) : "";
  diagnostics.add(origin.error(field, fmt::format("expected one {}{}, got {}", what, each, count)));
}

void check_sensor(const SensorSpec& sensor, Diagnostics& diagnostics) {
  require(sensor.rate > 0, sensor.origin, "rate", sensor.rate, "> 0 Hz", diagnostics);
  require(sensor.delay >= 0, sensor.origin, "delay", sensor.delay, ">= 0 s", diagnostics);
  check_list(sensor.noise, 0, sensor.origin, "noise", diagnostics);
  check_list(sensor.bias, -INFINITY, sensor.origin, "bias", diagnostics);
  // all columns of the probe: they are counted when they are known
  if (sensor.columns.empty()) return;
  const std::size_t count = sensor.columns.size();
  check_list_size(sensor.noise.size(), count, "number", "column", sensor.origin, "noise",
                  diagnostics);
  check_list_size(sensor.bias.size(), count, "number", "column", sensor.origin, "bias",
                  diagnostics);
}

void check_goal(const FrameGoalSpec& goal, Diagnostics& diagnostics) {
  const auto given = [&goal](const char* field, bool has) {
    return has || goal.origin.given(field);
  };
  const bool pose =
      given("position", goal.position.has_value()) || given("rotation", goal.rotation.has_value());
  const bool rest = given("equilibrium", !goal.equilibrium.empty());
  if (pose && rest)
    diagnostics.add(goal.origin.error("equilibrium", "cannot be combined with a pose",
                                      "give position, rotation or both, or equilibrium alone"));
  else if (!pose && !rest)
    diagnostics.add(goal.origin.error("",
                                      "one of these must be given: position, rotation, "
                                      "equilibrium"));
}

void check_task_space(const TaskSpaceSpec& law, Diagnostics& diagnostics) {
  require(law.kp > 0, law.origin, "kp", law.kp, "> 0 1/s^2", diagnostics);
  if (law.kd) require(*law.kd >= 0, law.origin, "kd", *law.kd, ">= 0 1/s", diagnostics);
  check_list(law.weight, 0, law.origin, "weight", diagnostics);
  check_list_size(law.weight.size(), 6, "number", "error", law.origin, "weight", diagnostics);
  const auto positive = [](double w) { return w > 0; };
  if (!law.weight.empty() && std::none_of(law.weight.begin(), law.weight.end(), positive))
    diagnostics.add(law.origin.error("weight", "all weights are zero: nothing is controlled"));
}

void check_costs(const LqrSpec& law, std::size_t inputs, Diagnostics& diagnostics) {
  check_list(law.position_cost, 0, law.origin, "position_cost", diagnostics);
  check_list(law.velocity_cost, 0, law.origin, "velocity_cost", diagnostics);
  check_list_size(law.input_cost.size(), inputs, "number", "input", law.origin, "input_cost",
                  diagnostics);
  for (const double cost : law.input_cost)
    if (!(cost > 0 && std::isfinite(cost)))
      return diagnostics.add(
          law.origin.error("input_cost", fmt::format("must be > 0 and finite, got {}", cost)));
}

void check_law(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const std::size_t inputs = controller.inputs.size();
  if (const LedFrameSpec* led = controller.led()) {
    const Origin& origin = controller.led_origin();
    // a goal that is missing in a file has been reported
    if (origin.path.empty() || origin.given("goal")) check_goal(led->goal, diagnostics);
  }
  if (controller.task_space) check_task_space(*controller.task_space, diagnostics);
  if (controller.lqr) check_costs(*controller.lqr, inputs, diagnostics);
  if (controller.pid && inputs > 1)
    diagnostics.add(controller.origin.error("inputs",
                                            fmt::format("a pid drives one input, got {}", inputs),
                                            "write one controller for each"));
  if (controller.open_loop)
    check_list_size(controller.open_loop->signals.size(), inputs, "signal", "input",
                    controller.open_loop->origin, "signals", diagnostics);
}

void check_controller(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const Origin& origin = controller.origin;
  require(controller.sample_time > 0, origin, "sample_time", controller.sample_time, "> 0 s",
          diagnostics);
  require(controller.delay >= 0, origin, "delay", controller.delay, ">= 0 s", diagnostics);
  if (controller.lqr && controller.delay > controller.sample_time)
    diagnostics.add(origin.error("delay",
                                 fmt::format("must be <= sample_time = {} s for an lqr, got {} s",
                                             controller.sample_time, controller.delay),
                                 "its design allows for a delay of at most one sample"));
  require(controller.start >= 0, origin, "start", controller.start, ">= 0 s", diagnostics);
  if (controller.min && controller.max && !(*controller.min < *controller.max))
    diagnostics.add(origin.error("max", fmt::format("must be greater than min = {:.6g}, got {:.6g}",
                                                    *controller.min, *controller.max)));
  for (std::size_t i = 0; i < controller.inputs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (controller.inputs[i] == controller.inputs[j])
        diagnostics.add(origin.error("inputs", "'" + controller.inputs[i] + "' is listed twice"));
  check_law(controller, diagnostics);
}

// columns are called after who tells them
template <class Part>
void check_heads(const std::vector<Part>& parts, const std::vector<std::string>& taken,
                 const std::string& kind, Diagnostics& diagnostics) {
  for (const Part& part : parts)
    if (!part.name.empty() && holds(taken, part.name))
      diagnostics.add(part.origin.error("name", "a " + kind + " has the name '" + part.name + "'",
                                        "columns are named after it"));
}

}  // namespace

void check_control(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  for (const ProbeSpec& probe : scenario.probes) {
    const auto& record = probe.record;
    const bool depth = std::find(record.begin(), record.end(), Record::depth) != record.end();
    if (depth && !scenario.water && !scenario.origin.given("water"))
      diagnostics.add(probe.origin.error("record", "there is no depth without water",
                                         "give water: {density: 1000}"));
  }
  for (const SensorSpec& sensor : scenario.sensors) check_sensor(sensor, diagnostics);
  check_heads(scenario.controllers, names_of_all(scenario.sensors), "sensor", diagnostics);
  for (const ControllerSpec& controller : scenario.controllers)
    check_controller(controller, diagnostics);
}

void check_control_names(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const std::vector<std::string> probes = names_of_all(scenario.probes);
  check_heads(scenario.sensors, probes, "probe", diagnostics);
  check_heads(scenario.controllers, probes, "probe", diagnostics);
  for (const SensorSpec& sensor : scenario.sensors)
    if (!holds(probes, sensor.probe))
      diagnostics.add(sensor.origin.error("probe", "unknown probe '" + sensor.probe + "'",
                                          suggest(sensor.probe, probes, "probes")));
  const Checker checker(scenario, diagnostics);
  for (const ControllerSpec& controller : scenario.controllers) {
    const LedFrameSpec* const led = controller.led();
    if (!led) continue;
    const Origin& origin = controller.led_origin();
    if (led->body.empty())
      diagnostics.add(origin.error("body", "unknown body ''",
                                   suggest(led->body, names_of_all(scenario.bodies), "bodies")));
    checker.mount(led->at, checker.body(led->body, origin, "body"), origin, "at");
  }
}

}  // namespace cuttle
