#include "cuttle/live/live_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/model/spec_choices.h"
#include "cuttle/solve/table.h"

namespace cuttle {
namespace {

/// Studies without motion say nothing about integrators: a robust one.
StudySpec motion_study(const StudySpec& study) {
  if (study.type == StudyType::dynamics) return study;
  StudySpec motion;
  motion.method = Method::bdf;
  motion.rtol = 1e-4;
  motion.atol = 1e-6;
  return motion;
}

/// Fixed-step methods without a step take one that shows well.
constexpr double kDefaultStep = 1e-3;  // [s]

}  // namespace

LiveMotion::LiveMotion(const Scenario& scenario, LiveInputs& inputs)
    : scenario_(scenario),
      inputs_(inputs),
      system_(scenario.model, [&inputs](double t, Input& u) { return inputs.evaluate(t, u); }),
      w_(VectorX::Zero(kWorkKinds)) {
  const StudySpec study = motion_study(scenario.spec.study);
  const IntegratorKind& kind = *find_integrator(name_of(study.method));
  implicit_ = kind.implicit;
  const bool needs_step = !kind.adaptive && study.step == 0;
  integrator_ = kind.make(system_, {.rtol = study.rtol,
                                    .atol = study.atol,
                                    .step = needs_step ? kDefaultStep : study.step,
                                    .rho_infinity = study.rho_infinity,
                                    .max_steps = std::numeric_limits<long>::max()});
}

void LiveMotion::set_ends(double t) {
  const double t0 = start_time(scenario_.spec.study);
  const double duration = motion_study(scenario_.spec.study).duration;
  double end = t0 + (std::floor((t - t0) / duration) + 1) * duration;
  if (end <= t) end += duration;
  ends_ = inputs_.breakpoints(t, end);
  ends_.push_back(end);
  std::reverse(ends_.begin(), ends_.end());
}

Status LiveMotion::start(const State& x) {
  set_ends(x.t);
  return integrator_->init(x.t, x.q, x.v);
}

Status LiveMotion::advance(double t, Clock::time_point deadline, State& x) {
  Status status;
  while (integrator_->t() < t && status.ok()) {
    // the integrator starts anew at each corner of the inputs
    if (integrator_->t() >= ends_.back()) {
      ends_.pop_back();
      if (ends_.empty()) set_ends(integrator_->t());
      const VectorX q = integrator_->q(), v = integrator_->v();
      status = integrator_->init(integrator_->t(), q, v);
    }
    if (status.ok()) status = integrator_->step(ends_.back());
    if (Clock::now() > deadline) break;
  }
  if (status.code == Status::Code::stalled && !implicit_)
    status.message += "; if the robot is stiff, method: bdf or implicit takes longer steps";

  // what is shown lies inside the last step
  const double shown = std::min(t, integrator_->t());
  if (Status input = inputs_.evaluate(shown, u_); !input.ok()) return input;
  x.t = shown;
  if (shown == integrator_->t()) {
    x.q = integrator_->q();
    x.v = integrator_->v();
  } else {
    integrator_->dense(shown, x.q, x.v, w_);
  }
  normalize(scenario_.model, u_, x.q, x.v);
  return status;
}

}  // namespace cuttle
