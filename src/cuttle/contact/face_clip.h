#pragma once

#include "cuttle/contact/touch_list.h"

namespace cuttle {

/// Features of touch_faces() are below this.
inline constexpr int kFaceFeatures = 2 * 6 * 6 * 24;

/// Adds the corners of the part of a face of `other` that lies over a face of `base`: the face of
/// `base` along its axis k, in direction n (from a to b) or against it; `base` is b if base_is_b.
void touch_faces(const PlacedShape& base, const PlacedShape& other, int k, const Vector3& n,
                 bool base_is_b, TouchList& list);

}  // namespace cuttle
