#include "cuttle/solve/generalized_alpha.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/run_integrator.h"
#include "support/toy_systems.h"

namespace cuttle::testing {
namespace {

TEST(GeneralizedAlpha, HighFrequenciesShrinkByRhoInfinity) {
  // the amplification matrix has the double eigenvalue -rho: x_n = (c + n d) (-rho)^n
  for (const double rho : {0.5, 0.8, 0.9}) {
    LinearOscillator stiff(1, 0, 1e12);
    const auto method =
        make_integrator("generalized_alpha", stiff, {.step = 0.1, .rho_infinity = rho});
    ASSERT_TRUE(method->init(0, VectorX::Ones(1), VectorX::Zero(1)).ok());
    double before = 0;
    for (int i = 1; i <= 41; ++i) {
      before = method->v()[0];
      ASSERT_TRUE(method->step(100).ok());
    }
    EXPECT_NEAR(method->v()[0] / before, -rho, 0.04 * rho) << rho;
  }
}

TEST(GeneralizedAlpha, WithoutDissipationKeepsTheEnergy) {
  LinearOscillator free(1, 0, 4);
  const RunEnd end = run_integrator("generalized_alpha", free, {.step = 0.05, .rho_infinity = 1},
                                    VectorX::Ones(1), VectorX::Zero(1), 100);
  ASSERT_TRUE(end.status.ok());
  EXPECT_NEAR(free.energy(end.q[0], end.v[0]), free.energy(1, 0), 1e-6);  // measured MEASURE
}

TEST(GeneralizedAlpha, KeepsUnitQuaternionsByItself) {
  TumblingBody body;
  const RunEnd end = run_integrator("generalized_alpha", body, {.step = 0.02}, 4);
  ASSERT_TRUE(end.status.ok());
  EXPECT_NEAR(end.q.head<4>().norm(), 1, 1e-14);
}

TEST(GeneralizedAlpha, FailedStageIsMadeUpForBySubSteps) {
  SpringPendulum pendulum;
  const RunEnd easy = run_integrator("generalized_alpha", pendulum, {.step = 0.002}, 1);
  pendulum.largest_gamma = 1e-3;
  const RunEnd hard = run_integrator("generalized_alpha", pendulum, {.step = 0.002}, 1);
  ASSERT_TRUE(hard.status.ok()) << to_string(hard.status);
  EXPECT_GT(hard.statistics.failed, 0);
  EXPECT_GE(hard.statistics.steps, 1000);
  EXPECT_LT(hard.distance(easy), 0.01);  // measured MEASURE
}

}  // namespace
}  // namespace cuttle::testing
