#include "cuttle/fit/least_squares.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

LeastSquaresProblem problem_of(VectorX start, int residuals) {
  LeastSquaresProblem problem;
  const Eigen::Index n = start.size();
  problem.lower = VectorX::Constant(n, -kInfinity);
  problem.upper = VectorX::Constant(n, kInfinity);
  problem.scale = VectorX::Ones(n);
  problem.log_scaled.assign(std::size_t(n), false);
  problem.start = std::move(start);
  problem.residuals = residuals;
  return problem;
}

// r = (10 (y - x^2), 1 - x): smallest at (1, 1), at the end of a narrow bent valley
bool rosenbrock(const VectorX& p, VectorX& r, MatrixX* J) {
  r = VectorX{{10 * (p[1] - p[0] * p[0]), 1 - p[0]}};
  if (J) *J = MatrixX{{-20 * p[0], 10}, {-1, 0}};
  return true;
}

TEST(LeastSquares, follows_a_bent_valley) {
  LeastSquaresProblem problem = problem_of(VectorX{{-1.2, 1}}, 2);
  problem.evaluate = rosenbrock;
  const LeastSquaresResult result = solve_least_squares(problem);
  EXPECT_EQ(result.end, LeastSquaresResult::End::converged);
  EXPECT_NEAR(result.parameters[0], 1, 1e-9);
  EXPECT_NEAR(result.parameters[1], 1, 1e-9);
}

TEST(LeastSquares, stops_at_a_bound_and_slides_along_it) {
  // with x <= 1/2 the best is (1/2, 1/4)
  LeastSquaresProblem problem = problem_of(VectorX{{-1.2, 1}}, 2);
  problem.evaluate = rosenbrock;
  problem.upper[0] = 0.5;
  problem.iterations = 200;
  const LeastSquaresResult result = solve_least_squares(problem);
  EXPECT_EQ(result.parameters[0], 0.5);
  EXPECT_NEAR(result.parameters[1], 0.25, 1e-6);
}

TEST(LeastSquares, scales_do_not_change_the_answer) {
  LeastSquaresProblem problem = problem_of(VectorX{{-1.2, 1}}, 2);
  problem.evaluate = rosenbrock;
  problem.scale = VectorX{{1e-6, 1e5}};
  const LeastSquaresResult result = solve_least_squares(problem);
  EXPECT_NEAR(result.parameters[0], 1, 1e-8);
  EXPECT_NEAR(result.parameters[1], 1, 1e-8);
}

TEST(LeastSquares, logarithms_keep_a_value_positive) {
  // from 1000 down to 0.01: a plain Newton step for 1/p - 100 would jump below zero
  LeastSquaresProblem problem = problem_of(VectorX{{1000}}, 1);
  problem.log_scaled[0] = true;
  problem.evaluate = [](const VectorX& p, VectorX& r, MatrixX* J) {
    EXPECT_GT(p[0], 0);
    r = VectorX{{std::log(p[0] / 0.01)}};
    if (J) *J = MatrixX{{1 / p[0]}};
    return true;
  };
  EXPECT_NEAR(solve_least_squares(problem).parameters[0], 0.01, 1e-9);
}

TEST(LeastSquares, turns_back_where_nothing_can_be_computed) {
  // r = p - 2, but p > 2.5 cannot be computed and the first step would lead to 3
  LeastSquaresProblem problem = problem_of(VectorX{{0.0}}, 1);
  int refused = 0;
  problem.evaluate = [&](const VectorX& p, VectorX& r, MatrixX* J) {
    if (p[0] > 2.5) {
      ++refused;
      return false;
    }
    // a slope that is too small by a third: steps are too long by a half
    r = VectorX{{p[0] - 2}};
    if (J) *J = MatrixX{{2.0 / 3}};
    return true;
  };
  problem.iterations = 200;
  const LeastSquaresResult result = solve_least_squares(problem);
  EXPECT_GT(refused, 0);
  EXPECT_NEAR(result.parameters[0], 2, 1e-4);
}

TEST(LeastSquares, tells_that_the_start_cannot_be_computed) {
  LeastSquaresProblem problem = problem_of(VectorX{{0.0}}, 1);
  problem.evaluate = [](const VectorX&, VectorX&, MatrixX*) { return false; };
  EXPECT_EQ(solve_least_squares(problem).end, LeastSquaresResult::End::failed);
}

TEST(Loss, closed_forms_far_away_and_the_square_nearby) {
  // huber: 2 a |r| - a^2 beyond a
  EXPECT_NEAR(std::pow(apply_loss(Loss::huber, 2, 10).value, 2), 2 * 2 * 10 - 4, 1e-12);
  EXPECT_EQ(apply_loss(Loss::huber, 2, 1.5).value, 1.5);
  // soft_l1: 2 a^2 (sqrt(1 + r^2 / a^2) - 1)
  EXPECT_NEAR(std::pow(apply_loss(Loss::soft_l1, 2, 3).value, 2), 8 * (std::sqrt(3.25) - 1), 1e-12);
  // cauchy: a^2 ln(1 + r^2 / a^2)
  EXPECT_NEAR(std::pow(apply_loss(Loss::cauchy, 2, 3).value, 2), 4 * std::log(3.25), 1e-12);
  EXPECT_EQ(apply_loss(Loss::squares, 2, -7).value, -7);
}

TEST(Loss, slopes_are_those_of_the_values) {
  for (const Loss loss : {Loss::squares, Loss::huber, Loss::soft_l1, Loss::cauchy})
    for (const double r : {-5.0, -0.7, 0.0, 1e-6, 0.3, 1.4, 40.0}) {
      const double h = 1e-6 * (1 + std::abs(r));
      const auto at = [&](double x) { return apply_loss(loss, 1.3, x); };
      const double slope = (at(r + h).value - at(r - h).value) / (2 * h);
      EXPECT_NEAR(at(r).slope, slope, 1e-7) << int(loss) << " " << r;
      EXPECT_NEAR(at(r).influence, at(r).value * at(r).slope, 1e-9) << int(loss) << " " << r;
      const double bend = (at(r + h).influence - at(r - h).influence) / (2 * h);
      EXPECT_NEAR(at(r).curvature, bend, 1e-7) << int(loss) << " " << r;
    }
}

}  // namespace
}  // namespace cuttle
