#pragma once
// What an inertial measurement unit on a body feels.

#include "cuttle/core/body_place.h"

namespace cuttle {

/// In the axes of the point that carries it.
struct ImuReading {
  Vector3 acceleration = Vector3::Zero();  // [m/s^2] minus gravity: at rest g upwards
  Vector3 omega = Vector3::Zero();         // [rad/s]
};

/// Reads ws after forward_dynamics at u, with connections after ConstraintSolver::solve (ws.a).
/// Never allocates.
ImuReading imu_reading(const Model&, const Input& u, const Workspace& ws, const BodyPlace& at);

}  // namespace cuttle
