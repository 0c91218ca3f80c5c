#include "cuttle/math/stumpff.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "unit/math/samples.h"

namespace cuttle::test {
namespace {

constexpr double kPoints[] = {0.0, 1e-300, 1e-20, 1e-8,  1e-3, 0.1,   0.2499, 0.25, 0.2501,
                              1.0, 2.47,   5.0,   8.999, 9.0,  9.001, 12.,    20.0, 39.0};

/// The defining series in extended precision.
double series(int k, double x) {
  long double term = 1.0L;
  for (int i = 2; i <= k; ++i) term /= i;
  long double sum = 0.0L;
  for (int j = 0; j < 60; ++j) {
    sum += term;
    term *= -static_cast<long double>(x) / ((k + 2 * j + 1.0L) * (k + 2 * j + 2.0L));
  }
  return static_cast<double>(sum);
}

template <class T>
std::array<T, 8> values(const Stumpff<T>& s) {
  return {s.c0, s.c1, s.c2, s.c3, s.c4, s.c5, s.c6, s.c7};
}

TEST(Stumpff, IsTheSeries) {
  double factorial = 1.0;
  for (int k = 0; k < 8; ++k) {
    if (k > 0) factorial *= k;
    double worst = 0.0;
    for (const double x : kPoints) {
      worst = std::max(worst, std::abs(values(stumpff(x))[k] - series(k, x)) * factorial);
    }
    EXPECT_LT(worst, 2e-15) << "c" << k;  // measured 1e-16 (c2) to 4e-16 (c7)
  }
}

TEST(Stumpff, IsCosineAndSine) {
  for (const double angle : {1e-6, 0.3, 0.51, 2.9, 3.1, 6.0}) {
    const Stumpff<double> s = stumpff(angle * angle);
    EXPECT_NEAR(s.c0, std::cos(angle), 2e-15);
    EXPECT_NEAR(s.c1 * angle, std::sin(angle), 2e-15);
  }
}

// the rule c_k' = (k c_{k+2} - c_{k+1}) / 2 against derivatives that do not use it
TEST(Stumpff, DerivativeRule) {
  double first = 0.0;
  double second = 0.0;
  for (const double x : kPoints) {
    const Stumpff<double> s = stumpff(x);
    const Stumpff<Complex> z = stumpff(Complex(x, kStep));
    first = std::max({first, std::abs(s.d1 - z.c1.imag() / kStep),
                      std::abs(s.d2 - z.c2.imag() / kStep), std::abs(s.d3 - z.c3.imag() / kStep)});
    second = std::max(
        {second, std::abs(s.dd2 - z.d2.imag() / kStep), std::abs(s.dd3 - z.d3.imag() / kStep)});
  }
  EXPECT_LT(first, 1e-15);   // measured 5e-17
  EXPECT_LT(second, 1e-16);  // measured 3e-18

  // closed values at zero: c_k' = -1/(k+2)!, c_k'' = 2/(k+4)!
  const Stumpff<double> zero = stumpff(0.0);
  EXPECT_DOUBLE_EQ(zero.d1, -1.0 / 6.0);
  EXPECT_DOUBLE_EQ(zero.d2, -1.0 / 24.0);
  EXPECT_DOUBLE_EQ(zero.d3, -1.0 / 120.0);
  EXPECT_NEAR(zero.dd2, 2.0 / 720.0, 1e-17);
  EXPECT_NEAR(zero.dd3, 2.0 / 5040.0, 1e-18);
}

TEST(Stumpff, NoJumpBetweenBranches) {
  for (const double limit : {0.25, 9.0}) {
    const auto below = values(stumpff(limit));
    const auto above = values(stumpff(std::nextafter(limit, 10.0)));
    for (int k = 0; k < 8; ++k) EXPECT_NEAR(below[k], above[k], 2e-15) << "c" << k;
  }
}

// lanes on different branches: each must be what a double gives
TEST(Stumpff, LanesAreDoubles) {
  const double mixed[] = {0.0, 1e-9, 0.2, 0.3, 5.0, 9.0, 9.5, 30.0};
  const double tame[] = {0.0, 1e-9, 0.2, 0.3, 5.0, 7.0, 8.0, 1.0};
  for (const double* x : {mixed, tame}) {
    const auto lanes = values(stumpff(Lanes::load(x)));
    for (int i = 0; i < Lanes::kSize; ++i) {
      const auto scalar = values(stumpff(x[i]));
      for (int k = 0; k < 8; ++k) EXPECT_NEAR(lanes[k][i], scalar[k], 3e-16) << k << " at " << x[i];
    }
  }
}

TEST(Stumpff, DualsAreComplexSteps) {
  double worst = 0.0;
  for (const double x : kPoints) {
    const auto dual = values(stumpff(Dual::seed(x, 3)));
    const auto complex = values(stumpff(Complex(x, kStep)));
    for (int k = 0; k < 8; ++k) {
      EXPECT_EQ(dual[k].d[2], 0.0);
      worst = std::max(worst, std::abs(dual[k].d[3] - complex[k].imag() / kStep));
    }
  }
  EXPECT_LT(worst, 1e-15);  // measured 1.4e-16
}

}  // namespace
}  // namespace cuttle::test
