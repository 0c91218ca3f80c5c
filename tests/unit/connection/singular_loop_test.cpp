// Loops that lose their rank on the way, and runs that do not keep theirs closed.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

constexpr double kGravity = 9.81;

/// N four-bar linkages in a row [Gonzalez06]; models/four_bar_ladder.yaml tells their story.
std::string ladder(int count, double speed, const std::string& pin, const std::string& study) {
  std::string text = "name: ladder\ngravity: [0, 0, -9.81]\nbodies:\n", pins = "connections:\n";
  for (int i = 0; i <= count; ++i) {
    const std::string number = std::to_string(i), before = std::to_string(i - 1);
    text += "  - {name: crank_" + number + ", pose: {position: [" + number +
            ", 0, 0]}, joint: {type: revolute, axis: y, velocity: " + std::to_string(speed) +
            "}, rigid: {mass: 1, center: [0, 0, 0.5], inertia: [0.08333333333333333, "
            "0.08333333333333333, 0], frames: {top: {position: [0, 0, 1]}}}}\n";
    if (i < count)
      text += "  - {name: bar_" + number + ", parent: crank_" + number +
              ", at: top, joint: {type: revolute, axis: y, velocity: " + std::to_string(-speed) +
              "}, rigid: {mass: 1, center: [0.5, 0, 0], inertia: [0, 0.08333333333333333, "
              "0.08333333333333333], frames: {end: {position: [1, 0, 0]}}}}\n";
    if (i > 0)
      pins += "  - {name: pin_" + before + ", " + pin + ", a: {body: bar_" + before +
              ", at: end}, b: {body: crank_" + number + ", at: top}}\n";
  }
  return text + pins + "probes: [{name: first, joint: crank_0}, {name: last, joint: crank_" +
         std::to_string(count) + "}, {name: pin, connection: pin_0}]\nstudy: {type: dynamics, " +
         study + "}\n";
}

