#include "cuttle/solve/newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cuttle {
namespace {

// R(x) for one unknown with its derivative.
NewtonProblem scalar_problem(double (*r)(double), double (*slope)(double)) {
  NewtonProblem problem;
  problem.residual = [r](const VectorX& x, VectorX& out) {
    out = VectorX::Constant(1, r(x[0]));
    return Status{};
  };
  problem.solve = [slope](const VectorX& x, const VectorX& res, VectorX& dx) {
    dx = res / slope(x[0]);
    return Status{};
  };
  return problem;
}

double arctangent(double x) { return std::atan(x); }
double arctangent_slope(double x) { return 1 / (1 + x * x); }

TEST(Newton, ConvergesQuadratically) {
  // x = cos x; digits double from step to step
  auto problem = scalar_problem([](double x) { return x - std::cos(x); },
                                [](double x) { return 1 + std::sin(x); });
  VectorX x = VectorX::Constant(1, 1.0);
  const NewtonResult result = newton(problem, {.residual_tolerance = 1e-15}, x);
  EXPECT_TRUE(result.status.ok());
  EXPECT_NEAR(x[0], 0.7390851332151607, 1e-15);
  EXPECT_LE(result.iterations, 5);
  EXPECT_EQ(result.shortest, 1);
}

TEST(Newton, LineSearchSavesWhatTheFullStepLoses) {
  // from 3 the undamped iteration on atan diverges
  double undamped = 3;
  for (int i = 0; i < 4; ++i) undamped -= arctangent(undamped) / arctangent_slope(undamped);
  EXPECT_GT(std::abs(undamped), 1e3);
  auto problem = scalar_problem(arctangent, arctangent_slope);
  VectorX x = VectorX::Constant(1, 3.0);
  const NewtonResult result = newton(problem, {}, x);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR(x[0], 0, 1e-9);
  EXPECT_LT(result.shortest, 1);
}

TEST(Newton, StepsBackFromWhereTheResidualIsNotFinite) {
  // log x: the first full step from 4 goes to a negative x
  auto problem =
      scalar_problem([](double x) { return std::log(x); }, [](double x) { return 1 / x; });
  VectorX x = VectorX::Constant(1, 4.0);
  const NewtonResult result = newton(problem, {}, x);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR(x[0], 1, 1e-9);
}

TEST(Newton, RetractKeepsThePointOnItsManifold) {
  // a unit vector at an angle: tangent steps of one component, the circle as manifold
  NewtonProblem problem;
  problem.residual = [](const VectorX& x, VectorX& r) {
    r = VectorX::Constant(1, x[1] - 0.6);
    return Status{};
  };
  problem.solve = [](const VectorX& x, const VectorX& r, VectorX& dx) {
    dx = r / x[0];
    return Status{};
  };
  problem.retract = [](const VectorX& x, const VectorX& d, VectorX& out) {
    out = Eigen::Rotation2Dd(d[0]).toRotationMatrix() * x.head<2>();
  };
  VectorX x = Eigen::Vector2d(1, 0);
  const NewtonResult result = newton(problem, {}, x, 1);
  EXPECT_TRUE(result.status.ok());
  EXPECT_NEAR(x[0], 0.8, 1e-10);
  EXPECT_NEAR(x.norm(), 1, 1e-14);
}

TEST(Newton, WeightsDecideWhatIsSmall) {
  auto problem =
      scalar_problem([](double x) { return 1e6 * (x * x - 2); }, [](double x) { return 2e6 * x; });
  NewtonOptions loose{.residual_tolerance = 1e-3, .step_tolerance = 0};
  loose.residual_weight = VectorX::Constant(1, 1e-6);
  VectorX x = VectorX::Constant(1, 1.0);
  const NewtonResult result = newton(problem, loose, x);
  EXPECT_TRUE(result.status.ok());
  EXPECT_LT(result.residual, 1e-3);
  EXPECT_GT(std::abs(x[0] - std::sqrt(2.0)), 1e-9) << "stopped early, as told";
}

TEST(Newton, SmallFullStepsEndTheIterationAtRoundoff) {
  // the residual cannot fall below 1e-4 here (round-off of 1e12), the step can
  auto problem = scalar_problem([](double x) { return 1e12 * (x * x - 2); },
                                [](double x) { return 2e12 * x; });
  VectorX x = VectorX::Constant(1, 1.0);
  const NewtonResult result = newton(problem, {.step_tolerance = 1e-12}, x);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR(x[0], std::sqrt(2.0), 1e-15);
}

TEST(Newton, SaysWhyItFailed) {
  // x² + 1 has no root: it stalls at the minimum, or runs out of iterations before
  auto no_root = scalar_problem([](double x) { return x * x + 1; }, [](double x) { return 2 * x; });
  VectorX x = VectorX::Constant(1, 0.7);
  NewtonResult result = newton(no_root, {}, x);
  EXPECT_FALSE(result.status.ok());
  EXPECT_NE(result.status.message.find("Newton"), std::string::npos);
  EXPECT_GE(result.residual, 1);

  auto singular = scalar_problem([](double y) { return y + 1; }, [](double) { return 0.0; });
  x[0] = 0;
  EXPECT_EQ(newton(singular, {}, x).status.code, Status::Code::not_finite);

  auto broken = scalar_problem([](double) { return std::numeric_limits<double>::quiet_NaN(); },
                               [](double) { return 1.0; });
  EXPECT_EQ(newton(broken, {}, x).status.code, Status::Code::not_finite);

  x[0] = 3;
  auto slow = scalar_problem(arctangent, arctangent_slope);
  result = newton(slow, {.max_iterations = 1}, x);
  EXPECT_EQ(result.status.code, Status::Code::diverged);
  EXPECT_EQ(result.iterations, 1);
}

TEST(Newton, FollowsACurvedValley) {
  // Rosenbrock's function as two equations: a full first step makes |r| ten times larger
  NewtonProblem problem;
  problem.residual = [](const VectorX& x, VectorX& r) {
    r = Eigen::Vector2d(10 * (x[1] - x[0] * x[0]), 1 - x[0]);
    return Status{};
  };
  problem.solve = [](const VectorX& x, const VectorX& r, VectorX& dx) {
    dx[0] = -r[1];
    dx[1] = r[0] / 10 + 2 * x[0] * dx[0];
    return Status{};
  };
  VectorX x = Eigen::Vector2d(-1.2, 1);
  const NewtonResult result = newton(problem, {}, x);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR((x - Eigen::Vector2d(1, 1)).norm(), 0, 1e-9);
  EXPECT_LT(result.shortest, 0.5);
}

// The same valley with next to nothing along it, from its floor: the residual counts only how far
// that is, and by it alone the way is many small steps. What the matrix makes of the residual sees
// the end.
TEST(Newton, FollowsAValleyThatHardlyFalls) {
  constexpr double kFall = 1e-8;
  NewtonProblem problem;
  problem.residual = [](const VectorX& x, VectorX& r) {
    r = Eigen::Vector2d(x[1] - x[0] * x[0], kFall * (1 - x[0]));
    return Status{};
  };
  double slope = 0;
  problem.solve = [&](const VectorX& x, const VectorX& r, VectorX& dx) {
    slope = 2 * x[0];
    problem.solve_again(r, dx);
    return Status{};
  };
  problem.solve_again = [&](const VectorX& r, VectorX& dx) {
    dx = Eigen::Vector2d(-r[1] / kFall, 0);
    dx[1] = r[0] + slope * dx[0];
  };
  const NewtonOptions options{.residual_tolerance = 0};
  VectorX x = Eigen::Vector2d(0.5, 0.25);
  const NewtonResult result = newton(problem, options, x);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR((x - Eigen::Vector2d(1, 1)).norm(), 0, 1e-9);
  EXPECT_LT(result.iterations, 10);

  const auto again = problem.solve_again;
  problem.solve = [&](const VectorX& at, const VectorX& r, VectorX& dx) {
    slope = 2 * at[0];
    again(r, dx);
    return Status{};
  };
  problem.solve_again = {};
  x = Eigen::Vector2d(0.5, 0.25);
  EXPECT_FALSE(newton(problem, options, x).status.ok());
}

}  // namespace
}  // namespace cuttle
