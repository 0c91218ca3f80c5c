// Connections that close when a condition on the probes holds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/compile/expand_repeats.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

/// A ball that falls from rest until the world catches it.
std::string falling(const std::string& when, const std::string& study = "method: dopri5") {
  return R"(
name: catch
bodies:
  - {name: ball, joint: free, rigid: {mass: 2, inertia: [1, 1, 1]}}
connections:
  - {name: net, type: fixed, b: {body: ball}, closes: {when: ")" +
         when + R"("}}
probes:
  - {name: ball, frame: ball, record: [position, velocity]}
  - {name: net, connection: net}
study: {type: dynamics, duration: 1, output_step: 0.1, rtol: 1e-9, atol: 1e-12, )" +
         study + "}\n";
}

class DockingCondition : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, DockingCondition,
                         ::testing::Values("method: dopri5", "method: bdf",
                                           "method: implicit, step: 0.01",
                                           "method: dopri5, constraints: udwadia_kalaba",
                                           "method: dopri5, constraints: baumgarte"),
                         [](const auto& method) {
                           std::string name = method.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); },
                               '_');
                           return name;
                         });

TEST_P(DockingCondition, closes_at_the_moment_it_begins_to_hold) {
  // where it hangs tells when it was caught: 1e-10 s are 4e-10 m there
  const double g = 9.81, depth = 1;
  const RunResult by_place =
      run(parse_scenario(falling("ball.z < -1 && t > 0.1", GetParam()), "test.yaml"));
  ASSERT_TRUE(by_place.status.ok()) << by_place.status.message;
  const double speed = std::sqrt(2 * g * depth);
  const bool fine = std::string(GetParam()).find("bdf") == std::string::npos;
  EXPECT_NEAR(by_place.trajectory.column("ball.z").back(), -depth, 1e-10 * speed);
  EXPECT_NEAR(by_place.trajectory.column("ball.vz").back(), 0, 1e-12);
  EXPECT_EQ(by_place.trajectory.column("net.closed").front(), 0);
  EXPECT_EQ(by_place.trajectory.column("net.closed").back(), 1);

  // by its speed, at t = 3 / g: then the place has the error of the method as well
  const RunResult by_speed = run(parse_scenario(falling("ball.vz <= -3", GetParam()), "test.yaml"));
  ASSERT_TRUE(by_speed.status.ok()) << by_speed.status.message;
  EXPECT_NEAR(by_speed.trajectory.column("ball.z").back(), -4.5 / g, fine ? 1e-9 : 1e-6);
}

TEST(DockingConditions, may_look_at_forces) {
  // a pendulum at its lowest point pulls with 3 g: the hook gives way to the net just before
  const RunResult result = run(parse_scenario(R"(
name: swing
bodies:
  - {name: bob, joint: free, rigid: {mass: 2, inertia: [1e-3, 1e-3, 1e-3]}}
  - {name: other, joint: free, pose: {position: [5, 0, 0]}, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: hook, type: spherical, b: {body: bob, pose: {position: [-1, 0, 0]}}, a: {body: world, pose: {position: [-1, 0, 0]}}}
  - {name: net, type: fixed, b: {body: other}, closes: {when: "sqrt(hook.fx^2 + hook.fz^2) > 30"}}
probes: [{name: bob, frame: bob, record: [position, rotation]}, {name: hook, connection: hook}, {name: other, frame: other}]
study: {type: dynamics, duration: 1, output_step: 0.01, rtol: 1e-10, atol: 1e-12}
)",
                                              "test.yaml"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("'net' closed at t = "), std::string::npos);
  // a heavy bob on a rod: (m l^2 + I) w^2 / 2 = m g l sin(angle) and, along the rod,
  // F_r = m l w^2 + m g sin, across it F_t = m g cos I / (m l^2 + I)
  const double m = 2, I = 1e-3, g = 9.81;
  const auto force = [&](double angle) {
    const double r = m * g * std::sin(angle) * (1 + 2 * m / (m + I));
    const double across = m * g * std::cos(angle) * I / (m + I);
    return std::hypot(r, across);
  };
  double low = 0, high = 1.5;
  for (int k = 0; k < 60; ++k) (force(0.5 * (low + high)) < 30 ? low : high) = 0.5 * (low + high);
  // the time to that angle: t = integral of d angle / w, by substitution angle = s^2 (no pole)
  double time = 0;
  const int n = 2000;
  for (int k = 0; k < n; ++k) {
    const double s = (k + 0.5) / n * std::sqrt(low);
    time += 2 * s / std::sqrt(2 * m * g * std::sin(s * s) / (m + I)) * std::sqrt(low) / n;
  }
  // the other body has fallen for so long
  EXPECT_NEAR(result.trajectory.column("other.z").back(), -0.5 * g * time * time, 1e-6);
}

