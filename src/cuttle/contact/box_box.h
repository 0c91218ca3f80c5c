#pragma once

#include "cuttle/contact/touch_list.h"

namespace cuttle {

/// Adds the places between two boxes, at most eight.
void touch_boxes(const PlacedShape& a, const PlacedShape& b, TouchList& list);

}  // namespace cuttle
