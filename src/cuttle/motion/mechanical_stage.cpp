// Implicit stages of a robot: accelerations that fit the state they lead to.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/interrupt.h"
#include "cuttle/contact/find_contacts.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "cuttle/motion/mechanical_system.h"

namespace cuttle {

namespace {
// After so many stages with a single iteration, one more measures the contraction anew.
constexpr int kTrustedStages = 10;
// Impacts slower than a hundredth of the speeds of the model need not be followed any closer.
constexpr double kSlowShare = 1e-4;  // of the energy
// A stage is known that well at least, in parts of its accelerations, when its iteration no longer
// gets nearer: round-off, which no shorter step mends. Stiff rods come to 1e-12.
constexpr double kRoundOff = 1e-10;
// Shapes that touch feel round-off of their places, which grows with the distance from the origin.
// More than so many times the tolerance is not forgiven.
constexpr double kRoundOffOfPlaces = 100 * std::numeric_limits<double>::epsilon();
constexpr double kMostNoise = 100;

// the error that is left is about change * rate / (1 - rate)
bool converged(double change, double rate, double tolerance) {
  return change < tolerance || (rate < 0.9 && change * rate / (1 - rate) < 0.5 * tolerance);
}

}  // namespace

double MechanicalSystem::unseen_share() const {
  const double work = contact_ ? ContactSolver::undamped_work(model_, x_, ws_) : 0;
  if (work <= 0) return 0;
  const double size = kinetic_energy(model_, ws_) + kSlowShare * energy_scale_;
  return size > 0 ? work / size : 0;
}

void MechanicalSystem::stage_state(const StageRequest& r, const VectorX& a, VectorX& q,
                                   VectorX& v) {
  v = *r.v_bar + r.gamma * a;
  if (!r.plain) {
    d_ = *r.d_bar + r.beta * a;
    cuttle::retract(model_, *r.q_bar, d_, q);
    return;
  }
  // q = q_bar + gamma N(q) v; linear in a quaternion: q = (1 + W) q_bar / (1 + |gamma w|^2 / 4)
  for (const Body& body : model_.bodies) {
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::screw) q[step.q] = (*r.q_bar)[step.q] + r.gamma * v[step.v];
      if (step.kind != StepKind::rotation && step.kind != StepKind::motion) continue;
      const Vector4 bar = r.q_bar->segment<4>(step.q);
      const Vector3 angle = r.gamma * v.segment<3>(step.v);
      const Vector4 quaternion =
          (bar + quaternion_rate(bar, angle)) / (1 + 0.25 * angle.squaredNorm());
      q.segment<4>(step.q) = quaternion;
      if (step.kind == StepKind::motion && r.impact)
        v.segment<3>(step.v + 3) = impact_velocity(r, step, a, quaternion, angle / r.gamma);
      if (step.kind == StepKind::motion)
        q.segment<3>(step.q + 4) =
            r.q_bar->segment<3>(step.q + 4) +
            r.gamma * (quaternion_to_rotation(quaternion) * v.segment<3>(step.v + 3));
    }
    q.segment(body.q, body.n()) =
        r.q_bar->segment(body.q, body.n()) + r.gamma * v.segment(body.v, body.n());
  }
}

// v = R^T R_bar v_bar + gamma (a + omega x v): what is added is the acceleration in the world
Vector3 MechanicalSystem::impact_velocity(const StageRequest& r, const JointStep& step,
                                          const VectorX& a, const Vector4& quaternion,
                                          const Vector3& omega) const {
  const Matrix3 R = quaternion_to_rotation(quaternion);
  const Matrix3 R_bar = quaternion_to_rotation(r.q_bar->segment<4>(step.q));
  const Vector3 known = R.transpose() * (R_bar * r.v_bar->segment<3>(step.v + 3)) +
                        r.gamma * a.segment<3>(step.v + 3);
  return (Matrix3::Identity() - r.gamma * hat(omega)).inverse() * known;
}

