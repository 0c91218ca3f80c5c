// Every row of the table of integrators must do what it claims, whoever wrote it.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "support/allocation_counter.h"
#include "support/run_integrator.h"
#include "support/taylor.h"
#include "support/toy_systems.h"
#include "support/truth_rigid.h"

namespace cuttle {

void PrintTo(const IntegratorKind& kind, std::ostream* out) { *out << kind.name; }

namespace testing {
namespace {

class Integrators : public ::testing::TestWithParam<IntegratorKind> {
 protected:
  const IntegratorKind& kind() const { return GetParam(); }

  /// Steps of a run of about four seconds where the error is asymptotic and above round-off.
  std::vector<int> resolutions() const {
    if (kind().order >= 5) return {128, 256, 512};
    if (kind().order == 4) return {256, 512, 1024};
    return {1024, 2048, 4096};
  }

  IntegratorOptions fixed(double step) const { return {.rtol = 1e-13, .step = step}; }

  /// Usual options: automatic steps, or the fixed ones a method needs.
  IntegratorOptions usual(double rtol, double step) const {
    return {.rtol = rtol, .atol = 0.01 * rtol, .step = kind().adaptive ? 0 : step};
  }
};

// The rows that make a claim, and so must pass the tests of it.
class FixedStepIntegrators : public Integrators {};
class AdaptiveIntegrators : public Integrators {};
class ImplicitIntegrators : public Integrators {};
class OneStepIntegrators : public Integrators {};

template <class Claim>
auto rows(const Claim& claim) {
  std::vector<IntegratorKind> chosen;
  for (const IntegratorKind& kind : integrator_kinds())
    if (claim(kind)) chosen.push_back(kind);
  return ::testing::ValuesIn(chosen);
}

std::string name_of(const ::testing::TestParamInfo<IntegratorKind>& info) {
  return std::string(info.param.name);
}

using Row = const IntegratorKind&;
INSTANTIATE_TEST_SUITE_P(Table, Integrators, rows([](Row) { return true; }), name_of);
INSTANTIATE_TEST_SUITE_P(Table, FixedStepIntegrators, rows([](Row r) { return r.fixed_step; }),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Table, AdaptiveIntegrators, rows([](Row r) { return r.adaptive; }),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Table, ImplicitIntegrators, rows([](Row r) { return r.implicit; }),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Table, OneStepIntegrators, rows([](Row r) { return r.order > 0; }),
                         name_of);

template <class Toy>
RunEnd reference(Toy& toy, double t_end) {
  return run_integrator("dopri5", toy, {.step = t_end / 16384}, t_end);
}

TEST(IntegratorReference, AgreesWithAnotherMethod) {
  // dopri5 and adams share no code: both are right
  SpringPendulum pendulum;
  TumblingBody body;
  const IntegratorOptions tight{.rtol = 1e-12, .atol = 1e-12};
  EXPECT_LT(reference(pendulum, 4).distance(run_integrator("adams", pendulum, tight, 4)),
            5e-9);  // measured 4e-11
  EXPECT_LT(reference(body, 4).distance(run_integrator("adams", body, tight, 4)),
            5e-9);  // measured 1.0e-9
}

TEST_P(FixedStepIntegrators, HasClaimedOrderOnNonlinearOscillator) {
  SpringPendulum pendulum;
  const RunEnd truth = reference(pendulum, 4);
  std::vector<double> errors, work_errors;
  for (const int n : resolutions()) {
    const RunEnd end = run_integrator(kind().name, pendulum, fixed(4.0 / n), 4);
    ASSERT_TRUE(end.status.ok()) << to_string(end.status);
    EXPECT_EQ(end.statistics.steps, n);
    errors.push_back(end.distance(truth));
    work_errors.push_back(std::abs(end.w[0] - truth.w[0]));
  }
  EXPECT_NEAR(measured_order(errors, 2), kind().order, 0.2);  // measured 5.16, 4.00, 2.00
  // quadratures may converge faster (the work of stiff modes does), never slower
  EXPECT_GT(measured_order(work_errors, 2), kind().order - 0.3);  // 5.01, 4.08, 2.01
}

TEST_P(FixedStepIntegrators, HasClaimedOrderOnRotatingBody) {
  TumblingBody body;
  const RunEnd truth = reference(body, 4);
  std::vector<double> errors;
  for (const int n : resolutions()) {
    const RunEnd end = run_integrator(kind().name, body, fixed(4.0 / n), 4);
    ASSERT_TRUE(end.status.ok()) << to_string(end.status);
    EXPECT_NEAR(end.q.head<4>().norm(), 1, 1e-14);
    errors.push_back(end.distance(truth));
  }
  EXPECT_NEAR(measured_order(errors, 2), kind().order, 0.2);  // measured 4.96, 4.00, 2.00
}

TEST_P(Integrators, FollowsTheTumblingOfAFreeBody) {
  // Euler's solution in elliptic functions
  TumblingBody body(0);
  const RunEnd end = run_integrator(kind().name, body, usual(1e-8, 1e-3), 5);
  ASSERT_TRUE(end.status.ok()) << to_string(end.status);
  const Vector3 rates = free_body_rates(body.inertia(), body.start_velocity().head<3>(), 5);
  // measured: dopri5 5e-10, bdf 1.4e-7, adams 2e-8, implicit 8e-10, generalized_alpha 1.1e-6
  const double bound = kind().order == 2 ? 1e-5 : 1e-6;
  EXPECT_LT((end.v.head<3>() - rates).norm(), bound);
  EXPECT_NEAR(end.w[0], 0, 1e-12) << "no load does no work";
}

TEST_P(AdaptiveIntegrators, ErrorFollowsTolerance) {
  SpringPendulum pendulum;
  const RunEnd truth = reference(pendulum, 4);
  const std::vector<double> rtols{1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
  std::vector<double> errors, steps;
  for (const double rtol : rtols) {
    const RunEnd end = run_integrator(kind().name, pendulum, usual(rtol, 0), 4);
    ASSERT_TRUE(end.status.ok()) << to_string(end.status);
    errors.push_back(end.distance(truth));
    steps.push_back(static_cast<double>(end.statistics.steps));
    EXPECT_LT(errors.back(), 200 * rtol) << "rtol " << rtol;
  }
  const double slope = fit_slope(rtols, errors);
  EXPECT_GT(slope, 0.65);  // measured 1.01, bdf 0.80, adams 0.93, implicit 1.09
  EXPECT_LT(slope, 1.3);
  // an estimate of the right order pays for each decade with the right number of steps
  if (kind().order > 0) {
    const double k = kind().order == 5 ? 5 : 4;
    EXPECT_NEAR(fit_slope(rtols, steps), -1 / k, 0.02);  // measured -0.202, -0.252
  }
}

TEST_P(Integrators, EndsAtTheLimitToTheBit) {
  LinearOscillator oscillator(1, 0.1, 4);
  const VectorX one = VectorX::Ones(1);
  const auto method = make_integrator(kind().name, oscillator, usual(1e-5, 0.0137));
  ASSERT_TRUE(method->init(0, one, one).ok());
  double limit = 0;
  for (int i = 1; i <= 30; ++i) {
    limit += 0.1 / 3;
    while (method->t() < limit) {
      const double before = method->t();
      ASSERT_TRUE(method->step(limit).ok());
      EXPECT_GT(method->t(), before);
      EXPECT_EQ(method->t_old(), before);
    }
    EXPECT_EQ(method->t(), limit);
  }
  const Eigen::Vector2d exact = oscillator.exact(1, 1, limit);
  EXPECT_NEAR(method->q()[0], exact[0], 1e-3);
  EXPECT_NEAR(method->v()[0], exact[1], 1e-3);
}

TEST_P(Integrators, DenseOutputIsAsGoodAsTheSteps) {
  // forced and damped: an exact solution at every time
  LinearOscillator oscillator(1, 0.3, 9, 2, 1.7);
  const VectorX x0 = VectorX::Constant(1, 0.4), v0 = VectorX::Constant(1, -1.0);
  const auto worst = [&](const IntegratorOptions& options) {
    double error = 0;
    VectorX q(1), v(1), w(1);
    const RunEnd end =
        run_integrator(kind().name, oscillator, options, x0, v0, 3, [&](Integrator& method) {
          for (int i = 0; i <= 6; ++i) {
            const double t = method.t_old() + i / 6.0 * (method.t() - method.t_old());
            method.dense(t, q, v, w);
            const Eigen::Vector2d exact = oscillator.exact(x0[0], v0[0], t);
            const double work =
                oscillator.energy(exact[0], exact[1]) - oscillator.energy(x0[0], v0[0]);
            error = std::max({error, std::abs(q[0] - exact[0]), std::abs(v[0] - exact[1]),
                              std::abs(w[0] - work)});
          }
        });
    EXPECT_TRUE(end.status.ok()) << to_string(end.status);
    return error;
  };
  if (kind().fixed_step) {
    std::vector<double> errors;
    for (const int n : {50, 100, 200, 400}) errors.push_back(worst(fixed(3.0 / n)));
    EXPECT_NEAR(measured_order(errors, 2), kind().order, 0.2);  // measured 4.96, 4.00, 2.00
  } else {
    EXPECT_LT(worst(usual(1e-6, 0)), 5e-5);  // measured 1.5e-5, 1.1e-5
  }
}

TEST_P(Integrators, QuadratureIsTheWork) {
  // the energy books close: E(t) - E(0) = w
  SpringPendulum pendulum;
  TumblingBody body;
  const RunEnd swing = run_integrator(kind().name, pendulum, usual(1e-7, 1e-3), 3);
  ASSERT_TRUE(swing.status.ok());
  const double lost = pendulum.energy(swing.q, swing.v) -
                      pendulum.energy(pendulum.start_position(), pendulum.start_velocity());
  EXPECT_LT(lost, -0.5);
  EXPECT_NEAR(swing.w[0], lost, kind().order == 2 ? 2e-5 : 1e-5);  // measured 2.5e-6; bdf 1.6e-6
  const RunEnd tumble = run_integrator(kind().name, body, usual(1e-7, 1e-3), 3);
  ASSERT_TRUE(tumble.status.ok());
  EXPECT_NEAR(tumble.w[0],
              body.kinetic_energy(tumble.v) - body.kinetic_energy(body.start_velocity()),
              kind().order == 2 ? 2e-5 : 2e-6);  // measured 2.6e-6; bdf 2.7e-7
}

TEST_P(ImplicitIntegrators, StiffModesDoNotLimitTheStep) {
  // 1e4 rad/s against a load of 1 rad/s; an explicit method would need 70,000 steps
  LinearOscillator stiff(1, 100, 1e8, 1e6, 1);
  const VectorX x0 = VectorX::Constant(1, 0.01), v0 = VectorX::Zero(1);
  const IntegratorOptions options{.rtol = 1e-4, .atol = 1e-4, .step = kind().fixed_step ? 0.05 : 0};
  const RunEnd end = run_integrator(kind().name, stiff, options, x0, v0, 20);
  ASSERT_TRUE(end.status.ok()) << to_string(end.status);
  EXPECT_LE(end.statistics.steps, 400);                // bdf 82
  EXPECT_NEAR(end.q[0], 0.01 * std::cos(20.0), 5e-5);  // measured 5.6e-6, 9e-9, 9e-9
}

TEST_P(Integrators, NotFiniteIsReportedWithItsTime) {
  SpringPendulum pendulum;
  pendulum.nan_after = 1;
  const RunEnd end = run_integrator(kind().name, pendulum, usual(1e-5, 0.01), 2);
  EXPECT_EQ(end.status.code, Status::Code::not_finite) << to_string(end.status);
  EXPECT_NEAR(end.status.t, 1, 1e-10);  // measured 2e-12
  EXPECT_EQ(end.status.t, end.t);
  EXPECT_TRUE(end.q.allFinite() && end.v.allFinite()) << "what was computed is kept";
}

TEST_P(Integrators, BadStartIsReported) {
  SpringPendulum pendulum;
  pendulum.nan_after = -1;
  const auto method = make_integrator(kind().name, pendulum, usual(1e-5, 0.01));
  const Status status = method->init(0.5, pendulum.start_position(), pendulum.start_velocity());
  EXPECT_EQ(status.code, Status::Code::not_finite);
  EXPECT_EQ(status.t, 0.5);
}

TEST_P(Integrators, RestartGoesOn) {
  SpringPendulum pendulum;
  const RunEnd whole = run_integrator(kind().name, pendulum, usual(1e-7, 1e-3), 2);
  const auto method = make_integrator(kind().name, pendulum, usual(1e-7, 1e-3));
  ASSERT_TRUE(method->init(0, pendulum.start_position(), pendulum.start_velocity()).ok());
  while (method->t() < 0.7) ASSERT_TRUE(method->step(0.7).ok());
  const long steps = method->statistics().steps;
  const VectorX q = method->q(), v = method->v(), w = method->w();
  ASSERT_TRUE(method->init(0.7, q, v, w).ok());
  while (method->t() < 2) ASSERT_TRUE(method->step(2).ok());
  EXPECT_LT((method->q() - whole.q).norm(), 2e-5);
  EXPECT_NEAR(method->w()[0], whole.w[0], 2e-5);
  EXPECT_GT(method->statistics().steps, steps);
}

TEST_P(Integrators, StepBudgetEndsTheRun) {
  SpringPendulum pendulum;
  IntegratorOptions options = usual(1e-6, 0.001);
  options.max_steps = 12;
  const RunEnd end = run_integrator(kind().name, pendulum, options, 2);
  EXPECT_EQ(end.status.code, Status::Code::stalled);
  EXPECT_EQ(end.statistics.steps, 12);
}

TEST_P(OneStepIntegrators, StepsDoNotAllocate) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "no allocation counter here";
  TumblingBody body;
  const auto method = make_integrator(kind().name, body, usual(1e-6, 0.01));
  ASSERT_TRUE(method->init(0, body.start_position(), body.start_velocity()).ok());
  VectorX q(7), v(6), w(1);
  ASSERT_TRUE(method->step(10).ok());
  method->dense(method->t(), q, v, w);
  AllocationCounter counter;
  bool ok = true;
  for (int i = 0; i < 100; ++i) {
    ok = ok && method->step(10).ok();
    method->dense(0.5 * (method->t_old() + method->t()), q, v, w);
  }
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(ok);
}

TEST(IntegratorTable, FindsRowsByName) {
  for (const IntegratorKind& kind : integrator_kinds())
    EXPECT_EQ(find_integrator(kind.name), &kind);
  EXPECT_EQ(find_integrator("euler"), nullptr);
}

}  // namespace
}  // namespace testing
}  // namespace cuttle
