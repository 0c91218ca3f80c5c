#include "cuttle/fit/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cuttle {
namespace {

TEST(FitCovariance, straight_line_by_its_closed_form) {
  // y = a + b x at x = 0..9 with sigma 2: var(b) = s^2 / Sxx, var(a) = s^2 (1/n + mean^2 / Sxx)
  MatrixX J(10, 2);
  for (int i = 0; i < 10; ++i) J.row(i) << 0.5, 0.5 * i;
  const FitCovariance c = fit_covariance(J, VectorX{{10, 10}}, {false, false});
  const double Sxx = 82.5;
  EXPECT_NEAR(c.error[1], 2 / std::sqrt(Sxx), 1e-12);
  EXPECT_NEAR(c.error[0], 2 * std::sqrt(0.1 + 4.5 * 4.5 / Sxx), 1e-12);
  EXPECT_NEAR(c.covariance(0, 1), -4 * 4.5 / Sxx, 1e-12);
  EXPECT_NEAR(c.correlation(1, 0), -4.5 / std::sqrt(Sxx * (0.1 + 4.5 * 4.5 / Sxx)), 1e-12);
  // leverage of a line: 1/n + (x - mean)^2 / Sxx, two in all
  EXPECT_NEAR(c.leverage[0], 0.1 + 4.5 * 4.5 / Sxx, 1e-12);
  EXPECT_NEAR(c.leverage.sum(), 2, 1e-12);
  EXPECT_TRUE(c.weak.empty());
}

TEST(FitCovariance, does_not_depend_on_the_scales) {
  MatrixX J(5, 2);
  for (int i = 0; i < 5; ++i) J.row(i) << 1, i * i;
  const FitCovariance a = fit_covariance(J, VectorX{{1, 1}}, {false, false});
  const FitCovariance b = fit_covariance(J, VectorX{{1e3, 1e-4}}, {false, false});
  EXPECT_NEAR(a.error[0], b.error[0], 1e-12 * a.error[0]);
  EXPECT_NEAR(a.error[1], b.error[1], 1e-12 * a.error[1]);
}

TEST(FitCovariance, names_the_product_that_is_all_the_data_tell) {
  // r depends on E t only: dr/dE = t s, dr/dt = E s. In parts of the values both are alike, and
  // the direction that changes nothing is (+1, -1) / sqrt(2). The third one is told.
  const double E = 2e6, t = 1e-3;
  MatrixX J(4, 3);
  for (int i = 0; i < 4; ++i) J.row(i) << t * (i + 1), E * (i + 1), i * i;
  const FitCovariance c = fit_covariance(J, VectorX{{E, t, 1}}, {false, false, false});
  ASSERT_EQ(c.weak.size(), 1u);
  EXPECT_NEAR(std::abs(c.weak[0].weights[0]), std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(c.weak[0].weights[0] + c.weak[0].weights[1], 0, 1e-9);
  EXPECT_NEAR(c.weak[0].weights[2], 0, 1e-9);
  EXPECT_TRUE(std::isinf(c.weak[0].deviation));
  EXPECT_TRUE(std::isinf(c.error[0]));
  EXPECT_TRUE(std::isinf(c.error[1]));
  EXPECT_TRUE(std::isfinite(c.error[2]));
}

TEST(FitCovariance, a_prior_row_tells_what_the_data_do_not) {
  MatrixX J(3, 2);
  J << 1, 1, 2, 2, 10, 0;  // the sum twice, and a prior of the first with sigma 0.1
  const FitCovariance c = fit_covariance(J, VectorX{{1, 1}}, {false, false});
  EXPECT_TRUE(c.weak.empty());
  EXPECT_NEAR(c.error[0], 0.1, 1e-12);
  EXPECT_NEAR(c.error[1], std::sqrt(0.01 + 0.2), 1e-12);
}

TEST(FitCovariance, held_parameters_do_not_vary) {
  MatrixX J(10, 2);
  for (int i = 0; i < 10; ++i) J.row(i) << 1, i;
  const FitCovariance c = fit_covariance(J, VectorX{{1, 1}}, {false, true});
  EXPECT_NEAR(c.error[0], std::sqrt(0.1), 1e-12);
  EXPECT_TRUE(std::isnan(c.error[1]));
}

TEST(FitStatistics, shares_and_middles) {
  EXPECT_NEAR(r_squared({1, 2, 3, 4}, {1, 2, 3, 5}), 1 - 1.0 / 5, 1e-15);
  EXPECT_TRUE(std::isnan(r_squared({2, 2}, {2, 2})));
  EXPECT_NEAR(root_mean_square({3, -4}), std::sqrt(12.5), 1e-15);
  EXPECT_EQ(median_size({-3, 1, 2}), 2);
  EXPECT_EQ(median_size({-3, 1, 2, 100}), 2.5);
}

}  // namespace
}  // namespace cuttle
