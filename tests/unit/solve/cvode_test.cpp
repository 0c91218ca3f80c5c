#include "cuttle/solve/cvode.h"

#include <gtest/gtest.h>

#include "support/run_integrator.h"
#include "support/toy_systems.h"

namespace cuttle::testing {
namespace {

TEST(Cvode, ShiftedSolverReplacesTheJacobian) {
  for (const char* name : {"bdf", "adams"}) {
    SpringPendulum dense(1e4, 20), shifted(1e4, 20);
    shifted.shifted = true;
    const IntegratorOptions options{.rtol = 1e-7, .atol = 1e-9};
    const RunEnd a = run_integrator(name, dense, options, 2);
    const RunEnd b = run_integrator(name, shifted, options, 2);
    ASSERT_TRUE(a.status.ok() && b.status.ok()) << to_string(a.status) << to_string(b.status);
    EXPECT_EQ(dense.shifted_solves, 0);
    EXPECT_GT(shifted.shifted_solves, 100);
    EXPECT_LT(a.distance(b), 1e-7) << name;     // measured 3e-9, 5e-9
    EXPECT_NEAR(a.w[0], b.w[0], 5e-5) << name;  // measured 1.0e-5, 0.6e-5 of 17.6
  }
}

TEST(Cvode, QuadraturesDoNotShortenSteps) {
  // the work of a strong force on a slow mass: large numbers, same steps as without load
  LinearOscillator calm(1, 0.1, 1), busy(1e9, 1e8, 1e9);
  const VectorX x0 = VectorX::Ones(1), v0 = VectorX::Zero(1);
  const RunEnd a = run_integrator("bdf", calm, {}, x0, v0, 10);
  const RunEnd b = run_integrator("bdf", busy, {}, x0, v0, 10);
  EXPECT_NEAR(static_cast<double>(a.statistics.steps), static_cast<double>(b.statistics.steps), 3);
  EXPECT_NEAR(b.w[0], busy.energy(b.q[0], b.v[0]) - busy.energy(1, 0), 1e9 * 1e-4);
}

TEST(Cvode, QuaternionsHaveUnitLengthOnOutputOnly) {
  TumblingBody body;
  VectorX q(7), v(6), w(1);
  const RunEnd end =
      run_integrator("bdf", body, {.rtol = 1e-5, .atol = 1e-7}, body.start_position(),
                     body.start_velocity(), 4, [&](Integrator& method) {
                       EXPECT_NEAR(method.q().head<4>().norm(), 1, 1e-14);
                       method.dense(0.5 * (method.t_old() + method.t()), q, v, w);
                       EXPECT_NEAR(q.head<4>().norm(), 1, 1e-14);
                     });
  EXPECT_TRUE(end.status.ok()) << to_string(end.status);
}

}  // namespace
}  // namespace cuttle::testing
