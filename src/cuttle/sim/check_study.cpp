#include <fmt/format.h>

#include <cmath>

#include "cuttle/model/spec_limits.h"
#include "cuttle/sim/check_scenario.h"

namespace cuttle {
namespace {

/// What a field makes many of must be countable. `value`: what it says, with its unit; `hint`: the
/// way out.
void check_count(double count, double most, const Origin& origin, const char* field,
                 const std::string& value, const std::string& what, const std::string& hint,
                 Diagnostics& diagnostics) {
  if (!(count > most)) return;
  diagnostics.add(origin.error(
      field, fmt::format("{} gives {:.3g} {}, more than {:.0e}", value, count, what, most), hint));
}

/// A span of time in ticks that the field says.
void check_ticks(double span, double tick, double most, const Origin& origin, const char* field,
                 const std::string& what, Diagnostics& diagnostics) {
  if (!(tick > 0)) return;
  check_count(span / tick, most, origin, field, fmt::format("{:.6g} s", tick),
              fmt::format("{} in {:.6g} s", what, span),
              fmt::format("use at least {:.3g} s, or a shorter duration", span / most),
              diagnostics);
}

/// The steps of a net, which another field says, in a span of time.
void check_net_steps(double span, double step, const Origin& origin, const char* field,
                     Diagnostics& diagnostics) {
  check_count(span / step, kMaxTicks, origin, field, fmt::format("{:.6g} s", span),
              fmt::format("steps of a net, {:.6g} s each", step),
              fmt::format("use at most {:.3g} s, or a longer study.step", kMaxTicks * step),
              diagnostics);
}

void check_motion(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  check_ticks(study.duration, study.output_step, kMaxRows, study.origin, "output_step", "rows",
              diagnostics);
  // multistep methods take it for their first step only
  const bool fixed = study.method != Method::bdf && study.method != Method::adams;
  if (fixed || !scenario.nets.empty())
    check_ticks(study.duration, study.step, kMaxTicks, study.origin, "step", "steps", diagnostics);
  const double net_step = study.step > 0 ? study.step : kNetStep;
  for (const NetSpec& net : scenario.nets) {
    if (net.start == NetStart::settled)
      check_net_steps(net.settle_time, net_step, net.origin, "settle_time", diagnostics);
    if (study.step == 0)
      check_net_steps(study.duration, net_step, study.origin, "duration", diagnostics);
  }
  for (const SensorSpec& sensor : scenario.sensors)
    check_count(
        study.duration * sensor.rate, kMaxTicks, sensor.origin, "rate",
        fmt::format("{:.6g} Hz", sensor.rate), fmt::format("readings in {:.6g} s", study.duration),
        fmt::format("use at most {:.3g} Hz, or a shorter duration", kMaxTicks / study.duration),
        diagnostics);
  for (const ControllerSpec& controller : scenario.controllers)
    check_ticks(study.duration, controller.sample_time, kMaxTicks, controller.origin, "sample_time",
                "samples", diagnostics);
  if (study.start == StartFrom::steady)
    diagnostics.add(
        study.origin.error("start", "a motion cannot start from `steady`",
                           "write rest or statics; steady is for `about` in a study of modes"));
}

}  // namespace

void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.type == StudyType::dynamics) check_motion(scenario, diagnostics);
  if (study.type == StudyType::load_path && study.from == study.to)
    diagnostics.add(study.origin.error("to", "the path has no length: from and to are equal"));
}

}  // namespace cuttle
