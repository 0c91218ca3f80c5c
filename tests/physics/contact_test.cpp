// Rigid bodies that bounce, slide, stick and roll, against closed forms.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using std::numbers::pi;
constexpr double kG = 9.81;

using testing::good_run;
using testing::last_of;

double value_at(const RunResult& result, const char* column, double t) {
  const auto axis = result.trajectory.axis();
  const auto at = std::lower_bound(axis.begin(), axis.end(), t - 1e-9) - axis.begin();
  EXPECT_NEAR(axis[size_t(at)], t, 1e-9);
  return result.trajectory.column(column)[size_t(at)];
}

/// A ball of 0.5 kg and radius 0.1 m over a floor.
std::string ball(double height, double velocity, double gravity, const std::string& rule,
                 const std::string& study) {
  return fmt::format(R"(
name: ball
gravity: [0, 0, {}]
bodies:
  - name: ball
    joint: {{type: free, initial: {{position: [0, 0, {:.17g}]}}, velocity: [0, 0, 0, 0, 0, {}]}}
    rigid: {{shapes: [{{sphere: 0.1, mass: 0.5}}]}}
obstacles: [{{name: floor, plane: {{normal: [0, 0, 1]}}}}]
contacts: [{{name: c, between: [floor, ball], {}}}]
probes: [{{name: b, frame: ball, record: [position, velocity]}}, {{name: c, contact: c}}]
study: {{type: dynamics, {}}}
)",
                     -gravity, height + 0.1, velocity, rule, study);
}

// half a period of the spring: pi sqrt(m / k), and back at the same speed
TEST(ContactBounce, lasts_half_a_period_of_the_spring) {
  const RunResult result =
      good_run(ball(0, -1, 0, "stiffness: 2e4, damping: 0",
                    "duration: 0.1, output_step: 1 ms, method: dopri5, rtol: 1e-9, atol: 1e-11"));
  EXPECT_NEAR(last_of(result, "b.vz"), 1, 1e-6);  // measured 4e-8
  const double time = 0.1 - (last_of(result, "b.z") - 0.1) / last_of(result, "b.vz");
  EXPECT_NEAR(time / (pi * std::sqrt(0.5 / 2e4)), 1, 1e-7);  // measured 5e-11
}

TEST(ContactBounce, keeps_its_energy_without_damping) {
  const RunResult result =
      good_run(ball(0.3, 0, kG, "stiffness: 1e5, damping: 0",
                    "duration: 5, output_step: 5 ms, method: dopri5, rtol: 1e-9, atol: 1e-11"));
  const auto z = result.trajectory.column("b.z");
  const double apex = *std::max_element(z.end() - 120, z.end());
  EXPECT_LT(result.energy_residual, 1e-5);  // measured 5e-7
  EXPECT_NEAR(apex, 0.4, 1e-5);             // measured 2e-7, the rows are 5 ms apart
  int bounces = 0;
  const auto count = result.trajectory.column("c.count");
  for (size_t i = 1; i < count.size(); ++i) bounces += count[i] > count[i - 1];
  EXPECT_GE(bounces, 5);
}

/// Speed with which a mass leaves a spring and damper that do not pull, by small steps.
double restitution_by_steps(double zeta) {
  double x = 0, v = 1;
  const double h = 1e-4;
  const auto push = [&](double at, double rate) { return -at - 2 * zeta * rate; };
  do {
    const double v1 = v, a1 = push(x, v1), v2 = v + 0.5 * h * a1, a2 = push(x + 0.5 * h * v1, v2);
    const double v3 = v + 0.5 * h * a2, a3 = push(x + 0.5 * h * v2, v3);
    const double v4 = v + h * a3, a4 = push(x + h * v3, v4);
    x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  } while (push(x, v) < 0);
  return -v;
}

