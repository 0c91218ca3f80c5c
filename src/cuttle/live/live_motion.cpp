#include "cuttle/live/live_motion.h"

#include <algorithm>
#include <limits>

#include "cuttle/motion/stepper.h"

namespace cuttle {
namespace {

/// The study as it goes on for as long as somebody looks.
StudySpec live_study(const StudySpec& file) {
  StudySpec study = motion_study(file);
  study.max_steps = std::numeric_limits<int>::max();
  return study;
}

}  // namespace

LiveMotion::LiveMotion(const Scenario& scenario, LiveInputs& inputs)
    : motion_(scenario, live_study(scenario.spec.study), inputs.control()),
      nets_(motion_, motion_study(scenario.spec.study).output_step),
      horizon_(motion_study(scenario.spec.study).duration),
      w_(VectorX::Zero(kWorkKinds)) {}

Status LiveMotion::start(State& x, bool beginning) {
  Status status = motion_.start(x, {.horizon = horizon_, .come_down = beginning});
  if (status.ok()) status = nets_.start(x);
  return status;
}

Status LiveMotion::advance(double t, Clock::time_point deadline, State& x) {
  // the bodies wait for nets that are late
  Status status = nets_.reach(t, deadline);
  t = std::max(x.t, std::min(t, nets_.time()));
  if (status.ok()) status = motion_.advance_beyond(t, deadline);
  if (status.ok())
    status = motion_.at(std::min(t, motion_.time()), x, w_);
  else
    motion_.end(x);
  nets_.show(x);
  return status;
}

}  // namespace cuttle
