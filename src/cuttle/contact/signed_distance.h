#pragma once

#include "cuttle/contact/distance.h"
#include "cuttle/core/contact.h"

namespace cuttle {

/// Distance of x to the surface of a shape; world axes. Of a tapered capsule: to the surface around
/// all balls along it.
Distance signed_distance(const PlacedShape& shape, const Vector3& x);

}  // namespace cuttle
