#include "cuttle/sim/mechanical_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/udwadia_kalaba.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/tree_solve.h"
#include "cuttle/math/so3.h"
#include "cuttle/sim/drive_corner.h"
#include "cuttle/sim/scales.h"

namespace cuttle {

namespace {
// After so many stages with a single iteration, one more measures the contraction anew.
constexpr int kTrustedStages = 10;
// Impacts slower than a hundredth of the speeds of the model need not be followed any closer.
constexpr double kSlowShare = 1e-4;  // of the energy
}  // namespace

MechanicalSystem::MechanicalSystem(const Model& model, InputFunction input_function)
    : model_(model),
      input_function_(std::move(input_function)),
      t_input_(std::numeric_limits<double>::quiet_NaN()),
      x_(rest_state(model)),
      ws_(model),
      change_(model.nv),
      d_(model.nv),
      trial_a_(model.nv),
      stiff_force_(model.nv) {
  u_.u = u_.u_dot = u_.u_ddot = VectorX::Zero(model.nu());
  base_wrench_.resize(model.bodies.size());
  weight_index_ = displacement_coordinate(model);
  q_reach_ = reach_scale(model);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) drives_ |= step.prescribed();
  ws_.skip_passive_points();
  projected_ = x_;
  if (!model.contact.empty()) {
    contact_ = std::make_unique<ContactSolver>(model);
    shifted_contact_ = std::make_unique<ContactPreconditioner>(model);
    energy_scale_ = energy_scale(model);
  }
  if (!model.connections.empty()) {
    constraints_ = std::make_unique<ConstraintSolver>(model);
    shifted_constraints_ = std::make_unique<ConstraintSolver>(model);
  }
}

VectorX MechanicalSystem::w_scale() const {
  VectorX scale = System::w_scale();
  if (contact_) scale[kActorWork] = energy_scale_;
  return scale;
}

double MechanicalSystem::unseen_share() const {
  const double work = contact_ ? ContactSolver::undamped_work(model_, x_, ws_) : 0;
  return work > 0 ? work / (kinetic_energy(model_, ws_) + kSlowShare * energy_scale_) : 0;
}

bool MechanicalSystem::accept(double t, const VectorX& q, const VectorX& v) {
  if (!contact_ || !set_time(t).ok()) return false;
  stage_gamma_ = 0;
  x_.t = seen(t);
  x_.q = q;
  x_.v = v;
  ws_.contact.within_stage = false;
  return renew_memory(model_, u_, x_, ws_);
}

Status MechanicalSystem::set_drives(State& x) {
  Status status = set_time(x.t);
  if (status.ok()) cuttle::normalize(model_, u_, x.q, x.v);
  return status;
}

Status MechanicalSystem::pass_corner(State& x, VectorX& w) {
  if (!drives_) return {};
  // an expression is not yet another one at the corner itself
  const double after = x.t + kJustBefore * (1 + std::abs(x.t));
  if (Status status = set_time(after); !status.ok()) return status;
  double work = 0;
  Status status = pass_drive_corner(model_, u_, constraints_.get(), x, work, ws_);
  w[kPrescribedWork] += work;
  return status;
}

void MechanicalSystem::set_connections(const std::vector<ConnectionState>& connections) {
  x_.connections = projected_.connections = connections;
  closing_ = projection_ = {};
}

void MechanicalSystem::set_constraints(ConstraintMethod method, double baumgarte_rate) {
  method_ = method;
  if (constraints_)
    constraints_->stabilise(method == ConstraintMethod::baumgarte ? baumgarte_rate : 0);
}

Status MechanicalSystem::accelerate(Workspace& ws, const EffectiveInertia& effective) {
  if (!projection_.ok()) return std::exchange(projection_, Status{});
  const bool in_stage = effective.a_old != nullptr;
  ws.contact.within_stage = in_stage;
  if (constraints_ && method_ == ConstraintMethod::udwadia_kalaba) {
    if (in_stage)
      return Status::fail(Status::Code::diverged, "udwadia_kalaba has no implicit stages", x_.t);
    return udwadia_kalaba(model_, x_, u_, ws);
  }
  if (constraints_) {
    if (Status status = constraints_->solve(model_, x_, u_, ws, effective); !status.ok())
      return status;
  } else {
    forward_dynamics(model_, x_, u_, ws, effective);
  }
  if (!contact_ || !in_stage) return {};
  return contact_->correct(model_, x_, effective, constraints_.get(), ws);
}

Status MechanicalSystem::set_time(double t) {
  if (t == t_input_) return {};
  Status status = input_function_(seen(t), u_);
  inputs_failed_ = !status.ok();
  t_input_ = status.ok() ? t : std::numeric_limits<double>::quiet_NaN();
  return status;
}