// x = exp(-zeta w t) sin(w' t) / w' leaves when its acceleration is zero, w' t = pi - 2 asin(zeta)
TEST(ContactBounce, loses_what_the_damper_takes) {
  const double m = 0.5, k = 2e4;
  for (const double zeta : {0.05, 0.2, 0.5}) {
    const double e = std::exp(-zeta / std::sqrt(1 - zeta * zeta) * (pi - 2 * std::asin(zeta)));
    EXPECT_NEAR(restitution_by_steps(zeta), e, 1e-4);
    const std::string rule =
        fmt::format("stiffness: {}, damping: {:.17g}", k, 2 * zeta * std::sqrt(k * m));
    for (const char* method : {"dopri5", "implicit", "bdf", "adams"})
      for (const double rtol : {1e-6, 1e-9}) {
        SCOPED_TRACE(fmt::format("{}, rtol {}, zeta {}", method, rtol, zeta));
        const RunResult result = good_run(
            ball(3e-3, -1, 0, rule,
                 fmt::format("duration: 0.1, output_step: 1 ms, method: {}, rtol: {}, atol: {}",
                             method, rtol, 1e-2 * rtol)));
        EXPECT_NEAR(last_of(result, "b.vz"), e, 100 * rtol);  // measured 73 rtol (adams)
        // where the damper has stopped the push the spring is still short, and relaxes unloaded:
        // the books must see that, though the motion does not feel it
        EXPECT_LT(result.energy_residual, 500 * rtol);  // measured 110 rtol (dopri5)
      }
  }
}

// a stiff wall with the usual damping takes the speed within microseconds: its force jumps so much
// that no step is short enough, and one leads over it
TEST(ContactBounce, jumps_of_the_force_are_passed_at_any_tolerance) {
  for (const char* method : {"dopri5", "implicit", "bdf", "adams"})
    for (const double rtol : {1e-6, 1e-8}) {
      SCOPED_TRACE(fmt::format("{}, rtol {}", method, rtol));
      const RunResult result = good_run(
          ball(1, -1, 0, "stiffness: 1e7, damping: 447.21359549995793",
               fmt::format("duration: 3, output_step: 0.1, method: {}, rtol: {}", method, rtol)));
      // zeta = 0.1
      const double zeta = 0.1;
      const double e = std::exp(-zeta / std::sqrt(1 - zeta * zeta) * (pi - 2 * std::asin(zeta)));
      EXPECT_NEAR(last_of(result, "b.vz"), e, 100 * rtol);
      EXPECT_LT(result.energy_residual, 500 * rtol);
    }
}

// steps that are far too long for the impact: it may be plastic, but it never feeds in energy
TEST(ContactBounce, long_steps_never_feed_in_energy) {
  double largest = 0;
  for (const char* method : {"implicit", "generalized_alpha"})
    for (const double stiffness : {1e4, 1e6, 1e8})
      for (const double step : {2.5e-3, 5e-3, 10e-3}) {
        const RunResult result = good_run(ball(
            0.2, 0, kG, fmt::format("stiffness: {}, damping: 0", stiffness),
            fmt::format("duration: 2, output_step: 10 ms, method: {}, step: {}", method, step)));
        const auto z = result.trajectory.column("b.z"), v = result.trajectory.column("b.vz"),
                   depth = result.trajectory.column("c.depth");
        for (size_t i = 0; i < z.size(); ++i) {
          const double energy =
              0.25 * v[i] * v[i] + 0.5 * kG * (z[i] - 0.1) + 0.5 * stiffness * depth[i] * depth[i];
          largest = std::max(largest, energy / (0.5 * kG * 0.2) - 1);
        }
      }
  EXPECT_LT(largest, 1e-12);  // measured 4e-15
}