double MechanicalSystem::stage_change(const StageRequest& r, const VectorX& change) const {
  double size = 0;
  for (int i = 0; i < model_.nv; ++i) {
    const double x = std::abs(change[i]);
    const double weight =
        std::max(r.gamma * (*r.v_weight)[i], r.beta * (*r.q_weight)[weight_index_[size_t(i)]]);
    // a NaN must not compare as small
    if (!(x * weight <= size)) size = x * weight;
  }
  return size;
}

bool MechanicalSystem::stalls_by_round_off(const StageRequest& r, const VectorX& change) {
  if (!touching_) touching_ = std::make_unique<Touching>(model_);
  auto& [x, u, ws, rest] = *touching_;
  x = x_;
  x.v = r.beta * change;
  u = u_;
  u.u_dot.setZero();
  u.u_ddot.setZero();
  update_kinematics(model_, x, u, nullptr, ws);
  find_contacts(model_, x, ws);
  rest = change;
  for (const Contact& c : ws.contact.contacts) {
    if (c.gap >= 0) continue;
    // rates of a motion that is a displacement
    if (!(std::hypot(c.gap_rate, c.slip_rate.norm()) <= kRoundOffOfPlaces * c.x.norm()))
      return false;
    for (const ContactSide& side : c.sides)
      for (int i = side.body; i >= 0; i = model_.bodies[size_t(i)].parent) {
        const Body& body = model_.bodies[size_t(i)];
        const int first = body.steps.front().v;
        rest.segment(first, body.v + body.n() - first).setZero();
      }
  }
  return stage_change(r, rest) < r.tolerance;
}

StageResult MechanicalSystem::solve_stage(const StageRequest& r, VectorX& q, VectorX& v, VectorX& a,
                                          VectorX& power) {
  StageResult result;
  stage_gamma_ = 0;
  result.status = set_time(r.t);
  if (!result.status.ok()) return result;
  // what lands jumps, and its last acceleration tells nothing of the next one
  if (r.impact && ws_.contact.exact) a.setZero();
  hold_prescribed(a);
  trial_a_ = a;
  x_.t = seen(r.t);
  if (contact_) {
    if (!r.impact && ContactSolver::stands_exactly(x_, ws_)) {
      result.kinked = true;
      return result;
    }
    contact_->begin_stage(r.impact, ws_);
  }
  double last = 0;
  for (int k = 1; k <= r.max_iterations; ++k) {
    stage_state(r, a, x_.q, x_.v);
    result.status = accelerate(ws_, {r.beta, r.gamma, a.data()});
    ++result.iterations;
    if (!result.status.ok()) return result;
    hold_prescribed(ws_.a);
    change_ = ws_.a - a;
    const double change = stage_change(r, change_);
    if (ws_.singular_body >= 0 || !std::isfinite(change)) {
      result.status = law_status(r.t);
      if (result.status.ok()) result.status = failure(r.t);
      return result;
    }
    a = ws_.a;
    // the first iteration of a stage trusts twice the rate of the stages before it, for a while
    const bool touching = contact_ && contact_->touching();
    const bool busy = contact_ && contact_->busy();
    double rate = trusted_stages_ > 0 && !busy ? 2 * trusted_rate_ : 1;
    if (k > 1) {
      rate = result.contraction = change / last;
      trusted_rate_ = std::max(rate, 0.5 * trusted_rate_);
      trusted_stages_ = kTrustedStages;
    }
    const bool last_resort = constraints_ || touching;  // no Newton after this
    const bool slow = k > 3 && rate > 0.7;
    const bool noise =
        last_resort && slow &&
        (change < kRoundOff * stage_change(r, a) ||
         (touching && change < kMostNoise * r.tolerance && stalls_by_round_off(r, change_)));
    if (converged(change, rate, r.tolerance) || (noise && rate >= 1)) {
      // on the way there a formula may be where it is not defined
      if (result.status = law_status(r.t); !result.status.ok()) return result;
      if (k == 1) --trusted_stages_;
      result.kinked =
          contact_ && (contact_->switched(model_, x_, ws_) || ContactSolver::sinks(ws_));
      result.unseen = unseen_share();
      stage_state(r, a, q, v);
      x_.q = q;
      x_.v = v;
      store_power(power);
      if (contact_) power[kActorWork] += contact_->impact_power(model_, x_, r.gamma, a, ws_);
      stage_t_ = r.t;
      stage_gamma_ = r.beta == r.gamma * r.gamma ? r.gamma : 0;
      return result;
    }
    if (slow && !noise) break;
    last = change;
  }
  if (constraints_ || (contact_ && contact_->touching())) {
    result.kinked = contact_ && contact_->switched(model_, x_, ws_);
    result.status = Status::fail(Status::Code::diverged, "implicit stage did not converge", r.t);
    return result;
  }
  StageResult exact = exact_newton(r, q, v, a, result.iterations);
  if (Status status = law_status(r.t); !status.ok()) exact.status = status;
  exact.kinked = contact_ && (ContactSolver::closed_anew(x_, ws_) || ContactSolver::sinks(ws_));
  exact.unseen = unseen_share();
  if (exact.status.ok()) store_power(power);
  return exact;
}

