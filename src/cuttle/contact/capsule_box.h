#pragma once

#include "cuttle/contact/touch_list.h"

namespace cuttle {

/// Distance of a point to the surface of a box, in the axes of the box; below zero inside.
struct BoxDistance {
  double distance = 0;
  Vector3 n = Vector3::UnitZ();  // out of the box, towards the point
};
BoxDistance distance_to_box(const Vector3& x, const Vector3& half);

/// Adds the places between a capsule (a) and a box (b).
void touch_capsule_box(const PlacedShape& capsule, const PlacedShape& box, TouchList& list);

}  // namespace cuttle