/// All cranks turn alike: one equation, by the classical Runge-Kutta method.
double crank_angle(int count, double speed, double t) {
  const double inertia = (count + 1) / 3.0 + count, weight = kGravity * ((count + 1) / 2.0 + count);
  const int steps = int(t * 5000);
  const double h = t / steps;
  double angle = 0, rate = speed;
  const auto acceleration = [&](double a) { return weight * std::sin(a) / inertia; };
  for (int i = 0; i < steps; ++i) {
    const double k1 = acceleration(angle), r2 = rate + h / 2 * k1;
    const double k2 = acceleration(angle + h / 2 * rate), r3 = rate + h / 2 * k2;
    const double k3 = acceleration(angle + h / 2 * r2), r4 = rate + h * k3;
    const double k4 = acceleration(angle + h * r3);
    angle += h / 6 * (rate + 2 * r2 + 2 * r3 + r4);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return angle;
}

RunResult run_text(const std::string& text) {
  return run(build(parse_scenario(text, "test.yaml")));
}

// loose tolerances step on singular positions by and by: the speeds make them do so at other places
TEST(SingularLoop, four_bars_pass_their_singular_positions_at_loose_tolerances) {
  for (const double speed : {29.7, 29.83, 30.17, 30.31}) {
    const RunResult result = run_text(ladder(2, speed, "type: revolute, axis: y",
                                             "duration: 10, output_step: 0.1, method: dopri5, "
                                             "rtol: 1e-6, atol: 1e-6"));
    ASSERT_TRUE(result.status.ok()) << speed << ": " << to_string(result.status);
    EXPECT_LT(result.energy_residual, 1e-4) << speed;
    EXPECT_NEAR(testing::last_of(result, "first.angle"), crank_angle(2, speed, 10), 0.05) << speed;
    EXPECT_NEAR(testing::last_of(result, "first.angle"), testing::last_of(result, "last.angle"),
                1e-6)
        << speed;
    EXPECT_TRUE(result.warnings.empty()) << result.warnings.front();
  }
}

// next to one, where corrections halve a gap and no more, what is left after the last is small
// enough
TEST(SingularLoop, need_not_be_closed_exactly_next_to_singular_positions) {
  for (const char* rtol : {"0.054117", "0.073564", "0.079433"}) {
    const RunResult result = run_text(ladder(
        4, 30, "type: revolute, axis: y",
        "duration: 5, output_step: 0.1, method: dopri5, atol: 1e-4, rtol: " + std::string(rtol)));
    EXPECT_TRUE(result.status.ok()) << rtol << ": " << to_string(result.status);
    EXPECT_LT(testing::last_of(result, "pin.gap"), 1e-9);
  }
}

TEST(SingularLoop, keeps_its_energy_with_many_rows) {
  const int count = 14;  // 70 rows: sparse
  const RunResult result = run_text(ladder(count, 30, "type: revolute, axis: y",
                                           "duration: 2, output_step: 0.1, method: dopri5, rtol: "
                                           "1e-9, atol: 1e-9"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_LT(result.energy_residual, 1e-6);
  EXPECT_NEAR(testing::last_of(result, "last.angle"), crank_angle(count, 30, 2), 1e-5);
}

class TornLoop : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, TornLoop,
                         ::testing::Values("method: dopri5", "method: bdf", "method: implicit",
                                           "method: implicit, step: 1e-2",
                                           "method: generalized_alpha, step: 1e-2",
                                           "method: dopri5, constraints: udwadia_kalaba",
                                           "method: dopri5, constraints: baumgarte",
                                           "method: implicit, constraints: baumgarte",
                                           "method: adams, constraints: baumgarte"));

// two drives that part from each other, tied by a pin: no motion keeps it closed
TEST_P(TornLoop, ends_as_a_failure_that_names_the_connection) {
  const RunResult result = run_text(std::string(R"(
name: torn
bodies:
  - {name: left, joint: {type: prismatic, axis: x, prescribed: "-0.1*t"}, rigid: {mass: 1}}
  - {name: right, joint: {type: prismatic, axis: x, prescribed: "0.1*t*t"}, rigid: {mass: 1}}
  - {name: weight, joint: {type: prismatic, axis: z}, rigid: {mass: 1}}
connections: [{name: bond, type: spherical, a: {body: left}, b: {body: right}}]
probes: [{name: bond, connection: bond}]
study: {type: dynamics, duration: 1, output_step: 0.1, )") +
                                    GetParam() + "}\n");
  EXPECT_FALSE(result.status.ok());
  EXPECT_NE(result.status.message.find("'bond'"), std::string::npos) << result.status.message;
}

// a drive that turns back at once throws the linkage: by a blow, not by what closing takes
TEST(ClosingWarnings, need_not_tell_of_a_drive_that_turns_back) {
  const RunResult result = run_text(R"(
name: kink
gravity: [0, 0, 0]
bodies:
  - {name: crank, joint: {type: revolute, axis: y, prescribed: {table: [[0, 0], [0.5, 1], [1, 0]], interpolation: linear}}, rigid: {mass: 1, center: [0, 0, 0.5], inertia: [0.1, 0.1, 0.1], frames: {top: {position: [0, 0, 1]}}}}
  - {name: bar, parent: crank, at: top, joint: {type: revolute, axis: y}, rigid: {mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1], frames: {end: {position: [1, 0, 0]}}}}
  - {name: rocker, pose: {position: [1, 0, 0]}, joint: {type: revolute, axis: y}, rigid: {mass: 1, center: [0, 0, 0.5], inertia: [0.1, 0.1, 0.1], frames: {top: {position: [0, 0, 1]}}}}
connections: [{name: pin, type: revolute, axis: y, a: {body: bar, at: end}, b: {body: rocker, at: top}}]
study: {type: dynamics, duration: 1}
)");
  ASSERT_TRUE(result.status.ok());
  EXPECT_LT(result.energy_residual, 1e-5);
  EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
}

TEST(ClosingWarnings, tell_of_energy_that_the_loops_take) {
  const RunResult result =
      run_text(ladder(4, 30, "type: revolute, axis: y",
                      "duration: 5, output_step: 0.1, method: dopri5, rtol: 3e-2, atol: 1e-4"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  ASSERT_GE(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].find(": connections["), std::string::npos) << result.warnings[0];
  EXPECT_NE(result.warnings[0].find("]: closing the loops took "), std::string::npos);
  EXPECT_NE(result.warnings[0].find("at connection 'pin_"), std::string::npos);
}

TEST(ClosingWarnings, tell_of_a_start_that_the_loops_change) {
  const auto warnings = [](const std::string& rocker) {
    return run_text(
               R"(
name: fb
bodies:
  - {name: crank, joint: {type: revolute, axis: y, velocity: 6}, rigid: {mass: 1, center: [0, 0, 0.5], inertia: [0.1, 0.1, 0.1], frames: {top: {position: [0, 0, 1]}}}}
  - {name: bar, parent: crank, at: top, joint: {type: revolute, axis: y, velocity: -6}, rigid: {mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1], frames: {end: {position: [1, 0, 0]}}}}
  - {name: rocker, pose: {position: [1, 0, 0]}, joint: {type: revolute, axis: y, )" +
               rocker +
               R"(}, rigid: {mass: 1, center: [0, 0, 0.5], inertia: [0.1, 0.1, 0.1], frames: {top: {position: [0, 0, 1]}}}}
connections: [{name: pin, type: revolute, axis: y, a: {body: bar, at: end}, b: {body: rocker, at: top}}]
study: {type: dynamics, duration: 0.01}
)")
        .warnings;
  };
  EXPECT_TRUE(warnings("velocity: 6").empty());
  const std::vector<std::string> slower = warnings("velocity: 0");
  ASSERT_EQ(slower.size(), 1U);
  EXPECT_NE(slower[0].find("crank.angle_rate from 6 to "), std::string::npos) << slower[0];
  EXPECT_NE(slower[0].find("rocker.angle_rate from 0 to "), std::string::npos) << slower[0];
  const std::vector<std::string> moved = warnings("initial: 1.2, velocity: 6");
  ASSERT_GE(moved.size(), 1U);
  EXPECT_NE(moved.back().find("rocker.angle from 1.2 to "), std::string::npos) << moved.back();
}

}  // namespace
}  // namespace cuttle
