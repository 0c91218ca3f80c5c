#include "cuttle/dynamics/dense.h"

#include <algorithm>
#include <numeric>

#include "cuttle/dynamics/commanded_forces.h"
#include "cuttle/dynamics/elimination.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// The acceleration of a prescribed coordinate belongs to M a, not to the bias.
Input without_acceleration(const Input& u) {
  return {u.u, u.u_dot, VectorX::Zero(u.u_ddot.size())};
}

/// One body with all that it carries, on its way to the world.
struct Composite {
  Matrix6 M;                // inertia, at the frame that the sweep has reached
  std::vector<int> behind;  // coordinates of the body and of its descendants
};

/// Own rows and columns of M: strains among themselves, F = wrench at the base per acceleration.
void own_columns(const Body& body, const BodyWork& b, MatrixX& M, MatrixX& F) {
  for (int j = 0; j < b.n; ++j) {
    for (int row = 0; row < 6; ++row)
      F(row, body.v + j) = b.M_bq[size_t(row * b.nb + j / kBlock)][j % kBlock];
    for (int i = 0; i <= j; ++i)
      M(body.v + i, body.v + j) = b.M_qq[size_t(i * b.nb + j / kBlock)][j % kBlock];
  }
}

/// Rows of M of a joint's step, then the composite and its wrenches seen from before the step.
void through_step(const JointStep& step, const StepWork& w, Composite& c, MatrixX& M, MatrixX& F) {
  const StepBasis S = step_basis(step);
  const int nv = step.nv();
  for (int j : c.behind) M.block(step.v, j, nv, 1) = S.transpose() * F.col(j);
  F.middleCols(step.v, nv) = c.M * S;
  M.block(step.v, step.v, nv, nv) = S.transpose() * F.middleCols(step.v, nv);
  for (int j = 0; j < nv; ++j) c.behind.push_back(step.v + j);

  c.M = transform_inertia(w.X, c.M);
  for (int j : c.behind) F.col(j) = Ad_invT_apply(w.X, Vector6(F.col(j)));
}

}  // namespace

MatrixX mass_matrix(const Model& model, const State& x, const Input& u, Workspace& ws) {
  update_kinematics(model, x, u, nullptr, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i) model.bodies[i].family->inertia(ws.bodies[i]);

  // each column of F travels to the world: it stands in the frame that the sweep has reached
  MatrixX M = MatrixX::Zero(model.nv, model.nv), F = MatrixX::Zero(6, model.nv);
  std::vector<Composite> composites(model.bodies.size());
  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    const BodyWork& b = ws.bodies[size_t(i)];
    Composite& c = composites[size_t(i)];
    own_columns(body, b, M, F);
    for (int j = 0; j < b.n; ++j) c.behind.push_back(body.v + j);
    c.M = b.M_bb;
    for (int s = int(body.steps.size()) - 1; s >= 0; --s)
      through_step(body.steps[size_t(s)], ws.steps[size_t(i)][size_t(s)], c, M, F);
    if (body.parent < 0) continue;

    // a child is one more station of its parent, and a wrench on the parent's strains
    BodyWork& parent = ws.bodies[size_t(body.parent)];
    add_station(body.parent_point, c.M, Vector6::Zero(), parent);
    const int row = model.bodies[size_t(body.parent)].v;
    for (int k = 0; k < parent.n; ++k) {
      Vector6 J;
      for (int l = 0; l < 6; ++l) J[l] = parent.J_row(body.parent_point, l)[k / kBlock][k % kBlock];
      for (int j : c.behind) M(row + k, j) = J.dot(F.col(j));
    }
    std::vector<int>& behind = composites[size_t(body.parent)].behind;
    behind.insert(behind.end(), c.behind.begin(), c.behind.end());
  }
  // ancestors have the smaller indices, so the upper triangle is full
  return M.selfadjointView<Eigen::Upper>();
}

VectorX bias(const Model& model, const State& x, const Input& u, Workspace& ws) {
  inverse_dynamics(model, x, without_acceleration(u), nullptr, ws);
  return ws.tau;
}

VectorX coriolis(const Model& model, const State& x, const Input& u, Workspace& ws) {
  // inertial forces alone: no actors, and the upward acceleration of the world taken out
  update_kinematics(model, x, without_acceleration(u), nullptr, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    BodyWork& b = ws.bodies[i];
    Vector6 A = b.A_B;
    A.tail<3>() += b.X_WB.R.transpose() * model.gravity;
    model.bodies[i].family->forces(A, b);
  }
  VectorX tau;
  project_forces(model, ws, tau);
  return tau;
}

VectorX gravity_force(const Model& model, const State& x, const Input& u, Workspace& ws) {
  // inertial forces of a robot at rest in a world that accelerates upwards
  const State at_rest{x.t, x.q, VectorX::Zero(model.nv), x.connections};
  const VectorX zero = VectorX::Zero(model.nu());
  update_kinematics(model, at_rest, {u.u, zero, zero}, nullptr, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i)
    model.bodies[i].family->forces(ws.bodies[i].A_B, ws.bodies[i]);
  VectorX tau;
  project_forces(model, ws, tau);
  return -tau;
}

namespace {

/// Lets inputs change how bodies resist strains.
void drive_stiffness(const Model& model, const State& x, const Input& u, Workspace& ws) {
  for (BodyWork& b : ws.bodies) {
    std::ranges::fill(b.K_act, Lanes(0));
    b.has_K_act = false;
  }
  for (const auto& actor : model.actors)
    if (actor->changes_stiffness()) actor->apply(model, x, acting_input(model, u, ws), false, ws);
}

}  // namespace

MatrixX stiffness_matrix(const Model& model, const State& x, const Input& u, Workspace& ws) {
  update_kinematics(model, x, u, nullptr, ws);
  drive_stiffness(model, x, u, ws);
  MatrixX K = MatrixX::Zero(model.nv, model.nv);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const BodyWork& b = ws.bodies[i];
    for (const JointStep& step : body.steps) {
      const double* q = step.prescribed() ? &u.u[step.prescribed_input] : x.q.data() + step.q;
      K.block(step.v, step.v, step.nv(), step.nv()) = step_spring_tangent(step, q);
    }
    if (body.n() > 0) K.block(body.v, body.v, body.n(), body.n()) = body.family->stiffness(b);
    for (int k = 0; k < body.n() && b.has_K_act; ++k)
      K.block(body.v + k, body.v, 1, body.n()) +=
          Eigen::Map<const VectorX>(doubles(&b.K_act[size_t(k * b.nb)]), body.n()).transpose();
  }
  return K;
}

MatrixX damping_matrix(const Model& model, const State& x, const Input& u, Workspace& ws) {
  update_kinematics(model, x, u, nullptr, ws);
  MatrixX D = MatrixX::Zero(model.nv, model.nv);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    for (const JointStep& step : body.steps)
      D.diagonal().segment(step.v, step.nv()).setConstant(step.damping);
    if (body.n() > 0)
      D.block(body.v, body.v, body.n(), body.n()) = body.family->damping(ws.bodies[i]);
  }
  return D;
}

MatrixX actuation_matrix(const Model& model, const State& x, const Input& u, Workspace& ws) {
  update_kinematics(model, x, u, nullptr, ws);
  std::vector<int> all(size_t(model.nu()));
  std::iota(all.begin(), all.end(), 0);
  CommandedForces forces(model, all);
  forces.compute(model, x, u, nullptr, ws);
  return forces.B();
}

}  // namespace cuttle
