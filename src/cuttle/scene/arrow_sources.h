#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "cuttle/scene/drawing.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// Appends an arrow, named after its inputs, to still.arrows and arrows of the drawing.
void add_arrow(ArrowKind kind, ArrowSource source, const Model& model, Drawing& drawing);

/// Arrows for all joint efforts, likewise.
void add_joint_arrows(const Model& model, Drawing& drawing);

/// At most 5 x 5 places in a box (about a tall one), level, half way up the part of it that is
/// under water.
std::vector<Vector3> current_places(const Eigen::AlignedBox3d& box, const SceneWater& water);

}  // namespace cuttle
