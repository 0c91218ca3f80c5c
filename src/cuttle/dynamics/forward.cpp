#include "cuttle/dynamics/forward.h"

#include "cuttle/dynamics/dampers.h"
#include "cuttle/dynamics/elimination.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Terms of one body without its children.
void body_terms(const Body& body, const State& x, const EffectiveInertia& effective, BodyWork& b) {
  const BodyFamily& family = *body.family;
  family.inertia(b);
  family.forces(Vector6::Zero(), b);
  b.p_b.setZero();
  for (int k = 0; k < int(b.points.size()); ++k)
    if (!b.points[size_t(k)].force.isZero(0)) add_force(k, b.points[size_t(k)].force, b);
  family.add_elasticity(x.q.data() + body.q, x.v.data() + body.v, b);

  if (effective.a_old != nullptr)
    family.add_effective_inertia(effective.beta, effective.gamma, effective.a_old + body.v, b);
}

/// Inverse of an inertia, by blocks of 3.
Matrix3 inverse_of(const Matrix3& D) { return D.inverse(); }
Matrix6 inverse_of(const Matrix6& D) {
  const Matrix3 mass_inverse = D.bottomRightCorner<3, 3>().inverse();
  const Matrix3 Q = D.topRightCorner<3, 3>() * mass_inverse;
  const Matrix3 about_center = (D.topLeftCorner<3, 3>() - Q * D.bottomLeftCorner<3, 3>()).inverse();
  Matrix6 inverse;
  inverse.topLeftCorner<3, 3>() = about_center;
  inverse.topRightCorner<3, 3>() = -about_center * Q;
  inverse.bottomLeftCorner<3, 3>() = inverse.topRightCorner<3, 3>().transpose();
  inverse.bottomRightCorner<3, 3>() = mass_inverse - Q.transpose() * inverse.topRightCorner<3, 3>();
  return inverse;
}

/// Eliminates the first nv components of a twist: rotation (3) or motion (6).
template <int nv>
void eliminate_group(double extra, const StepVector& effort, StepWork& w, Matrix6& M, Vector6& p) {
  Eigen::Matrix<double, nv, nv> D = M.topLeftCorner<nv, nv>();
  D.diagonal().array() += extra;
  const Eigen::Matrix<double, nv, nv> D_inv = inverse_of(D);
  const Eigen::Matrix<double, 6, nv> U = M.leftCols<nv>(), UD = U * D_inv;
  w.U.leftCols<nv>() = U;
  w.D_inv.topLeftCorner<nv, nv>() = D_inv;
  w.e.head<nv>() = effort.head<nv>() - p.head<nv>();
  M -= UD * U.transpose();
  p += UD * w.e.head<nv>();
}

/// Articulated inertia and bias through one step: from the moved frame to the outer frame.
void eliminate_step(const JointStep& step, const State& x, const Input& u,
                    const EffectiveInertia& effective, StepWork& w, Matrix6& M, Vector6& p) {
  if (step.nv() > 0 && !step.prescribed()) {
    const int nv = step.nv();
    StepVector effort = step_effort(step, x, u);
    const double extra = effective.gamma * step.damping + effective.beta * step.stiffness;
    if (effective.a_old != nullptr)
      for (int i = 0; i < nv; ++i) effort[i] += extra * effective.a_old[step.v + i];

    if (step.kind == StepKind::screw) {
      effort[0] += w.load;
      const Vector6 U = M * step.S;
      const double D_inv = 1 / (step.S.dot(U) + extra);
      w.U.col(0) = U;
      w.D_inv(0, 0) = D_inv;
      w.e[0] = effort[0] - step.S.dot(p);
      M -= U * (D_inv * U.transpose());
      p += U * (D_inv * w.e[0]);
    } else if (step.kind == StepKind::rotation) {
      eliminate_group<3>(extra, effort, w, M, p);
    } else {
      eliminate_group<6>(extra, effort, w, M, p);
    }
  } else if (step.prescribed()) {
    // kept for the wrench that the drive must bear
    w.M = M;
    w.p = p;
    w.e[0] = u.u_ddot[step.prescribed_input];
  }
  p += M * w.c;
  M = transform_inertia(w.X, M);
  p = Ad_invT_apply(w.X, p);
}

