// A robot with all of its lengths, masses and forces scaled moves as the large one does: errors are
// measured in its own size, and no length, force or energy is compared with one of the program's.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/runs.h"

namespace cuttle {
namespace {

/// A ball that falls to the ground and bounces, everything scaled in length by s at equal times.
std::string ball(double s, const std::string& size, const std::string& study) {
  const double mass = s * s * s;
  return fmt::format(R"(
name: ball
gravity: [0, 0, {0}]
bodies:
  - name: b
    joint: {{type: free, initial: {{position: [0, 0, {1}]}}, velocity: [0, 0, 0, {2}, 0, 0]}}
    rigid: {{mass: {3}, inertia: [{4}, {4}, {4}]{5}}}
obstacles: [{{name: ground, plane: {{}}}}]
contacts: [{{name: c, between: [ground, b], stiffness: {6}, damping: {7}}}]
probes: [{{name: b, frame: b}}]
study: {{type: dynamics, duration: 2, rtol: 1e-6, atol: 1e-8, {8}}}
)",
                     -9.81 * s, 0.3 * s, 0.5 * s, mass, 0.004 * mass * s * s, size, 1e5 * mass,
                     30 * mass, study);
}

std::string touching(double s) { return fmt::format(", touch: [{{sphere: {}}}]", 0.1 * s); }

class SmallRobot : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, SmallRobot,
                         ::testing::Values("method: dopri5", "method: bdf", "method: adams",
                                           "method: implicit",
                                           "method: implicit, step: 0.0009765625",
                                           "method: generalized_alpha, step: 0.0009765625"),
                         [](const auto& method) {
                           std::string name = method.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

// scaled by powers of two, so that there is no other round-off either
TEST_P(SmallRobot, bounces_as_a_large_one_does) {
  const RunResult large = testing::good_run(ball(1, touching(1), GetParam()));
  for (const double s : {0x1p-7, 0x1p-10, 0x1p-14, 0x1p-17}) {
    const RunResult small = testing::good_run(ball(s, touching(s), GetParam()));
    EXPECT_NEAR(testing::last_of(small, "b.z") / s, testing::last_of(large, "b.z"), 1e-7) << s;
    EXPECT_NEAR(testing::last_of(small, "b.x") / s, testing::last_of(large, "b.x"), 1e-7) << s;
    EXPECT_EQ(small.solver.steps, large.solver.steps) << s;
    EXPECT_NEAR(small.energy_residual, large.energy_residual, 1e-7) << s;
  }
}

// what has no shape at all is as large as its moments of inertia say
TEST(SmallRobots, without_a_shape_have_a_size_too) {
  const auto swing = [](double s) {
    const double mass = s * s * s;
    return testing::good_run(fmt::format(R"(
name: spin
gravity: [0, 0, 0]
bodies:
  - name: b
    joint: {{type: free, velocity: [1, 0.1, 2, {0}, 0, 0]}}
    rigid: {{mass: {1}, inertia: [{2}, {3}, {4}]}}
probes: [{{name: b, frame: b}}]
study: {{type: dynamics, duration: 10, rtol: 1e-5, atol: 1e-7}}
)",
                                         0.5 * s, mass, 0.01 * mass * s * s, 0.02 * mass * s * s,
                                         0.025 * mass * s * s));
  };
  const RunResult large = swing(1), small = swing(0x1p-14);
  EXPECT_EQ(small.solver.steps, large.solver.steps);
  EXPECT_NEAR(testing::last_of(small, "b.x") * 0x1p14, testing::last_of(large, "b.x"), 1e-9);
}

}  // namespace
}  // namespace cuttle