Status MechanicalSystem::acceleration(double t, const VectorX& q, const VectorX& v, VectorX& a,
                                      VectorX& power) {
  if (Status status = set_time(t); !status.ok()) return status;
  stage_gamma_ = 0;
  x_.t = seen(t);
  x_.q = q;
  x_.v = v;
  if (Status status = accelerate(ws_); !status.ok()) return status;
  a = ws_.a;
  hold_prescribed(a);
  if (ws_.singular_body >= 0 || !a.allFinite()) return failure(t);
  store_power(power);
  // velocities whose squares overflow
  if (!power.allFinite() || !v.allFinite()) return failure(t);
  return {};
}

void MechanicalSystem::position_rate(const VectorX& q, const VectorX& v, VectorX& q_dot) const {
  cuttle::position_rate(model_, q, v, q_dot);
}

void MechanicalSystem::retract(const VectorX& q, const VectorX& d, VectorX& out) const {
  cuttle::retract(model_, q, d, out);
}

void MechanicalSystem::normalize(double t, VectorX& q, VectorX& v) {
  if (!set_time(t).ok()) return;
  cuttle::normalize(model_, u_, q, v);
  if (!constrained()) return;
  if (method_ == ConstraintMethod::udwadia_kalaba) constraints_->forget_columns();
  projected_.t = seen(t);
  projected_.q = q;
  projected_.v = v;
  projection_ = closing_ = constraints_->project(model_, u_, projected_);
  if (!projection_.ok()) return;
  q = projected_.q;
  v = projected_.v;
  cuttle::normalize(model_, u_, q, v);
}

void MechanicalSystem::hold_prescribed(VectorX& a) const {
  for (const Body& body : model_.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) a[step.v] = u_.u_ddot[step.prescribed_input];
}

void MechanicalSystem::store_power(VectorX& power) const {
  const Power p = cuttle::power(model_, x_, u_, ws_);
  power[kDampingWork] = p.damping;
  power[kEffortWork] = p.effort;
  power[kPrescribedWork] = p.prescribed;
  power[kActorWork] = p.actors;
}

Status MechanicalSystem::failure(double t) const {
  if (ws_.singular_body >= 0)
    return Status::fail(Status::Code::diverged,
                        fmt::format("inertia of '{}' is not positive definite",
                                    model_.bodies[size_t(ws_.singular_body)].name),
                        t);
  // the first body whose numbers are lost, otherwise the one that moves fastest
  const Body* fastest = &model_.bodies.front();
  double most = -1;
  for (const Body& body : model_.bodies) {
    const int first = body.steps.front().v, count = body.v + body.n() - first;
    if (!ws_.a.segment(first, count).allFinite())
      return Status::fail(Status::Code::not_finite,
                          fmt::format("accelerations of '{}' are not finite", body.name), t);
    if (!x_.v.segment(first, count).allFinite())
      return Status::fail(Status::Code::not_finite,
                          fmt::format("velocities of '{}' are not finite", body.name), t);
    const double speed = count > 0 ? x_.v.segment(first, count).cwiseAbs().maxCoeff() : 0;
    if (speed <= most) continue;
    most = speed;
    fastest = &body;
  }
  return Status::fail(
      Status::Code::not_finite,
      fmt::format("the motion of '{}' is not finite (velocity {:.3g})", fastest->name, most), t);
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

StageResult MechanicalSystem::solve_stage(const StageRequest& r, VectorX& q, VectorX& v, VectorX& a,
                                          VectorX& power) {
  StageResult result;
  stage_gamma_ = 0;
  result.status = set_time(r.t);
  if (!result.status.ok()) return result;
  hold_prescribed(a);
  trial_a_ = a;
  x_.t = seen(r.t);
  if (contact_) contact_->begin_stage();
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
      result.status = failure(r.t);
      return result;
    }
    a = ws_.a;
    // the error that is left is about change * rate / (1 - rate); the first iteration of a stage
    // trusts twice the rate of the stages before it, for a while
    const bool touching = contact_ && contact_->touching();
    double rate = trusted_stages_ > 0 && !touching ? 2 * trusted_rate_ : 1;
    if (k > 1) {
      rate = result.contraction = change / last;
      trusted_rate_ = std::max(rate, 0.5 * trusted_rate_);
      trusted_stages_ = kTrustedStages;
    }
    if (change < r.tolerance || (rate < 0.9 && change * rate / (1 - rate) < 0.5 * r.tolerance)) {
      if (k == 1) --trusted_stages_;
      result.kinked = contact_ && contact_->switched(x_);
      result.unseen = unseen_share();
      stage_state(r, a, q, v);
      x_.q = q;
      x_.v = v;
      store_power(power);
      stage_t_ = r.t;
      stage_gamma_ = r.beta == r.gamma * r.gamma ? r.gamma : 0;
      return result;
    }
    if (k > 3 && rate > 0.7) break;
    last = change;
  }
  if (constraints_ || (contact_ && contact_->touching())) {
    result.kinked = contact_ && contact_->switched(x_);
    result.status = Status::fail(Status::Code::diverged, "implicit stage did not converge", r.t);
    return result;
  }
  StageResult exact = exact_newton(r, q, v, a, result.iterations);
  exact.kinked = contact_ && ContactSolver::closed_anew(x_, ws_);
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

    // backtracking on the residual
    double fraction = 1;
    for (int halving = 0;; ++halving) {
      trial = a - fraction * step;
      VectorX next = residual_at(trial);
      clear_prescribed(model_, next);
      if (next.allFinite() && next.norm() <= (1 - 1e-4 * fraction) * residual.norm()) break;
      if (halving == 10 || change < r.tolerance) break;
      fraction *= 0.5;
    }
    a = trial;
    if (change < r.tolerance) {
      stage_state(r, a, q, v);
      return result;
    }
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

