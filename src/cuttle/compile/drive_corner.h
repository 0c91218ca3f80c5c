#pragma once

#include "cuttle/connection/constraint_solver.h"

namespace cuttle {

inline constexpr double kDriveJump = 1e-6;  // of the scale of a coordinate or of its velocity

/// Carries the motion x over a corner of prescribed coordinates. A drive that changes its velocity
/// at once takes the rest of the robot along by an impulse: M dv = impulses of the drives (and of
/// the connections, if there are any), docs/theory/rigid.md (6). `after`: the inputs just after
/// x.t. `work` [J]: what the drives have done. Fails if a coordinate itself jumps.
Status pass_drive_corner(const Model&, const Input& after, ConstraintSolver* constraints, State& x,
                         double& work, Workspace&);

}  // namespace cuttle
