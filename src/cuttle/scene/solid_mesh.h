#pragma once
// Surfaces of rigid shapes.

#include "cuttle/scene/scene.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// The surface of a shape in its own frame (its pose is left out).
SceneMesh solid_mesh(const ShapeSpec& shape);

}  // namespace cuttle
