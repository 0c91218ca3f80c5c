#pragma once

#include "cuttle/core/contact.h"

namespace cuttle {

/// How far a place is from a surface, and how that changes.
struct Distance {
  double d = 0;                  // [m] below zero: inside
  Vector3 n = Vector3::UnitZ();  // its gradient, out of the solid
  Matrix3 H = Matrix3::Zero();   // [1/m] the derivative of n
};

/// Distance of x to the surface of a shape; world axes. Of a tapered capsule: to the surface around
/// all balls along it.
Distance signed_distance(const PlacedShape& shape, const Vector3& x);

}  // namespace cuttle