// head on: masses exchange momentum as in every textbook
TEST(ContactBounce, two_balls_exchange_their_velocities) {
  for (const double mass : {0.5, 2.0}) {
    const RunResult result = good_run(fmt::format(R"(
name: balls
gravity: [0, 0, 0]
bodies:
  - name: a
    joint: {{type: free, initial: {{position: [0, 0.1, 0.2]}}, velocity: [0, 0, 0, 1.2, 0, 0]}}
    rigid: {{shapes: [{{sphere: 0.1, mass: 0.5}}]}}
  - name: b
    joint: {{type: free, initial: {{position: [0.25, 0.1, 0.2]}}, velocity: [0, 0, 0, -0.4, 0, 0]}}
    rigid: {{shapes: [{{sphere: 0.1, mass: {}}}]}}
contacts: [{{name: c, between: [a, b], stiffness: 1e5, damping: 0, friction: 0.5}}]
probes: [{{name: a, frame: a, record: [position, velocity]}}, {{name: b, frame: b, record: [position, velocity]}}]
study: {{type: dynamics, duration: 0.2, output_step: 0.01, method: dopri5, rtol: 1e-9, atol: 1e-11}}
)",
                                                  mass));
    const double centre = (0.5 * 1.2 - mass * 0.4) / (0.5 + mass);
    EXPECT_NEAR(last_of(result, "a.vx"), 2 * centre - 1.2, 1e-6) << mass;  // measured 1e-8
    EXPECT_NEAR(last_of(result, "b.vx"), 2 * centre + 0.4, 1e-6) << mass;
    EXPECT_NEAR(last_of(result, "a.vy"), 0, 1e-9);
    EXPECT_NEAR(last_of(result, "a.wz"), 0, 1e-9);
  }
}

/// A body on a slope that falls along +x; its pose turns with the slope, `height` over it.
std::string on_slope(double degrees, double height, const std::string& shape,
                     const std::string& rule, const std::string& study) {
  const double s = std::sin(degrees * pi / 180), c = std::cos(degrees * pi / 180);
  return fmt::format(R"(
name: slope
bodies:
  - name: body
    joint: {{type: free, initial: {{rotation: {{axis: y, angle: {} deg}}, position: [{:.17g}, 0, {:.17g}]}}}}
    rigid: {{shapes: [{}]}}
obstacles: [{{name: slope, plane: {{normal: [{:.17g}, 0, {:.17g}]}}}}]
contacts: [{{name: c, between: [slope, body], {}}}]
probes: [{{name: b, frame: body, record: [position, velocity]}}, {{name: c, contact: c}}]
study: {{type: dynamics, {}}}
)",
                     degrees, height * s, height * c, shape, s, c, rule, study);
}

/// Acceleration down the slope between two times.
double acceleration(const RunResult& result, double from, double to) {
  const auto speed = [&](double t) {
    return std::hypot(value_at(result, "b.vx", t), value_at(result, "b.vz", t));
  };
  return (speed(to) - speed(from)) / (to - from);
}

// g (sin - mu cos)
TEST(ContactSlope, a_block_slides_where_friction_does_not_hold_it) {
  const double truth = kG * (0.5 - 0.5 * std::sqrt(0.75));
  const double depth = 2 * kG * std::sqrt(0.75) / 4 / 1e5;
  for (const char* method :
       {"implicit, step: 5 ms", "generalized_alpha, step: 5 ms", "dopri5, rtol: 1e-8, atol: 1e-9",
        "bdf, rtol: 1e-8, atol: 1e-9", "adams"}) {
    const RunResult result =
        good_run(on_slope(30, 0.05 - depth, "{box: [0.3, 0.2, 0.1], mass: 2}",
                          "stiffness: 1e5, damping: 300, friction: 0.5",
                          fmt::format("duration: 2, output_step: 0.5, method: {}", method)));
    EXPECT_NEAR(acceleration(result, 1, 2) / truth, 1, 1e-6) << method;
    // measured 5e-13, 8e-15, 2e-14, 2e-10, 3e-8
    EXPECT_EQ(last_of(result, "c.sliding"), 4);
  }
}

