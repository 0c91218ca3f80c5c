#include "cuttle/solve/sdirk4.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/run_integrator.h"
#include "support/toy_systems.h"

namespace cuttle::testing {
namespace {

TEST(Sdirk4, FailedStageIsRetriedWithHalfTheStep) {
  // stages converge only up to gamma = 1 ms: steps of 10 ms become sub-steps of 2.5 ms
  SpringPendulum pendulum;
  const RunEnd easy = run_integrator("implicit", pendulum, {.step = 0.01}, 1);
  pendulum.largest_gamma = 1e-3;
  const RunEnd hard = run_integrator("implicit", pendulum, {.step = 0.01}, 1);
  ASSERT_TRUE(hard.status.ok()) << to_string(hard.status);
  EXPECT_EQ(hard.t, 1);
  EXPECT_GT(hard.statistics.failed, 0);
  EXPECT_LT(hard.statistics.failed, 150) << "what converged is kept for some steps";
  EXPECT_GE(hard.statistics.steps, 400);
  EXPECT_LT(hard.distance(easy), 1e-6);  // measured 1.1e-7
}

TEST(Sdirk4, AdaptiveStepsShrinkToWhatConverges) {
  SpringPendulum pendulum;
  pendulum.largest_gamma = 1e-3;
  const RunEnd end = run_integrator("implicit", pendulum, {.rtol = 1e-3, .atol = 1e-5}, 1);
  ASSERT_TRUE(end.status.ok()) << to_string(end.status);
  EXPECT_GT(end.statistics.failed, 0);
  EXPECT_GE(end.statistics.steps, 250);
}

TEST(Sdirk4, GivesUpWithTheReason) {
  SpringPendulum pendulum;
  pendulum.largest_gamma = 0;
  const RunEnd end = run_integrator("implicit", pendulum, {.step = 0.01}, 1);
  EXPECT_EQ(end.status.code, Status::Code::diverged);
  EXPECT_EQ(end.status.t, 0);
  EXPECT_NE(end.status.message.find("the stage does not converge"), std::string::npos);
  EXPECT_EQ(end.q, pendulum.start_position());
}

TEST(Sdirk4, FixedStepsNeedFewIterations) {
  // the predictor leaves two iterations per stage, one of them to see the convergence
  SpringPendulum pendulum;
  const RunEnd end = run_integrator("implicit", pendulum, {.step = 1.0 / 512}, 4);
  EXPECT_LT(end.statistics.iterations, 10L * end.statistics.steps);  // measured 8.6
}

TEST(Sdirk4, StiffStatesAreDampedInOneStep) {
  // L-stable and stiffly accurate: nothing is left of a mode of 1e7 rad/s after one step of 0.1 s
  LinearOscillator stiff(1, 0, 1e14);
  const auto method = make_integrator("implicit", stiff, {.step = 0.1});
  ASSERT_TRUE(method->init(0, VectorX::Ones(1), VectorX::Zero(1)).ok());
  ASSERT_TRUE(method->step(0.1).ok());
  EXPECT_LT(std::abs(method->q()[0]), 1e-8);  // measured 2e-10
}

TEST(Sdirk4, DenseOutputTurnsRotationsSmoothly) {
  // between steps of 20 ms the quaternion follows a run that ends there
  TumblingBody body;
  double worst = 0;
  VectorX q(7), v(6), w(1);
  const RunEnd end =
      run_integrator("implicit", body, {.rtol = 1e-12, .step = 0.02}, body.start_position(),
                     body.start_velocity(), 0.5, [&](Integrator& method) {
                       const double t = method.t_old() + 0.4 * (method.t() - method.t_old());
                       method.dense(t, q, v, w);
                       EXPECT_NEAR(q.head<4>().norm(), 1, 1e-14);
                       const RunEnd truth = run_integrator("dopri5", body, {.step = 1e-3}, t);
                       worst = std::max(worst, (q - truth.q).cwiseAbs().maxCoeff());
                     });
  ASSERT_TRUE(end.status.ok());
  EXPECT_LT(worst, 1e-7);  // measured 9e-9
}

}  // namespace
}  // namespace cuttle::testing
