#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// Cubic through values and rates at the ends of a step h; s in [0, 1]. Error O(h^4).
inline void hermite_cubic(double s, double h, const VectorX& y0, const VectorX& d0,
                          const VectorX& y1, const VectorX& d1, VectorX& out) {
  const double r = 1 - s;
  out = (r * r * (1 + 2 * s)) * y0 + (s * s * (3 - 2 * s)) * y1 + (h * s * r * r) * d0 -
        (h * s * s * r) * d1;
}

/// Quintic through values, rates and second rates at the ends of a step h. Error O(h^6).
inline void hermite_quintic(double s, double h, const VectorX& y0, const VectorX& d0,
                            const VectorX& e0, const VectorX& y1, const VectorX& d1,
                            const VectorX& e1, VectorX& out) {
  const double r = 1 - s;
  const double s3 = s * s * s;
  const double r3 = r * r * r;
  out = (r3 * (1 + 3 * s + 6 * s * s)) * y0 + (s3 * (1 + 3 * r + 6 * r * r)) * y1 +
        (h * s * r3 * (1 + 3 * s)) * d0 - (h * r * s3 * (1 + 3 * r)) * d1 +
        (0.5 * h * h * s * s * r3) * e0 + (0.5 * h * h * r * r * s3) * e1;
}

}  // namespace cuttle
