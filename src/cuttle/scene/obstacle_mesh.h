#pragma once

#include <array>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// The mesh of an obstacle in the world. A plane becomes a thin plate, large enough for all that
/// moves over it.
SceneMesh obstacle_mesh(const Scene& scene, const SceneObstacle& obstacle);

/// The part of the surface of the water over the run, counter-clockwise from above. Asks for a
/// level.
std::array<Vector3, 4> water_square(const Scene& scene);

}  // namespace cuttle
