#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/actuation/cable/part.h"
#include "cuttle/actuation/load/part.h"
#include "cuttle/compile/expand_repeats.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/signal/function.h"

namespace cuttle {
namespace {

constexpr const char* kRobot = R"(
materials: {soft: {young: 1 MPa, density: 1000}}
bodies:
  - name: hub
    rigid: {mass: 1, frames: {plate: {position: [0, 0, 0.2], rotation: {axis: x, angle: 90 deg}}}}
  - name: hand
    parent: arm
    joint: {type: revolute, effort: "k*t + n"}
    rigid: {mass: 0.1}
  - name: arm
    parent: hub
    at: plate
    pose: {position: [0.1, 0, 0]}
    repeat: {count: 4, about: z}
    rod: {length: 0.4, section: {radius: "0.01 + 0.001*k"}, material: soft, strain: {bend_y: 2}}
loads:
  - {name: pull, body: arm, force: [0, 0, "k"]}
  - {name: other, body: hub, force: [0, 0, 1]}
cables:
  - name: c
    tension: "k + t"
    path: [{body: hub, at: plate, point: [0.05, 0, 0]}, {body: hub, point: [0.05, 0, 0.2]},
           {body: arm, from: 0, to: tip, y: 5 mm}]
probes:
  - {name: tip, frame: arm}
  - {name: c, cable: c}
  - {name: all, momentum: all}
)";

// formulas read the probes of their own copy, and what reads them is copied
TEST(RepeatExpansion, FormulasReadTheirOwnProbes) {
  const ScenarioSpec s = parse_scenario(R"(
bodies:
  - name: hub
    rigid: {mass: 1, inertia: [1, 1, 1]}
  - name: finger
    parent: hub
    repeat: {count: 3, about: z}
    joint: {type: revolute, axis: y, effort: "-2 N m*finger.angle - 0.1*base.x"}
    rigid: {mass: 0.1, inertia: [1, 1, 1]}
loads:
  - {name: back, body: hub, force: [0, 0, "0.5*finger.angle_rate + k"]}
  - {name: alone, body: hub, force: [0, 0, "0.5*base.x"]}
probes:
  - {name: finger, joint: finger}
  - {name: base, frame: hub}
)",
                                        "robot.yaml");
  EXPECT_EQ(find_body(s, "finger_2")->joint.effort.at(0)->expression,
            "-2 N m*finger_2.angle - 0.1*base.x");
  ASSERT_EQ(s.of<LoadSpec>().size(), 4u);
  EXPECT_EQ(s.of<LoadSpec>()[2].name, "back_3");
  EXPECT_EQ(s.of<LoadSpec>()[2].force->at(2).expression, "0.5*finger_3.angle_rate + k");
  EXPECT_EQ(s.of<LoadSpec>()[3].force->at(2).expression, "0.5*base.x");
}

TEST(RepeatExpansion, CopiesBodiesAndAllThatNamesThem) {
  const ScenarioSpec s = parse_scenario(kRobot, "robot.yaml");
  ASSERT_EQ(s.bodies.size(), 9u);
  ASSERT_EQ(s.of<LoadSpec>().size(), 5u);
  ASSERT_EQ(s.of<CableSpec>().size(), 4u);
  ASSERT_EQ(s.probes.size(), 9u);
  EXPECT_EQ(find_body(s, "hand_3")->parent, "arm_3");
  EXPECT_EQ(find_body(s, "arm_3")->parent, "hub");
  EXPECT_EQ(find_body(s, "arm"), nullptr);
  EXPECT_FALSE(find_body(s, "arm_3")->repeat.has_value());
  EXPECT_EQ(s.of<LoadSpec>()[2].name, "pull_3");
  EXPECT_EQ(s.of<LoadSpec>()[2].body, "arm_3");
  EXPECT_EQ(s.of<LoadSpec>()[4].name, "other");
  EXPECT_EQ(s.of<CableSpec>()[1].path[2].body, "arm_2");
  EXPECT_EQ(s.of<CableSpec>()[1].path[0].body, "hub");
  EXPECT_EQ(s.probes[1].kind(), "frame");
  EXPECT_EQ(s.probes[1].target(), "arm_2");
  EXPECT_EQ(s.probes[6].kind(), "cable");
  EXPECT_EQ(s.probes[6].target(), "c_3");
}

