#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// How far a place is from a surface, and how that changes.
struct Distance {
  double d = 0;                  // [m] below zero: inside
  Vector3 n = Vector3::UnitZ();  // its gradient, out of the solid
  Matrix3 H = Matrix3::Zero();   // [1/m] the derivative of n
};

}  // namespace cuttle
