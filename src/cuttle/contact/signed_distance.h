#pragma once
// How far a place is from the surface of a shape.

#include "cuttle/core/contact.h"

namespace cuttle {

struct Distance {
  double d = 0;                  // [m] below zero: inside
  Vector3 n = Vector3::UnitZ();  // its gradient, away from the shape
  Matrix3 H = Matrix3::Zero();   // [1/m] its second derivative
};

/// Of a place x in the world, to a plane, a box, or a capsule (also a tapered one: the balls along
/// its axis).
Distance signed_distance(const PlacedShape&, const Vector3& x);

}  // namespace cuttle