TEST(RepeatExpansion, TurnsRightHandedAboutTheAxis) {
  const ScenarioSpec s = parse_scenario(kRobot, "robot.yaml");
  // the second of four about z: x goes to y
  const PoseSpec& pose = find_body(s, "arm_2")->pose;
  EXPECT_LT((pose.position - Vector3(0, 0.1, 0)).norm(), 1e-15);
  EXPECT_LT((pose.rotation * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_LT((find_body(s, "arm_1")->pose.position - Vector3(0.1, 0, 0)).norm(), 1e-15);
}

// the same point of the hub, written in two frames, must turn to the same place
TEST(RepeatExpansion, TurnsCablePointsOnTheParentAboutTheMountAxis) {
  const ScenarioSpec s = parse_scenario(kRobot, "robot.yaml");
  const PoseSpec& plate = find_body(s, "hub")->rigid->frames.at("plate");
  for (const CableSpec& cable : s.of<CableSpec>()) {
    const Vector3 in_plate = plate.rotation * *cable.path[0].point + plate.position;
    EXPECT_LT((in_plate - *cable.path[1].point).norm(), 1e-15) << cable.name;
  }
  // plate's z is the hub's -y, so x turns to the plate's y, the hub's z
  EXPECT_LT((*s.of<CableSpec>()[1].path[1].point - Vector3(0, 0, 0.25)).norm(), 1e-15);
}

TEST(RepeatExpansion, NumbersTheExpressions) {
  const ScenarioSpec s = parse_scenario(kRobot, "robot.yaml");
  const BodySpec& arm = *find_body(s, "arm_3");
  EXPECT_EQ(arm.copy.k, 3);
  EXPECT_EQ(arm.copy.n, 4);
  const FunctionSpec& radius = *arm.rod->divisions[0].section.radius;
  EXPECT_DOUBLE_EQ(Function(radius, 0.4).value(0), 0.013);
  EXPECT_EQ(s.of<CableSpec>()[2].tension.copy.k, 3);
  EXPECT_EQ((*s.of<LoadSpec>()[3].force)[2].copy.k, 4);
  EXPECT_EQ(find_body(s, "hand_2")->joint.effort[0]->copy.k, 2);
  EXPECT_EQ((*s.of<LoadSpec>()[4].force)[2].copy.n, 0);
}

TEST(RepeatExpansion, NestsFromTheOutside) {
  const ScenarioSpec s = parse_scenario(R"(
bodies:
  - {name: leg, repeat: {count: 2, about: x}, rigid: {mass: 1}}
  - {name: toe, parent: leg, repeat: {count: 3}, joint: {type: revolute, effort: "k"}, rigid: {mass: 1}}
probes: [{name: p, frame: toe}]
)",
                                        "nested.yaml");
  ASSERT_EQ(s.bodies.size(), 8u);
  ASSERT_EQ(s.probes.size(), 6u);
  const BodySpec& toe = *find_body(s, "toe_2_3");
  EXPECT_EQ(toe.parent, "leg_2");
  EXPECT_EQ(toe.joint.effort[0]->copy.k, 3);  // of the innermost repeat
  const Matrix3 turn =
      Eigen::AngleAxisd(4 * std::numbers::pi / 3, Vector3::UnitZ()).toRotationMatrix();
  EXPECT_LT((toe.pose.rotation - turn).norm(), 1e-15);
}

// cable runs on a parent rod turn about the rod's own axis, whatever form they have
TEST(RepeatExpansion, TurnsRunsOnAParentRod) {
  const ScenarioSpec s = parse_scenario(R"(
materials: {soft: {young: 1 MPa, density: 1000}}
bodies:
  - {name: arm, rod: {length: 0.4, section: {radius: 0.01}, material: soft}}
  - {name: finger, parent: arm, repeat: {count: 3, about: x}, rigid: {mass: 0.1}}
cables:
  - {name: a, tension: 1, path: [{body: arm, from: 0, to: tip, y: [0.01, 0.02], z: 0.003}, {body: finger}]}
  - {name: b, tension: 1, path: [{body: arm, from: 0, to: tip, y: "0.01 + 0.02*X", z: 0.003}, {body: finger}]}
)",
                                        "rod.yaml");
  const double c = std::cos(2 * std::numbers::pi / 3), d = std::sin(2 * std::numbers::pi / 3);
  for (const char* name : {"a_2", "b_2"}) {
    for (const CableSpec& cable : s.of<CableSpec>()) {
      if (cable.name != name) continue;
      const double X = 0.3, y = 0.01 + 0.02 * X, z = 0.003;
      EXPECT_NEAR(Function(*cable.path[0].y, 0.4).value(X), c * y - d * z, 1e-15) << name;
      EXPECT_NEAR(Function(*cable.path[0].z, 0.4).value(X), d * y + c * z, 1e-15) << name;
    }
  }
}

TEST(RepeatExpansion, LeavesAFileWithoutRepeatsAloneAndBoundsTheRest) {
  const char* const plain = "bodies: [{name: a, rigid: {mass: 1}}]";
  EXPECT_EQ(expand_repeats(parse_scenario(plain, "p.yaml")).bodies.size(), 1u);
  const char* const bomb = R"(
bodies:
  - {name: a, repeat: {count: 1000}, rigid: {mass: 1}}
  - {name: b, parent: a, repeat: {count: 1000}, rigid: {mass: 1}}
)";
  EXPECT_THROW(parse_scenario(bomb, "bomb.yaml"), InputError);
  // copies may not meet a name that is there already
  EXPECT_THROW(parse_scenario("bodies: [{name: a, repeat: {count: 2}, rigid: {mass: 1}}, "
                              "{name: a_2, rigid: {mass: 1}}]",
                              "clash.yaml"),
               InputError);
}

}  // namespace
}  // namespace cuttle
