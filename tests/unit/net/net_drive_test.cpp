// What drives a net that is a body, against the same net for itself: parts of a load, pulses, and
// stiffnesses that no strip has.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/core/model.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/motion/mechanical_system.h"
#include "cuttle/net/sma.h"
#include "support/allocation_counter.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;
using testing::last_of;
using testing::message_of;
using testing::scenario_of;

/// A strip that is clamped at its first node; `more` says what drives it.
std::string driven_strip(const std::string& more, const std::string& rest) {
  return "nets:\n"
         "  - name: strip\n"
         "    segments: [{name: s, length: 0.2, edges: 10, young: 6 MPa, width: 20 mm, thickness: "
         "3 mm, density: 1000" +
         more + "}]\n    clamps: [{segment: s}]\n" + rest;
}

const std::string kOfTheNet = "probes: [{name: p, net: strip, nodes: [s.last], segments: [s]}]\n";
const std::string kOfTheBody =
    "probes: [{name: p, net: strip, nodes: [s.last], segments: [s]}, {name: end, frame: strip, at: "
    "s.last}]\n";

// half of a load bends a strip that is as stiff as ever
TEST(NetDrive, TakesThePartOfALoad) {
  const Scenario scenario = scenario_of(
      driven_strip(", rest_curvature: 2, stiffness: 3", kOfTheBody + "study: {type: statics}\n"));
  const Model& model = scenario.model;
  ASSERT_EQ(model.nu(), 2);
  State x = rest_state(model);
  Workspace ws(model);
  const VectorX zero = VectorX::Zero(2);
  const MatrixX whole = stiffness_matrix(model, x, {Vector2(2, 3), zero, zero, 1}, ws);
  const MatrixX half = stiffness_matrix(model, x, {Vector2(1, 1.5), zero, zero, 0.5}, ws);
  const MatrixX none = stiffness_matrix(model, x, {zero, zero, zero, 0}, ws);
  EXPECT_LT((whole - 3 * none).norm(), 1e-12 * whole.norm());
  EXPECT_LT((half - 2 * none).norm(), 1e-12 * whole.norm());
  // placed with the curvature of rest: without load, and without weight, nothing pulls
  Model light = model;
  light.gravity.setZero();
  inverse_dynamics(light, x, {zero, zero, zero, 0}, nullptr, ws);
  EXPECT_LT(ws.tau.norm(), 1e-10 * whole.norm() * 1e-3);
}

TEST(NetDrive, HangsLikeTheNetForItselfInSteps) {
  const std::string study = "study: {type: statics, load_steps: 3}\n";
  for (const char* more : {", rest_curvature: 4, stiffness: 8", ", stiffness: 5"}) {
    const RunResult own = good_run(driven_strip(more, kOfTheNet + study));
    const RunResult body = good_run(driven_strip(more, kOfTheBody + study));
    for (const char* column : {"p.s_last_x", "p.s_last_y", "p.s_curvature", "p.elastic"})
      EXPECT_NEAR(last_of(body, column), last_of(own, column), 1e-8) << column << more;
  }
}

// a damped strip under changing inputs: the steps of the net are short, of second order
TEST(NetDrive, MovesLikeTheNetForItself) {
  const std::string more =
      ", viscosity: 3 kPa s, drag: 0.01, rest_curvature: 6*sin(9*t), stiffness: 1 + 0.5*sin(20*t)";
  const std::string study = "study: {type: dynamics, duration: 0.2, output_step: 0.1, ";
  const RunResult own =
      good_run(driven_strip(more, kOfTheNet + study + "step: 2e-5, net_method: midpoint}\n"));
  const RunResult body = good_run(
      driven_strip(more, kOfTheBody + study + "method: implicit, rtol: 1e-8, atol: 1e-10}\n"));
  for (const char* column : {"p.s_last_x", "p.s_last_y", "p.kinetic"})
    EXPECT_NEAR(last_of(body, column), last_of(own, column), 1e-6) << column;
  EXPECT_GT(std::abs(last_of(own, "p.s_last_y")), 1e-2);
  EXPECT_LT(body.energy_residual, 1e-5);
}

// also where a sum of steps has put a time just before or behind a pulse
TEST(NetDrive, RepeatsPulses) {
  const SmaLaw law{.rest_curvature = 1,
                   .amplitude = 9,
                   .t0 = 0.05,
                   .tau = 0.02,
                   .hot_stiffness = 2,
                   .period = 0.1,
                   .phase = 0.2,
                   .rise = 0.02};
  Scenario scenario = scenario_of(driven_strip(
      ", sma: {rest_curvature: 1, amplitude: 9, t0: 0.05, tau: 0.02, hot_stiffness: 2, period: "
      "0.1, phase: 0.2, rise: 20 ms}",
      kOfTheBody + "study: {type: dynamics, duration: 1}\n"));
  Input u;
  double before = 0;
  for (int k = 0; k <= 1000; ++k) {
    const double t = 1e-3 * k;
    ASSERT_TRUE(scenario.inputs.evaluate(t, u).ok());
    const double share = u.u[0];
    EXPECT_NEAR(sma_value_of(law, share).rest_curvature, sma_value(law, t).rest_curvature, 1e-9)
        << t;
    // it rises by a twentieth of its way per step
    EXPECT_LT(std::abs(share - before), 0.1) << t;
    before = share;
  }
}

