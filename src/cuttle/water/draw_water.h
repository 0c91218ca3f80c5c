#pragma once

#include "cuttle/part/built.h"
#include "cuttle/part/canvas.h"
#include "cuttle/water/medium.h"

namespace cuttle {

/// The water itself: its surface and its current.
void draw_water(const Medium& medium, Canvas& canvas);
/// That of a model, if a body is in it.
void draw_water(const Built& built, Canvas& canvas);

}  // namespace cuttle
