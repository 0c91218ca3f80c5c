// The exact ground of nets that are bodies: against nets for themselves, which have an integrator
// and a law of contact of their own, and closed forms.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/motion/mechanical_system.h"
#include "support/allocation_counter.h"
#include "support/run_integrator.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;
using testing::largest_of;
using testing::last_of;
using testing::scenario_of;

constexpr double kTilt = 0.5, kGravity = 9.81;

std::string segment(const char* name, double x, double y) {
  return fmt::format(
      "      - {{name: {}, length: 120 mm, edges: 6, young: 4 MPa, width: 20 mm, thickness: 3 mm, "
      "density: 1100, drag_per_length: 0.1, angle: {}, start: [{:.17g}, {:.17g}]}}\n",
      name, kTilt, x, y);
}

std::string net(const std::string& name, const std::string& segments, const std::string& welds) {
  return "  - name: " + name + "\n    segments:\n" + segments +
         "    velocity: [0.8, -0.5, 0]\n    ground: {static_friction: 0.6, kinetic_friction: "
         "0.4}\n" +
         welds;
}

/// A tilted strip that flies `height` over the ground, whole or in two halves that share an edge.
std::string thrown_strip(bool whole, bool body, double height, const std::string& method) {
  const std::string left = segment("left", 0, height),
                    right = segment("right", 0.1 * std::cos(kTilt), height + 0.1 * std::sin(kTilt));
  std::string text = "nets:\n";
  if (whole) {
    text += net("strip", left + right,
                "    welds: [{nodes: [left.5, right.0]}, {nodes: [left.last, right.1]}]\n");
  } else {
    text += net("strip", left, "") + net("rest", right, "");
    text +=
        "connections:\n"
        "  - {name: seam, type: spherical, a: {body: strip, at: left.5}, b: {body: rest, at: "
        "right.0}}\n"
        "  - {name: end, type: spherical, a: {body: strip, at: left.last}, b: {body: rest, at: "
        "right.1}}\n";
  }
  text += fmt::format(
      "probes:\n  - {{name: p, net: strip, nodes: [left.0, left.3, left.last]}}\n"
      "  - {{name: r, net: {}, nodes: [right.2, right.4, right.last]}}\n",
      whole ? "strip" : "rest");
  if (whole && body) text += "  - {name: f, frame: strip, at: left.3}\n";
  return text +
         "study: {type: dynamics, duration: 0.4, output_step: 5 ms, rtol: 1e-9, atol: "
         "1e-11, step: 1 ms, method: " +
         method + "}\n";
}

/// Largest distance between nodes of two runs.
double apart(const RunResult& one, const RunResult& other) {
  double most = 0;
  for (const char* node :
       {"p.left_0", "p.left_3", "p.left_last", "r.right_2", "r.right_4", "r.right_last"})
    for (const char* axis : {"_x", "_y"}) {
      const auto a = one.trajectory.column(std::string(node) + axis),
                 b = other.trajectory.column(std::string(node) + axis);
      EXPECT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    }
  return most;
}

/// How often the number of nodes that touch, or of those that stick, differs from row to row.
int changes(const RunResult& result) {
  int count = 0;
  const auto touching = result.trajectory.column("p.contacts"),
             sticking = result.trajectory.column("p.sticking");
  for (std::size_t i = 1; i < touching.size(); ++i)
    count += touching[i] != touching[i - 1] || sticking[i] != sticking[i - 1] ? 1 : 0;
  return count;
}

// one foot stands on the ground from the start, so that all steps are those of backward Euler: the
// bodies do what the net's own integrator does
TEST(NetGroundExact, IsThatOfNetsForThemselves) {
  const RunResult alone = good_run(thrown_strip(true, false, 0, "generalized_alpha"));
  const RunResult whole = good_run(thrown_strip(true, true, 0, "generalized_alpha"));
  const RunResult halves = good_run(thrown_strip(false, true, 0, "generalized_alpha"));
  EXPECT_GT(changes(alone), 5);
  EXPECT_LT(apart(alone, whole), 1e-9);  // [m] measured 1e-12, as for the halves
  EXPECT_LT(apart(alone, halves), 1e-9);
  // friction and impacts are booked alike: 1e-2 J flow, of which measured 2e-12 differ
  for (const char* column : {"energy.work", "energy.residual"})
    EXPECT_NEAR(last_of(alone, column), last_of(halves, column), 1e-10);
}

