#include "cuttle/contact/contact_side.h"

#include "cuttle/core/body_place.h"
#include "cuttle/math/so3.h"

namespace cuttle {

ContactSide rigid_side(const ContactShape& shape, const Vector3& x, const Workspace& ws) {
  ContactSide side;
  side.body = shape.body;
  if (shape.body < 0) return side;
  side.points = 1;
  side.point[0] = shape.point;
  side.weight[0] = 1;
  side.arm[0] = x - ws.bodies[size_t(shape.body)].X_WB.p;
  return side;
}

ContactSide panel_side(const ContactShape& shape, const Panel& panel, double u, const Vector3& x,
                       const Workspace& ws) {
  const PanelShares shares = panel_shares(u);
  const PlacedShape& placed = panel.shape();
  const Vector3 base = ws.bodies[size_t(shape.body)].X_WB.p, off = x - panel.place(u);
  ContactSide side;
  side.body = shape.body;
  side.points = 2;
  side.point = {shape.point, shape.point2};
  side.weight = shares.weight;
  for (size_t k = 0; k < 2; ++k) {
    side.slope[k] = placed.length * shares.slope[k];
    side.arm[k] =
        side.weight[k] * (placed.ends[k] - base + off) + side.slope[k] * placed.direction[k];
  }
  return side;
}

Vector3 side_velocity(const ContactSide& side, const Workspace& ws) {
  if (side.body < 0) return Vector3::Zero();
  const BodyWork& b = ws.bodies[size_t(side.body)];
  const Matrix3& R = b.X_WB.R;
  Vector3 velocity = Vector3::Zero();
  for (size_t k = 0; k < size_t(side.points); ++k) {
    const Vector6 V = b.V_B + b.points[size_t(side.point[k])].r;
    velocity += R * (side.weight[k] * V.tail<3>() +
                     Vector3(V.head<3>()).cross(R.transpose() * side.arm[k]));
  }
  return velocity;
}

void add_load_tangent(const ContactSide& side, const Vector3& force, double sign,
                      Coupling& coupling, Workspace& ws) {
  if (side.body < 0) return;
  BodyWork& b = ws.bodies[size_t(side.body)];
  const Matrix3& R = b.X_WB.R;
  const Vector3 f = R.transpose() * force;
  for (size_t k = 0; k < size_t(side.points); ++k) {
    const Vector3 arm = R.transpose() * side.arm[k];
    Matrix6 K = world_load_stiffness(arm, f, Vector3::Zero());
    K.bottomLeftCorner<3, 3>() *= side.weight[k];
    b.tangents.push_back({side.point[k], K, Matrix6::Zero()});
    Coupling::End& end = coupling.ends[size_t(coupling.count++)];
    end.body = side.body;
    end.point = side.point[k];
    end.D.leftCols<3>() = -sign * R * hat(arm);
    end.D.rightCols<3>() = sign * side.weight[k] * R;
  }
}

}  // namespace cuttle
