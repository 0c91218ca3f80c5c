#include "cuttle/core/body_place.h"

#include "cuttle/math/se3.h"

namespace cuttle {

Vector3 world_position(const BodyPlace& at, const Workspace& ws) {
  if (!at.on_body()) return at.offset;
  const BodyWork& b = ws.bodies[size_t(at.body)];
  const Vector3 x_B = b.points[size_t(at.point)].X_BP * at.offset;
  return b.X_WB * x_B;
}

Vector3 world_velocity(const BodyPlace& at, const Workspace& ws) {
  if (!at.on_body()) return Vector3::Zero();
  const BodyWork& b = ws.bodies[size_t(at.body)];
  const Point& point = b.points[size_t(at.point)];
  const Vector6 V = b.V_B + point.r;
  const Vector3 x_B = point.X_BP * at.offset;
  return b.X_WB.R * (V.tail<3>() + V.head<3>().cross(x_B));
}

PlaceRows place_rows(const BodyPlace& at, const Workspace& ws) {
  const BodyWork& b = ws.bodies[size_t(at.body)];
  const Vector3 x_B = b.points[size_t(at.point)].X_BP * at.offset;
  PlaceRows rows;
  rows.leftCols<3>() = -b.X_WB.R * hat(x_B);
  rows.rightCols<3>() = b.X_WB.R;
  return rows;
}

void add_generalized_force(const Model& model, const Workspace& ws, int body, int point,
                           const Vector6& wrench, VectorX& force) {
  Vector6 F = wrench;
  while (body >= 0) {
    const Body& at = model.bodies[size_t(body)];
    const BodyWork& b = ws.bodies[size_t(body)];

    // own coordinates
    for (int j = 0; j < b.n; ++j)
      for (int row = 0; row < 6; ++row)
        force[at.v + j] += b.J_row(point, row)[j / kBlock][j % kBlock] * F[row];

    // through the joint, to the base of the parent
    for (size_t s = at.steps.size(); s-- > 0;) {
      const JointStep& step = at.steps[s];
      if (step.nv() > 0) force.segment(step.v, step.nv()) += step_basis(step).transpose() * F;
      F = Ad_invT_apply(ws.steps[size_t(body)][s].X, F);
    }
    point = at.parent_point;
    body = at.parent;
  }
}

Matrix6 world_load_stiffness(const Vector3& x, const Vector3& force, const Vector3& moment) {
  Matrix6 K = Matrix6::Zero();
  K.topLeftCorner<3, 3>() = -hat(moment) - hat(x) * hat(force);
  K.bottomLeftCorner<3, 3>() = -hat(force);
  return K;
}

}  // namespace cuttle
