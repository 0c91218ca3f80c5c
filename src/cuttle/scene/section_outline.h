#pragma once

#include <vector>

#include "cuttle/part/canvas.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// Unit outline of a section. A square one has every corner twice, with the normals of both sides.
std::vector<OutlineCorner> outline_of(SectionOutline outline);

}  // namespace cuttle
