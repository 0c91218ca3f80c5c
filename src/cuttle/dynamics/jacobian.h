#pragma once

#include "cuttle/core/body_place.h"
#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {

/// Jacobian of a point: 6 x nv, its twist in its own frame per velocity, V = J v. Prescribed
/// coordinates have columns like all others. Reads ws after update_kinematics.
MatrixX jacobian(const Model&, const Workspace&, int body, int point);

/// J' v: the acceleration of a point in its own frame is J a + J' v, without gravity. Reads ws
/// after update_kinematics with no accelerations given (forward_dynamics leaves it so).
Vector6 jacobian_rate_times_v(const Model&, const Workspace&, int body, int point);

/// J of a point along the coordinates of its own body, a plain matrix (6 x n).
MatrixX point_jacobian(const BodyWork&, int point);

/// Motion of a place on a body, in the world; R are the axes of its point.
struct PlaceMotion {
  Matrix3 R;
  Vector3 place, velocity, omega;
};

inline PlaceMotion motion_of(const BodyPlace& at, const Workspace& ws) {
  PlaceMotion m;
  m.R = point_pose(ws, at.body, at.point).R;
  m.place = world_position(at, ws);
  m.velocity = world_velocity(at, ws);
  m.omega = m.R * point_twist(ws, at.body, at.point).head<3>();
  return m;
}

}  // namespace cuttle
