#include "cuttle/dynamics/jacobian.h"

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// J' v of a point, in the base coordinates of its body.
Vector6 point_rate(const Model& model, const Workspace& ws, int body, int point);

/// J' v of the base frame of a body, in it: through the joint, step by step.
Vector6 base_rate(const Model& model, const Workspace& ws, int index) {
  const Body& body = model.bodies[size_t(index)];
  Vector6 V = Vector6::Zero(), A = Vector6::Zero();
  if (body.parent >= 0) {
    const BodyWork& parent = ws.bodies[size_t(body.parent)];
    V = parent.V_B + parent.points[size_t(body.parent_point)].r;
    A = point_rate(model, ws, body.parent, body.parent_point);
  }
  // A' = Ad^-1 A + ad(V') S v, where S v is what the step adds to the twist
  for (const StepWork& w : ws.steps[size_t(index)]) {
    const Vector6 Sv = w.V - Ad_inv_apply(w.X, V);
    A = Ad_inv_apply(w.X, A) + ad_apply(w.V, Sv);
    V = w.V;
  }
  return A;
}

Vector6 point_rate(const Model& model, const Workspace& ws, int body, int point) {
  const BodyWork& b = ws.bodies[size_t(body)];
  const Point& p = b.points[size_t(point)];
  return base_rate(model, ws, body) + p.beta + ad_apply(b.V_B, p.r);
}

}  // namespace

MatrixX jacobian(const Model& model, const Workspace& ws, int body, int point) {
  MatrixX J = MatrixX::Zero(6, model.nv);
  // X: pose of the point in the frame that the walk has reached, from the body to the world
  Pose X = ws.bodies[size_t(body)].points[size_t(point)].X_BP;
  for (int i = body, k = point; i >= 0;) {
    const Body& at = model.bodies[size_t(i)];
    const BodyWork& b = ws.bodies[size_t(i)];
    for (int j = 0; j < b.n; ++j) {
      Vector6 column;
      for (int row = 0; row < 6; ++row) column[row] = b.J_row(k, row)[j / kBlock][j % kBlock];
      J.col(at.v + j) = Ad_inv_apply(X, column);
    }
    for (int s = int(at.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = at.steps[size_t(s)];
      const StepBasis S = step_basis(step);
      for (int j = 0; j < step.nv(); ++j) J.col(step.v + j) = Ad_inv_apply(X, Vector6(S.col(j)));
      X = ws.steps[size_t(i)][size_t(s)].X * X;
    }
    k = at.parent_point;
    i = at.parent;
  }
  return J;
}

Vector6 jacobian_rate_times_v(const Model& model, const Workspace& ws, int body, int point) {
  const Pose& X_BP = ws.bodies[size_t(body)].points[size_t(point)].X_BP;
  return Ad_inv_apply(X_BP, point_rate(model, ws, body, point));
}

MatrixX point_jacobian(const BodyWork& b, int point) {
  MatrixX J(6, b.n);
  for (int row = 0; row < 6; ++row)
    for (int j = 0; j < b.n; ++j) J(row, j) = b.J_row(point, row)[j / kBlock][j % kBlock];
  return J;
}

}  // namespace cuttle
