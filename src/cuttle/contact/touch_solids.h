#pragma once

#include "cuttle/contact/touch_list.h"

namespace cuttle {

/// Adds the places between two shapes of which at least one is a solid.
void touch_solids(const PlacedShape& a, const PlacedShape& b, TouchList& list);

}  // namespace cuttle
