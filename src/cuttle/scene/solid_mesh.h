#pragma once
// Surfaces of rigid shapes.

#include <array>

#include "cuttle/scene/scene.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// The surface of a shape in its own frame (its pose is left out).
SceneMesh solid_mesh(const ShapeSpec& shape);

/// The mesh of an obstacle in the world. A plane becomes a thin plate, large enough for all that
/// moves over it.
SceneMesh obstacle_mesh(const Scene& scene, const SceneObstacle& obstacle);

/// The part of the surface of the water over the run, counter-clockwise from above. Asks for a
/// level.
std::array<Vector3, 4> water_square(const Scene& scene);

}  // namespace cuttle
