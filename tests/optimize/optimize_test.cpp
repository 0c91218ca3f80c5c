#include "cuttle/optimize/optimize.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "cuttle/campaign/spec_choices.h"
#include "cuttle/optimize/method_table.h"
#include "toy_study.h"

namespace cuttle {
namespace {

using test::best;
using test::toy;
using test::ToyStudy;
using test::Values;

class EveryMethod : public ::testing::TestWithParam<OptimizeMethod> {
 protected:
  const OptimizeMethodRow& row() const { return method_row(GetParam()); }
  std::string method() const { return name_of(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Optimize, EveryMethod, ::testing::ValuesIn([] {
                           std::vector<OptimizeMethod> all;
                           for (const OptimizeMethodRow& row : optimize_methods())
                             all.push_back(row.method);
                           return all;
                         }()),
                         [](const auto& row) { return std::string(name_of(row.param)); });

// a bowl: least at x = 0.3, y = 20 (y counts by its logarithm)
double bowl(const Values& p) {
  const double a = p[0] - 0.3, b = std::log10(p[1] / 20);
  return 2 + a * a + a * b + 2 * b * b;
}

TEST_P(EveryMethod, FindsTheBottomOfABowl) {
  for (const bool turned : {false, true}) {
    ToyStudy study(fmt::format(
        "parameters: [{{name: x, range: [-1, 2], start: 1.5}},"
        " {{name: y, range: [1, 1000], scale: log, start: 500}}]\n"
        "optimize: {{objective: {}f, goal: {}, method: {}, evaluations: 3000, tolerance: 1e-6}}\n",
        turned ? "-" : "", turned ? "maximize" : "minimize", method()));
    const OptimizeResult result = study.run(toy(bowl));
    ASSERT_TRUE(result.status.ok());
    // methods that only look for the right region get less close
    const double reach = row().global ? 2e-2 : 2e-4;
    EXPECT_NEAR(best(result, "x"), 0.3, reach) << result.evaluations;
    EXPECT_NEAR(std::log10(best(result, "y") / 20), 0, reach);
    EXPECT_NEAR(best(result, "objective"), turned ? -2 : 2, 1e-3);
    EXPECT_EQ(best(result, "f"), std::abs(best(result, "objective")));
    EXPECT_TRUE(result.feasible);
    if (row().slopes) {
      EXPECT_LT(result.evaluations, 40);
    }
  }
}

class ConstraintMethod : public EveryMethod {};
INSTANTIATE_TEST_SUITE_P(Optimize, ConstraintMethod, ::testing::ValuesIn([] {
                           std::vector<OptimizeMethod> some;
                           for (const OptimizeMethodRow& row : optimize_methods())
                             if (row.constraints) some.push_back(row.method);
                           return some;
                         }()),
                         [](const auto& row) { return std::string(name_of(row.param)); });

// x + 2 y on the disc of radius 1: least at -(1, 2)/sqrt(5)
TEST_P(ConstraintMethod, KeepsItsConstraints) {
  // the original code of direct slows down with the square of its evaluations
  const int evaluations = GetParam() == OptimizeMethod::direct ? 800 : 6000;
  ToyStudy study(fmt::format(
      "parameters: [{{name: x, range: [-2, 2], start: 0.5}}, {{name: y, range: [-2, 2], start: "
      "0.4}}]\n"
      "optimize: {{objective: x + 2 * y, method: {}, evaluations: {}, tolerance: 1e-7,\n"
      "  constraints: [{{name: disc, formula: f, at_most: 1}}]}}\n",
      method(), evaluations));
  const OptimizeResult result =
      study.run(toy([](const test::Values& p) { return p[0] * p[0] + p[1] * p[1]; }));
  // the bound is kept within 1e-6: along the edge that leaves the root of it
  EXPECT_TRUE(result.feasible);
  EXPECT_LE(best(result, "f"), 1 + 1e-6);
  EXPECT_NEAR(best(result, "objective"), -std::sqrt(5), row().global ? 2e-2 : 5e-6);
  EXPECT_NEAR(best(result, "x"), -1 / std::sqrt(5), row().global ? 0.1 : 3e-3);
  EXPECT_NEAR(best(result, "y"), -2 / std::sqrt(5), row().global ? 0.05 : 2e-3);
}

// the runs of a part of the box fail; the best is outside of it, close to its edge
TEST_P(EveryMethod, GoesOnAfterFailures) {
  ToyStudy study(
      fmt::format("parameters: [{{name: x, range: [-1, 2], start: 1.5}}, {{name: y, range: [-1, "
                  "1], start: 0.8}}]\n"
                  "optimize: {{objective: f, method: {}, evaluations: 2000, tolerance: 1e-6}}\n",
                  method()));
  const auto model = [](const Values& p, Want) {
    if (p[0] < 0.25) return Outcome::fail("fell over");
    Outcome outcome;
    outcome.values = {std::pow(p[0] - 0.3, 2) + p[1] * p[1]};
    return outcome;
  };
  const OptimizeResult result = study.run(model);
  ASSERT_TRUE(result.status.ok());
  EXPECT_NEAR(best(result, "x"), 0.3, 5e-2) << result.searches[0].why;
  EXPECT_NEAR(best(result, "y"), 0, 5e-2);
  long failed = 0;
  for (std::size_t i = 0; i < result.log.rows(); ++i) {
    const bool bad = result.log.status[i] != "ok";
    failed += bad;
    EXPECT_EQ(std::isnan(result.log.find("objective")->values[i]), bad);
    EXPECT_EQ(result.log.status[i], bad ? "fell over" : "ok");
  }
  EXPECT_EQ(result.failed, failed);
  if (row().global) {
    EXPECT_GT(failed, 0);
  }
}

TEST_P(EveryMethod, SaysThatThereIsNoObjectiveAnywhere) {
  ToyStudy study(
      fmt::format("parameters: [{{name: x, range: [-1, 2]}}, {{name: y, range: [-1, 1]}}]\n"
                  "optimize: {{objective: f, method: {}, evaluations: 2000}}\n",
                  method()));
  const OptimizeResult result =
      study.run([](const Values&, Want) { return Outcome::fail("gripper fell off"); });
  EXPECT_EQ(result.status.code, Status::Code::not_finite);
  EXPECT_THAT(result.status.message, ::testing::HasSubstr("gripper fell off"));
  EXPECT_FALSE(result.best.has_value());
  EXPECT_LE(result.evaluations, 70);
  // expectations of the best can be judged: they fail
  EXPECT_TRUE(std::isnan(best(result, "x")));
  EXPECT_EQ(result.figures[0].name, "best.objective");
}

// threads must not change anything: same trials, same order, to the last digit
TEST_P(EveryMethod, DoesNotDependOnTheNumberOfWorkers) {
  ToyStudy study(
      fmt::format("parameters: [{{name: x, range: [-3, 3]}}, {{name: y, range: [-2, 2]}}]\n"
                  "optimize: {{objective: f, method: {}, evaluations: 150, starts: 5, seed: 7}}\n",
                  method()));
  const auto camel = toy([](const Values& p) {
    const double x = p[0] * p[0], y = p[1] * p[1];
    return (4 - 2.1 * x + x * x / 3) * x + p[0] * p[1] + (4 * y - 4) * y;
  });
  const OptimizeResult one = study.run(camel, 1), four = study.run(camel, 4);
  EXPECT_EQ(table_csv(one.log), table_csv(four.log));
  EXPECT_EQ(one.best, four.best);
  EXPECT_EQ(one.runs, four.runs);
  // six-hump camel: -1.0316284535 at two places, four other minima
  EXPECT_NEAR(best(one, "objective"), -1.0316284535, row().global ? 2e-2 : 1e-5);
  // the searches are not copies of each other
  EXPECT_NE(one.searches[1].start, one.searches[2].start);
}

// Rosen and Suzuki, problem 43 of [Hock81]: -44 at (0, 1, 2, -1), two constraints active
TEST(Optimize, RosenSuzuki) {
  for (const char* method : {"slsqp", "mma", "cobyla"}) {
    ToyStudy study(fmt::format(R"(
parameters:
  - {{name: a, range: [-5, 5], start: 0}}
  - {{name: b, range: [-5, 5], start: 0}}
  - {{name: c, range: [-5, 5], start: 0}}
  - {{name: d, range: [-5, 5], start: 0}}
optimize:
  objective: f
  method: {}
  evaluations: 2000
  tolerance: 1e-8
  constraints:
    - {{name: c1, formula: 8 - a^2 - b^2 - c^2 - d^2 - a + b - c + d, at_least: 0}}
    - {{name: c2, formula: 10 - a^2 - 2*b^2 - c^2 - 2*d^2 + a + d, at_least: 0}}
    - {{name: c3, formula: 2*a^2 + b^2 + c^2 + 2*a - b - d, at_most: 5}}
)",
                               method));
    const auto f = [](const Values& p) {
      return p[0] * p[0] + p[1] * p[1] + 2 * p[2] * p[2] + p[3] * p[3] - 5 * p[0] - 5 * p[1] -
             21 * p[2] + 7 * p[3];
    };
    const auto gradient = [](const Values& p) -> Values {
      return {2 * p[0] - 5, 2 * p[1] - 5, 4 * p[2] - 21, 2 * p[3] + 7};
    };
    OptimizeOptions options;
    options.exact_slopes = true;
    const OptimizeResult result = study.run(toy(f, gradient), 2, nullptr, options);
    EXPECT_TRUE(result.feasible) << method;
    EXPECT_NEAR(best(result, "objective"), -44, 1e-4) << method;
    const double truth[] = {0, 1, 2, -1};
    for (int i = 0; i < 4; ++i)
      EXPECT_NEAR(best(result, std::string(1, char('a' + i))), truth[i], 2e-3) << method << i;
    EXPECT_NEAR(result.log.find("c1")->values[*result.best], 0, 1e-4);
    EXPECT_NEAR(result.log.find("c2")->values[*result.best], 1, 1e-3);
    EXPECT_NEAR(result.log.find("c3")->values[*result.best], 5, 1e-4);
    EXPECT_EQ(result.slopes, std::string(method) == "cobyla" ? "none" : "exact");
    if (std::string(method) == "slsqp") {
      EXPECT_LT(result.evaluations, 40);  // 33
      // slopes come with the values, but for places that were tried without: 7
      EXPECT_LT(result.runs, 50);
    }
  }
}

// a slope with the wrong sign leads away from the optimum: the tests above can fail
TEST(Optimize, WrongSlopesAreNoticed) {
  ToyStudy study(
      "parameters: [{name: x, range: [-1, 2], start: 1.5}]\n"
      "optimize: {objective: f, method: slsqp, evaluations: 100}\n");
  const auto f = [](const Values& p) { return std::pow(p[0] - 0.3, 2); };
  const auto wrong = [](const Values& p) -> Values { return {-2 * (p[0] - 0.3)}; };
  OptimizeOptions options;
  options.exact_slopes = true;
  const OptimizeResult result = study.run(toy(f, wrong), 1, nullptr, options);
  EXPECT_GT(std::abs(best(result, "x") - 0.3), 0.5);
}

// two valleys: the start leads into the shallow one, the other starts find the deep one
TEST(Optimize, ManyStartsFindTheDeeperValley) {
  const auto valleys = toy([](const Values& p) {
    const double x = p[0];
    return x * x * x * x - 8 * x * x + 3 * x;
  });
  const std::string head =
      "parameters: [{name: x, range: [-3, 3], start: 2.5}]\n"
      "optimize: {objective: f, method: nelder_mead, tolerance: 1e-9, ";
  ToyStudy one(head + "starts: 1}\n"), many(head + "starts: 6}\n");
  // roots of 4 x^3 - 16 x + 3 = 0, by the formula with three real roots
  const auto root = [](int k) {
    const double angle = std::acos(-9.0 / 32 * std::sqrt(3.0 / 4)) / 3;
    return 2 * std::sqrt(4.0 / 3) * std::cos(angle - 2 * std::numbers::pi * k / 3);
  };
  EXPECT_NEAR(best(one.run(valleys), "x"), root(0), 1e-6);
  const OptimizeResult result = many.run(valleys, 3);
  EXPECT_NEAR(best(result, "x"), root(2), 1e-6);
  EXPECT_EQ(result.searches.size(), 6u);
  EXPECT_EQ(result.searches[0].start, Values{2.5});
}

TEST(Optimize, AStartWithoutObjectiveIsLeftForANeighbour) {
  ToyStudy study(
      "parameters: [{name: x, range: [0, 1], start: 0.02}, {name: y, range: [0, 1], start: 0.5}]\n"
      "optimize: {objective: f, method: slsqp}\n");
  const auto model = toy([](const Values& p) {
    return p[0] < 0.05 ? std::nan("") : std::pow(p[0] - 0.4, 2) + std::pow(p[1] - 0.7, 2);
  });
  const OptimizeResult result = study.run(model);
  ASSERT_TRUE(result.status.ok());
  EXPECT_NEAR(best(result, "x"), 0.4, 1e-4);
  EXPECT_NEAR(best(result, "y"), 0.7, 1e-4);
  EXPECT_GE(result.failed, 1);
  EXPECT_EQ(result.slopes, "central differences");
}

// f = (s x + 0.3)^2 at s = 0: x does not matter there, and s points out of the box
TEST(Optimize, AStationaryStartIsLeftOnce) {
  const auto f = [](const Values& p) { return std::pow(p[0] * p[1] + 0.3, 2); };
  const auto gradient = [](const Values& p) -> Values {
    const double inner = 2 * (p[0] * p[1] + 0.3);
    return {inner * p[1], inner * p[0]};
  };
  ToyStudy study(
      "parameters: [{name: s, range: [0, 1], start: 0}, {name: x, range: [-1, 1], start: 0.1}]\n"
      "optimize: {objective: f, method: slsqp}\n");
  OptimizeOptions options;
  options.exact_slopes = true;
  const OptimizeResult result = study.run(toy(f, gradient), 1, nullptr, options);
  EXPECT_NEAR(best(result, "s") * best(result, "x"), -0.3, 1e-3);
  EXPECT_THAT(result.searches[0].why, ::testing::HasSubstr("the start is stationary"));
  EXPECT_EQ(result.searches[0].start, (Values{0, 0.1}));

  // a start that is the best stays the best
  ToyStudy there(
      "parameters: [{name: s, range: [0, 1], start: 0.5}, {name: x, range: [-1, 1], start: -0.6}]\n"
      "optimize: {objective: f, method: slsqp}\n");
  const OptimizeResult same = there.run(toy(f, gradient), 1, nullptr, options);
  EXPECT_NEAR(best(same, "objective"), 0, 1e-12);
  EXPECT_LT(same.evaluations, 40);
}

TEST(Optimize, SaysWhenNothingIsFeasible) {
  ToyStudy study(
      "parameters: [{name: x, range: [0, 1]}, {name: y, range: [0, 1]}]\n"
      "optimize: {objective: f, method: cobyla,\n"
      "  constraints: [{name: far, formula: x + y, at_least: 3}]}\n");
  const OptimizeResult result = study.run(toy([](const test::Values& p) { return p[0]; }));
  EXPECT_FALSE(result.feasible);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_THAT(result.warnings[0], ::testing::HasSubstr("no evaluation satisfies all constraints"));
  // the nearest is the far corner
  EXPECT_NEAR(best(result, "x") + best(result, "y"), 2, 1e-4);
}

TEST(Optimize, KeepsTheBudgetOfEvaluations) {
  for (const char* method : {"cobyla", "differential_evolution", "isres", "slsqp"}) {
    ToyStudy study(fmt::format(
        "parameters: [{{name: x, range: [-1, 2]}}, {{name: y, range: [1, 30]}}]\n"
        "optimize: {{objective: f, method: {}, evaluations: 13, starts: 2, tolerance: 1e-12}}\n",
        method));
    long told = 0;
    OptimizeOptions options;
    options.progress = [&](long evaluations, double) { told = evaluations; };
    const OptimizeResult result =
        study.run(toy([](const test::Values& p) { return std::cosh(p[0]) * std::sqrt(p[1]); }), 2,
                  nullptr, options);
    EXPECT_EQ(told, result.evaluations) << method;
    EXPECT_LE(result.searches[0].evaluations, 13) << method;
    EXPECT_LE(result.searches[1].evaluations, 13) << method;
  }
}

// a column that is an objective or a bound by its own name stands in the table once
TEST(Optimize, DerivedColumnsMayBeObjectiveAndConstraint) {
  test::ToyStudy study(
      "parameters: [{name: x, range: [0, 4], start: 3}]\n"
      "derived: [{name: objective, formula: f + 1}, {name: twice, formula: 2*x}]\n"
      "optimize: {objective: objective, method: cobyla, constraints: [{name: twice, formula: "
      "twice, "
      "at_least: 1}, {name: f, formula: f, at_most: 100}]}\n");
  const OptimizeResult result = study.run(toy([](const test::Values& p) { return p[0] * p[0]; }));
  ASSERT_TRUE(result.best && result.feasible);
  EXPECT_NEAR(result.point(*result.best)[0], 0.5, 1e-4);
  std::set<std::string> names;
  for (const TableColumn& column : result.log.columns) {
    EXPECT_TRUE(names.insert(column.name).second) << column.name;
    EXPECT_EQ(column.values.size(), result.log.rows()) << column.name;
  }
  EXPECT_NEAR(result.log.find("objective")->values[*result.best], 1.25, 1e-3);
  EXPECT_NEAR(result.log.find("twice")->values[*result.best], 1, 1e-4);
}

}  // namespace
}  // namespace cuttle
