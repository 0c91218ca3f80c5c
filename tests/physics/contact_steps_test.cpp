// Contact and the length of steps: nothing passes through anything, and the law is the same for
// all.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;

/// A small ball that falls 1 m onto a table of 20 mm.
std::string on_table(const std::string& study) {
  return fmt::format(R"(
name: table
bodies:
  - {{name: b, joint: {{type: free, initial: {{position: [0, 0, 1.02]}}}}, rigid: {{shapes: [{{sphere: 10 mm, mass: 0.03}}]}}}}
obstacles: [{{name: table, box: [1, 1, 0.02]}}]
contacts: [{{name: c, between: [table, b]}}]
probes: [{{name: b, frame: b, record: [position, velocity]}}, {{name: c, contact: c}}]
study: {{type: dynamics, duration: 2, output_step: 0.01, {}}}
)",
                     study);
}

TEST(ContactSteps, under_error_control_a_ball_does_not_fall_through_a_table) {
  for (const char* method : {"dopri5", "bdf", "adams", "implicit"}) {
    const RunResult result = good_run(on_table(fmt::format("method: {}", method)));
    // it lies on the table, by 1 % of its radius deep
    EXPECT_NEAR(result.trajectory.column("b.z").back(), 0.0199, 1e-4) << method;
  }
}

TEST(ContactSteps, fixed_steps_that_are_too_long_are_told) {
  const RunResult result = good_run(on_table("method: implicit, step: 20 ms"));
  bool told = false;
  for (const std::string& warning : result.warnings)
    told |= warning.find("passed through each other") != std::string::npos;
  EXPECT_TRUE(told);
  const RunResult short_steps = good_run(on_table("method: implicit, step: 0.2 ms"));
  for (const std::string& warning : short_steps.warnings)
    EXPECT_EQ(warning.find("passed through"), std::string::npos) << warning;
}

// e = exp(-zeta / sqrt(1 - zeta^2) (pi - 2 asin zeta)), see contact_test.cpp
TEST(ContactSteps, implicit_steps_converge_to_the_same_bounce) {
  const double m = 0.1, k = 1e4;
  for (const double zeta : {0.1, 0.4}) {
    const double e =
        std::exp(-zeta / std::sqrt(1 - zeta * zeta) * (std::numbers::pi - 2 * std::asin(zeta)));
    for (const char* method : {"implicit", "generalized_alpha"}) {
      double coarse = 0;
      for (const double step : {4e-5, 1e-5}) {
        const RunResult result = good_run(fmt::format(
            R"(
name: drop
gravity: [0, 0, 0]
bodies:
  - {{name: b, joint: {{type: free, initial: {{position: [0, 0, 0.031]}}, velocity: [0, 0, 0, 0, 0, -1]}}, rigid: {{shapes: [{{sphere: 30 mm, mass: 0.1}}]}}}}
obstacles: [{{name: floor, plane: z}}]
contacts: [{{name: c, between: [floor, b], stiffness: {}, damping: {:.17g}}}]
probes: [{{name: b, frame: b, record: [velocity]}}]
study: {{type: dynamics, duration: 0.03, output_step: 1 ms, method: {}, step: {}}}
)",
            k, 2 * zeta * std::sqrt(k * m), method, step));
        const double error = std::abs(result.trajectory.column("b.vz").back() - e);
        EXPECT_LT(error, step == 1e-5 ? 5e-3 : 2e-2) << method << " " << zeta;
        if (step == 1e-5) {
          EXPECT_LT(error, 0.6 * coarse + 1e-4) << method << " " << zeta;
        }
        coarse = error;
      }
    }
  }
}

/// A mass of 1 kg on a rail, pressed onto the floor by 10 N, with bristles of 10 kN/m.
std::string on_rail(const std::string& speed, const std::string& friction,
                    const std::string& rest) {
  return fmt::format(R"(
name: rail
gravity: [0, 0, 0]
bodies:
  - {{name: b, pose: {{position: [0, 0, 0.099]}}, joint: {{type: prismatic, axis: x, velocity: {}}}, rigid: {{shapes: [{{sphere: 0.1, mass: 1}}]}}}}
obstacles: [{{name: floor, plane: z}}]
contacts: [{{name: c, between: [floor, b], stiffness: 10 kN/m, friction: {{{}, stiffness: 10 kN/m}}}}]
probes: [{{name: b, frame: b, record: [position, velocity]}}]
{}
)",
                     speed, friction, rest);
}

