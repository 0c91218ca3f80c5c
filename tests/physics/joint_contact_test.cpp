// Stops and dry friction of joints: every method against closed forms, the energy books, and what
// is told.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/analysis/statics.h"
#include "cuttle/dynamics/joint_forces.h"
#include "cuttle/motion/stepper.h"
#include "support/robots.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;
using testing::last_of;
using testing::message_of;

const std::vector<std::string> kAutomatic = {"implicit", "dopri5", "bdf", "adams"};
const std::vector<std::string> kFixed = {"implicit, step: 0.2 ms",
                                         "generalized_alpha, step: 0.2 ms"};

/// A slider of 0.5 kg on a rail without weight.
std::string slider(const std::string& joint, const std::string& study) {
  return fmt::format(R"(
name: slider
gravity: [0, 0, 0]
bodies:
  - {{name: b, joint: {{type: prismatic, axis: x, {}}}, rigid: {{mass: 0.5, inertia: [1, 1, 1]}}}}
probes: [{{name: b, joint: b}}]
study: {{type: dynamics, output_step: 0.001, {}}}
)",
                     joint, study);
}

/// e of Hunt and Crossley: c e v + ln(1 - c e v) + c v - ln(1 + c v) = 0, by halving.
double rebound(double c, double v) {
  const double loss = c * v - std::log1p(c * v);
  double low = 0, high = std::min(v, 1 / c);
  for (int i = 0; i < 100; ++i) {
    const double u = 0.5 * (low + high);
    (-c * u - std::log1p(-c * u) < loss ? low : high) = u;
  }
  return low;
}

TEST(JointStop, GivesBackWhatTheClosedFormSays) {
  const std::string stop = "velocity: {}, limits: {}, stop_stiffness: 2e4, stop_damping: {}";
  for (const double c : {0.1, 0.5, 2.0})
    for (const int side : {1, -1}) {
      const std::string joint =
          fmt::format(fmt::runtime(stop), 2 * side, side > 0 ? "[null, 0.1]" : "[-0.1, null]", c);
      const double truth = -side * rebound(c, 2);
      for (const std::string& method : kAutomatic) {
        const RunResult result = good_run(slider(
            joint, fmt::format("duration: 0.1, rtol: 1e-8, atol: 1e-10, method: {}", method)));
        // measured 9e-7
        EXPECT_NEAR(last_of(result, "b.travel_rate"), truth, 1e-5) << method << " " << c;
        EXPECT_LT(result.energy_residual, 1e-5) << method;
      }
      for (const std::string& method : kFixed) {
        const RunResult result =
            good_run(slider(joint, fmt::format("duration: 0.1, method: {}", method)));
        EXPECT_NEAR(last_of(result, "b.travel_rate"), truth, 0.01) << method << " " << c;
        // measured 5e-4 and 2e-3
      }
    }
}

// What the impact does does not depend on where steps end: the energy never rises.
TEST(JointStop, TakesEnergyAndNeverGivesAny) {
  for (const double stiffness : {1e3, 1e5, 1e8})
    for (const std::string method : {"implicit", "generalized_alpha"}) {
      std::string text = slider(
          fmt::format("velocity: 2, limits: [-0.1, 0.1], stop_stiffness: {}, stop_damping: 0",
                      stiffness),
          fmt::format("duration: 2, method: {}, step: 5 ms", method));
      // seen where steps end: between them a row is interpolated
      text.replace(text.find("0.001"), 5, "0.005");
      const RunResult result = good_run(text);
      for (const double e : result.trajectory.column("energy.total"))
        EXPECT_LT(e, 1 + 1e-9) << stiffness << method;
    }
}

// to meet one is as meant; to be held by none is not
TEST(JointStop, IsToldWhenItIsSoft) {
  const RunResult result =
      good_run(slider("velocity: 2, limits: [-1, 0.1], stop_stiffness: 20, stop_damping: 0",
                      "duration: 0.4, method: dopri5"));
  ASSERT_EQ(result.warnings.size(), 1u);
  // v sqrt(m / k) = 0.316 m
  EXPECT_NE(result.warnings[0].find("b.travel went 0.316 m beyond a stop, 29 % of its way"),
            std::string::npos)
      << result.warnings[0];
  const RunResult firm =
      good_run(slider("velocity: 2, limits: [-1, 0.1]", "duration: 0.1, method: dopri5"));
  EXPECT_TRUE(firm.warnings.empty()) << firm.warnings[0];
}