TEST(NetGroundExact, HalvesThrownOnRoughGroundAreOneNet) {
  for (const char* method : {"generalized_alpha", "implicit"}) {
    const RunResult whole = good_run(thrown_strip(true, true, 0.03, method));
    const RunResult halves = good_run(thrown_strip(false, true, 0.03, method));
    EXPECT_GT(changes(whole), 5);
    EXPECT_LT(apart(whole, halves), 1e-9);  // measured 4e-15
    for (const char* node : {"p.left_0_y", "p.left_3_y", "r.right_last_y"})
      for (const double y : whole.trajectory.column(node)) EXPECT_GT(y, -1e-12);
  }
}

RunResult on_slope(double degrees) {
  return good_run(fmt::format(
      "nets:\n  - name: strip\n    segments: [{{name: s, length: 0.1, edges: 4, young: 10 MPa, "
      "width: 20 mm, thickness: 5 mm, density: 1000, angle: {0} deg}}]\n"
      "    ground: {{height: tan({0} deg) * X, static_friction: 0.6, kinetic_friction: 0.5}}\n"
      "probes: [{{name: p, net: strip, nodes: s.0}}, {{name: end, frame: strip, at: s.last, "
      "record: [position, velocity]}}]\n"
      "study: {{type: dynamics, duration: 0.5, method: implicit, step: 1 ms, rtol: 1e-9, atol: "
      "1e-11}}\n",
      degrees));
}

TEST(NetGroundExact, HoldsBelowTheAngleOfFriction) {
  const RunResult result = on_slope(25);
  EXPECT_EQ(last_of(result, "p.sticking"), 5);
  const auto x = result.trajectory.column("end.x");
  EXPECT_NEAR(x.back(), x.front(), 1e-12);
  EXPECT_LT(largest_of(result, "energy.residual"), 1e-15);  // [J] measured 2e-17
}

// g (sin - mu cos) from the first step on; the normal forces carry the weight across the slope
TEST(NetGroundExact, SlidesAboveTheAngleOfFriction) {
  const double angle = 35 * M_PI / 180, mass = 0.01;
  const RunResult result = on_slope(35);
  EXPECT_EQ(last_of(result, "p.contacts"), 5);
  EXPECT_EQ(last_of(result, "p.sticking"), 0);
  const double speed = std::hypot(last_of(result, "end.vx"), last_of(result, "end.vz"));
  const double slope = kGravity * (std::sin(angle) - 0.5 * std::cos(angle));
  EXPECT_NEAR(speed, slope * 0.5, 1e-9);
  EXPECT_LT(last_of(result, "end.vx"), 0);
  EXPECT_NEAR(last_of(result, "p.normal"), mass * kGravity * std::cos(angle), 1e-9);
}

// two halves that have come to lie on the ground, with the ties of their seam
TEST(NetGroundExact, StepsDoNotAllocate) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  const Scenario scenario = scenario_of(thrown_strip(false, true, 0.003, "generalized_alpha"));
  InputSource inputs = scenario.inputs;
  MechanicalSystem system(scenario.model,
                          [&](double t, Input& u) { return inputs.evaluate(t, u); });
  State x = scenario.initial;
  system.set_connections(x.connections);
  system.keep_contacts_exact(true);
  system.set_memory(x);
  system.accept(0, x.q, x.v);
  const auto method = testing::make_integrator("generalized_alpha", system, {.step = 1e-3});
  ASSERT_TRUE(method->init(0, x.q, x.v).ok());
  bool ok = true;
  const auto advance = [&](double until) {
    while (ok && method->t() < until) {
      ok = method->step(until).ok();
      system.accept(method->t(), method->q(), method->v());
    }
  };
  advance(0.3);
  ASSERT_TRUE(ok);
  const testing::AllocationCounter counter;
  advance(0.4);
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(ok);
  system.get_memory(x);
  EXPECT_GT(x.contacts.size(), 5u);
}

}  // namespace
}  // namespace cuttle
