#include "cuttle/math/quadrature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace cuttle::test {
namespace {

TEST(Quadrature, ClosedForms) {
  const Quadrature one = gauss_legendre(1);
  EXPECT_DOUBLE_EQ(one.nodes[0], 0.5);
  EXPECT_DOUBLE_EQ(one.weights[0], 1.0);
  const Quadrature two = gauss_legendre(2);
  EXPECT_NEAR(two.nodes[0], 0.5 - std::sqrt(3.0) / 6.0, 1e-16);
  EXPECT_NEAR(two.weights[0], 0.5, 1e-16);
  const Quadrature three = gauss_legendre(3);
  EXPECT_NEAR(three.nodes[2], 0.5 + std::sqrt(15.0) / 10.0, 2e-16);
  EXPECT_NEAR(three.weights[1], 4.0 / 9.0, 1e-16);
  EXPECT_NEAR(three.weights[2], 5.0 / 18.0, 1e-16);
}

// s^k integrates to 1 / (k + 1) for all k <= 2n - 1
TEST(Quadrature, ExactToDegree) {
  double worst = 0.0;
  for (int n = 1; n <= 200; ++n) {
    const Quadrature rule = gauss_legendre(n);
    VectorX power = VectorX::Ones(n);
    for (int k = 0; k <= 2 * n - 1; ++k) {
      worst = std::max(worst, std::abs(rule.weights.dot(power) - 1.0 / (k + 1)));
      power = power.cwiseProduct(rule.nodes);
    }
  }
  EXPECT_LT(worst, 3e-15);  // measured 9e-16
}

// and no further: the rule sees P_n^2 as zero at all its nodes, the integral is 1 / (2n + 1)
TEST(Quadrature, NodesAreTheRoots) {
  for (const int n : {1, 2, 5, 16, 64, 200}) {
    const Quadrature rule = gauss_legendre(n);
    std::vector<double> value(n + 1), slope(n + 1);
    for (int i = 0; i < n; ++i) {
      shifted_legendre(rule.nodes[i], value, slope);
      EXPECT_LT(std::abs(value[n] / slope[n]), 3e-16) << n << " " << i;
      EXPECT_GT(rule.weights[i], 0.0);
      if (i > 0) {
        EXPECT_GT(rule.nodes[i], rule.nodes[i - 1]);
      }
    }
  }
}

TEST(Quadrature, WeightsSumToOne) {
  for (int n = 1; n <= 200; ++n) EXPECT_NEAR(gauss_legendre(n).weights.sum(), 1.0, 2e-15) << n;
}

TEST(Quadrature, Exponential) {
  const Quadrature rule = gauss_legendre(9);
  double sum = 0.0;
  for (int i = 0; i < 9; ++i) sum += rule.weights[i] * std::exp(rule.nodes[i]);
  EXPECT_NEAR(sum, std::exp(1.0) - 1.0, 1e-15);
}

}  // namespace
}  // namespace cuttle::test