TEST(NetDrive, NeedsAStiffness) {
  const std::string study = "study: {type: dynamics, duration: 2, method: implicit}\n";
  EXPECT_NE(message_of(driven_strip(", stiffness: 1 - t", kOfTheBody + study))
                .find("falls to -1 at t = 2 s, but must be > 0"),
            std::string::npos);
}

TEST(NetDrive, OfBodiesTakesNoSettingsOfNets) {
  const auto told = [](const std::string& study) {
    return message_of(
        driven_strip("", kOfTheBody + "study: {type: dynamics, duration: 1" + study + "}\n"));
  };
  EXPECT_EQ(told(""), "");
  EXPECT_NE(told(", net_method: midpoint").find("move as bodies do"), std::string::npos);
}

// a ball that lies on the strip is no ground
TEST(NetDrive, TellsTheGroundFromABall) {
  const RunResult result = good_run(
      "nets:\n  - name: strip\n    segments: [{name: s, length: 0.1, edges: 4, young: 10 MPa, "
      "width: 20 mm, thickness: 5 mm, density: 1000}]\n"
      "    ground: {static_friction: 0.5, contact: penalty}\n    clearance: 0\n"
      "bodies: [{name: ball, joint: {type: planar, axis: y, initial: [12.5 mm, 50 mm, 0]}, rigid: "
      "{shapes: [{sphere: 10 mm, mass: 20 g}]}}]\n"
      "contacts: [{name: on_top, between: [strip, ball]}]\n"
      "probes: [{name: p, net: strip}, {name: ball, contact: on_top}]\n"
      "study: {type: dynamics, duration: 0.3, method: implicit}\n");
  EXPECT_EQ(last_of(result, "ball.count"), 1);
  EXPECT_EQ(last_of(result, "p.contacts"), 5);
  EXPECT_NEAR(last_of(result, "p.normal"), 0.03 * 9.81, 1e-3);
}

// what every step calls: accelerations, and the way back onto the ties
void expect_no_allocation_of_ties(const Scenario& scenario) {
  InputSource inputs = scenario.inputs;
  MechanicalSystem system(scenario.model,
                          [&](double t, Input& u) { return inputs.evaluate(t, u); });
  system.set_connections(scenario.initial.connections);
  VectorX q = scenario.initial.q, v = scenario.initial.v, a(v.size()), power(kWorkKinds);
  const auto evaluate = [&] {
    EXPECT_TRUE(system.acceleration(0.1, q, v, a, power).ok());
    system.normalize(0.1, q, v);
  };
  for (int k = 0; k < 3; ++k) evaluate();
  const testing::AllocationCounter counter;
  for (int k = 0; k < 10; ++k) evaluate();
  EXPECT_EQ(counter.count(), 0);
}

TEST(NetDrive, NeverAllocates) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  for (const char* type : {"spherical", "fixed", "revolute, axis: z"})
    expect_no_allocation_of_ties(scenario_of(driven_strip(
        ", rest_curvature: sin(t), stiffness: 1 + 0.1*t",
        "bodies: [{name: bob, joint: {type: planar, axis: y, initial: [0, 0.2, 0]}, rigid: "
        "{mass: 0.01, inertia: [1e-6, 1e-6, 1e-6]}}]\nconnections: [{name: c, type: " +
            std::string(type) +
            ", a: {body: strip, at: s.last}, b: {body: bob, pose: {rotation: {axis: x, angle: 90 "
            "deg}}}}]\nstudy: {type: dynamics, duration: 1}\n")));
}

// a tie holds what the plane leaves free, and nothing twice
TEST(NetDrive, TiesHoldInThePlaneOnly) {
  const auto rows = [](const std::string& type, const std::string& joint) {
    return scenario_of(
               driven_strip("", "bodies: [{name: bob, joint: " + joint +
                                    ", rigid: {mass: 0.01, inertia: [1e-6, 1e-6, "
                                    "1e-6]}}]\nconnections: [{name: c, type: " +
                                    type +
                                    ", a: {body: strip, at: s.last}, b: {body: bob, pose: "
                                    "{rotation: {axis: x, angle: 90 deg}}}}]\nstudy: {type: "
                                    "dynamics, duration: 1}\n"))
        .model.connections.front()
        .rows();
  };
  const std::string planar = "{type: planar, axis: y, initial: [0, 0.2, 0]}",
                    free = "{type: free, initial: {position: [0.2, 0, 0]}}";
  EXPECT_EQ(rows("spherical", planar), 2);
  EXPECT_EQ(rows("revolute, axis: z", planar), 2);
  EXPECT_EQ(rows("fixed", planar), 3);
  EXPECT_EQ(rows("spherical", free), 3);
  EXPECT_EQ(rows("fixed", free), 6);
}

}  // namespace
}  // namespace cuttle
