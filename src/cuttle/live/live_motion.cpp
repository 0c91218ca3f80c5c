#include "cuttle/live/live_motion.h"

#include <algorithm>
#include <cmath>
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

Status LiveNets::start(State& x) {
  Status status = motion_.pull(x.t, x);
  last_ = x;
  nets_ = x.nets;
  before_ = x.t;
  return status;
}

Status LiveNets::reach(double t, Motion::Clock::time_point deadline) {
  Status status;
  while (!nets_.empty() && status.ok() && last_.t < t && !same_time(last_.t, t)) {
    nets_ = last_.nets;
    before_ = last_.t;
    // rows are products, and where a motion begins need not be one
    last_.t = step_ * (std::floor(last_.t / step_ + 1e-9) + 1);
    status = motion_.pull(last_.t, last_);
    if (!status.ok()) {  // the last good row is what there is to show
      last_.t = before_;
      last_.nets = nets_;
    }
    if (Motion::Clock::now() > deadline) break;
  }
  return status;
}

double LiveNets::time() const {
  return nets_.empty() ? std::numeric_limits<double>::infinity() : last_.t;
}

void LiveNets::show(State& x) const {
  x.nets = last_.nets;
  if (nets_.empty() || x.t >= last_.t || same_time(x.t, last_.t)) return;
  const double part = std::max(x.t - before_, 0.0) / (last_.t - before_);
  for (std::size_t i = 0; i < nets_.size(); ++i) {
    x.nets[i].x = nets_[i].x + part * (last_.nets[i].x - nets_[i].x);
    x.nets[i].v = nets_[i].v + part * (last_.nets[i].v - nets_[i].v);
  }
}

}  // namespace cuttle