// 1 / (usual velocity) as damping, I (pi / 10 ms)^2 as stiffness: an impact takes about 10 ms
TEST(JointStop, HasDefaultsOfTheInertiaThatItSees) {
  const Scenario scenario =
      testing::scenario_of(slider("limits: [-1, 1], friction: 3", "duration: 0.1"));
  ASSERT_EQ(scenario.model.joint_contacts.size(), 1u);
  const JointContact& c = scenario.model.joint_contacts[0];
  const double k = 0.5 * std::pow(100 * std::numbers::pi, 2);
  EXPECT_NEAR(c.stiffness, k, 1e-9 * k);
  EXPECT_EQ(c.damping, 1 / scenario.model.v_scale[0]);
  EXPECT_NEAR(c.friction.tangential_stiffness, k, 1e-9 * k);
  EXPECT_NEAR(c.friction.tangential_damping, 0.6 * std::sqrt(k * 0.5), 1e-9 * k);
}

// The slider comes to rest after v^2 m / (2 F), springs back by F / k, and stays.
TEST(JointFriction, StopsASliderWhereTheClosedFormSays) {
  const std::string joint = "velocity: 1, friction: 2, friction_stiffness: 1e6";
  const double truth = 0.5 / 4 - 2e-6;
  for (const std::string& method : kAutomatic) {
    const RunResult result = good_run(
        slider(joint, fmt::format("duration: 1, rtol: 1e-7, atol: 1e-9, method: {}", method)));
    EXPECT_NEAR(last_of(result, "b.travel"), truth, 1e-6) << method;
    EXPECT_NEAR(last_of(result, "b.travel_rate"), 0, 1e-6) << method;
    EXPECT_LT(result.energy_residual, 1e-5) << method;
  }
  for (const std::string& method : kFixed) {
    const RunResult result =
        good_run(slider(joint, fmt::format("duration: 1, method: {}", method)));
    EXPECT_NEAR(last_of(result, "b.travel"), truth, 2e-4) << method;
    EXPECT_NEAR(last_of(result, "b.travel_rate"), 0, 1e-7) << method;
  }
}

// Below the limit nothing moves but the bristles, however long it is pulled.
TEST(JointFriction, HoldsBelowItsLimitWithoutCreep) {
  const std::string joint = "effort: \"-1.9*min(1, 5*t)\", friction: 2, friction_stiffness: 1e5";
  for (const std::string& method : kAutomatic) {
    const RunResult result =
        good_run(slider(joint, fmt::format("duration: 5, method: {}", method)));
    EXPECT_NEAR(last_of(result, "b.travel"), -1.9e-5, 1e-7) << method;
    EXPECT_NEAR(last_of(result, "b.travel_friction"), 1.9, 1e-3) << method;
  }
  for (const std::string& method : kFixed) {
    const RunResult result =
        good_run(slider(joint, fmt::format("duration: 5, method: {}", method)));
    EXPECT_NEAR(last_of(result, "b.travel"), -1.9e-5, 1e-10) << method;
  }
}

// It breaks loose at the static limit and is held back by the kinetic one from there on.
TEST(JointFriction, BreaksLooseAtItsStaticLimit) {
  const std::string joint =
      "effort: \"10*t\", friction: 3, kinetic_friction: 2, friction_stiffness: 1e6";
  // (10 t^2 / 2 - 2 t) / m from 0.3 s to 1 s
  const double truth = ((5 - 2) - (0.45 - 0.6)) / 0.5;
  for (const std::string& method : kAutomatic) {
    const RunResult result = good_run(
        slider(joint, fmt::format("duration: 1, rtol: 1e-7, atol: 1e-9, method: {}", method)));
    EXPECT_NEAR(last_of(result, "b.travel_rate"), truth, 2e-3) << method;
  }
}

