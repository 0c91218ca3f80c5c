#include "cuttle/solve/dopri5.h"

#include <gtest/gtest.h>

#include "support/run_integrator.h"
#include "support/toy_systems.h"

namespace cuttle::testing {
namespace {

TEST(Dopri5, LastStageIsTheFirstOfTheNextStep) {
  SpringPendulum pendulum;
  const RunEnd end = run_integrator("dopri5", pendulum, {.step = 0.01}, 1);
  EXPECT_EQ(end.statistics.steps, 100);
  EXPECT_EQ(end.statistics.evaluations, 1 + 6 * 100);
  // quaternions are normalised after each step, which costs no evaluation either
  TumblingBody body;
  const RunEnd tumble = run_integrator("dopri5", body, {.rtol = 1e-6}, 1);
  EXPECT_EQ(tumble.statistics.evaluations,
            2 + 6 * (tumble.statistics.steps + tumble.statistics.rejected));
}

TEST(Dopri5, ConservesEnergyToTheTolerance) {
  SpringPendulum free(100, 0);
  const double before = free.energy(free.start_position(), free.start_velocity());
  const RunEnd end = run_integrator("dopri5", free, {.rtol = 1e-8, .atol = 1e-10}, 20);
  ASSERT_TRUE(end.status.ok());
  EXPECT_NEAR(free.energy(end.q, end.v), before, 2e-6);  // measured 1.4e-7
  EXPECT_EQ(end.w[0], 0);
}

TEST(Dopri5, MaxStepIsObeyed) {
  LinearOscillator slow(1, 0, 1e-4);
  double longest = 0;
  const RunEnd end = run_integrator(
      "dopri5", slow, {.max_step = 0.25}, VectorX::Ones(1), VectorX::Zero(1), 10,
      [&](Integrator& method) { longest = std::max(longest, method.t() - method.t_old()); });
  ASSERT_TRUE(end.status.ok());
  EXPECT_LE(longest, 0.25 * 1.01);
  EXPECT_GE(longest, 0.2);
}

TEST(Dopri5, ShortLimitDoesNotShortenTheNextStep) {
  LinearOscillator slow(1, 0, 1);
  const auto method = make_integrator("dopri5", slow, {.rtol = 1e-6});
  ASSERT_TRUE(method->init(0, VectorX::Ones(1), VectorX::Zero(1)).ok());
  while (method->t() < 5) ASSERT_TRUE(method->step(100).ok());
  const double usual = method->t() - method->t_old();
  ASSERT_TRUE(method->step(method->t() + 1e-3 * usual).ok());
  ASSERT_TRUE(method->step(100).ok());
  EXPECT_GT(method->t() - method->t_old(), 0.8 * usual);
}

}  // namespace
}  // namespace cuttle::testing
