// Nets and bodies held together: against rods, and against nets that are not cut.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/linearize.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_model_run;
using testing::good_run;
using testing::largest_of;
using testing::last_of;
using testing::scenario_of;

/// Largest distance between two places over a run.
double apart(const RunResult& result, const std::string& a, const std::string& b, double offset) {
  double most = 0;
  for (std::size_t row = 0; row < result.trajectory.rows(); ++row) {
    const auto difference = [&](const char* axis) {
      return result.trajectory.column(a + axis)[row] - result.trajectory.column(b + axis)[row];
    };
    most =
        std::max(most, std::hypot(difference(".x"), difference(".y") + offset, difference(".z")));
  }
  return most;
}

TEST(TiedNets, TwoHalvesMoveLikeOneNet) {
  const RunResult result = good_model_run("net_halves");
  EXPECT_LT(apart(result, "whole", "halves", 0.1), 1e-9);
  EXPECT_LT(largest_of(result, "seam.gap"), 1e-10);
  EXPECT_LT(result.energy_residual, 1e-4);
}

TEST(TiedNets, TwoHalvesHangLikeOneNet) {
  const RunResult result =
      good_model_run("net_halves", {"study={type: statics}", "figures=[]", "expect=[]"});
  EXPECT_LT(apart(result, "whole", "halves", 0.1), 1e-9);
}

// a net of edges is a rod but for its edges: the error falls with their square
TEST(TiedNets, APendulumHangsAsOnARod) {
  std::vector<double> errors;
  for (const char* edges : {"6", "12", "24"}) {
    const RunResult result = good_model_run(
        "net_pendulum", {std::string("parameters.edges=") + edges, "study.duration=0.15",
                         "study.rtol=1e-6", "study.atol=1e-8"});
    errors.push_back(apart(result, "net_bob", "rod_bob", 0.1));
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.15);  // measured 1.95
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2, 0.15);  // measured 2.07
  // of the length, all along: measured 0.22 %
  EXPECT_LT(apart(good_model_run("net_pendulum"), "net_bob", "rod_bob", 0.1), 0.01 * 0.3);
}

/// A pendulum on the end of a strip, carried by a joint or tied by a connection: the same robot.
std::string pendulum_on_strip(bool tied, const std::string& rest, const std::string& segment = "") {
  const std::string rigid =
      "rigid: {mass: 0.01, center: [0, 0, -0.05], inertia: [1e-6, 1e-6, 1e-6]}";
  const std::string net =
      "nets:\n  - name: strip\n    segments: [{name: s, length: 0.2, edges: 8, young: 30 MPa, "
      "width: 20 mm, thickness: 3 mm, density: 1000" +
      segment + "}]\n    clamps: [{segment: s}]\n";
  const std::string carried =
      "bodies: [{name: bob, parent: strip, at: s.last, pose: {rotation: {axis: x, angle: -90 "
      "deg}}, joint: {type: revolute, axis: y, initial: 10 deg}, " +
      rigid + "}]\n";
  const std::string with_tie =
      "bodies: [{name: bob, joint: {type: planar, axis: y, initial: [0, 0.2, 10 deg]}, " + rigid +
      "}]\nconnections: [{name: c, type: spherical, a: {body: strip, at: s.last}, b: {body: "
      "bob}}]\n";
  return net + (tied ? with_tie : carried) +
         "probes: [{name: bob, frame: bob, point: [0, 0, -0.05], record: [position, velocity]}, "
         "{name: p, net: strip, nodes: [s.4, s.last]}]\n" +
         rest;
}

/// Largest difference between a column of the robot that is carried and of the one that is tied.
double largest_distance(const RunResult& carried, const RunResult& tied,
                        const std::string& column) {
  const auto a = carried.trajectory.column(column), b = tied.trajectory.column(column);
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row)
    most = std::max(most, std::abs(a[row] - b[row]));
  return most;
}