// The tangent takes dq = beta x as a group displacement; that of spherical and free joints differs
// from it by terms of the size of the step, which cost an iteration at most.
StageResult MechanicalSystem::exact_newton(const StageRequest& r, VectorX& q, VectorX& v,
                                           VectorX& a, int iterations) {
  StageResult result;
  result.iterations = iterations;
  if (!tangent_) tangent_ = std::make_unique<TreeTangent>(model_);
  if (!a.allFinite()) a = trial_a_;
  VectorX step = VectorX::Zero(model_.nv), residual(model_.nv), trial(model_.nv);
  double last = std::numeric_limits<double>::infinity();
  const auto residual_at = [&](const VectorX& at) {
    stage_state(r, at, x_.q, x_.v);
    inverse_dynamics(model_, x_, u_, at.data(), ws_);
    return ws_.tau;
  };
  for (int k = 0; k < 12; ++k) {
    if (result.status = interruption(r.t); !result.status.ok()) return result;
    stage_state(r, a, x_.q, x_.v);
    tangent_->linearise(model_, x_, u_, a.data(), {r.beta, r.gamma, 1}, ws_);
    residual = ws_.tau;
    clear_prescribed(model_, residual);
    ++result.iterations;
    ++result.exact_newton;
    if (!residual.allFinite() || !tangent_->factor(model_, ws_)) break;
    tangent_->solve(model_, ws_, residual, step);
    const double change = stage_change(r, step);
    if (!std::isfinite(change)) break;
    const bool settled =
        change < r.tolerance || (change > 0.5 * last && change < kRoundOff * stage_change(r, a));

    // backtracking on the residual
    double fraction = 1;
    for (int halving = 0;; ++halving) {
      trial = a - fraction * step;
      VectorX next = residual_at(trial);
      clear_prescribed(model_, next);
      if (next.allFinite() && next.norm() <= (1 - 1e-4 * fraction) * residual.norm()) break;
      if (halving == 10 || settled) break;
      fraction *= 0.5;
    }
    a = trial;
    if (settled) {
      stage_state(r, a, q, v);
      return result;
    }
    last = change;
  }
  result.status = Status::fail(
      Status::Code::diverged,
      fmt::format("implicit stage did not converge, worst at '{}'", worst_body(r, step)), r.t);
  return result;
}

std::string MechanicalSystem::worst_body(const StageRequest& r, const VectorX& change) const {
  double largest = -1;
  std::string name;
  VectorX part(model_.nv);
  for (const Body& body : model_.bodies) {
    const int first = body.steps.front().v, count = body.v + body.n() - first;
    part.setZero();
    part.segment(first, count) = change.segment(first, count);
    const double size = stage_change(r, part);
    if (size <= largest) continue;
    largest = size;
    name = body.name;
  }
  return name;
}

}  // namespace cuttle