Status MechanicalSystem::factor_shifted(double t, const VectorX& q, const VectorX& v,
                                        double gamma) {
  gamma_shifted_ = gamma;
  factors_ = &ws_;
  // the last iteration of the stage that ended here left just these factors
  if (t == stage_t_ && gamma == stage_gamma_ && !constraints_ && !contact_) return {};
  if (Status status = set_time(t); !status.ok()) return status;
  if (!shifted_) {
    shifted_ = std::make_unique<Workspace>(model_);
    shifted_->skip_passive_points();
  }
  factors_ = shifted_.get();
  x_.t = seen(t);
  x_.q = q;
  x_.v = v;
  trial_a_.setZero();
  forward_dynamics(model_, x_, u_, *shifted_, {gamma * gamma, gamma, trial_a_.data()});
  if (shifted_->singular_body >= 0)
    return Status::fail(Status::Code::diverged, "inertia is not positive definite", t);
  if (shifted_constraints_) shifted_constraints_->prepare(model_, x_, *shifted_);
  if (shifted_contact_) shifted_contact_->prepare(model_, *shifted_, gamma);
  return {};
}

void MechanicalSystem::solve_shifted(const VectorX& r_q, const VectorX& r_v, VectorX& x_q,
                                     VectorX& x_v) {
  // M_eff x_v = M r_v - gamma K r_q  <=>  x_v = r_v - M_eff^-1 ((gamma D + gamma^2 K) r_v
  //                                                               + gamma K r_q)
  // A preconditioner: springs of spherical and free joints take part with r_v only.
  const double gamma = gamma_shifted_;
  for (const Body& body : model_.bodies) {
    for (const JointStep& step : body.steps)
      for (int i = 0; i < step.nv(); ++i) {
        const double displacement = step.kind == StepKind::screw ? r_q[step.q] : 0;
        stiff_force_[step.v + i] =
            (gamma * step.damping + gamma * gamma * step.stiffness) * r_v[step.v + i] +
            gamma * step.stiffness * displacement;
      }
    const int n = body.n();
    if (n == 0) continue;
    d_.segment(body.v, n) = gamma * gamma * r_v.segment(body.v, n) + gamma * r_q.segment(body.q, n);
    const BodyWork& b = factors_->bodies[size_t(&body - model_.bodies.data())];
    stiff_force_.segment(body.v, n).noalias() = body.family->stiffness(b) * d_.segment(body.v, n);
    stiff_force_.segment(body.v, n).noalias() +=
        gamma * (body.family->damping(b) * r_v.segment(body.v, n));
    for (int i = 0; i < n && b.has_K_act; ++i)
      for (int j = 0; j < n; ++j)
        stiff_force_[body.v + i] += doubles(&b.K_act[size_t(i * b.nb)])[j] * d_[body.v + j];
  }
  if (shifted_contact_) {
    displacement(model_, x_.q, r_q, displacement_);
    shifted_contact_->add_stiff_force(displacement_, r_v, stiff_force_);
  }
  solve_factored(model_, *factors_, stiff_force_, d_, base_wrench_);
  if (shifted_contact_) shifted_contact_->stiffen(d_);
  if (shifted_constraints_) shifted_constraints_->constrain(d_);
  x_v = r_v - d_;
  // x_q = r_q + gamma N x_v
  cuttle::position_rate(model_, x_.q, x_v, x_q);
  x_q = r_q + gamma * x_q;
}

}  // namespace cuttle
