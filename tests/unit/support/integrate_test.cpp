#include "support/integrate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/gauss_legendre.h"
#include "support/roots.h"
#include "support/taylor.h"

namespace cuttle::testing {
namespace {

using State = Eigen::Vector2d;

TEST(Integrate, OscillatorToRoundOffBothWays) {
  const auto f = [](double, const State& y) -> State { return {y[1], -y[0]}; };
  const State start(1, 0);
  const State end = integrate(f, 0.0, 10.0, start, 32);
  EXPECT_NEAR(end[0], std::cos(10.0), 1e-13);  // measured 3e-15
  EXPECT_NEAR(end[1], -std::sin(10.0), 1e-13);
  EXPECT_LT((integrate(f, 10.0, 0.0, end, 32) - start).norm(), 1e-13);
}

TEST(Integrate, TimeDependenceIsSeen) {
  const auto f = [](double x, const State&) -> State { return {std::cos(x), 5 * x * x * x * x}; };
  const State end = integrate(f, 0.0, 2.0, State(0, 0), 8);
  EXPECT_NEAR(end[0], std::sin(2.0), 1e-14);
  EXPECT_NEAR(end[1], 32, 1e-13);
}

TEST(Integrate, OrderTwelve) {
  const auto f = [](double, const State& y) -> State { return {y[1], -std::sin(y[0])}; };
  const State start(2, 0);
  const State truth = integrate(f, 0.0, 8.0, start, 128);
  std::vector<double> errors;
  for (int n : {5, 7, 10}) errors.push_back((integrate(f, 0.0, 8.0, start, n) - truth).norm());
  EXPECT_NEAR(measured_order(errors, std::sqrt(2.0)), 12, 1.5);
}

TEST(Bisect, EndsAtNeighbouringDoubles) {
  EXPECT_NEAR(bisect([](double x) { return x * x - 2; }, 0, 2), std::sqrt(2.0), 3e-16);
  EXPECT_EQ(bisect([](double x) { return x; }, -1, 1), 0);
  EXPECT_TRUE(std::isnan(bisect([](double x) { return x * x + 1; }, -1, 1)));
}

TEST(GolubWelsch, ExactToDegreeTwoNMinusOne) {
  const GaussRule rule = golub_welsch(6);
  for (int power = 0; power <= 11; ++power) {
    EXPECT_NEAR(rule.weights.dot(rule.nodes.array().pow(power).matrix()), 1.0 / (power + 1), 1e-14);
  }
  EXPECT_GT(std::abs(rule.weights.dot(rule.nodes.array().pow(12).matrix()) - 1.0 / 13), 1e-9);
}

}  // namespace
}  // namespace cuttle::testing