// tan 20 deg < 0.5: it comes to rest, it stays, and it does not creep
TEST(ContactSlope, a_block_sticks_for_a_minute) {
  struct Case {
    const char* method;
    double measured;  // [m]
  };
  for (const Case& c :
       {Case{"implicit, step: 10 ms", 2e-16}, Case{"generalized_alpha, step: 10 ms", 2e-15},
        Case{"dopri5", 4e-15}, Case{"bdf", 7e-8}}) {
    const RunResult result = good_run(on_slope(
        20, 0.05, "{box: [0.2, 0.15, 0.1], mass: 2}", "stiffness: 1e5, damping: 200, friction: 0.5",
        fmt::format("duration: 60, output_step: 5, method: {}", c.method)));
    const double creep = std::hypot(last_of(result, "b.x") - value_at(result, "b.x", 5),
                                    last_of(result, "b.z") - value_at(result, "b.z", 5));
    EXPECT_LT(creep, 1e-6) << c.method;
    EXPECT_LT(creep, 1e-12 + 10 * c.measured) << c.method;
    EXPECT_EQ(last_of(result, "c.sticking"), 4) << c.method;
    EXPECT_NEAR(last_of(result, "c.friction"), 2 * kG * std::sin(pi / 9), 1e-4) << c.method;
  }
}

// 5/7 g sin: a ball that rolls turns, too
TEST(ContactSlope, a_ball_rolls) {
  const double depth = 0.5 * kG * std::cos(pi / 9) / 1e6;
  for (const char* method : {"implicit, step: 2 ms", "generalized_alpha, step: 0.5 ms",
                             "dopri5, rtol: 1e-8, atol: 1e-9"}) {
    const RunResult result = good_run(on_slope(
        20, 0.1 - depth, "{sphere: 0.1, mass: 0.5}", "stiffness: 1e6, damping: 300, friction: 0.5",
        fmt::format("duration: 1, output_step: 0.25, method: {}", method)));
    // about the middle between the surfaces
    const double arm = 1 - 0.5 * depth / 0.1;
    const double truth = kG * std::sin(pi / 9) / (1 + 0.4 / (arm * arm));
    EXPECT_NEAR(truth, 5.0 / 7 * kG * std::sin(pi / 9), 1e-4);
    EXPECT_NEAR(acceleration(result, 0.5, 1) / truth, 1, 1e-4) << method;  // 6e-6, 2e-5, 8e-10
    EXPECT_EQ(last_of(result, "c.sliding"), 0);
  }
}

// A force that grows by 10 N/s pulls a block of 2 kg, behind a cart of 1 kg so that it cannot tilt:
// it moves from mu_s m g on, and then friction is less.
TEST(ContactFriction, a_block_breaks_loose_and_then_slides_easier) {
  for (const char* method :
       {"implicit, step: 5 ms", "generalized_alpha, step: 5 ms", "dopri5, rtol: 1e-7"}) {
    const RunResult result = good_run(fmt::format(R"(
name: ramp
bodies:
  - name: cart
    joint: {{type: prismatic, axis: x}}
    rigid: {{mass: 1, inertia: [1, 1, 1]}}
  - name: block
    parent: cart
    joint: {{type: prismatic, axis: z, initial: {:.17g}}}
    rigid: {{shapes: [{{box: [0.1, 0.1, 0.1], mass: 2}}], touch: [{{sphere: 0.05}}]}}
obstacles: [{{name: floor, plane: {{normal: [0, 0, 1]}}}}]
contacts: [{{name: c, between: [floor, block], stiffness: 1e6, damping: 500, friction: {{static: 0.6, kinetic: 0.4}}}}]
loads: [{{name: pull, body: cart, force: ["10*t", 0, 0]}}]
probes: [{{name: b, frame: block, record: [position, velocity]}}, {{name: c, contact: c}}]
study: {{type: dynamics, duration: 2, output_step: 5 ms, method: {}}}
)",
                                                  0.05 - 2 * kG / 1e6, method));
    const auto sliding = result.trajectory.column("c.sliding");
    const auto axis = result.trajectory.axis();
    const size_t first = size_t(std::find(sliding.begin(), sliding.end(), 1.0) - sliding.begin());
    ASSERT_LT(first, axis.size());
    const double onset = 0.6 * 2 * kG / 10;
    EXPECT_NEAR(axis[first], onset, 0.0101) << method;
    // (F - mu_k m g) / (m + M), integrated
    const double speed = value_at(result, "b.vx", 2) - value_at(result, "b.vx", 1.5);
    const double truth = (5 * (4 - 2.25) - 0.5 * 0.4 * 2 * kG) / 3;
    EXPECT_NEAR(speed / truth, 1, 1e-6) << method;             // measured 4e-15, 7e-16, 2e-9
    EXPECT_LT(std::abs(value_at(result, "b.x", 1.15)), 2e-5);  // the bristles give a little
  }
}

