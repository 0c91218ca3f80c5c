#pragma once
// Frames of a robot as Python names them.

#include "arrays.h"
#include "cuttle/core/body_place.h"
#include "robot.h"

namespace cuttle::python {

/// "arm", "arm.tip", "palm.front", the name of a probe, or ("arm", 0.3).
BodyPlace frame_argument(const Robot& robot, pybind11::handle frame);

/// Pose and twist (own axes) of a frame at the kinematics of ws.
Pose frame_pose(const BodyPlace& at, const Workspace& ws);

/// (4, 4) homogeneous.
pybind11::array_t<double> pose_array(const Pose& X);

}  // namespace cuttle::python
