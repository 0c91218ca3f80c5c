#pragma once

#include "cuttle/scene/scene.h"

namespace cuttle {

/// Throws std::runtime_error where a number leads out of its list: whoever draws a scene that has
/// been checked may follow its numbers without looking.
void check_scene(const Scene& scene);

}  // namespace cuttle
