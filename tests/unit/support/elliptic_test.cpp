#include "support/elliptic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace cuttle::testing {
namespace {

// at m = 1/2: K = gamma(1/4)^2 / (4 sqrt(pi)), and Legendre's relation 2 E K - K^2 = pi/2
TEST(Elliptic, LemniscateValues) {
  const double K = std::pow(std::tgamma(0.25), 2) / (4 * std::sqrt(std::numbers::pi));
  EXPECT_NEAR(complete_k(0.5), K, 4e-15);
  EXPECT_NEAR(incomplete_f(0.5 * std::numbers::pi, 0.5), K, 4e-15);
  const double E = incomplete_e(0.5 * std::numbers::pi, 0.5);
  EXPECT_NEAR(2 * E * K - K * K, 0.5 * std::numbers::pi, 1e-14);
}

TEST(Elliptic, ElementaryLimits) {
  for (double phi : {-1.2, 0.0, 0.3, 1.5, 2.0, 7.0}) {
    EXPECT_NEAR(incomplete_f(phi, 0), phi, 1e-14) << phi;
    EXPECT_NEAR(incomplete_e(phi, 0), phi, 1e-14) << phi;
  }
  // m = 1: F is the inverse Gudermannian, E the sine
  EXPECT_NEAR(incomplete_f(0.9, 1), std::atanh(std::sin(0.9)), 1e-14);
  EXPECT_NEAR(incomplete_e(0.9, 1), std::sin(0.9), 1e-14);
  EXPECT_NEAR(carlson_rf(2, 2, 2), 1 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(carlson_rd(2, 2, 2), std::pow(2, -1.5), 1e-15);
}

// the standard library computes the same by other code
TEST(Elliptic, AgreesWithTheStandardLibrary) {
  for (double k : {0.1, 0.5, 0.9, 0.999}) {
    EXPECT_NEAR(complete_k(k * k), std::comp_ellint_1(k), 1e-13) << k;
    for (double phi : {-2.5, -0.4, 0.01, 0.7, 1.57, 3.0, 5.0}) {
      EXPECT_NEAR(incomplete_f(phi, k * k), std::ellint_1(k, phi), 1e-12) << k << ' ' << phi;
      EXPECT_NEAR(incomplete_e(phi, k * k), std::ellint_2(k, phi), 1e-12) << k << ' ' << phi;
    }
  }
}

TEST(Jacobi, InvertsTheIntegral) {
  for (double m : {0.0, 0.01, 0.5, 0.9, 0.999}) {
    for (double phi : {-1.5, -0.2, 0.1, 1.0, 1.57}) {
      const Jacobi j = jacobi(incomplete_f(phi, m), m);
      EXPECT_NEAR(j.sn, std::sin(phi), 2e-14) << m << ' ' << phi;
      EXPECT_NEAR(j.cn, std::cos(phi), 1e-13) << m << ' ' << phi;
      EXPECT_NEAR(j.dn, std::sqrt(1 - m * j.sn * j.sn), 1e-13);
    }
  }
}

TEST(Jacobi, QuarterPeriodAndDerivative) {
  const double m = 0.7, K = complete_k(m);
  EXPECT_NEAR(jacobi(K, m).sn, 1, 1e-15);
  EXPECT_NEAR(jacobi(K, m).dn, std::sqrt(1 - m), 1e-14);
  EXPECT_NEAR(jacobi(0.3 + 40 * K, m).sn, jacobi(0.3, m).sn, 1e-13);
  EXPECT_NEAR(jacobi(0.3 + 2 * K, m).cn, -jacobi(0.3, m).cn, 1e-14);

  // sn' = cn dn, dn' = -m sn cn, by central differences
  const double h = 1e-5;
  const Jacobi before = jacobi(0.8 - h, m), at = jacobi(0.8, m), after = jacobi(0.8 + h, m);
  EXPECT_NEAR((after.sn - before.sn) / (2 * h), at.cn * at.dn, 1e-9);
  EXPECT_NEAR((after.cn - before.cn) / (2 * h), -at.sn * at.dn, 1e-9);
  EXPECT_NEAR((after.dn - before.dn) / (2 * h), -m * at.sn * at.cn, 1e-9);
}

}  // namespace
}  // namespace cuttle::testing
