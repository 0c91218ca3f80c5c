#include "cuttle/motion/mechanical_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cuttle/compile/drive_corner.h"
#include "cuttle/connection/scales.h"
#include "cuttle/connection/udwadia_kalaba.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/math/finite.h"

namespace cuttle {

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
  elastic_ =
      std::ranges::any_of(model.actors, [](const auto& actor) { return actor->stores_strain(); });
  ws_.skip_passive_points();
  projected_ = x_;
  if (model.touches()) {
    contact_ = std::make_unique<ContactSolver>(model);
    shifted_contact_ = std::make_unique<ContactPreconditioner>(model);
  }
  energy_scale_ = energy_scale(model, ws_);
  if (!model.connections.empty()) {
    constraints_ = std::make_unique<ConstraintSolver>(model);
    shifted_constraints_ = std::make_unique<ConstraintSolver>(model);
  }
}

// Contacts and drives may do work while no coordinate shows it, and where the motion is simple
// enough for long steps, their power need not be.
VectorX MechanicalSystem::w_scale() const {
  if (energy_scale_ == 0) return System::w_scale();
  return VectorX::Constant(kWorkKinds, energy_scale_);
}

bool MechanicalSystem::see_contacts(double t, const VectorX& q, const VectorX& v) {
  if (!contact_ || !set_time(t).ok()) return false;
  stage_gamma_ = 0;
  x_.t = seen(t);
  x_.q = q;
  x_.v = v;
  ws_.contact.within_stage = false;
  return true;
}

bool MechanicalSystem::accept(double t, const VectorX& q, const VectorX& v) {
  return see_contacts(t, q, v) && renew_memory(model_, u_, x_, ws_);
}

bool MechanicalSystem::friction_changes(double t, const VectorX& q, const VectorX& v) {
  return see_contacts(t, q, v) && cuttle::friction_changes(model_, u_, x_, ws_);
}

Status MechanicalSystem::set_drives(State& x) {
  Status status = set_time(x.t);
  if (status.ok()) cuttle::normalize(model_, u_, x.q, x.v);
  return status;
}

double MechanicalSystem::driven_energy(const State& x, const Input& u) const {
  double sum = 0;
  for (const auto& actor : model_.actors)
    if (actor->stores_strain()) sum += actor->books(model_, x, u, ws_).potential;
  return sum;
}

Status MechanicalSystem::note_inputs(double t) {
  if (!elastic_) return {};
  Status status = set_time(t);
  noted_ = u_;
  return status;
}

double MechanicalSystem::shown_jump(const State& x) const {
  if (!elastic_) return 0;
  Input shown = noted_;
  if (!input_function_(x.t, shown).ok()) return 0;  // told where the motion goes on
  return driven_energy(x, shown) - driven_energy(x, noted_);
}

Status MechanicalSystem::pass_corner(State& x, VectorX& w) {
  if (!drives_ && !elastic_) return {};
  // an expression is not yet another one at the corner itself
  const double after = x.t + kJustBefore * (1 + std::abs(x.t));
  if (Status status = set_time(after); !status.ok()) return status;
  if (elastic_) w[kActorWork] += driven_energy(x, u_) - driven_energy(x, noted_);
  if (!drives_) return {};
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
  if (t == t_input_ || (no_inputs_ && !std::isnan(t_input_))) return {};
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
  if (model_.law)
    if (Status status = law_status(t); !status.ok()) return status;
  a = ws_.a;
  hold_prescribed(a);
  if (ws_.singular_body >= 0 || !all_finite(a)) return failure(t);
  store_power(power);
  // velocities whose squares overflow
  if (!all_finite(power) || !all_finite(v)) return failure(t);
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
  if (!drives_) return;
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

Status MechanicalSystem::law_status(double t) const {
  if (!model_.law) return {};
  const std::string fault = model_.law->fault(ws_, x_.t);
  return fault.empty() ? Status() : Status::fail(Status::Code::not_finite, fault, t);
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

}  // namespace cuttle
