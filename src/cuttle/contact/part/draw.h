#pragma once

#include "cuttle/part/built.h"
#include "cuttle/part/canvas.h"

namespace cuttle {

/// Shapes that stand in the world.
void draw_obstacles(const Built& built, Canvas& canvas);

/// Contact shapes of rigid bodies, and an arrow for every contact shape; along a rod at most 60.
void draw_contacts(const Built& built, Canvas& canvas);

}  // namespace cuttle