// Two sliders in series under a sinusoidal push: the books close, and friction only takes.
TEST(JointFriction, KeepsTheBooks) {
  const std::string text = R"yaml(
name: two
gravity: [0, 0, 0]
bodies:
  - {name: a, joint: {type: prismatic, axis: x, effort: "6*sin(9*t)", friction: 2, kinetic_friction: 1.5}, rigid: {mass: 0.5, inertia: [1, 1, 1]}}
  - {name: b, parent: a, joint: {type: prismatic, axis: x, friction: 1, limits: [-0.02, 0.02]}, rigid: {mass: 0.4, inertia: [1, 1, 1]}}
probes: [{name: a, joint: a}, {name: b, joint: b}, {name: p, power: all}]
study: {type: dynamics, duration: 2, output_step: 0.01, rtol: 1e-7, atol: 1e-9, method: )yaml";
  for (const std::string& method : kAutomatic) {
    const RunResult result = good_run(text + method + "}\n");
    EXPECT_LT(result.energy_residual, 2e-4) << method;
  }
}

// A column that buckles beside a joint with friction: its unstable branch cannot be left downhill.
TEST(JointFriction, HasNoEnergyForALoadPath) {
  const std::string text = R"(
name: column
gravity: [0, 0, 0]
bodies:
  - {name: column, rod: {length: 1, section: {shape: circle, radius: 5 mm}, material: {young: 100 MPa, density: 1000}, strain: {bend_y: 6}}}
  - {name: a, joint: {type: revolute, axis: y, friction: 0.1}, rigid: {mass: 1, inertia: [1, 1, 1]}}
loads:
  - {name: push, body: column, at: tip, force: ["-t", 0, 0]}
probes: [{name: tip, frame: column, at: tip}]
study: {type: load_path, to: 0.15, steps: 5)";
  const RunResult result = run(parse_scenario(text + "}\n", "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_EQ(last_of(result, "tip.z"), 0);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("joints have friction, which has no energy"), std::string::npos)
      << result.warnings[0];
  EXPECT_NE(message_of(text + ", control: arc_length}\n")
                .find("arc_length cannot follow joints with limits or friction"),
            std::string::npos);
}

// k x = F - F_k where the static limit is passed, whatever the size of the steps; below it the
// bristles hold: x = F / (k + k_b)
TEST(JointFriction, SlidesInStaticsUntilItsKineticPartHolds) {
  const auto text = [](double effort, const std::string& study) {
    return fmt::format(R"(
name: pulled
gravity: [0, 0, 0]
bodies:
  - {{name: b, joint: {{type: prismatic, axis: x, stiffness: 1000, friction: 5, kinetic_friction: 2, friction_stiffness: 1e6, effort: {}}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
probes: [{{name: b, joint: b}}]
study: {{type: {}}}
)",
                       effort, study);
  };
  for (const std::string study : {"statics", "load_path, steps: 1", "load_path, steps: 7"}) {
    SCOPED_TRACE(study);
    for (const double sign : {1.0, -1.0}) {
      const RunResult slid = good_run(text(20 * sign, study));
      EXPECT_NEAR(last_of(slid, "b.travel"), 0.018 * sign, 1e-9);
      EXPECT_NEAR(last_of(slid, "b.travel_friction"), -2 * sign, 1e-9);
      const RunResult held = good_run(text(4 * sign, study));
      EXPECT_NEAR(last_of(held, "b.travel"), 4 * sign / 1.001e6, 1e-12);
    }
  }
}

// A search for an equilibrium from the state of the file, as Python's `statics` does it: the joint
// holds, as it does in a study.
TEST(JointFriction, HoldsAtTheStateOfTheFile) {
  const std::string text = R"(
bodies:
  - name: arm
    joint: {type: revolute, axis: y, velocity: 3, friction: 1, friction_stiffness: 1e4}
    rigid: {mass: 0.5, center: [0.1, 0, 0], inertia: [1e-4, 6e-3, 6e-3]}
probes: [{name: arm, joint: arm}]
study: {type: statics}
)";
  const RunResult study = good_run(text);
  EXPECT_NEAR(last_of(study, "arm.angle"), 0.5 * 9.81 * 0.1 / 1e4, 1e-9);
  const Scenario scenario = testing::scenario_of(text);
  StaticsSolver solver(scenario.model);
  State x = scenario.initial;
  x.v.setZero();
  ASSERT_TRUE(solver.solve(testing::zero_input(scenario.model), {}, x).status.ok());
  EXPECT_NEAR(x.q[0], last_of(study, "arm.angle"), 1e-12);
}

// what a state remembers is all that a motion needs to go on; bristles go along with q
TEST(JointFriction, GoesOnFromAStateInTheMiddleOfASlide) {
  const Scenario scenario = testing::scenario_of(
      slider("velocity: 1, friction: 2, kinetic_friction: 1.5, friction_stiffness: 1e4, effort: "
             "\"sin(40*t)\"",
             "duration: 1, method: implicit, rtol: 1e-9, atol: 1e-11"));
  Stepper whole(scenario), other(scenario);
  ASSERT_TRUE(whole.reset().ok() && whole.step(0.1).ok());
  const State middle = whole.state();
  ASSERT_TRUE(middle.joint_contacts[0].sliding);
  ASSERT_TRUE(whole.step(0.5).ok());
  ASSERT_TRUE(other.reset(middle).ok() && other.step(0.5).ok());
  EXPECT_NEAR(other.state().q[0], whole.state().q[0], 1e-7);
  EXPECT_NEAR(other.state().v[0], whole.state().v[0], 1e-7);

  // at rest, put elsewhere: it stays there
  State moved = whole.state();
  moved.v.setZero();
  moved.q[0] += 0.1;
  carry_joint_memory(scenario.model, whole.state().q, moved);
  moved.t = 0;
  Workspace ws(scenario.model);
  State before = whole.state();
  before.v.setZero();
  before.t = 0;
  update_joint_touches(scenario.model, before, ws);
  const double force = ws.joint_touches[0].force();
  update_joint_touches(scenario.model, moved, ws);
  EXPECT_NEAR(ws.joint_touches[0].force(), force, 1e-9);
}

// Four bars with friction, which fall onto a stop: the rows of joints under those of a loop.
TEST(JointStop, HoldsAClosedLoop) {
  const std::string text = R"(
name: bars
bodies:
  - name: a
    joint: {type: revolute, axis: y, velocity: 0.5, friction: 0.05}
    rigid: {mass: 1, center: [0, 0, 0.25], inertia: [0.02, 0.02, 0.001], frames: {tip: {position: [0, 0, 0.5]}}}
  - name: b
    parent: a
    at: tip
    joint: {type: revolute, axis: y, velocity: -0.5, friction: 0.05}
    rigid: {mass: 1, center: [0.5, 0, 0], inertia: [0.001, 0.08, 0.08], frames: {end: {position: [1, 0, 0]}}}
  - name: c
    pose: {position: [1, 0, 0]}
    joint: {type: revolute, axis: y, velocity: 0.5, limits: [-0.4, 0.4], stop_stiffness: 1e4, stop_damping: 1}
    rigid: {mass: 1, center: [0, 0, 0.25], inertia: [0.02, 0.02, 0.001], frames: {tip: {position: [0, 0, 0.5]}}}
connections: [{name: tie, type: revolute, axis: y, a: {body: b, at: end}, b: {body: c, at: tip}}]
probes: [{name: a, joint: a}, {name: c, joint: c}]
study: {type: dynamics, duration: 1.5, output_step: 0.01, method: )";
  const RunResult truth = good_run(text + "dopri5, rtol: 1e-9, atol: 1e-11}\n");
  EXPECT_GT(last_of(truth, "c.angle"), 0.4);
  EXPECT_LT(last_of(truth, "c.angle_stop"), -3);
  for (const std::string method : {"implicit, rtol: 1e-7, atol: 1e-9", "implicit, step: 1 ms",
                                   "bdf, rtol: 1e-8, atol: 1e-10"}) {
    const RunResult result = good_run(text + method + "}\n");
    EXPECT_NEAR(last_of(result, "c.angle"), last_of(truth, "c.angle"), 2e-5) << method;
    EXPECT_NEAR(last_of(result, "c.angle_stop"), last_of(truth, "c.angle_stop"), 0.2) << method;
  }
}

// a single number is that of the coordinates with friction
TEST(JointFriction, OfOneCoordinateOfTwo) {
  const Scenario scenario = testing::scenario_of(R"(
bodies:
  - name: b
    joint: {type: cylindrical, axis: x, prescribed: ["t", null], friction: [0, 1], kinetic_friction: 0.5}
    rigid: {mass: 1, inertia: [1, 1, 1]}
study: {type: dynamics, duration: 1}
)");
  ASSERT_EQ(scenario.model.joint_contacts.size(), 1u);
  EXPECT_EQ(scenario.model.joint_contacts[0].friction.kinetic_friction, 0.5);
}

}  // namespace
}  // namespace cuttle
