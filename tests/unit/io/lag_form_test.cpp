// How a model file says that a signal lags.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

ScenarioSpec cart(const std::string& effort) {
  return parse_scenario(
      "name: cart\ngravity: [0, 0, 0]\nbodies:\n"
      "  - name: cart\n    rigid: {mass: 2, inertia: [1, 1, 1]}\n"
      "    joint: {type: prismatic, axis: x, effort: " +
          effort + "}\nstudy: {type: dynamics, duration: 1, rtol: 1e-11, atol: 1e-12}\n",
      "test.yaml");
}

SignalSpec effort_of(const std::string& text) {
  return cart(text).bodies[0].joint.effort.at(0).value();
}

TEST(LagForm, EveryMapMayLag) {
  using Kind = SignalSpec::Kind;
  const SignalSpec number = effort_of("{value: 6 N, lag: 200 ms, initial: 1 N}");
  EXPECT_EQ(number.kind, Kind::constant);
  EXPECT_EQ(number.constant, 6);
  EXPECT_DOUBLE_EQ(number.lag, 0.2);
  EXPECT_EQ(number.initial, 1);
  const SignalSpec formula = effort_of("{value: 6*sin(t), lag: 0.2}");
  EXPECT_EQ(formula.kind, Kind::expression);
  EXPECT_EQ(formula.expression, "6*sin(t)");
  EXPECT_FALSE(formula.initial.has_value());
  EXPECT_EQ(effort_of("{table: [[0, 1], [1, 2]], lag: 0.3}").lag, 0.3);
  EXPECT_EQ(effort_of("{pulse: {period: 1, width: 0.5}, lag: 0.3}").lag, 0.3);
  EXPECT_EQ(effort_of("{table: [[0, 1], [1, 2]]}").lag, 0);
}

/// The message about an effort that must be refused.
std::string refusal(const std::string& text) {
  try {
    effort_of(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(LagForm, RefusesWhatHasNoMeaning) {
  const auto says = [](const std::string& text, const std::string& part) {
    EXPECT_NE(refusal(text).find(part), std::string::npos) << refusal(text);
    EXPECT_NE(refusal(text).find("1 error;"), std::string::npos) << refusal(text);
  };
  says("{value: 6, initial: 1}", "joint.effort.initial: has no meaning here");
  says("{value: 6, lag: -1}", "joint.effort.lag: must be");
  says("{value: 6, lag: 0.1, table: [[0, 1], [1, 2]]}", "cannot be combined with");
  says("{value: 6 kg, lag: 0.1}", "joint.effort.value: ");
  says("{lag: 0.1}", "csv, table, pulse, triangle, value");
}

// m v = F (t - T (1 - exp(-t / T)))
TEST(LagForm, DrivesACart) {
  const RunResult result = run(build(cart("{value: 6, lag: 0.2, initial: 0}")));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  const Trajectory& trajectory = result.trajectory;
  const double truth = 3 * (1 - 0.2 * (1 - std::exp(-5.0)));
  EXPECT_NEAR(trajectory.v(trajectory.rows() - 1)[0], truth, 1e-9);
}

}  // namespace
}  // namespace cuttle
