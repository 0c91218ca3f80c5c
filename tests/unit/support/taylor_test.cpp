#include "support/taylor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace cuttle::testing {
namespace {

TEST(FitSlope, FindsThePowerExactly) {
  const std::vector<double> xs{0.1, 0.3, 1, 7};
  std::vector<double> ys;
  for (double x : xs) ys.push_back(42 * std::pow(x, -2.5));
  EXPECT_NEAR(fit_slope(xs, ys), -2.5, 1e-14);
  EXPECT_TRUE(std::isnan(fit_slope(std::vector<double>{1}, std::vector<double>{1})));
}

TEST(MeasuredOrder, ExplicitMidpointIsSecondOrder) {
  std::vector<double> errors;
  for (int n = 32; n <= 256; n *= 2) {
    double y = 1;
    for (int i = 0; i < n; ++i) y += y / n + 0.5 * y / n / n;
    errors.push_back(std::abs(y - std::exp(1.0)));
  }
  EXPECT_NEAR(measured_order(errors, 2), 2, 0.03);     // measured 1.98
  EXPECT_NEAR(measured_order(errors, 0.5), -2, 0.03);  // a ratio the wrong way round shows itself
}

struct TaylorCase {
  VectorX x = (VectorX(3) << 0.3, -0.7, 1.1).finished();
  VectorX dx = (VectorX(3) << 0.5, 0.2, -0.4).finished();
};

TEST(RemainderOrder, ScalarFunction) {
  const TaylorCase c;
  const auto f = [](const VectorX& y) {
    return std::sin(y[0]) * std::exp(y[1]) + y[2] * y[2] * y[0];
  };
  const VectorX& x = c.x;
  const VectorX gradient = (VectorX(3) << std::cos(x[0]) * std::exp(x[1]) + x[2] * x[2],
                            std::sin(x[0]) * std::exp(x[1]), 2 * x[2] * x[0])
                               .finished();
  EXPECT_NEAR(remainder_order(f, gradient.dot(c.dx), x, c.dx), 2, 0.01);         // measured 2.0000
  EXPECT_NEAR(remainder_order(f, 1.01 * gradient.dot(c.dx), x, c.dx), 1, 0.15);  // one percent off
  EXPECT_NEAR(remainder_order(f, -gradient.dot(c.dx), x, c.dx), 1, 0.01);        // sign flipped
}

TEST(RemainderOrder, VectorFunctionWithDerivativeAsFunction) {
  const TaylorCase c;
  const auto f = [](const VectorX& x) -> VectorX {
    return VectorX((VectorX(2) << x[0] * x[1], std::cos(x[2])).finished());
  };
  const auto product = [](const VectorX& x, const VectorX& dx) -> VectorX {
    return (VectorX(2) << dx[0] * x[1] + x[0] * dx[1], -std::sin(x[2]) * dx[2]).finished();
  };
  const auto wrong = [&](const VectorX& x, const VectorX& dx) -> VectorX {
    VectorX g = product(x, dx);
    g[1] = -g[1];
    return g;
  };
  EXPECT_NEAR(remainder_order(f, product, c.x, c.dx), 2, 0.01);  // measured 2.0000
  EXPECT_NEAR(remainder_order(f, wrong, c.x, c.dx), 1, 0.01);    // one component wrong
}

TEST(RemainderOrder, LinearFunctionHasNoRemainder) {
  const TaylorCase c;
  const auto f = [](const VectorX& x) { return 3 * x[0] - x[1]; };
  EXPECT_TRUE(std::isinf(remainder_order(f, 3 * c.dx[0] - c.dx[1], c.x, c.dx)));
  EXPECT_NEAR(remainder_order(f, 3 * c.dx[0] + c.dx[1], c.x, c.dx), 1, 1e-6);
}

TEST(RemainderOrder, NotANumberIsNotTakenForRight) {
  const TaylorCase c;
  const auto f = [](const VectorX&) { return std::nan(""); };
  EXPECT_TRUE(std::isnan(remainder_order(f, 1.0, c.x, c.dx)));
}

}  // namespace
}  // namespace cuttle::testing
