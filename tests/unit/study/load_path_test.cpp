// What a load path does where Newton's method cannot go on, and what it tells.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/so3.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

// The truss of von Mises carries up to its limit load, and snaps to its mirror image: closed form
// in the model's file.
TEST(LoadPath, TellsTheLimitPointWhereItSnaps) {
  ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS) + "/snap_through.yaml");
  spec.study.control = PathControl::load;
  spec.study.from = 0;
  spec.study.steps = 30;
  spec.expect.clear();
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto z = result.trajectory.column("apex.z");
  EXPECT_GT(z[25], 0.1);
  EXPECT_LT(z[26], -0.3);
  EXPECT_NEAR(z.back(), -0.3690507375541368, 1e-9);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("limit point at load 25.6954"), std::string::npos)
      << result.warnings[0];
  EXPECT_NE(result.warnings[0].find("snapped"), std::string::npos);
}

// An arm that is pushed against its spring and turned by t: M = angle - 2 sin(angle) has its limit
// at an angle of 60 degrees, and on the other side one equilibrium. What is near is the same for
// all joints that may turn so, however they count it.
TEST(LoadPath, TellsTheLimitPointOfAnyJoint) {
  for (const char* joint : {"revolute, axis: y", "spherical"})
    for (const int steps : {1, 2, 5, 100}) {
      SCOPED_TRACE(fmt::format("{}, {} steps", joint, steps));
      const RunResult result = run(parse_scenario(
          fmt::format("gravity: [0, 0, 0]\n"
                      "bodies: [{{name: a, joint: {{type: {}, stiffness: 1}}, rigid: {{mass: 0, "
                      "frames: {{end: {{position: [0, 0, -1]}}}}}}}}]\n"
                      "loads: [{{name: push, body: a, at: end, force: [0, 0, 2]}}, "
                      "{{name: turn, body: a, moment: [0, t, 0]}}]\n"
                      "probes: [{{name: end, frame: a, at: end}}]\n"
                      "study: {{type: load_path, to: 1, steps: {}}}\n",
                      joint, steps),
          "x.yaml"));
      ASSERT_TRUE(result.status.ok()) << to_string(result.status);
      ASSERT_EQ(result.warnings.size(), 1u);
      EXPECT_NE(result.warnings[0].find("limit point at load 0.684853"), std::string::npos)
          << result.warnings[0];
      double angle = 2.5;
      for (int i = 0; i < 10; ++i)
        angle -= (angle - 2 * std::sin(angle) - 1) / (1 - 2 * std::cos(angle));
      EXPECT_NEAR(result.trajectory.column("end.z").back(), -std::cos(angle), 1e-9);
      EXPECT_NEAR(result.trajectory.column("end.x").back(), -std::sin(angle), 1e-9);
    }
}

/// A column, clamped below, that may lean against two walls: EI = 0.04909 N m^2, so that it buckles
/// at pi^2 EI / (4 L^2) = 0.1211 N.
RunResult pushed_column(const std::string& friction) {
  return run(parse_scenario(R"(
name: column
gravity: [0, 0, 0]
bodies:
  - {name: column, rod: {length: 1, section: {shape: circle, radius: 5 mm}, material: {young: 100 MPa, density: 1000},
     strain: {bend_y: 6}, quadrature: 20, panels: 10}}
loads:
  - {name: push, body: column, at: tip, force: ["-t", 0, 0]}
obstacles:
  - {name: below, plane: {normal: [0, 0, 1], point: [0, 0, -0.1]}}
  - {name: above, plane: {normal: [0, 0, -1], point: [0, 0, 0.1]}}
contacts:
  - {name: floor, between: [below, column], stiffness: 1e3, damping: 0)" +
                                friction +
                                R"(}
  - {name: ceiling, between: [above, column], stiffness: 1e3, damping: 0)" +
                                friction +
                                R"(}
probes:
  - {name: tip, frame: column, at: tip}
  - {name: floor, contact: floor}
  - {name: ceiling, contact: ceiling}
study: {type: load_path, to: 0.15, steps: 5}
)",
                            "x.yaml"));
}

// Walls are springs, with an energy: the column leaves its unstable branch and leans against one of
// them, as deep as that pushes.
TEST(LoadPath, GoesDownhillAgainstWalls) {
  const RunResult result = pushed_column("");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto last = [&](const char* column) { return result.trajectory.column(column).back(); };
  const double push = last("floor.normal") + last("ceiling.normal");
  EXPECT_GT(push, 1e-3);
  EXPECT_NEAR(std::abs(last("tip.z")), 0.1 - 5e-3 + push / 1e3, 2e-4);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("at load 0.15 the equilibrium has become unstable"),
            std::string::npos)
      << result.warnings[0];
}

