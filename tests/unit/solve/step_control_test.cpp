#include "cuttle/solve/step_control.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/toy_systems.h"

namespace cuttle {
namespace {

TEST(StepControl, WeightsAreInverseTolerances) {
  VectorX weight(2);
  error_weights(Eigen::Vector2d(-3, 0), Eigen::Vector2d(1, 5), 0.1, 0.01, weight);
  EXPECT_DOUBLE_EQ(weight[0], 1 / 0.31);
  EXPECT_DOUBLE_EQ(weight[1], 1 / 0.05);
}

TEST(StepControl, NormSeesTheLargestShareAndNan) {
  const Eigen::Vector3d weight(1, 10, 100);
  EXPECT_DOUBLE_EQ(weighted_max(weight, Eigen::Vector3d(-5, 0.1, 0.02)), 5);
  EXPECT_DOUBLE_EQ(weighted_max(weight, Eigen::Vector3d(1, -0.1, -0.2)), 20);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(weighted_max(weight, Eigen::Vector3d(nan, 1, 1))));
  EXPECT_TRUE(std::isnan(weighted_max(weight, Eigen::Vector3d(1, 1, nan))));
}

TEST(StepControl, SettlesWhereTheErrorIsJustBelowTheTolerance) {
  // a model of order 5: error = (h / 0.02)^5; the fixed point has 0.9 error^-a error^b = 1
  StepController control(5, 0.04);
  double h = 1e-4;
  for (int i = 0; i < 60; ++i) h = control.accepted(h, std::pow(h / 0.02, 5));
  const double error = std::pow(h / 0.02, 5);
  EXPECT_NEAR(error, std::pow(0.9, 1 / (0.2 - 1.75 * 0.04)), 1e-6);
  EXPECT_LT(error, 1);
}

TEST(StepControl, RejectionShrinksAndForbidsGrowthOnce) {
  StepController control(5, 0.04);
  const double h = control.rejected(1, 32);
  EXPECT_NEAR(h, 0.45, 1e-12);
  EXPECT_LE(control.accepted(h, 1e-6), h);
  EXPECT_GT(control.accepted(h, 1e-6), h);
  EXPECT_GE(control.rejected(1, 1e300), 0.2);
}

TEST(StepControl, FirstStepResolvesTheMotion) {
  // 100 rad/s: the first step is a small part of a period, but no waste either
  testing::LinearOscillator oscillator(1, 0, 1e4);
  Phase y(oscillator), rate(oscillator), trial(oscillator), trial_rate(oscillator);
  y.q[0] = 1;
  ASSERT_TRUE(evaluate(oscillator, 0, y, rate).ok());
  VectorX q_weight(1), v_weight(1);
  error_weights(y.q, oscillator.q_scale(), 1e-6, 1e-6, q_weight);
  error_weights(y.v, oscillator.v_scale(), 1e-6, 1e-6, v_weight);
  const double h = initial_step(oscillator, 0, y, rate, q_weight, v_weight, 5, trial, trial_rate);
  EXPECT_LT(h, 0.3 / 100);
  EXPECT_GT(h, 1e-3 / 100);  // measured 0.5e-2 / 100
}

}  // namespace
}  // namespace cuttle
