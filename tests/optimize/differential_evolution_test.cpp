#include "cuttle/optimize/differential_evolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "cuttle/optimize/search_space.h"
#include "toy_study.h"

namespace cuttle {
namespace {

using test::best;
using test::toy;
using test::ToyStudy;
using test::Values;

TEST(Spread, OneInEveryPartOfEveryCoordinate) {
  RandomStream random(3, 0);
  const auto places = spread(17, 3, random);
  for (int i = 0; i < 3; ++i) {
    std::set<int> parts;
    for (const VectorX& place : places) parts.insert(int(std::floor(place[i] * 17)));
    EXPECT_EQ(parts.size(), 17u);
    EXPECT_EQ(*parts.begin(), 0);
    EXPECT_EQ(*parts.rbegin(), 16);
  }
}

// Rastrigin's function of three parameters has 1000 valleys in this box; the deepest, 0, is at 0.3
TEST(DifferentialEvolution, FindsTheDeepestOfManyValleys) {
  ToyStudy study(
      "parameters: [{name: x, range: [-5, 5]}, {name: y, range: [-5, 5]}, {name: z, range: [-5, "
      "5]}]\n"
      "optimize: {objective: f, method: differential_evolution, evaluations: 9000,"
      " population: 60, tolerance: 1e-6}\n");
  const OptimizeResult result = study.run(
      toy([](const Values& p) {
        double sum = 0;
        for (const double x : p)
          sum += 10 + (x - 0.3) * (x - 0.3) - 10 * std::cos(2 * std::numbers::pi * (x - 0.3));
        return sum;
      }),
      2);
  EXPECT_NEAR(best(result, "objective"), 0, 1e-8) << result.searches[0].why;
  EXPECT_TRUE(result.searches[0].converged);
}

// a narrow feasible ring, which the first population misses: the rules of [Deb00] lead into it
TEST(DifferentialEvolution, FindsItsWayToTheFeasible) {
  ToyStudy study(
      "parameters: [{name: x, range: [-10, 10]}, {name: y, range: [-10, 10]}]\n"
      "optimize: {objective: y, method: differential_evolution, evaluations: 4000, tolerance: "
      "1e-7,\n"
      "  constraints: [{name: ring, formula: f, at_least: 4.9, at_most: 5}]}\n");
  const OptimizeResult result =
      study.run(toy([](const Values& p) { return std::hypot(p[0], p[1] - 1); }), 2);
  EXPECT_EQ(result.log.find("feasible")->values[0], 0);
  EXPECT_TRUE(result.feasible);
  EXPECT_NEAR(best(result, "y"), -4, 1e-4);
  EXPECT_NEAR(best(result, "x"), 0, 3e-2);
}

TEST(DifferentialEvolution, StaysInTheBoxAndFindsItsCorner) {
  ToyStudy study(
      "parameters: [{name: x, range: [2, 3]}, {name: y, range: [-1, 1]}]\n"
      "optimize: {objective: x - y, method: differential_evolution, evaluations: 3000}\n");
  const OptimizeResult result = study.run(toy([](const Values& p) {
    EXPECT_TRUE(p[0] >= 2 && p[0] <= 3 && p[1] >= -1 && p[1] <= 1);
    return 0.0;
  }));
  EXPECT_NEAR(best(result, "objective"), 1, 1e-5);
}

TEST(DifferentialEvolution, SeedsMatterAndRepeat) {
  const auto log = [](int seed) {
    ToyStudy study(
        "parameters: [{name: x, range: [2, 3]}]\n"
        "optimize: {objective: x, method: differential_evolution, evaluations: 60, seed: " +
        std::to_string(seed) + "}\n");
    return table_csv(study.run(toy([](const Values&) { return 0.0; })).log);
  };
  EXPECT_EQ(log(1), log(1));
  EXPECT_NE(log(1), log(2));
}

}  // namespace
}  // namespace cuttle
