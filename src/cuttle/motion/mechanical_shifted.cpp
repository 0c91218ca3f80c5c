// The matrix of an implicit step of a robot, factored: the preconditioner of multistep methods.

#include "cuttle/dynamics/dampers.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/tree_solve.h"
#include "cuttle/motion/mechanical_system.h"

namespace cuttle {

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
  add_damper_force(model_, *factors_, gamma, r_v, damper_scratch_, stiff_force_);
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
