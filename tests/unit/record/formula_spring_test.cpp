// A formula that says what a spring of the language says must move a robot as the spring does.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cuttle/analysis/statics.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

std::string pendulum_with(const std::string& spring, const std::string& study) {
  return R"yaml(
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 0.4, )yaml" +
         spring + R"yaml(}
    rigid: {mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}
probes:
  - {name: bob, joint: bob}
study: )yaml" +
         study;
}
constexpr const char* kBuiltIn = "stiffness: 20, damping: 0.3";
constexpr const char* kByFormula = R"(effort: "-20 N m*bob.angle - 0.3 N m s*bob.angle_rate")";

TEST(FormulaSpring, StaticsTakesAsManySteps) {
  std::array<int, 2> iterations{};
  std::array<double, 2> angle{};
  for (const bool formula : {false, true}) {
    const Scenario scenario =
        scenario_of(pendulum_with(formula ? kByFormula : kBuiltIn, "{type: statics}"));
    InputSource inputs = scenario.inputs;
    Input u;
    ASSERT_TRUE(inputs.evaluate(0, u).ok());
    State x = scenario.initial;
    const StaticsResult result = StaticsSolver(scenario.model).solve(u, {}, x);
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    iterations[formula ? 1 : 0] = result.iterations;
    angle[formula ? 1 : 0] = x.q[0];
  }
  EXPECT_EQ(iterations[0], iterations[1]);
  EXPECT_NEAR(angle[0], angle[1], 1e-12);
  EXPECT_GT(std::abs(angle[0]), 0.1);
}

TEST(FormulaSpring, AllMethodsMoveAsWithTheSpring) {
  for (const char* method : {"dopri5", "bdf", "adams", "implicit", "generalized_alpha"}) {
    const bool fixed = std::string(method) == "generalized_alpha";
    const std::string study =
        std::string("{type: dynamics, duration: 1, output_step: 0.1, method: ") + method +
        (fixed ? ", step: 1 ms}" : ", rtol: 1e-8, atol: 1e-10}");
    const double built_in = last_of(good_run(pendulum_with(kBuiltIn, study)), "bob.angle");
    const double formula = last_of(good_run(pendulum_with(kByFormula, study)), "bob.angle");
    EXPECT_NEAR(formula, built_in, 2e-6) << method;
    EXPECT_GT(std::abs(built_in), 0.01);
  }
}

// A slider glides over a smooth bump of force, 0.1 m of 12, that no signal announces: v^2 grows by
// 2 W / m, W = 100 N 0.1 m sqrt(pi).
TEST(FormulaSpring, ABumpOnTheWayIsNotSteppedOver) {
  const double truth = std::sqrt(1 + 2 * 100 * 0.1 * std::sqrt(std::acos(-1.0)));
  for (const char* method : {"dopri5", "bdf", "adams", "implicit"}) {
    const RunResult result = good_run(std::string(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: a
    joint: {type: prismatic, axis: x, velocity: 1, effort: "100 N*exp(-((a.travel - 5 m)/0.1 m)^2)"}
    rigid: {mass: 1, inertia: [1, 1, 1]}
probes: [{name: a, joint: a}]
study: {type: dynamics, duration: 7, output_step: 0.02, method: )yaml") +
                                      method + "}");
    EXPECT_NEAR(last_of(result, "a.travel_rate"), truth, 1e-4 * truth) << method;
  }
}

// halving the step of a method of order p divides its error by 2^p
TEST(FormulaSpring, MethodsKeepTheirOrder) {
  const auto angle = [](const char* method, double step) {
    return last_of(
        good_run(pendulum_with(kByFormula, fmt::format("{{type: dynamics, duration: 1, "
                                                       "output_step: 1, method: {}, step: {}}}",
                                                       method, step))),
        "bob.angle");
  };
  const double truth =
      last_of(good_run(pendulum_with(kBuiltIn,
                                     "{type: dynamics, duration: 1, output_step: 1, method: "
                                     "dopri5, rtol: 1e-12, atol: 1e-13}")),
              "bob.angle");
  // smaller errors of the implicit method are those of its iteration
  struct Row {
    const char* method;
    double order, step;
  };
  for (const Row& row : {Row{"generalized_alpha", 2, 0.02}, Row{"implicit", 4, 0.04}}) {
    const double coarse = std::abs(angle(row.method, row.step) - truth);
    const double fine = std::abs(angle(row.method, row.step / 2) - truth);
    EXPECT_NEAR(std::log2(coarse / fine), row.order, 0.3) << row.method;
  }
}

TEST(FormulaSpring, ModesSeeThem) {
  const auto frequency = [](const char* spring) {
    return good_run(pendulum_with(spring, "{type: modes, about: statics, count: 1}"))
        .trajectory.column("frequency")
        .front();
  };
  EXPECT_NEAR(frequency(kByFormula), frequency(kBuiltIn), 1e-8);
}

}  // namespace
}  // namespace cuttle::testing
