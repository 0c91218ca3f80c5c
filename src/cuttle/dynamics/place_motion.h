#pragma once

#include "cuttle/core/attachment.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {

/// Motion of a place on a body, in the world; R are the axes of its point.
struct PlaceMotion {
  Matrix3 R;
  Vector3 place, velocity, omega;
};

inline PlaceMotion motion_of(const Attachment& at, const Workspace& ws) {
  PlaceMotion m;
  m.R = point_pose(ws, at.body, at.point).R;
  m.place = world_position(at, ws);
  m.velocity = world_velocity(at, ws);
  m.omega = m.R * point_twist(ws, at.body, at.point).head<3>();
  return m;
}

}  // namespace cuttle
