#include "cuttle/optimize/method_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlopt.h>

#include <set>

#include "cuttle/campaign/spec_choices.h"
#include "cuttle/optimize/optimize.h"
#include "toy_study.h"

namespace cuttle {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    check_method(parse_campaign("model: toy.yaml\n" + text, "toy_study.yaml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MethodTable, EveryNameHasARow) {
  std::set<OptimizeMethod> rows;
  for (const OptimizeMethodRow& row : optimize_methods()) rows.insert(row.method);
  for (const auto& choice : kOptimizeMethods)
    EXPECT_TRUE(rows.contains(choice.value)) << choice.name;
  EXPECT_EQ(rows.size(), optimize_methods().size());
}

// the table claims what NLopt does
TEST(MethodTable, ClaimsAgreeWithNlopt) {
  const auto limit = [](unsigned, double*, unsigned, const double*, double*, void*) {};
  for (const OptimizeMethodRow& row : optimize_methods()) {
    if (row.algorithm == kOwnAlgorithm) continue;
    const std::string name = nlopt_algorithm_name(nlopt_algorithm(row.algorithm));
    nlopt_opt handle = nlopt_create(nlopt_algorithm(row.algorithm), 2);
    const double tolerance = 0;
    const bool takes = nlopt_add_inequality_mconstraint(handle, 1, limit, nullptr, &tolerance) > 0;
    nlopt_destroy(handle);
    EXPECT_EQ(row.constraints, takes) << name;
    EXPECT_EQ(row.slopes, name.find("no-derivative") == std::string::npos) << name;
    EXPECT_EQ(row.global, name.find("global") != std::string::npos) << name;
  }
}

TEST(MethodTable, RefusesConstraintsThatWouldBeIgnored) {
  const std::string text = refusal(
      "parameters: [{name: x, range: [0, 1]}, {name: y, range: [0, 1]}]\n"
      "optimize: {objective: x, method: bobyqa, constraints: [{name: c, formula: x, at_most: "
      "1}]}\n");
  EXPECT_THAT(text, HasSubstr("toy_study.yaml:3"));
  EXPECT_THAT(text, HasSubstr("bobyqa cannot handle constraints"));
  EXPECT_THAT(text, HasSubstr("slsqp, mma, cobyla, direct, isres, differential_evolution"));
}

TEST(MethodTable, RefusesBoxesWithoutWalls) {
  const std::string text =
      refusal("parameters: [{name: x, start: 1}]\noptimize: {objective: x, method: crs}\n");
  EXPECT_THAT(text, HasSubstr("x has no range, but crs searches the whole range"));
  EXPECT_THAT(refusal("parameters: [{name: x, start: 1}]\n"
                      "optimize: {objective: x, method: cobyla, starts: 3}\n"),
              HasSubstr("the starts are spread over the range"));
  EXPECT_THAT(refusal("parameters: [{name: x}]\noptimize: {objective: x, method: cobyla}\n"),
              HasSubstr("neither range nor start"));
  EXPECT_EQ(
      refusal("parameters: [{name: x, start: 1}]\noptimize: {objective: x, method: cobyla}\n"), "");
}

TEST(MethodTable, RefusesPopulationsAndTooFewParameters) {
  EXPECT_THAT(refusal("parameters: [{name: x, range: [0, 1]}]\n"
                      "optimize: {objective: x, method: slsqp, population: 9}\n"),
              HasSubstr("these have: crs, isres, differential_evolution"));
  EXPECT_THAT(refusal("parameters: [{name: x, range: [0, 1]}]\n"
                      "optimize: {objective: x, method: bobyqa}\n"),
              HasSubstr("needs at least 2 parameters"));
}

std::string problem_of(const std::string& text) {
  try {
    const test::ToyStudy study("parameters: [{name: x, range: [0, 1]}]\n" + text);
    check_optimize(study.campaign, study.columns);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckOptimize, FormulasAreUnderstood) {
  EXPECT_THAT(problem_of("optimize: {objective: x + zz}\n"), HasSubstr("objective"));
  // X is known only where the constraint says for which X it holds
  const std::string X =
      "optimize: {objective: x, constraints: [{name: c, formula: x + X, at_most: 1";
  EXPECT_THAT(problem_of(X + "}]}\n"), HasSubstr("constraints[0].formula"));
  EXPECT_EQ(problem_of(X + ", for_X: [1, 2]}]}\n"), "");
}

TEST(CheckOptimize, ExpectationsNameFiguresOfTheOutcome) {
  const auto expect = [](const std::string& figure) {
    return problem_of("optimize: {objective: x}\nexpect: [{figure: " + figure +
                      ", value: 0, tolerance: 1}]\n");
  };
  for (const char* known :
       {"best.objective", "best.x", "best.f", "evaluations", "runs", "feasible"})
    EXPECT_EQ(expect(known), "") << known;
  EXPECT_THAT(expect("best.y"), HasSubstr("expect[0].figure: no such figure: 'best.y'"));
  EXPECT_THAT(expect("best.objectiv"), HasSubstr("did you mean 'best.objective'?"));
}

}  // namespace
}  // namespace cuttle
