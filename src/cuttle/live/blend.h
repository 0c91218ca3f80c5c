#pragma once

#include <algorithm>

namespace cuttle {

/// A coordinate with its rate and acceleration.
struct CoordinateMotion {
  double x = 0, v = 0, a = 0;
};

/// Dies away smoothly: a polynomial of degree five from a given jet at `start` to zero, with zero
/// rate and acceleration, at `start + duration`. Added to a new course of a coordinate it makes the
/// change from the old one continuous up to the acceleration.
struct Blend {
  double start = 0;     // [s]
  double duration = 0;  // [s]; 0: nothing left
  CoordinateMotion from;

  double end() const { return start + duration; }

  CoordinateMotion at(double t) const {
    if (!(duration > 0) || t >= end()) return {};
    const double T = duration, s = std::max((t - start) / T, 0.0);
    // Hermite polynomials of degree five for value, rate and acceleration at s = 0
    const double x = from.x, v = from.v * T, a = from.a * T * T;
    const double c2 = 0.5 * a;
    const double c3 = -10 * x - 6 * v - 1.5 * a;
    const double c4 = 15 * x + 8 * v + 1.5 * a;
    const double c5 = -6 * x - 3 * v - 0.5 * a;
    return {x + s * (v + s * (c2 + s * (c3 + s * (c4 + s * c5)))),
            (v + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / T,
            (2 * c2 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (T * T)};
  }
};

}  // namespace cuttle
