#include "cuttle/water/current_load.h"

namespace cuttle {
namespace {

/// Derivative of V x* (M V) per V.
Matrix6 gyroscopic(const Matrix6& M, const Vector6& V) {
  const Vector6 h = M * V;
  const Matrix3 moment = hat(h.head<3>()), force = hat(h.tail<3>());
  Matrix6 W;
  W << -moment, -force, -force, Matrix3::Zero();
  return W - ad(V).transpose() * M;
}

}  // namespace

LocalFlow local_flow(const Flow& flow, const Matrix3& R) {
  return {R.transpose() * flow.velocity, R.transpose() * flow.acceleration,
          R.transpose() * flow.gradient * R};
}

Vector6 current_load(const Matrix6& M, const LocalFlow& flow, const Vector6& V) {
  Vector6 V_r = V, rate = Vector6::Zero();
  V_r.tail<3>() -= flow.velocity;
  rate.tail<3>() = flow.acceleration - V.head<3>().cross(flow.velocity);
  return M * rate + cross_wrench(V, M * V) - cross_wrench(V_r, M * V_r);
}

Matrix6 current_displacement(const LocalFlow& flow, const Vector3& place) {
  Matrix6 d = Matrix6::Zero();
  d.bottomLeftCorner<3, 3>() = hat(flow.velocity) - flow.gradient * hat(place);
  d.bottomRightCorner<3, 3>() = flow.gradient;
  return d;
}

void add_current_tangent(const Matrix6& M, const LocalFlow& flow, const Vector6& V,
                         const Vector3& place, Matrix6& K, Matrix6& D) {
  Vector6 V_r = V;
  V_r.tail<3>() -= flow.velocity;
  const Matrix6 dV_c = current_displacement(flow, place);
  const Matrix6 G_r = gyroscopic(M, V_r);

  // of V_c' = (0; a - w x c): per displacement, per twist
  Matrix6 d_rate = Matrix6::Zero(), D_rate = Matrix6::Zero();
  d_rate.bottomRows<3>() = -hat(V.head<3>()) * dV_c.bottomRows<3>();
  d_rate.bottomLeftCorner<3, 3>() += hat(flow.acceleration);
  D_rate.bottomLeftCorner<3, 3>() = hat(flow.velocity);
  K -= M * d_rate + G_r * dV_c;
  D -= M * D_rate + gyroscopic(M, V) - G_r;
}

}  // namespace cuttle
