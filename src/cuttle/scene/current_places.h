#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// At most 5 x 5 places in a box (about a tall one), level, half way up the part of it that is
/// under water.
std::vector<Vector3> current_places(const Eigen::AlignedBox3d& box, const SceneWater& water);

}  // namespace cuttle
