#pragma once

#include "cuttle/scene/scene.h"

namespace cuttle {

/// Throws std::runtime_error where an index is outside its list: a scene that has been checked may
/// be drawn without further checks.
void check_scene(const Scene& scene);

}  // namespace cuttle
