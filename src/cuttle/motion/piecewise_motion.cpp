#include "cuttle/motion/piecewise_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/base/interrupt.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/motion/explain_failure.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {
namespace {

// Fixed steps over so many safe ones may carry a shape through another.
constexpr double kPassingSteps = 4;
// The moment in a step at which friction changes is found to this power of two of its length.
constexpr int kHalvings = 30;

IntegratorOptions integrator_options(const StudySpec& study) {
  return {.rtol = study.rtol,
          .atol = study.atol,
          .step = study.step,
          .rho_infinity = study.rho_infinity,
          .max_steps = study.max_steps};
}

}  // namespace

PiecewiseMotion::PiecewiseMotion(const Scenario& scenario, const StudySpec& study,
                                 ControlLoop& control)
    : scenario_(scenario),
      study_(study),
      control_(control),
      system_(scenario.model, [&control](double t, Input& u) { return control.evaluate(t, u); }),
      kind_(find_integrator(name_of(study.method))),
      switches_(scenario, system_,
                [&control](double t, Input& u) { return control.evaluate(t, u); }),
      x_(scenario.initial),
      w_(VectorX::Zero(kWorkKinds)) {
  system_.set_constraints(study.constraints, study.baumgarte_rate);
  system_.keep_contacts_exact(keeps_contacts_exact(study));
  system_.keep_inputs(scenario.model.nu() == 0);
  integrator_ = kind_->make(system_, integrator_options(study));
}

Status PiecewiseMotion::start(const State& x, double horizon, bool decide) {
  horizon_ = horizon;
  held_ = control_.held();
  x_ = x;
  w_.setZero();
  passing_ = false;
  closing_loss_ = {};
  corners_.clear();
  system_.set_connections(x.connections);
  system_.set_memory(x);
  switches_.reset(x);
  Status status = control_.start(x_);
  if (status.ok() && decide) status = control_.sample(x_);
  if (status.ok()) status = switches_.at_time(x_, w_);
  w_.setZero();  // the books open after what happens at the start
  if (!status.ok()) return status;

  at_corner_ = sampled_ = met_ = ended_ = unfinished_ = cut_ = false;
  end_ = next_corner();
  system_.set_piece_end(end_);
  if (status = system_.set_drives(x_); !status.ok()) return status;
  if (status = system_.note_inputs(x_.t); !status.ok()) return status;
  system_.accept(x_.t, x_.q, x_.v);
  status = restart(false);
  safe_ = system_.safe_step();
  integrator_->limit_step(std::min(safe_, longest_));
  return status.ok() ? known(x_.t) : status;
}

/// The end of the smooth piece that begins at x_.t.
double PiecewiseMotion::next_corner() {
  while (!corners_.empty() && corners_.back() <= x_.t) corners_.pop_back();
  if (corners_.empty()) {
    const double far = x_.t + horizon_;
    corners_ = control_.breakpoints(x_.t, far);
    for (const double t : switches_.times())
      if (t > x_.t && t < far) corners_.push_back(t);
    corners_.push_back(far);
    std::ranges::sort(corners_, std::greater<>());
  }
  longest_ = control_.longest_step(x_.t);
  // nobody knows beforehand where in its motion the robot will meet a force
  if (scenario_.model.law) longest_ = std::min(longest_, study_.output_step);
  return std::min(corners_.back(), control_.next_event());
}

Status PiecewiseMotion::begin_piece() {
  const bool cut = std::exchange(cut_, false);
  if (!cut) take_over();
  end_ = next_corner();
  system_.set_piece_end(end_);
  Status status = system_.pass_corner(x_, w_);
  if (status.ok()) status = switches_.at_time(x_, w_);
  if (cut && status.ok()) {
    system_.accept(x_.t, x_.q, x_.v);
    system_.get_memory(x_);
  }
  if (status.ok()) status = restart(sampled_);
  safe_ = system_.safe_step();
  integrator_->limit_step(std::min(safe_, longest_));
  at_corner_ = sampled_ = false;
  return status;
}

Status PiecewiseMotion::restart(bool same_step) {
  return same_step ? integrator_->restart(x_.t, x_.q, x_.v, w_)
                   : integrator_->init(x_.t, x_.q, x_.v, w_);
}

/// Goes on from where the integrator is.
void PiecewiseMotion::take_over() {
  x_.t = integrator_->t();
  x_.q = integrator_->q();
  x_.v = integrator_->v();
  w_ = integrator_->w();
}

Status PiecewiseMotion::advance(double t, bool corner) {
  Status status;
  // inputs that are held have no corners
  if (std::exchange(held_, control_.held()) != control_.held()) corners_.clear();
  if (control_.due(x_.t)) {
    status = control_.sample(x_);
    corner = true;
  }
  if (corner) at_corner_ = sampled_ = true;
  while (status.ok() && integrator_->t() < t && !same_time(integrator_->t(), t)) {
    if (status = interruption(integrator_->t()); !status.ok()) return status;
    if (at_corner_) status = begin_piece();
    // sums of steps miss products of samples by round-off
    if (status.ok()) status = make_step(same_time(end_, t) ? end_ : std::min(end_, t));
    if (status.ok()) status = finish_step();
  }
  return status;
}

