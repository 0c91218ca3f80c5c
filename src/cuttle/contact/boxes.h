#pragma once

#include "cuttle/contact/touch_list.h"

namespace cuttle {

/// Adds the places between two boxes, at most eight.
void touch_boxes(const PlacedShape& a, const PlacedShape& b, TouchList& list);

/// Features of touch_faces() are below this.
inline constexpr int kFaceFeatures = 2 * 6 * 6 * 24;

/// Adds the corners of the part of a face of `other` that lies over a face of `base`: the face of
/// `base` along its axis k, in direction n (from a to b) or against it; `base` is b if base_is_b.
void touch_faces(const PlacedShape& base, const PlacedShape& other, int k, const Vector3& n,
                 bool base_is_b, TouchList& list);

/// Distance of a point to the surface of a box, in the axes of the box; below zero inside.
struct BoxDistance {
  double distance = 0;
  Vector3 n = Vector3::UnitZ();  // out of the box, towards the point
};
BoxDistance distance_to_box(const Vector3& x, const Vector3& half);

/// Adds the places between a capsule (a) and a box (b).
void touch_capsule_box(const PlacedShape& capsule, const PlacedShape& box, TouchList& list);

}  // namespace cuttle
