#pragma once

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Jacobian of a point: 6 x nv, its twist in its own frame per velocity, V = J v. Prescribed
/// coordinates have columns like all others. Reads ws after update_kinematics.
MatrixX jacobian(const Model&, const Workspace&, int body, int point);

/// J' v: the acceleration of a point in its own frame is J a + J' v, without gravity. Reads ws
/// after update_kinematics with no accelerations given (forward_dynamics leaves it so).
Vector6 jacobian_rate_times_v(const Model&, const Workspace&, int body, int point);

}  // namespace cuttle