Status PiecewiseMotion::advance_beyond(double t, Clock::time_point deadline) {
  Status status;
  while (status.ok() && x_.t < t) {
    if (status = interruption(x_.t); !status.ok()) return status;
    if (unfinished_) status = finish_step();
    // a sample that was due where the motion was cut
    if (cut_ && status.ok() && control_.due(x_.t)) status = control_.sample(x_);
    if (at_corner_ && status.ok()) status = begin_piece();
    if (status.ok()) status = make_step(end_);
    if (Clock::now() > deadline) break;
  }
  // whoever looks at the very end sees the commands that act from there on
  if (status.ok() && unfinished_ && x_.t <= t) status = sample_at_corner();
  return status;
}

void PiecewiseMotion::note_inputs(double t) {
  // of several changes at once the first knows what was before; inputs that fail were told of
  if (!cut_) static_cast<void>(system_.note_inputs(t));
}

void PiecewiseMotion::cut(double t) {
  if (unfinished_) {
    // a state that cannot be closed was told of when it was shown
    static_cast<void>(inside_step(t, x_, w_));
    unfinished_ = met_ = ended_ = false;
  }
  corners_.clear();
  cut_ = at_corner_ = sampled_ = true;
}

Status PiecewiseMotion::at(double t, State& x, VectorX& w) {
  Status status = inside_step(t, x, w);
  // whoever looks at a corner sees inputs that have jumped there, and what they have stored
  const double end = integrator_->t();
  if (at_corner_ && (cut_ || t >= end || same_time(t, end))) w[kActorWork] += system_.shown_jump(x);
  return status;
}

Status PiecewiseMotion::inside_step(double t, State& x, VectorX& w) {
  if (cut_) {
    put_bodies(x_, x);
    w = w_;
    return {};
  }
  x.t = t;
  x.connections = x_.connections;
  system_.get_memory(x);  // as they were when the step began
  if (t >= integrator_->t()) {
    x.q = integrator_->q();
    x.v = integrator_->v();
    w = integrator_->w();
    return {};
  }
  integrator_->dense(t, x.q, x.v, w);
  return system_.closing();
}

Status PiecewiseMotion::known(double t) { return observer_ ? observer_(t) : Status{}; }

Status PiecewiseMotion::make_step(double end) {
  Status status = integrator_->step(end);
  // a body that cannot be there explains a step that failed, too
  if (Status fault = body_fault(scenario_.model, system_.workspace(), integrator_->t());
      !fault.ok())
    return fault;
  if (!status.ok()) {
    explain_failure(scenario_.model, system_, x_, study_, *kind_, status);
    return status;
  }
  if (!system_.closing().ok()) return system_.closing();
  watch_closing();

  met_ = switches_.within_step(*integrator_, x_, w_);
  if (!met_) take_over();
  ended_ = false;
  const bool fixed = kind_->fixed_step && study_.step > 0;
  if (!met_ && !fixed) end_at_friction();
  at_corner_ = x_.t >= end_;
  unfinished_ = true;
  return system_.note_inputs(x_.t);
}

/// Contacts learn between steps only that they stick again, or slide by another coefficient. What
/// lies behind such a moment in a step is wrong by as much as friction does in that time, and no
/// error estimate knows: automatic steps end there.
void PiecewiseMotion::end_at_friction() {
  if (!system_.friction_changes(x_.t, x_.q, x_.v)) return;
  double before = integrator_->t_old(), after = x_.t;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (before + after);
    integrator_->dense(middle, x_.q, x_.v, w_);
    (system_.friction_changes(middle, x_.q, x_.v) ? after : before) = middle;
  }
  x_.t = after;
  integrator_->dense(after, x_.q, x_.v, w_);
  ended_ = true;
}

/// Samples that are due at the end of a piece.
Status PiecewiseMotion::sample_at_corner() {
  if (!at_corner_ || !control_.due(x_.t)) return {};
  // what came before is told with the commands that acted then
  Status status = known(std::nextafter(x_.t, -std::numeric_limits<double>::infinity()));
  system_.get_memory(x_);
  if (status.ok()) status = control_.sample(x_);
  sampled_ = true;
  return status;
}

/// What happens at the end of a step.
Status PiecewiseMotion::finish_step() {
  unfinished_ = false;
  Status status = sample_at_corner();
  if (status.ok()) status = known(x_.t);
  if (met_ && status.ok()) status = switches_.close_met(x_, w_);
  const bool jumped = system_.accept(x_.t, x_.q, x_.v);
  if ((met_ || ended_ || jumped) && status.ok()) status = restart(false);
  system_.get_memory(x_);
  watch_steps();
  return status;
}

void PiecewiseMotion::watch_closing() {
  if (!system_.constrained()) return;
  const double taken = system_.constraints()->taken();
  closing_loss_.total += taken;
  if (!(taken > closing_loss_.largest)) return;
  closing_loss_ = {closing_loss_.total, taken, integrator_->t(), system_.constraints()->taker()};
}

/// Steps must not be so long that shapes pass through each other.
void PiecewiseMotion::watch_steps() {
  if (integrator_->t() - integrator_->t_old() > kPassingSteps * safe_) passing_ = true;
  safe_ = system_.safe_step();
  integrator_->limit_step(std::min(safe_, longest_));
}

void put_bodies(const State& bodies, State& x) {
  x.t = bodies.t;
  x.q = bodies.q;
  x.v = bodies.v;
  x.connections = bodies.connections;
  x.contacts = bodies.contacts;
  x.joint_contacts = bodies.joint_contacts;
}

}  // namespace cuttle
