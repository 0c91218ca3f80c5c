#include "cuttle/solve/hermite.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

// Value and derivatives at x of 1 - 2x + 3x² - x³ (+ x⁴/2 - 2x⁵ if quintic).
Vector3 polynomial(double x, bool quintic) {
  const double a = quintic ? 0.5 : 0, b = quintic ? -2 : 0;
  return {1 - 2 * x + 3 * x * x - x * x * x + a * std::pow(x, 4) + b * std::pow(x, 5),
          -2 + 6 * x - 3 * x * x + 4 * a * std::pow(x, 3) + 5 * b * std::pow(x, 4),
          6 - 6 * x + 12 * a * x * x + 20 * b * std::pow(x, 3)};
}

VectorX scalar(double x) { return VectorX::Constant(1, x); }

TEST(Hermite, CubicReproducesCubics) {
  const double x0 = 0.3, h = 0.7;
  const Vector3 p0 = polynomial(x0, false), p1 = polynomial(x0 + h, false);
  VectorX out;
  for (const double s : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    hermite_cubic(s, h, scalar(p0[0]), scalar(p0[1]), scalar(p1[0]), scalar(p1[1]), out);
    EXPECT_NEAR(out[0], polynomial(x0 + s * h, false)[0], 1e-14);
  }
}

TEST(Hermite, QuinticReproducesQuintics) {
  const double x0 = 0.3, h = 0.7;
  const Vector3 p0 = polynomial(x0, true), p1 = polynomial(x0 + h, true);
  VectorX out;
  for (const double s : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    hermite_quintic(s, h, scalar(p0[0]), scalar(p0[1]), scalar(p0[2]), scalar(p1[0]), scalar(p1[1]),
                    scalar(p1[2]), out);
    EXPECT_NEAR(out[0], polynomial(x0 + s * h, true)[0], 1e-14);
  }
}

}  // namespace
}  // namespace cuttle
