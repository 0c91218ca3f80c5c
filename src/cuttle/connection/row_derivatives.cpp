#include "cuttle/connection/row_derivatives.h"

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// The first row of a cardan joint is (axis2 x u) . w with u the axis of A as B sees it.
bool has_turning_row(const Connection& c) { return c.kind->turns == HeldTurns::cardan; }

}  // namespace

RowVariation row_variation(const Connection& c, const ConnectionMotion& m, const MountVariation& a,
                           const MountVariation& b) {
  const auto seen_from_b = [&](const auto& V) { return Ad_inv_apply(m.X_AB, Vector6(V)); };
  const Vector6 V_A = seen_from_b(m.a.V), A_A = seen_from_b(m.a.A);
  RowVariation d;
  d.zeta = b.head<6>() - seen_from_b(a.head<6>());
  const Vector6 dV_A = seen_from_b(a.segment<6>(6)) - ad_apply(d.zeta, V_A);
  const Vector6 dV_r = b.segment<6>(6) - dV_A;
  const Vector6 dA_A = seen_from_b(a.tail<6>()) - ad_apply(d.zeta, A_A);
  const Vector6 dA_r = b.tail<6>() - dA_A + ad_apply(dV_r, V_A) + ad_apply(m.V_r, dV_A);
  d.acceleration = m.rows.C * dA_r;
  if (!has_turning_row(c)) return d;

  const Vector3 omega = m.V_r.head<3>(), d_omega = dV_r.head<3>();
  const Vector3 u = m.X_AB.R.transpose() * c.axis, u_dot = -omega.cross(u);
  const Vector3 du = -d.zeta.head<3>().cross(u), du_dot = -d_omega.cross(u) - omega.cross(du);
  d.acceleration[0] += c.axis2.cross(du).dot(m.A_r.head<3>()) + c.axis2.cross(du_dot).dot(omega) +
                       c.axis2.cross(u_dot).dot(d_omega);
  return d;
}

Matrix6 turning_rows(const Connection& c, const ConnectionMotion& m, const double* lambda) {
  Matrix6 Q = Matrix6::Zero();
  if (has_turning_row(c)) {
    const Vector3 u = m.X_AB.R.transpose() * c.axis;
    Q.topLeftCorner<3, 3>() = lambda[0] * hat(c.axis2) * hat(u);  // axis2 x (-zeta x u)
  }
  return Q;
}

}  // namespace cuttle
