#include "cuttle/solve/generalized_alpha.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/run_integrator.h"
#include "support/taylor.h"
#include "support/toy_systems.h"

namespace cuttle::testing {
namespace {

TEST(GeneralizedAlpha, HighFrequenciesShrinkByRhoInfinity) {
  // the amplification matrix has the double eigenvalue -rho: x_n = (c + n d) (-rho)^n
  for (const double rho : {0.5, 0.8, 0.9}) {
    LinearOscillator stiff(1, 0, 1e8);
    const auto method =
        make_integrator("generalized_alpha", stiff, {.step = 0.1, .rho_infinity = rho});
    ASSERT_TRUE(method->init(0, VectorX::Ones(1), VectorX::Zero(1)).ok());
    double before = 0;
    for (int i = 1; i <= 41; ++i) {
      before = method->v()[0];
      ASSERT_TRUE(method->step(100).ok());
    }
    EXPECT_NEAR(method->v()[0] / before, -rho, 0.04 * rho) << rho;  // measured 0.024 rho
  }
}

TEST(GeneralizedAlpha, WithoutDissipationKeepsTheEnergy) {
  LinearOscillator free(1, 0, 4);
  const RunEnd end = run_integrator("generalized_alpha", free, {.step = 0.05, .rho_infinity = 1},
                                    VectorX::Ones(1), VectorX::Zero(1), 100);
  ASSERT_TRUE(end.status.ok());
  EXPECT_NEAR(free.energy(end.q[0], end.v[0]), free.energy(1, 0), 1e-12);  // measured 1e-14
}

TEST(GeneralizedAlpha, KeepsUnitQuaternionsByItself) {
  TumblingBody body;
  const RunEnd end = run_integrator("generalized_alpha", body, {.step = 0.02}, 4);
  ASSERT_TRUE(end.status.ok());
  EXPECT_NEAR(end.q.head<4>().norm(), 1, 1e-14);
}

TEST(GeneralizedAlpha, ChangingStepsKeepTheOrder) {
  // limits after 1 and 1.2 steps in turn: one whole step, two of 0.6
  LinearOscillator oscillator(1, 0.3, 9, 2, 1.7);
  const VectorX x0 = VectorX::Constant(1, 0.4), v0 = VectorX::Constant(1, -1.0);
  std::vector<double> errors;
  for (const int n : {50, 100, 200, 400}) {
    const double step = 3.0 / (2.2 * n);
    const auto method = make_integrator("generalized_alpha", oscillator, {.step = step});
    ASSERT_TRUE(method->init(0, x0, v0).ok());
    for (int i = 1; i <= n; ++i) {
      const double whole = 2.2 * step * (i - 1) + step;
      const double end = i == n ? 3 : 2.2 * step * i;
      ASSERT_TRUE(method->step(whole).ok());
      while (method->t() < end) ASSERT_TRUE(method->step(end).ok());
    }
    EXPECT_EQ(method->statistics().steps, 3 * n);
    const Eigen::Vector2d exact = oscillator.exact(x0[0], v0[0], 3);
    errors.push_back(std::hypot(method->q()[0] - exact[0], method->v()[0] - exact[1]));
  }
  EXPECT_NEAR(measured_order(errors, 2), 2, 0.1);  // measured 2.00; 1.82 without the lag
}

TEST(GeneralizedAlpha, ChangingStepsStayStable) {
  // 1e4 rad/s, steps of 50 ms cut at random places
  LinearOscillator stiff(1, 0, 1e8);
  const auto method = make_integrator("generalized_alpha", stiff, {.step = 0.05});
  ASSERT_TRUE(method->init(0, VectorX::Ones(1), VectorX::Zero(1)).ok());
  double largest = 0;
  for (int i = 1; i <= 200; ++i) {
    const double limit = 0.07 * i + 0.03 * std::sin(7.0 * i);
    while (method->t() < limit) ASSERT_TRUE(method->step(limit).ok());
    largest = std::max(largest, std::abs(method->q()[0]));
  }
  EXPECT_LT(largest, 2);  // measured 0.81
  EXPECT_LT(std::abs(method->q()[0]), 1e-6);
}

TEST(GeneralizedAlpha, FailedStageIsMadeUpForBySubSteps) {
  SpringPendulum pendulum;
  const RunEnd easy = run_integrator("generalized_alpha", pendulum, {.step = 0.002}, 1);
  pendulum.largest_gamma = 1e-3;
  const RunEnd hard = run_integrator("generalized_alpha", pendulum, {.step = 0.002}, 1);
  ASSERT_TRUE(hard.status.ok()) << to_string(hard.status);
  EXPECT_GT(hard.statistics.failed, 0);
  EXPECT_GE(hard.statistics.steps, 1000);
  EXPECT_LT(hard.distance(easy), 1e-3);  // measured 3.9e-5
}

}  // namespace
}  // namespace cuttle::testing
