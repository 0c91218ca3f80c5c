#pragma once

#include <Eigen/Geometry>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// The box around all that moves, over all frames.
Eigen::AlignedBox3d run_box(const Scene& scene);

}  // namespace cuttle
