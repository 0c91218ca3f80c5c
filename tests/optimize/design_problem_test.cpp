#include "cuttle/optimize/design_problem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "toy_study.h"

namespace cuttle {
namespace {

using test::toy;
using test::ToyStudy;
using test::Values;

// f = x^2 y, y on a logarithmic scale; the objective adds a parameter of its own
const char* const kStudy = R"(
parameters: [{name: x, range: [-1, 3]}, {name: y, range: [0.1, 10], scale: log}]
derived: [{name: d, formula: 2 * f + x}]
optimize:
  objective: d * y
  GOAL
  constraints:
    - {name: both, formula: x + f, at_most: 4, at_least: -2}
    - {name: along, formula: x * X + y, at_least: 0, for_X: [1, -2, 3]}
)";

std::string study(const std::string& goal) {
  std::string text = kStudy;
  return text.replace(text.find("GOAL"), 4, goal);
}

double f(const Values& p) { return p[0] * p[0] * p[1]; }
Values gradient(const Values& p) { return {2 * p[0] * p[1], p[0] * p[0]}; }

Trial trial_at(const std::string& goal, SlopeSource source, const VectorX& unit,
               const test::ToyModel& model, long* runs = nullptr) {
  ToyStudy s(study(goal));
  ThreadPool pool(2, [&]() -> Evaluate { return model; });
  Evaluator evaluator(pool, nullptr);
  DesignProblem problem(s.campaign, evaluator, s.columns, source);
  Trial trial = problem.evaluate(unit, source != SlopeSource::none);
  if (runs) *runs = problem.runs();
  return trial;
}

// all in closed form: u -> (x, y) -> f -> d -> objective, constraints
struct Truth {
  double objective;
  VectorX slope, limits;
  MatrixX limit_slopes;

  Truth(const Values& p, double sign) {
    const double x = p[0], y = p[1], F = f(p);
    const VectorX dp{{4, y * std::log(100)}};  // d (x, y) / d unit
    objective = (2 * F + x) * y;
    slope = sign * VectorX{{(4 * x * y + 1) * y, 2 * x * x * y + 2 * F + x}}.cwiseProduct(dp);
    const double both = x + F;
    limits = VectorX{{(both - 4) / 4, (-2 - both) / 2, -(x + y), -(-2 * x + y), -(3 * x + y)}};
    const Values g = gradient(p);
    MatrixX raw{
        {(1 + g[0]) / 4, g[1] / 4}, {-(1 + g[0]) / 2, -g[1] / 2}, {-1, -1}, {2, -1}, {-3, -1}};
    limit_slopes = raw * dp.asDiagonal();
  }
};

void expect_truth(const Trial& trial, double sign, double accuracy) {
  const Truth truth(trial.point, sign);
  EXPECT_DOUBLE_EQ(trial.objective, truth.objective);
  EXPECT_DOUBLE_EQ(trial.cost, sign * truth.objective);
  EXPECT_LT((trial.limits - truth.limits).norm(), 1e-14 * truth.limits.norm());
  EXPECT_LT((trial.cost_slope - truth.slope).norm(), accuracy * truth.slope.norm());
  EXPECT_LT((trial.limit_slopes - truth.limit_slopes).norm(), accuracy * truth.limit_slopes.norm());
}

TEST(DesignProblem, ExactSlopesFollowTheChainRule) {
  for (const VectorX& unit : {VectorX{{0.4, 0.7}}, VectorX{{1, 0}}, VectorX{{0, 0.2}}}) {
    const Trial up = trial_at("goal: minimize", SlopeSource::exact, unit, toy(f, gradient));
    expect_truth(up, 1, 1e-9);
    const Trial down = trial_at("goal: maximize", SlopeSource::exact, unit, toy(f, gradient));
    expect_truth(down, -1, 1e-9);
  }
}

// second order everywhere, also at the walls of the box, where differences are one-sided
TEST(DesignProblem, DifferencesAgreeWithTheTruth) {
  for (const VectorX& unit : {VectorX{{0.4, 0.7}}, VectorX{{1, 0}}, VectorX{{0, 1}}}) {
    long runs = 0;
    const Trial trial = trial_at("goal: minimize", SlopeSource::differences, unit, toy(f), &runs);
    expect_truth(trial, 1, 1e-6);
    EXPECT_EQ(runs, 5);  // the place and two neighbours for each parameter
  }
}

TEST(DesignProblem, DifferencesStayInTheBox) {
  const auto strict = toy([](const Values& p) {
    EXPECT_TRUE(p[0] >= -1 && p[0] <= 3 && p[1] >= 0.1 && p[1] <= 10) << p[0] << " " << p[1];
    return f(p);
  });
  for (const double a : {0.0, 5e-5, 1.0, 1 - 5e-5})
    trial_at("goal: minimize", SlopeSource::differences, VectorX{{a, 1 - a}}, strict);
}

TEST(DesignProblem, OutcomesWithoutSlopesAreDifferenced) {
  const Trial trial = trial_at("goal: minimize", SlopeSource::exact, VectorX{{0.4, 0.7}}, toy(f));
  expect_truth(trial, 1, 1e-6);
}

TEST(DesignProblem, AFailedNeighbourLeavesAStraightLine) {
  const VectorX unit{{0.4, 0.7}};
  const double x = 0.6;
  const auto half = [&](const Values& p, Want) {
    if (p[0] > x + 1e-9) return Outcome::fail("too far");
    Outcome outcome;
    outcome.values = {f(p)};
    return outcome;
  };
  const Trial trial = trial_at("goal: minimize", SlopeSource::differences, unit, half);
  const Truth truth(trial.point, 1);
  // first order: the error is about the step, 1e-4, times the curvature
  EXPECT_NEAR(trial.cost_slope[0] / truth.slope[0], 1, 1e-3);
  EXPECT_NEAR(trial.cost_slope[1] / truth.slope[1], 1, 1e-6);
}

TEST(DesignProblem, ConstraintsAreShownWhereTheyAreTightest) {
  const Trial trial = trial_at("goal: minimize", SlopeSource::none, VectorX{{0.1, 0.5}}, toy(f));
  // x = -0.6, y = 1: along is x X + y for X = 1, -2, 3, least at 3
  EXPECT_NEAR(trial.constraints[1], -0.8, 1e-12);
  EXPECT_NEAR(trial.violation, 0.8, 1e-12);
  EXPECT_FALSE(trial.feasible());
}

TEST(DesignProblem, WhatIsNotANumberIsAFailure) {
  const auto nan = toy([](const Values&) { return std::nan(""); });
  const Trial trial = trial_at("goal: minimize", SlopeSource::none, VectorX{{0.1, 0.5}}, nan);
  EXPECT_FALSE(trial.good());
  EXPECT_EQ(trial.failure, "the objective is not a number");
}

TEST(DesignProblem, FeasibilityRules) {
  Trial good, worse, outside, farther, failed;
  good.cost = 1;
  worse.cost = 2;
  outside.cost = farther.cost = -5;
  outside.violation = 0.1;
  farther.violation = 0.2;
  failed.failure = "no";
  failed.cost = -9;
  const Trial* order[] = {&good, &worse, &outside, &farther, &failed};
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 5; ++k) EXPECT_EQ(better(*order[i], *order[k]), i < k) << i << " " << k;
}

}  // namespace
}  // namespace cuttle