// Its bristles stretch to s0 = mu N / k, slide, and from where it comes to rest on swing freely.
// They learn between steps only that they stick again: a step that led over that moment would go on
// braking, and nothing in it would tell.
TEST(ContactSteps, under_error_control_friction_sticks_where_sliding_ends) {
  const double w = 100, s0 = 5e-4, brake = 5;  // sqrt(k / m), mu N / k, mu N / m
  const double t0 = std::asin(w * s0) / w, v0 = std::cos(w * t0), t1 = t0 + v0 / brake;
  const auto truth = [&](double t) {
    if (t < t0) return std::cos(w * t);
    return t < t1 ? v0 - brake * (t - t0) : -s0 * w * std::sin(w * (t - t1));
  };
  for (const char* method : {"dopri5", "bdf", "adams", "implicit"}) {
    const RunResult result = good_run(
        on_rail("1", "static: 0.5, damping: 0",
                fmt::format("study: {{type: dynamics, duration: 0.3, output_step: 2 ms, method: "
                            "{}, rtol: 1e-8, atol: 1e-12}}",
                            method)));
    const Trajectory& series = result.trajectory;
    for (std::size_t row = 0; row < series.rows(); ++row)
      ASSERT_NEAR(series.column("b.vx")[row], truth(series.axis()[row]), 1e-6)
          << method << " at " << series.axis()[row];
    // bristles without a damper lose nothing but what they slip
    EXPECT_LT(result.energy_residual, 1e-5) << method;
  }
}

// what breaks loose and has no kinetic friction slides on as it was
TEST(ContactSteps, without_kinetic_friction_it_slides_on) {
  for (const char* method : {"dopri5", "bdf", "implicit", "generalized_alpha, step: 0.5 ms"}) {
    const RunResult result =
        good_run(on_rail("1", "static: 0.5, kinetic: 0, damping: 20",
                         fmt::format("study: {{type: dynamics, duration: 0.3, output_step: 10 ms, "
                                     "method: {}}}",
                                     method)));
    const auto speed = result.trajectory.column("b.vx");
    for (std::size_t i = 4; i < speed.size(); ++i)
      EXPECT_NEAR(speed[i], speed[3], 1e-9) << method << ' ' << i;
    EXPECT_GT(speed.back(), 0.9) << method;
  }
}

// a pull that grows breaks it loose: friction is kinetic from there on, not from the next step on
TEST(ContactSteps, under_error_control_it_breaks_loose_where_static_friction_ends) {
  for (const char* method : {"dopri5", "bdf", "implicit"}) {
    const auto speed = [&](double rtol) {
      const RunResult result = good_run(
          on_rail("0", "static: 0.6, kinetic: 0.3, damping: 20",
                  fmt::format("loads: [{{name: pull, body: b, force: [20*t, 0, 0]}}]\n"
                              "study: {{type: dynamics, duration: 0.5, output_step: 0.1, method: "
                              "{}, rtol: {}, atol: 1e-12}}",
                              method, rtol)));
      return testing::last_of(result, "b.vx");
    };
    EXPECT_NEAR(speed(1e-6), speed(1e-9), 1e-5) << method;
  }
}

TEST(ContactModes, a_ball_on_a_damped_floor_swings_as_its_spring_and_damper_say) {
  const double m = 0.1, k = 3211, b = 10;
  const RunResult result = good_run(R"(
name: modes
bodies: [{name: b, joint: {type: prismatic, axis: z, initial: 0.0299}, rigid: {mass: 0.1, shapes: [{sphere: 30 mm}]}}]
obstacles: [{name: floor, plane: z}]
contacts: [{name: c, between: [floor, b], stiffness: 3211, damping: 10}]
probes: [{name: b, frame: b}]
study: {type: modes, about: statics, count: 1}
)");
  const double zeta = b / (2 * std::sqrt(k * m));
  EXPECT_NEAR(result.trajectory.column("damping").back(), zeta, 1e-9);
  EXPECT_NEAR(result.trajectory.column("frequency").back(),
              std::sqrt(k / m * (1 - zeta * zeta)) / (2 * std::numbers::pi), 1e-8);
}

}  // namespace
}  // namespace cuttle
