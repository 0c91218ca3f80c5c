#include "cuttle/live/live_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/explain_failure.h"
#include "cuttle/sim/stepper.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

/// Fixed-step methods without a step take one that shows well.
constexpr double kDefaultStep = 1e-3;  // [s]

}  // namespace

LiveMotion::LiveMotion(const Scenario& scenario, LiveInputs& inputs)
    : scenario_(scenario),
      inputs_(inputs),
      system_(scenario.model, [&inputs](double t, Input& u) { return inputs.evaluate(t, u); }),
      w_(VectorX::Zero(kWorkKinds)) {
  const StudySpec study = motion_study(scenario.spec.study);
  system_.set_constraints(study.constraints, study.baumgarte_rate);
  kind_ = find_integrator(name_of(study.method));
  IntegratorOptions options = integrator_options(study);
  if (!kind_->adaptive && options.step == 0) options.step = kDefaultStep;
  options.max_steps = std::numeric_limits<long>::max();
  integrator_ = kind_->make(system_, options);
}

void LiveMotion::set_ends(double t) {
  const double t0 = start_time(scenario_.spec.study);
  const double duration = motion_study(scenario_.spec.study).duration;
  double end = t0 + (std::floor((t - t0) / duration) + 1) * duration;
  if (end <= t) end += duration;
  ends_ = inputs_.breakpoints(t, end);
  ends_.push_back(end);
  std::reverse(ends_.begin(), ends_.end());
  system_.set_piece_end(ends_.back());
}

Status LiveMotion::start(const State& x) {
  set_ends(x.t);
  system_.set_connections(x.connections);
  system_.set_contacts(x.contacts);
  system_.accept(x.t, x.q, x.v);
  return integrator_->init(x.t, x.q, x.v);
}

Status LiveMotion::advance(double t, Clock::time_point deadline, State& x) {
  Status status;
  while (integrator_->t() < t && status.ok()) {
    // the integrator starts anew at each corner of the inputs
    const bool corner = integrator_->t() >= ends_.back();
    if (corner) {
      ends_.pop_back();
      if (ends_.empty())
        set_ends(integrator_->t());
      else
        system_.set_piece_end(ends_.back());
    }
    // the shown state may lie inside the last step, so its end is accepted only now
    State end = x;
    end.t = integrator_->t();
    end.q = integrator_->q();
    end.v = integrator_->v();
    if (corner) status = system_.pass_corner(end, w_);
    if (!status.ok()) break;
    const bool jumped = system_.accept(end.t, end.q, end.v);
    integrator_->limit_step(std::min(system_.safe_step(), inputs_.longest_step(integrator_->t())));
    if (corner || jumped) status = integrator_->init(end.t, end.q, end.v);
    if (status.ok()) status = integrator_->step(ends_.back());
    // a body that cannot be there explains a step that failed, too
    if (Status fault = body_fault(scenario_.model, system_.workspace(), integrator_->t());
        !fault.ok())
      return fault;
    if (status.ok()) status = system_.closing();
    if (Clock::now() > deadline) break;
  }
  if (!status.ok()) {
    x.t = integrator_->t();
    x.q = integrator_->q();
    x.v = integrator_->v();
    explain_failure(scenario_.model, system_, x, motion_study(scenario_.spec.study), *kind_,
                    status);
  }

  // what is shown lies inside the last step
  x.t = std::min(t, integrator_->t());
  if (x.t == integrator_->t()) {
    x.q = integrator_->q();
    x.v = integrator_->v();
  } else {
    integrator_->dense(x.t, x.q, x.v, w_);
  }
  system_.normalize(x.t, x.q, x.v);
  x.contacts = system_.contacts();
  return status;
}

}  // namespace cuttle
