#include "cuttle/connection/connection_rows.h"

#include <cmath>
#include <numbers>

#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"

namespace cuttle {

namespace {

/// Two unit vectors that make a right-handed triple with the axis.
std::pair<Vector3, Vector3> across(const Vector3& axis) {
  const Vector3 first = axis.unitOrthogonal();
  return {first, axis.cross(first)};
}

/// Angle about an axis that both frames share.
double angle_about(const Vector3& axis, const Matrix3& R) {
  const auto [first, second] = across(axis);
  const Vector3 turned = R * first;
  return std::atan2(turned.dot(second), turned.dot(first));
}

class RowList {
 public:
  explicit RowList(ConnectionRows& rows) : rows_(rows) {}

  void turn(const Vector3& direction, double gap, double bias = 0) {
    rows_.C.row(rows_.count).head<3>() = direction;
    add(gap, bias);
    ++rows_.turns;
  }
  void slide(const Vector3& direction, double gap) {
    rows_.C.row(rows_.count).tail<3>() = direction;
    add(gap, 0);
  }
  void screw(const Vector3& axis, double pitch, double gap) {
    rows_.C.row(rows_.count).head<3>() = -pitch * axis;
    rows_.C.row(rows_.count).tail<3>() = axis;
    add(gap, 0);
  }

