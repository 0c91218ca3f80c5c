// Derivatives that do not look over a corner, against closed forms.

#include "cuttle/signal/derivatives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

TEST(RiddersWithin, IsAsSharpAtTheEndsAsInside) {
  for (const double w : {1.0, 20.0, 300.0}) {
    const auto f = [w](double t) { return std::sin(w * t + 0.3); };
    double first = 0, second = 0;
    for (int i = 0; i <= 400; ++i) {
      // ever nearer to both ends
      const double s = std::pow(i / 400.0, 3);
      for (const double t : {1 + s, 3 - s}) {
        const Slopes slopes = ridders_slopes_within(f, t, {1, 3});
        first = std::max(first, std::abs(slopes.first - w * std::cos(w * t + 0.3)) / w);
        second =
            std::max(second, std::abs(slopes.second + w * w * std::sin(w * t + 0.3)) / (w * w));
        EXPECT_EQ(ridders_derivative_within(f, t, {1, 3}), slopes.first);
      }
    }
    EXPECT_LT(first, 2e-10) << w;
    EXPECT_LT(second, 2e-6) << w;
  }
}

// nothing is asked outside: there the function is not even a number
TEST(RiddersWithin, KeepsInside) {
  const auto f = [](double t) { return t >= 1 && t <= 3 ? t * t * t : std::nan(""); };
  for (const double t : {1.0, 1 + 1e-13, 1.00001, 1.05, 2.0, 2.95, 3 - 1e-13, 3.0}) {
    const Slopes slopes = ridders_slopes_within(f, t, {1, 3});
    EXPECT_NEAR(slopes.first, 3 * t * t, 1e-10) << t;
    EXPECT_NEAR(slopes.second, 6 * t, 1e-7) << t;
  }
}

// where a function jumps that does not tell it, the side counts on which it goes on
TEST(RiddersDerivatives, TakeOneSideOfAJump) {
  const auto from = [](double t) { return t >= 1 ? 2 + 3 * t : 0; };
  EXPECT_NEAR(ridders_derivative(from, 1), 3, 1e-9);
  EXPECT_NEAR(ridders_derivative(from, 1 + 1e-13), 3, 1e-9);
  EXPECT_NEAR(ridders_derivative(from, 1 - 1e-13), 0, 1e-9);
  EXPECT_NEAR(ridders_second_derivative(from, 1), 0, 1e-6);
}

}  // namespace
}  // namespace cuttle
