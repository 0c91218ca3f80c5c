#pragma once
// The grounds of planes, as obstacles.

#include <Eigen/Geometry>

#include "cuttle/part/canvas.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// A straight ground is a plane, others are slabs with the profile of the ground below a box, and
/// `margin` times its diagonal beyond it at both ends. half_strip: half the width [m] of the widest
/// strip.
void add_ground(const GroundProfile& ground, const Eigen::AlignedBox3d& box, double margin,
                double half_strip, Scene& scene);

}  // namespace cuttle
