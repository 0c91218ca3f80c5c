#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cuttle/math/quadrature.h"

namespace cuttle::test {
namespace {

constexpr int kCount = 21;

struct Family {
  const char* name;
  void (*evaluate)(double, std::span<double>, std::span<double>);
};

constexpr Family kFamilies[] = {
    {"legendre", shifted_legendre}, {"chebyshev", shifted_chebyshev}, {"monomial", monomials}};

TEST(Polynomial, LegendreClosedForms) {
  std::vector<double> value(4), slope(4);
  for (const double s : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    shifted_legendre(s, value, slope);
    EXPECT_NEAR(value[2], 6 * s * s - 6 * s + 1, 1e-15);
    EXPECT_NEAR(value[3], 20 * s * s * s - 30 * s * s + 12 * s - 1, 2e-15);
    EXPECT_NEAR(slope[3], 60 * s * s - 60 * s + 12, 1e-14);
  }
}

TEST(Polynomial, LegendreIsOrthogonal) {
  const Quadrature rule = gauss_legendre(kCount);
  MatrixX gram = MatrixX::Zero(kCount, kCount);
  VectorX value(kCount), slope(kCount);
  for (int i = 0; i < kCount; ++i) {
    shifted_legendre(rule.nodes[i], {value.data(), kCount}, {slope.data(), kCount});
    gram += rule.weights[i] * value * value.transpose();
  }
  for (int k = 0; k < kCount; ++k) gram(k, k) -= 1.0 / (2 * k + 1);
  EXPECT_LT(gram.cwiseAbs().maxCoeff(), 2e-15);
}

// T_k(cos phi) = cos k phi, and its slope in s: 2 k sin(k phi) / sin phi
TEST(Polynomial, ChebyshevIsACosine) {
  std::vector<double> value(kCount), slope(kCount);
  for (const double phi : {0.1, 0.7, 1.5, 2.2, 3.0}) {
    shifted_chebyshev(0.5 * (1.0 + std::cos(phi)), value, slope);
    for (int k = 0; k < kCount; ++k) {
      EXPECT_NEAR(value[k], std::cos(k * phi), 1e-13);
      EXPECT_NEAR(slope[k], 2 * k * std::sin(k * phi) / std::sin(phi), 2e-11);
    }
  }
}

TEST(Polynomial, MonomialsArePowers) {
  std::vector<double> value(kCount), slope(kCount);
  monomials(0.7, value, slope);
  for (int k = 0; k < kCount; ++k) {
    EXPECT_NEAR(value[k], std::pow(0.7, k), 1e-15);
    EXPECT_NEAR(slope[k], k * std::pow(0.7, k - 1), 1e-14);
  }
}

// the integral of each derivative from 0 to s is what the value gains, exactly by quadrature
TEST(Polynomial, DerivativesIntegrateToValues) {
  const Quadrature rule = gauss_legendre(kCount);
  for (const Family& family : kFamilies) {
    std::vector<double> start(kCount), end(kCount), value(kCount), slope(kCount);
    for (const double s : {0.3, 0.8, 1.0}) {
      family.evaluate(0.0, start, slope);
      family.evaluate(s, end, slope);
      std::vector<double> gain(kCount, 0.0);
      for (int i = 0; i < kCount; ++i) {
        family.evaluate(s * rule.nodes[i], value, slope);
        for (int k = 0; k < kCount; ++k) gain[k] += s * rule.weights[i] * slope[k];
      }
      for (int k = 0; k < kCount; ++k) {
        EXPECT_NEAR(gain[k], end[k] - start[k], 5e-13) << family.name << " " << k << " at " << s;
      }
    }
  }
}

TEST(Polynomial, ShortSpans) {
  for (const Family& family : kFamilies) {
    double value = 7.0, slope = 7.0;
    family.evaluate(0.4, {}, {});
    family.evaluate(0.4, {&value, 1}, {&slope, 1});
    EXPECT_EQ(value, 1.0);
    EXPECT_EQ(slope, 0.0);
  }
}

}  // namespace
}  // namespace cuttle::test