TEST(LoadPath, SaysThatFrictionHasNoEnergy) {
  const RunResult result = pushed_column(", friction: 0.3");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_EQ(result.trajectory.column("tip.z").back(), 0);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("contacts have friction"), std::string::npos);
}

/// A weight hangs on an arm with a spring, k q + w sin(q) = load: with w = 2 k there are limit
/// points at cos(q) = -1/2, loads k (2 pi / 3 + sqrt(3)) = 3.826 and k (4 pi / 3 - sqrt(3))
/// = 2.457. Beside it stands the column of Ziegler, two links with springs c under a force P that
/// follows the upper one: it is in balance only upright, and beyond P = 2 c / l any way down from
/// there goes on for ever, since such a force has no energy.
RunResult arm_beside_column() {
  return run(parse_scenario(R"(
name: arm
gravity: [0, 0, 0]
bodies:
  - {name: arm, joint: {type: revolute, axis: y, stiffness: 1}, rigid: {mass: 0, frames: {end: {position: [0, 0, -1]}}}}
  - {name: lower, pose: {position: [5, 0, 0]}, joint: {type: revolute, axis: y, stiffness: 1}, rigid: {mass: 0, frames: {end: {position: [0, 0, 1]}}}}
  - {name: upper, parent: lower, at: end, joint: {type: revolute, axis: y, stiffness: 1}, rigid: {mass: 0, frames: {end: {position: [0, 0, 1]}}}}
loads:
  - {name: weight, body: arm, at: end, force: [0, 0, -2]}
  - {name: turn, body: arm, moment: [0, "t", 0]}
  - {name: follower, body: upper, at: end, force: [0, 0, -3], frame: body}
probes:
  - {name: arm, joint: arm}
  - {name: lower, joint: lower}
study: {type: load_path, to: 6, steps: 2}
)",
                            "x.yaml"));
}

// Where nothing leads downhill to a rest, the path is followed back from the limit point, through
// the other one, and on to the load that is asked for.
TEST(LoadPath, FollowsByArcLengthWhereItCannotSnap) {
  const RunResult result = arm_beside_column();
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto q = result.trajectory.column("arm.angle");
  ASSERT_EQ(q.size(), 3u);
  EXPECT_NEAR(q[1] + 2 * std::sin(q[1]), 3, 1e-8);
  EXPECT_LT(q[1], 2 * std::numbers::pi / 3);
  EXPECT_NEAR(q[2] + 2 * std::sin(q[2]), 6, 1e-8);
  EXPECT_GT(q[2], 4 * std::numbers::pi / 3);
  EXPECT_NEAR(result.trajectory.column("lower.angle").back(), 0, 1e-9);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("limit point at load 3.82645: followed by arc length from "
                                    "there, back to load 2.4"),
            std::string::npos)
      << result.warnings[0];
}

// Twice Euler's load on a straight column by arc length: its branch bifurcates at 0.5
TEST(LoadPath, ByArcLengthTellsOfBifurcations) {
  const double euler = std::pow(std::numbers::pi, 2) / 4 * 1e8 * std::numbers::pi / 4 * 6.25e-10;
  const RunResult result = run(parse_scenario(
      fmt::format("gravity: [0, 0, 0]\nbodies: [{{name: c, rod: {{length: 1, section: {{shape: "
                  "circle, radius: 5 mm}}, material: {{young: 1e8, density: 1000}}, strain: "
                  "{{bend_y: 8}}}}}}]\nloads: [{{body: c, force: [\"-{}*t\", 0, 0]}}]\n"
                  "study: {{type: load_path, steps: 200, control: arc_length}}\n",
                  2 * euler),
      "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("from load 0.50"), std::string::npos) << result.warnings[0];
  EXPECT_NE(result.warnings[0].find("bifurcation"), std::string::npos);
}

// the truss turns back at its limit load and comes to zero again: half-way of what was asked for
TEST(LoadPath, ByArcLengthTellsWhereItDoesNotGet) {
  ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS) + "/snap_through.yaml");
  spec.study.from = 0;
  spec.expect.clear();
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  ASSERT_EQ(result.limit_loads.size(), 1u);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("comes back to load 0"), std::string::npos)
      << result.warnings[0];
}