// in statics as well: k x = F - mu_k m g once the static limit is passed
TEST(ContactFriction, a_block_slides_in_statics_until_the_kinetic_part_holds) {
  for (const char* study : {"statics", "load_path, steps: 5"}) {
    const RunResult result = good_run(fmt::format(R"(
name: pulled
bodies:
  - name: cart
    joint: {{type: prismatic, axis: x, stiffness: 1000}}
    rigid: {{mass: 1, inertia: [1, 1, 1]}}
  - name: block
    parent: cart
    joint: {{type: prismatic, axis: z, initial: {:.17g}}}
    rigid: {{shapes: [{{box: [0.1, 0.1, 0.1], mass: 2}}], touch: [{{sphere: 0.05}}]}}
obstacles: [{{name: floor, plane: {{normal: [0, 0, 1]}}}}]
contacts: [{{name: c, between: [floor, block], stiffness: 1e6, friction: {{static: 0.6, kinetic: 0.4}}}}]
loads: [{{name: pull, body: cart, force: [20, 0, 0]}}]
probes: [{{name: b, frame: block, record: [position]}}, {{name: c, contact: c}}]
study: {{type: {}}}
)",
                                                  0.05 - 2 * kG / 1e6, study));
    EXPECT_NEAR(last_of(result, "b.x"), (20 - 0.4 * 2 * kG) / 1000, 1e-8) << study;
    EXPECT_NEAR(last_of(result, "c.friction"), 0.4 * 2 * kG, 1e-6) << study;
  }
}

TEST(ContactFriction, a_box_on_a_box_rests_on_four_corners) {
  for (const char* method : {"implicit, step: 5 ms", "dopri5"}) {
    const RunResult result = good_run(fmt::format(R"(
name: stack
bodies:
  - name: lower
    joint: {{type: free, initial: {{position: [0, 0, 0.1]}}}}
    rigid: {{shapes: [{{box: [0.4, 0.4, 0.2], mass: 3}}]}}
  - name: upper
    joint: {{type: free, initial: {{position: [0.02, -0.01, 0.251], rotation: {{axis: z, angle: 20 deg}}}}}}
    rigid: {{shapes: [{{box: [0.2, 0.15, 0.1], mass: 1}}]}}
obstacles: [{{name: floor, plane: {{normal: [0, 0, 1]}}}}]
contacts:
  - {{name: ground, between: [floor, lower], stiffness: 1e5, damping: 300, friction: 0.5}}
  - {{name: stack, between: [lower, upper], stiffness: 5e4, damping: 100, friction: 0.5}}
probes: [{{name: u, frame: upper}}, {{name: ground, contact: ground}}, {{name: stack, contact: stack}}]
study: {{type: dynamics, duration: 2, output_step: 0.1, method: {}}}
)",
                                                  method));
    EXPECT_EQ(last_of(result, "stack.count"), 4) << method;
    EXPECT_EQ(last_of(result, "ground.count"), 4) << method;
    EXPECT_NEAR(last_of(result, "stack.fz"), kG, 1e-6) << method;
    EXPECT_NEAR(last_of(result, "ground.fz"), 4 * kG, 1e-6) << method;
    EXPECT_NEAR(last_of(result, "u.z"), 0.25 - kG / 4 / 5e4 - 4 * kG / 4 / 1e5, 1e-6) << method;
  }
}

}  // namespace
}  // namespace cuttle