/// Accelerations of a step for the acceleration A of its carrier; leaves A of the moved frame.
void solve_step(const JointStep& step, StepWork& w, Vector6& A, double* a) {
  A = Ad_inv_apply(w.X, A) + w.c;
  const int nv = step.nv();
  if (step.kind == StepKind::screw && !step.prescribed()) {
    a[0] = w.D_inv(0, 0) * (w.e[0] - w.U.col(0).dot(A));
    A += step.S * a[0];
  } else if (nv > 0 && !step.prescribed()) {
    const StepVector acceleration =
        w.D_inv.topLeftCorner(nv, nv) * (w.e.head(nv) - w.U.leftCols(nv).transpose() * A);
    for (int i = 0; i < nv; ++i) a[i] = acceleration[i];
    A.head(nv) += acceleration;
  } else if (step.prescribed()) {
    a[0] = w.e[0];
    w.F = w.M * A + w.p;
  }
  w.A = A;
}

}  // namespace

void forward_dynamics(const Model& model, const State& x, const Input& u, Workspace& ws,
                      const EffectiveInertia& effective) {
  update_kinematics(model, x, u, nullptr, ws);
  apply_actors(model, x, u, false, ws);
  factor_tree(model, x, u, effective, ws);
  solve_tree(model, ws);
}

void factor_tree(const Model& model, const State& x, const Input& u,
                 const EffectiveInertia& effective, Workspace& ws) {
  for (size_t i = 0; i < model.bodies.size(); ++i)
    body_terms(model.bodies[i], x, effective, ws.bodies[i]);
  if (effective.a_old != nullptr) add_dampers(model, effective.gamma, effective.a_old, ws);

  const Input& acting = acting_input(model, u, ws);
  ws.singular_body = -1;
  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    Matrix6 M;
    Vector6 p;
    if (!eliminate(ws.bodies[size_t(i)], M, p)) {
      ws.singular_body = i;
      return;
    }
    for (int s = int(body.steps.size()) - 1; s >= 0; --s)
      eliminate_step(body.steps[size_t(s)], x, acting, effective, ws.steps[size_t(i)][size_t(s)], M,
                     p);
    if (body.parent < 0) continue;
    // a child is one more station of its parent
    BodyWork& parent = ws.bodies[size_t(body.parent)];
    const Point& point = parent.points[size_t(body.parent_point)];
    p += M * (point.beta + ad_apply(parent.V_B, point.r));
    add_station(body.parent_point, M, p, parent);
  }
}

void solve_tree(const Model& model, Workspace& ws) {
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = ws.bodies[i];
    Vector6 A = Vector6::Zero();
    if (body.parent < 0) {
      A.tail<3>() = -model.gravity;
    } else {
      const BodyWork& parent = ws.bodies[size_t(body.parent)];
      const Point& point = parent.points[size_t(body.parent_point)];
      A = parent.A_B + point.beta + ad_apply(parent.V_B, point.r);
      const double* a = ws.a.data() + model.bodies[size_t(body.parent)].v;
      for (int row = 0; row < 6; ++row) {
        const Lanes* J = parent.J_row(body.parent_point, row);
        for (int j = 0; j < parent.n; ++j) A[row] += J[j / kBlock][j % kBlock] * a[j];
      }
    }
    for (size_t s = 0; s < body.steps.size(); ++s)
      solve_step(body.steps[s], ws.steps[i][s], A, ws.a.data() + body.steps[s].v);
    b.A_B = A;
    back_substitute(b, A, ws.a.data() + body.v);
    b.F_B = base_wrench(b, ws.a.data() + body.v);
  }
}

}  // namespace cuttle