// An upright pendulum whose spring lacks 1e-10 N m of its weight falls, if slowly, and the run says
// so; but no descent would leave it there, and the path is followed once. One that exceeds its
// weight by as much stands.
TEST(LoadPath, TellsOfWeakInstabilitiesAndFollowsThePathOnce) {
  for (const double lacks : {1e-10, -1e-10}) {
    const RunResult result = run(parse_scenario(
        fmt::format("gravity: [0, 0, -1]\n"
                    "bodies:\n"
                    "  - {{name: held, joint: {{type: revolute, axis: y, stiffness: 10}}, rigid: "
                    "{{mass: 0}}}}\n"
                    "  - {{name: upright, joint: {{type: revolute, axis: y, stiffness: {:.17g}}}, "
                    "rigid: {{mass: 1, center: [0, 0, 1], inertia: [1, 1, 1]}}}}\n"
                    "loads: [{{name: turn, body: held, moment: [0, t, 0]}}]\n"
                    "probes: [{{name: held, joint: held}}]\n"
                    "study: {{type: load_path, to: 1, steps: 4}}\n",
                    1 - lacks),
        "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_NEAR(result.trajectory.column("held.angle").back(), 0.1, 1e-12);
    EXPECT_EQ(result.solver.steps, 5);
    ASSERT_EQ(result.warnings.size(), lacks > 0 ? 1u : 0u);
    if (lacks < 0) continue;
    EXPECT_NE(result.warnings[0].find("the equilibrium is unstable"), std::string::npos);
    EXPECT_NE(result.warnings[0].find("less than 1e-09 of the largest"), std::string::npos);
  }
}

// A buckled round column may turn about its axis: nothing holds it, whichever way it stands.
// Newton's method failed at a third of the loads where it was tilted, and the descent took 370,000
// evaluations.
// Beyond Euler's load an imperfect strut has an equilibrium on the other side, too, and an unstable
// one between. Which of the sides it takes is for the imperfection to say, in few steps as in many.
TEST(LoadPath, BucklesToTheSideOfTheImperfection) {
  for (const double bend : {1e-9, -1e-6, 1e-4, -1e-2, 0.05})
    for (const int steps : {2, 3, 5, 7, 20}) {
      SCOPED_TRACE(fmt::format("rest curvature {}, {} steps", bend, steps));
      const RunResult result = run(parse_scenario(
          fmt::format(
              "gravity: [0, 0, 0]\n"
              "bodies: [{{name: rod, rod: {{length: 1, section: {{shape: circle, radius: 10 "
              "mm}}, material: {{young: 1 MPa, poisson: 0.5, density: 1000}}, strain: "
              "{{bend_y: 4}}, rest: {{bend_y: {}}}}}}}]\n"
              "loads: [{{name: push, body: rod, at: tip, force: [\"-0.06*t\", 0, 0]}}]\n"
              "probes: [{{name: tip, frame: rod, at: tip}}]\n"
              "study: {{type: load_path, from: 0, to: 1, steps: {}}}\n",
              bend, steps),
          "x.yaml"));
      ASSERT_TRUE(result.status.ok()) << to_string(result.status);
      for (const std::string& warning : result.warnings)
        EXPECT_EQ(warning.find("mirror"), std::string::npos) << warning;
      // a bend about y moves the tip along -z; 0.69874 without imperfection, 0.69409 with 0.05
      const double deflection = result.trajectory.column("tip.z").back();
      EXPECT_LT(deflection * bend, 0);
      EXPECT_NEAR(std::abs(deflection), 0.6987, 0.005);
    }
}

TEST(LoadPath, ColumnsStandWhereTheyLike) {
  const auto column = [](const Vector3& turn) {
    const Vector3 force = exp_so3(turn) * Vector3(-0.12, 0, 0);
    const Vector3 axis = turn.norm() > 0 ? turn.normalized() : Vector3(Vector3::UnitX());
    return run(parse_scenario(
        fmt::format(
            "gravity: [0, 0, 0]\nbodies: [{{name: c, pose: {{rotation: {{axis: [{}, {}, {}], "
            "angle: {}}}}}, rod: "
            "{{length: 1, section: {{radius: 5 mm}}, material: {{young: 100 MPa, density: 1000}}, "
            "strain: {{bend_y: 8, bend_z: 8, torsion: 2}}}}}}]\nloads: [{{body: c, force: "
            "[\"{}*t\", "
            "\"{}*t\", \"{}*t\"]}}]\nstudy: {{type: load_path, to: 1.5, steps: 60}}\n",
            axis[0], axis[1], axis[2], turn.norm(), force[0], force[1], force[2]),
        "x.yaml"));
  };
  for (const Vector3& turn : {Vector3(0, 0, 0), Vector3(0.3, 0.6, 0.9), Vector3(-1, 0.2, 2)}) {
    const RunResult result = column(turn);
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_LT(result.solver.evaluations, 1000);  // measured: 188 to 289
    EXPECT_EQ(result.warnings.size(), 1u);
  }
}

}  // namespace
}  // namespace cuttle
