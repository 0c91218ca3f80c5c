#include <fmt/format.h>

#include <cmath>

#include "cuttle/model/spec_check.h"
#include "cuttle/model/spec_limits.h"

namespace cuttle {
namespace {

/// A span of time in equal parts: they must be countable.
void check_ticks(double span, double tick, double most, const Origin& origin, const char* field,
                 const std::string& what, Diagnostics& diagnostics) {
  if (!(tick > 0) || !(span / tick > most)) return;
  diagnostics.add(
      origin.error(field,
                   fmt::format("{:.6g} s makes {:.3g} {} in {:.6g} s, more than {:.0e}", tick,
                               span / tick, what, span, most),
                   fmt::format("take at least {:.3g} s, or a shorter duration", span / most)));
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
      check_ticks(net.settle_time, net_step, kMaxTicks, net.origin, "settle_time",
                  "steps of the study", diagnostics);
    if (study.step == 0)
      check_ticks(study.duration, net_step, kMaxTicks, study.origin, "duration", "steps of a net",
                  diagnostics);
  }
  for (const SensorSpec& sensor : scenario.sensors)
    if (sensor.rate > 0)
      check_ticks(study.duration, 1 / sensor.rate, kMaxTicks, sensor.origin, "rate", "readings",
                  diagnostics);
  for (const ControllerSpec& controller : scenario.controllers)
    check_ticks(study.duration, controller.sample_time, kMaxTicks, controller.origin, "sample_time",
                "samples", diagnostics);
  if (study.start == StartFrom::steady)
    diagnostics.add(study.origin.error("start", "a motion cannot start from `steady`",
                                       "write rest or statics; steady is for about: of modes"));
}

}  // namespace

void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.type == StudyType::dynamics) check_motion(scenario, diagnostics);
  if (study.type == StudyType::load_path && study.from == study.to)
    diagnostics.add(study.origin.error("to", "the path has no length: from and to are equal"));
}

}  // namespace cuttle
