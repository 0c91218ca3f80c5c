#pragma once

#include <memory>

#include "cuttle/part/body_sketch.h"
#include "cuttle/rod/rod.h"

namespace cuttle {

/// A rod that is drawn: one piece per division, its sections close enough for a smooth surface.
std::unique_ptr<BodySketch> sketch_rod(const BodySpec& spec, int body,
                                       std::shared_ptr<const BodyFamily> family);

}  // namespace cuttle