TEST(DockingConditions, that_cannot_be_understood_are_told_in_their_place) {
  EXPECT_EQ(testing::message_of(falling("ball.q < 1")),
            "test.yaml:6:62: error: connections[0].closes.when: unknown symbol 'ball.q' in "
            "'ball.q < 1'\n"
            "  hint: did you mean 'ball.x'? known symbols: t, ball.x, ball.y, ball.z, ball.wx, "
            "ball.wy, ball.wz, ball.vx, ball.vy, ball.vz, net.closed, net.gap, net.tilt, net.fx, "
            "net.fy, net.fz, net.mx, net.my, net.mz, pi, e, k and n (inside repeat), and the "
            "functions abs, acos, acosd, acosh, asin, asind, asinh, atan, atan2, atan2d, atand, "
            "atanh, avg, cos, cosd, cosh, exp, ln, log, log10, log2, max, min, rint, sign, sin, "
            "sind, sinh, smoothstep, sqrt, sum, tan, tand, tanh\n"
            "1 error; nothing was run.");
  EXPECT_EQ(testing::message_of(falling("ball.z + 1")),
            "test.yaml:6:62: error: connections[0].closes.when: 'ball.z + 1' is not a condition\n"
            "  hint: compare with < or >, such as tip.x > 0.2\n"
            "1 error; nothing was run.");
  EXPECT_NE(testing::message_of(falling("ball.z < -k")).find("only in copies"), std::string::npos);
}

/// Two balls in space that come together along x with 1 m/s, from 1 m, and turn with 0.5 rad/s.
std::string approaching(const std::string& closes) {
  return R"(
name: approach
gravity: [0, 0, 0]
bodies:
  - {name: a, joint: free, rigid: {mass: 1, inertia: [0.1, 0.1, 0.1]}}
  - {name: b, joint: {type: free, initial: {position: [1, 0, 0]}, velocity: [0.5, 0, 0, -1, 0, 0]}, rigid: {mass: 1, inertia: [0.1, 0.1, 0.1]}}
connections:
  - {name: dock, a: {body: a}, b: {body: b}, closes: {)" +
         closes + R"(}, opens: 0.95}
probes:
  - {name: b, frame: b}
  - {name: dock, connection: dock}
study: {type: dynamics, duration: 1, output_step: 0.05, rtol: 1e-10, atol: 1e-12}
)";
}

TEST(DockingConditions, see_the_distance_and_the_tilt_while_the_connection_is_open) {
  const RunResult result = testing::good_run(approaching("when: \"dock.gap < 0.2\""));
  EXPECT_TRUE(result.warnings.empty());
  const auto t = result.trajectory.axis();
  const auto closed = result.trajectory.column("dock.closed");
  const auto gap = result.trajectory.column("dock.gap");
  const auto tilt = result.trajectory.column("dock.tilt");
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (std::abs(t[i] - 0.8) < 1e-6 || std::abs(t[i] - 0.95) < 1e-6) continue;
    EXPECT_EQ(closed[i], t[i] > 0.8 && t[i] < 0.95) << t[i];
    if (t[i] < 0.79) {
      EXPECT_NEAR(gap[i], 1 - t[i], 1e-12) << t[i];
      EXPECT_NEAR(tilt[i], 0.5 * t[i], 1e-9) << t[i];
    } else if (closed[i] > 0) {
      EXPECT_LT(gap[i], 1e-12);
    } else {
      // undocked: again between the frames, which are where they met
      EXPECT_NEAR(gap[i], 0.2, 1e-9) << t[i];
      EXPECT_NEAR(tilt[i], 0.4, 1e-9) << t[i];
    }
  }
}

