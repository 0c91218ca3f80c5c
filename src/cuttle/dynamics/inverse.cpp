#include "cuttle/dynamics/inverse.h"

#include "cuttle/dynamics/elimination.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"

namespace cuttle {

void inverse_dynamics(const Model& model, const State& x, const Input& u, const double* a,
                      Workspace& ws, bool with_tangent) {
  update_kinematics(model, x, u, a, ws);
  apply_actors(model, x, u, with_tangent, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i)
    model.bodies[i].family->forces(ws.bodies[i].A_B, ws.bodies[i]);

  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    BodyWork& b = ws.bodies[size_t(i)];

    // balance of the body: all its point forces, children included
    b.p_b.setZero();
    for (int k = 0; k < int(b.points.size()); ++k)
      if (!b.points[size_t(k)].force.isZero(0)) add_force(k, b.points[size_t(k)].force, b);
    body.family->add_elasticity(x.q.data() + body.q, x.v.data() + body.v, b);
    for (int j = 0; j < b.n; ++j) ws.tau[body.v + j] = b.p_q[size_t(j / kBlock)][j % kBlock];

    // through the joint
    b.F_B = b.p_b;
    Vector6 F = b.p_b;
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = body.steps[size_t(s)];
      StepWork& w = ws.steps[size_t(i)][size_t(s)];
      w.F = F;
      const int nv = step.nv();
      if (nv > 0) {
        const StepVector effort = step_basis(step).transpose() * F - step_effort(step, x, u);
        ws.tau.segment(step.v, nv) = effort;
      }
      F = Ad_invT_apply(w.X, F);
    }
    if (body.parent >= 0)
      ws.bodies[size_t(body.parent)].points[size_t(body.parent_point)].force += F;
  }
}

}  // namespace cuttle