void expect_the_same(const std::string& rest, double tolerance, const std::string& segment = "") {
  const RunResult carried = good_run(pendulum_on_strip(false, rest, segment));
  const RunResult tied = good_run(pendulum_on_strip(true, rest, segment));
  for (const char* column : {"bob.x", "bob.z", "p.s_4_x", "p.s_4_y", "p.s_last_y"})
    EXPECT_LT(largest_distance(carried, tied, column), tolerance) << column;
  EXPECT_LT(last_of(tied, "p.s_last_y"), -1e-3);
}

TEST(TiedNets, HaveTheSameEquilibriaAsCarriedBodies) {
  expect_the_same("loads: [{body: bob, force: [0.05, 0, -0.1]}]\nstudy: {type: statics}\n", 1e-8);
  expect_the_same("study: {type: statics, load_steps: 3}\n", 1e-8,
                  ", rest_curvature: -2, stiffness: 1.5");
}

TEST(TiedNets, HaveTheSameLoadPathsAsCarriedBodies) {
  expect_the_same(
      "loads: [{body: bob, force: [0.1*t, 0, -0.2*t]}]\nstudy: {type: load_path, steps: 5}\n",
      1e-8);
}

TEST(TiedNets, HaveTheSameModesAsCarriedBodies) {
  const std::string study = "study: {type: modes, count: 6}\n";
  const RunResult carried = good_run(pendulum_on_strip(false, study));
  const RunResult tied = good_run(pendulum_on_strip(true, study));
  const auto a = carried.trajectory.column("frequency"), b = tied.trajectory.column("frequency");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t m = 0; m < a.size(); ++m) EXPECT_NEAR(b[m], a[m], 1e-6 * a[m]) << m;
}

// both linear robots have the same eigenvalues, and answer to an input alike
TEST(TiedNets, HaveTheSameLinearMotionsAsCarriedBodies) {
  const auto linear_of = [](bool tied) {
    const Scenario scenario = scenario_of(pendulum_on_strip(
        tied, "study: {type: dynamics, duration: 1}\n", ", rest_curvature: 0, viscosity: 500"));
    Linearization linear;
    Input u;
    InputSource inputs = scenario.inputs;
    EXPECT_TRUE(inputs.evaluate(0, u).ok());
    EXPECT_TRUE(linearize(scenario.model, scenario.initial, u, linear).ok());
    return linear;
  };
  const Linearization carried = linear_of(false), tied = linear_of(true);
  ASSERT_EQ(carried.n(), tied.n());
  ASSERT_EQ(carried.B.cols(), 1);
  // traces of powers are sums of powers of the eigenvalues
  MatrixX one = carried.A, other = tied.A;
  for (int k = 1; k <= 3; ++k) {
    EXPECT_NEAR(other.trace(), one.trace(), 1e-7 * one.norm()) << k;
    one = one * carried.A;
    other = other * tied.A;
  }
}

TEST(TiedNets, MoveLikeCarriedBodiesUnderInputs) {
  expect_the_same(
      "study: {type: dynamics, duration: 0.2, output_step: 0.1, method: implicit, rtol: 1e-8, "
      "atol: 1e-10}\n",
      1e-6, ", viscosity: 20 kPa s, rest_curvature: 4*sin(12*t)");
}

// a regulator brings the pendulum to rest where it hangs, sooner than its damping
TEST(TiedNets, AreRegulated) {
  const std::string study =
      "study: {type: dynamics, duration: 1.5, method: implicit, rtol: 1e-5, atol: 1e-7}\n";
  const std::string segment = ", viscosity: 20 kPa s, rest_curvature: 0";
  const RunResult free = good_run(pendulum_on_strip(true, study, segment));
  const RunResult held = good_run(pendulum_on_strip(
      true,
      "controllers: [{name: c, inputs: nets.strip.s.rest_curvature, sample_time: 10 ms, lqr: "
      "{about: statics}}]\n" +
          study,
      segment));
  const auto speed = [](const RunResult& result) {
    return std::hypot(last_of(result, "bob.vx"), last_of(result, "bob.vz"));
  };
  EXPECT_LT(speed(held), 0.5 * speed(free));
  EXPECT_LT(held.energy_residual, 1e-3);
}

}  // namespace
}  // namespace cuttle