TEST(DockingConditions, that_close_across_a_gap_are_told) {
  const auto warnings = testing::good_run(approaching("when: \"t > 0.5\"")).warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            "x.yaml:8:54: connections[0].closes: connection 'dock' closed at t = 0.5 s while its "
            "frames were 0.5 m and 14.3 deg apart, and holds them so: parts that dock stay as they "
            "are at that moment");
  EXPECT_EQ(testing::good_run(approaching("time: 0.5")).warnings.size(), 1u);
  // who gives a distance means it
  EXPECT_TRUE(testing::good_run(approaching("distance: 0.5")).warnings.empty());
}

// A condition that asks for the gap of this connection knows it, under whatever name of a probe;
// one that asks for that of another connection does not.
TEST(DockingConditions, on_the_gap_of_another_connection_do_not_know_their_own) {
  const auto warnings = [](const std::string& when) {
    std::string text = approaching("when: \"" + when + "\"");
    const std::string probes = "probes:\n";
    text.insert(text.find(probes) + probes.size(),
                "  - {name: other, connection: other}\n  - {name: mine, connection: dock}\n");
    text.insert(text.find(probes),
                "  - {name: other, type: spherical, a: {body: a}, b: {body: b}, closes: {distance: "
                "1e-3}}\n");
    std::size_t across = 0;
    for (const std::string& warning : testing::good_run(text).warnings)
      across += warning.find("'dock' closed at t = 0.5") != std::string::npos;
    return across;
  };
  EXPECT_EQ(warnings("mine.gap < 0.5"), 0u);
  EXPECT_EQ(warnings("t > 0.2 && dock.gap < 0.5"), 0u);
  EXPECT_EQ(warnings("other.gap < 0.5"), 1u);
  EXPECT_EQ(warnings("t > 0.5"), 1u);
}

TEST(DockingConditions, that_never_hold_are_told_at_the_end) {
  const RunResult result = run(parse_scenario(falling("ball.z > 1.5"), "test.yaml"));
  ASSERT_TRUE(result.status.ok());
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0],
            "test.yaml:6:55: connections[0].closes: connection 'net' never closed: 'ball.z > 1.5' "
            "was never true");
}

TEST(DockingConditions, of_copies_look_at_their_own_probes) {
  const ScenarioSpec spec = expand_repeats(parse_scenario(R"(
name: copies
bodies:
  - {name: hub, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: pad, parent: hub, joint: {type: prismatic, axis: x}, repeat: {count: 2}, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: grip, b: {body: pad}, closes: {when: "pad.x > 0.5*k && hub.x < 1.5 && mypad.x < 2"}}
probes: [{name: pad, frame: pad}, {name: hub, frame: hub}, {name: mypad, frame: hub}]
study: {type: dynamics, duration: 1}
)",
                                                          "test.yaml"));
  ASSERT_EQ(spec.of<ConnectionSpec>().size(), 2u);
  EXPECT_EQ(spec.of<ConnectionSpec>()[1].closes->when,
            "pad_2.x > 0.5*k && hub.x < 1.5 && mypad.x < 2");
  EXPECT_EQ(spec.of<ConnectionSpec>()[1].closes->copy.k, 2);
  EXPECT_NO_THROW(build(spec));
}

}  // namespace
}  // namespace cuttle
