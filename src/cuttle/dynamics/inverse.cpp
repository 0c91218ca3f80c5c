#include "cuttle/dynamics/inverse.h"

#include "cuttle/dynamics/elimination.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// The climb: forces of all points from the tips to the world, and what they do to the coordinates
/// that they pass. `at_body(i)`: all that acts on body i is in its p_b and p_q, but for its own
/// laws. `at_step(i, s, F)`: the wrench F has come to step s of its joint, whose entries of tau are
/// written.
template <class AtBody, class AtStep>
void climb(const Model& model, Workspace& ws, VectorX& tau, const AtBody& at_body,
           const AtStep& at_step) {
  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    BodyWork& b = ws.bodies[size_t(i)];

    // balance of the body: all its point forces, children included
    b.p_b.setZero();
    for (int k = 0; k < int(b.points.size()); ++k)
      if (!b.points[size_t(k)].force.isZero(0)) add_force(k, b.points[size_t(k)].force, b);
    at_body(i);
    for (int j = 0; j < b.n; ++j) tau[body.v + j] = b.p_q[size_t(j / kBlock)][j % kBlock];

    // through the joint
    Vector6 F = b.p_b;
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = body.steps[size_t(s)];
      if (step.nv() > 0) {
        const StepVector effort = step_basis(step).transpose() * F;
        tau.segment(step.v, step.nv()) = effort;
      }
      at_step(i, s, F);
      F = Ad_invT_apply(ws.steps[size_t(i)][size_t(s)].X, F);
    }
    if (body.parent >= 0)
      ws.bodies[size_t(body.parent)].points[size_t(body.parent_point)].force += F;
  }
}

}  // namespace

void inverse_dynamics(const Model& model, const State& x, const Input& u, const double* a,
                      Workspace& ws, bool with_tangent) {
  update_kinematics(model, x, u, a, ws);
  apply_actors(model, x, u, with_tangent, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i)
    model.bodies[i].family->forces(ws.bodies[i].A_B, ws.bodies[i]);

  const Input& acting = acting_input(model, u, ws);
  const auto add_laws = [&](int i) {
    const Body& body = model.bodies[size_t(i)];
    BodyWork& b = ws.bodies[size_t(i)];
    body.family->add_elasticity(x.q.data() + body.q, x.v.data() + body.v, b);
    b.F_B = b.p_b;
  };
  const auto take_efforts = [&](int i, int s, const Vector6& F) {
    const JointStep& step = model.bodies[size_t(i)].steps[size_t(s)];
    StepWork& w = ws.steps[size_t(i)][size_t(s)];
    w.F = F;
    if (step.nv() > 0) ws.tau.segment(step.v, step.nv()) -= step_effort(step, x, acting);
    if (step.kind == StepKind::screw) ws.tau[step.v] -= w.load;
  };
  climb(model, ws, ws.tau, add_laws, take_efforts);
}

void project_forces(const Model& model, Workspace& ws, VectorX& tau) {
  tau.resize(model.nv);
  climb(
      model, ws, tau, [](int) {}, [](int, int, const Vector6&) {});
}

}  // namespace cuttle