 private:
  void add(double gap, double bias) {
    rows_.gap[rows_.count] = gap;
    rows_.bias[rows_.count] = bias;
    ++rows_.count;
  }
  ConnectionRows& rows_;
};

/// Returns the turn that shall be none, in axes of B; its rate is the part of omega that is held.
Vector3 add_turns(const Connection& c, const Matrix3& R, const Vector3& omega, RowList& list) {
  switch (c.kind->turns) {
    case HeldTurns::all: {
      const Vector3 angle = log_so3(R);
      for (int k = 0; k < 3; ++k) list.turn(Vector3::Unit(k), angle[k]);
      return angle;
    }
    case HeldTurns::off_axis: {
      // the axis of A as B sees it; never the logarithm, whose angle may be large
      const Vector3 tilt = (R.transpose() * c.axis).cross(c.axis);
      const auto [first, second] = across(c.axis);
      list.turn(first, first.dot(tilt));
      list.turn(second, second.dot(tilt));
      return tilt;
    }
    case HeldTurns::about_axis:
      list.turn(c.axis, angle_about(c.axis, R));
      break;
    case HeldTurns::cardan: {
      const Vector3 u = R.transpose() * c.axis, u_dot = -omega.cross(u);
      list.turn(c.axis2.cross(u), u.dot(c.axis2), c.axis2.cross(u_dot).dot(omega));
      break;
    }
    case HeldTurns::none:
      break;
  }
  return Vector3::Zero();
}

/// Angle about the axis, on the turn that fits best to the way along it.
double screw_angle(const Connection& c, const Matrix3& R, double way) {
  const double angle = angle_about(c.axis, R);
  if (c.pitch == 0) return angle;
  const double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((way / c.pitch - angle) / turn);
}

/// Where B has slid by p, a tilt moves it across: that is taken back, so that the rows, which hold
/// the velocity of B alone, are the derivatives of the gaps.
void add_slides(const Connection& c, const Pose& X, const Vector3& tilt, RowList& list) {
  Vector3 p = X.R.transpose() * X.p;
  if (c.kind->slides != HeldSlides::all) p += tilt.cross(p).eval();
  const auto [first, second] = across(c.axis);
  switch (c.kind->slides) {
    case HeldSlides::all:
      for (int k = 0; k < 3; ++k) list.slide(Vector3::Unit(k), p[k]);
      break;
    case HeldSlides::screw:
      list.screw(c.axis, c.pitch, c.axis.dot(p) - c.pitch * screw_angle(c, X.R, c.axis.dot(p)));
      [[fallthrough]];
    case HeldSlides::off_axis:
      list.slide(first, first.dot(p));
      list.slide(second, second.dot(p));
      break;
    case HeldSlides::along_axis:
      list.slide(c.axis, c.axis.dot(p));
      break;
    case HeldSlides::none:
      break;
  }
}

}  // namespace

ConnectionRows connection_rows(const Connection& connection, const Pose& X_AB, const Vector6& V_r) {
  ConnectionRows rows;
  RowList list(rows);
  const Vector3 tilt = add_turns(connection, X_AB.R, V_r.head<3>(), list);
  add_slides(connection, X_AB, tilt, list);
  return rows;
}

Offset offset_of(const Connection& c, const Pose& X_AB) {
  Offset offset;
  const Vector3& p = X_AB.p;
  const Vector3 axis_b = X_AB.R * c.axis;  // in axes of A, as all here
  switch (c.kind->turns) {
    case HeldTurns::all:
      offset.angle = log_so3(X_AB.R).norm();
      break;
    case HeldTurns::off_axis:
      offset.angle = std::atan2(c.axis.cross(axis_b).norm(), c.axis.dot(axis_b));
      break;
    case HeldTurns::about_axis:
      offset.angle = std::abs(angle_about(c.axis, X_AB.R));
      break;
    case HeldTurns::cardan: {
      const Vector3 second = X_AB.R * c.axis2;
      offset.angle = std::abs(std::atan2(c.axis.dot(second), c.axis.cross(second).norm()));
      break;
    }
    case HeldTurns::none:
      break;
  }
  const double along = c.axis.dot(p), across = (p - along * c.axis).norm();
  switch (c.kind->slides) {
    case HeldSlides::all:
      offset.distance = p.norm();
      break;
    case HeldSlides::screw:
      offset.distance = std::hypot(across, along - c.pitch * screw_angle(c, X_AB.R, along));
      break;
    case HeldSlides::off_axis:
      offset.distance = across;
      break;
    case HeldSlides::along_axis:
      offset.distance = std::abs(along);
      break;
    case HeldSlides::none:
      break;
  }
  return offset;
}

MountMotion mount_motion(const Model& model, const Workspace& ws, const Mount& mount,
                         bool with_acceleration) {
  if (mount.body < 0) {
    Vector6 A = Vector6::Zero();
    A.tail<3>() = -model.gravity;
    return {mount.X_PM, mount.X_PM, Vector6::Zero(), Ad_inv_apply(mount.X_PM, A)};
  }
  const BodyWork& b = ws.bodies[size_t(mount.body)];
  const Point& point = b.points[size_t(mount.point)];
  MountMotion motion;
  motion.X_BM = point.X_BP * mount.X_PM;
  motion.X_WM = b.X_WB * motion.X_BM;
  motion.V = Ad_inv_apply(motion.X_BM, b.V_B + point.r);
  motion.A.setZero();
  if (!with_acceleration) return motion;
  Vector6 A = b.A_B + point.beta + ad_apply(b.V_B, point.r);
  const double* a = ws.a.data() + model.bodies[size_t(mount.body)].v;
  for (int row = 0; row < 6; ++row) {
    const double* J = doubles(b.J_row(mount.point, row));
    for (int j = 0; j < b.n; ++j) A[row] += J[j] * a[j];
  }
  motion.A = Ad_inv_apply(motion.X_BM, A);
  return motion;
}

ConnectionMotion connection_motion(const Model& model, const Workspace& ws,
                                   const Connection& connection, const ConnectionState& state,
                                   bool with_acceleration) {
  ConnectionMotion m;
  Mount a = connection.a;
  a.X_PM = a.X_PM * state.X_latch;
  m.a = mount_motion(model, ws, a, with_acceleration);
  m.b = mount_motion(model, ws, connection.b, with_acceleration);
  m.X_AB = m.a.X_WM.inverse() * m.b.X_WM;
  const Vector6 V_A = Ad_inv_apply(m.X_AB, m.a.V);
  m.V_r = m.b.V - V_A;
  m.A_r = m.b.A - Ad_inv_apply(m.X_AB, m.a.A) + ad_apply(m.V_r, V_A);
  m.rows = connection_rows(connection, m.X_AB, m.V_r);
  return m;
}

RowWrenches row_wrenches(const ConnectionMotion& m) {
  RowWrenches wrenches;
  for (int row = 0; row < m.rows.count; ++row) {
    const Vector6 on_b = m.rows.C.row(row).transpose();
    wrenches.on_b.col(row) = Ad_invT_apply(m.b.X_BM, on_b);
    wrenches.on_a.col(row) = -Ad_invT_apply(m.a.X_BM, Ad_invT_apply(m.X_AB, on_b));
  }
  return wrenches;
}

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
