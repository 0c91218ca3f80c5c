// Bodies: order, joints, inertia of shapes, copies.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "build_fixture.h"
#include "cuttle/core/joint.h"
#include "cuttle/math/quadrature.h"
#include "cuttle/math/se3.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

// inertia of a rigid body about the origin of its frame
Matrix6 inertia_of(const std::string& rigid) {
  Posed p("bodies: [{name: a, joint: free, rigid: " + rigid + "}]\nstudy: {type: statics}\n");
  BodyWork& b = p.ws.bodies[0];
  p.model().bodies[0].family->inertia(b);
  return b.M_bb;
}

// the same by integrating over the volume of a turned and moved box (exact: polynomials)
Matrix6 box_inertia(double density, const Vector3& edges, const Pose& X) {
  const Quadrature rule = gauss_legendre(3);
  Matrix6 sum = Matrix6::Zero();
  for (int i = 0; i < 27; ++i) {
    const int k[] = {i % 3, i / 3 % 3, i / 9};
    Vector3 x;
    double mass = density;
    for (int axis = 0; axis < 3; ++axis) {
      x[axis] = (rule.nodes[k[axis]] - 0.5) * edges[axis];
      mass *= rule.weights[k[axis]] * edges[axis];
    }
    Eigen::Matrix<double, 3, 6> J;
    J << -hat(Vector3(X * x)), Matrix3::Identity();
    sum += mass * J.transpose() * J;
  }
  return sum;
}

TEST(BuildBody, ParentsComeFirst) {
  const Scenario s = build_text(R"(
bodies:
  - {name: c, parent: b, rigid: {mass: 1}}
  - {name: d, joint: free, rigid: {mass: 1}}
  - {name: b, parent: a, rigid: {mass: 1}}
  - {name: a, rigid: {mass: 1}}
study: {type: statics}
)");
  std::vector<std::string> names;
  for (const Body& body : s.model.bodies) names.push_back(body.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(s.model.bodies[2].parent, 1);
  EXPECT_EQ(s.model.bodies[3].parent, -1);
}

TEST(BuildBody, MountsAreFramesOfRigidParents) {
  const Posed p(R"(
bodies:
  - {name: a, pose: {position: [0, 0, 1]}, rigid: {mass: 1, frames: {right: {position: [2, 0, 0]},
     left: {position: [-2, 0, 0], rotation: {axis: z, angle: 90 deg}}}}}
  - {name: b, parent: a, at: left, pose: {position: [3, 0, 0]}, joint: free, rigid: {mass: 1}}
study: {type: statics}
)");
  // left is turned by 90 degrees: its x axis is the y axis of the world
  EXPECT_LT((p.pose("b").p - Vector3(-2, 3, 1)).norm(), 1e-15);
}

TEST(BuildBody, EveryJointOfTheTableCanBeBuilt) {
  for (const JointKind& kind : joint_table()) {
    const std::string joint(kind.name);
    const std::string pitch = joint == "helical" ? ", pitch: 0.1" : "";
    const Scenario s = build_text("bodies: [{name: a, joint: {type: " + joint + pitch +
                                  "}, rigid: {mass: 1, inertia: [1, 1, 1]}}]\n"
                                  // of what is fixed only forces can be asked for
                                  "probes: [{name: r, reaction: a}]\n"
                                  "study: {type: dynamics, duration: 1}\n");
    int nv = 0, nq = 0;
    for (const StepRow& row : kind.steps) {
      nv += step_nv(row.kind);
      nq += step_nq(row.kind);
    }
    EXPECT_EQ(s.model.nv, nv) << joint;
    EXPECT_EQ(int(s.model.q_names.size()), nq) << joint;
    EXPECT_EQ(int(s.model.v_names.size()), nv) << joint;
    EXPECT_EQ(s.model.q_scale.size(), nq) << joint;
    EXPECT_EQ(s.model.v_scale.size(), nv) << joint;
  }
}

TEST(BuildBody, ScrewsStartAtTheirInitialValues) {
  const Posed p(R"(
bodies:
  - {name: hinge, joint: {type: revolute, axis: y, initial: 30 deg}, rigid: {mass: 1}}
  - {name: slide, joint: {type: prismatic, axis: [0, 3, 4], initial: 0.5}, rigid: {mass: 1}}
  - {name: screw, joint: {type: helical, axis: x, pitch: 0.1, initial: 90 deg}, rigid: {mass: 1}}
  - {name: plane, joint: {type: planar, initial: [1, 2, 0.5]}, rigid: {mass: 1}}
study: {type: statics}
)");
  const auto turn = [](double angle, const Vector3& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  };
  EXPECT_LT((p.pose("hinge").R - turn(pi / 6, Vector3::UnitY())).norm(), 1e-15);
  EXPECT_LT((p.pose("slide").p - Vector3(0, 0.3, 0.4)).norm(), 1e-15);
  EXPECT_LT((p.pose("screw").p - Vector3(0.05 * pi, 0, 0)).norm(), 1e-15);
  EXPECT_LT((p.pose("screw").R - turn(pi / 2, Vector3::UnitX())).norm(), 1e-15);
  EXPECT_LT((p.pose("plane").p - Vector3(1, 2, 0)).norm(), 1e-15);
  EXPECT_LT((p.pose("plane").R - turn(0.5, Vector3::UnitZ())).norm(), 1e-15);
}

TEST(BuildBody, FreeJointStartsAtAPoseInTheJointFrame) {
  const Posed p(R"(
bodies:
  - name: a
    pose: {position: [0, 0, 2], rotation: {axis: z, angle: 90 deg}}
    joint: {type: free, initial: {position: [1, 0, 0], rotation: {axis: x, angle: 90 deg}},
            velocity: [1, 2, 3, 4, 5, 6]}
    rigid: {mass: 1, inertia: [1, 1, 1]}
study: {type: dynamics, duration: 1}
)");
  EXPECT_LT((p.pose("a").p - Vector3(0, 1, 2)).norm(), 1e-15);
  EXPECT_LT((p.pose("a").R.col(1) - Vector3(0, 0, 1)).norm(), 1e-15);
  // twist in the body frame, angular first
  EXPECT_LT((p.ws.bodies[0].V_B - (Vector6() << 1, 2, 3, 4, 5, 6).finished()).norm(), 1e-15);
  EXPECT_EQ(p.model().q_names[0], "a.quaternion.w");
  EXPECT_EQ(p.model().q_names[4], "a.position.x");
  EXPECT_EQ(p.model().v_names[3], "a.velocity.x");
}

TEST(BuildBody, SpringsOnePerCoordinateOrOneForAll) {
  const Scenario s = build_text(R"(
bodies:
  - {name: a, joint: {type: cylindrical, stiffness: [2, 3], damping: 0.5, rest: [0.1, 0.2]},
     rigid: {mass: 1, inertia: [1, 1, 1]}}
study: {type: dynamics, duration: 1}
)");
  const auto& steps = s.model.bodies[0].steps;
  EXPECT_EQ(steps[0].stiffness, 2);
  EXPECT_EQ(steps[1].stiffness, 3);
  EXPECT_EQ(steps[0].damping, 0.5);
  EXPECT_EQ(steps[1].damping, 0.5);
  // without initial values a joint starts where its spring is at ease
  EXPECT_EQ(s.initial.q[0], 0.1);
  EXPECT_EQ(s.initial.q[1], 0.2);
}

TEST(BuildBody, InertiaOfShapesAboutTheirCentre) {
  const Matrix6 sphere = inertia_of("{shapes: [{sphere: 0.2, density: 500}]}");
  const double mass = 500 * 4.0 / 3 * pi * 0.008;
  EXPECT_NEAR(sphere(3, 3), mass, 1e-14);
  EXPECT_NEAR(sphere(0, 0), 0.4 * mass * 0.04, 1e-15);

  // long axis x: m r^2/2 about it, m (3 r^2 + l^2)/12 across
  const Matrix6 rod = inertia_of("{shapes: [{cylinder: [0.1, 0.6], mass: 3}]}");
  EXPECT_NEAR(rod(0, 0), 3 * 0.01 / 2, 1e-15);
  EXPECT_NEAR(rod(1, 1), 3 * (0.03 + 0.36) / 12, 1e-15);
  EXPECT_NEAR(rod(2, 2), rod(1, 1), 1e-15);
}

TEST(BuildBody, InertiaOfAMovedBoxEqualsItsVolumeIntegral) {
  const Matrix6 M = inertia_of(
      "{shapes: [{box: [0.1, 0.2, 0.4], density: 700,"
      " pose: {position: [0.3, -0.1, 0.2], rotation: {axis: [1, 2, 3], angle: 0.7}}}]}");
  const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const Matrix6 truth = box_inertia(700, Vector3(0.1, 0.2, 0.4), {R, Vector3(0.3, -0.1, 0.2)});
  EXPECT_LT((M - truth).cwiseAbs().maxCoeff(), 1e-14);  // measured 2e-16
}

TEST(BuildBody, GivenMassScalesTheShapes) {
  const std::string two = "shapes: [{sphere: 0.1}, {sphere: 0.2, pose: {position: [1, 0, 0]}}]";
  const Matrix6 M = inertia_of("{mass: 9, " + two + "}");
  // volumes 1 : 8, so masses 1 and 8
  EXPECT_NEAR(M(3, 3), 9, 1e-14);
  EXPECT_NEAR(M(0, 0), 0.4 * (1 * 0.01 + 8 * 0.04), 1e-14);
  EXPECT_NEAR(M(1, 1), M(0, 0) + 8, 1e-13);
  // m [c]x: the centre is at 8/9
  EXPECT_NEAR(M(2, 4), 8, 1e-14);
}

TEST(BuildBody, GivenInertiaIsAboutTheCentre) {
  const Matrix6 M =
      inertia_of("{mass: 2, center: [0, 0, 3], inertia: [1, 1.1, 1.2, 0.1, 0.2, 0.3]}");
  EXPECT_NEAR(M(0, 0), 1 + 18, 1e-14);
  EXPECT_NEAR(M(2, 2), 1.2, 1e-14);
  EXPECT_NEAR(M(0, 1), 0.1, 1e-15);
  EXPECT_NEAR(M(0, 2), 0.2, 1e-15);
  EXPECT_NEAR(M(1, 2), 0.3, 1e-15);
}

TEST(BuildBody, ThreeCopiesStandAt120Degrees) {
  const Posed p(kMaterials + R"(
bodies:
  - {name: hub, pose: {position: [0, 0, 1]}, rigid: {mass: 1}}
  - name: arm
    parent: hub
    pose: {position: [0.1, 0, 0], rotation: {axis: y, angle: 20 deg}}
    rod: {length: 0.3, section: {radius: 10 mm}, material: m, strain: {bend_y: 1}}
    repeat: {count: 3, about: z}
study: {type: statics}
)");
  ASSERT_EQ(p.model().bodies.size(), 4u);
  const Pose X_W1 = p.pose("arm_1");
  EXPECT_LT((X_W1.p - Vector3(0.1, 0, 1)).norm(), 1e-15);
  for (int k = 2; k <= 3; ++k) {
    Vector6 turn = Vector6::Zero();
    turn[2] = 2 * pi * (k - 1) / 3;
    const Pose truth = exp_se3(turn) * X_W1;
    const Pose& X = p.pose("arm_" + std::to_string(k));
    EXPECT_LT((X.p - truth.p).norm(), 1e-15) << k;
    EXPECT_LT((X.R - truth.R).norm(), 1e-14) << k;
  }
}

TEST(BuildBody, PrescribedCoordinatesFollowTheirSignals) {
  const Posed p(R"(
bodies:
  - {name: a, joint: {type: planar, prescribed: [null, 0.3*sin(2*t), null], initial: [1, 0, 2]},
     rigid: {mass: 1, inertia: [1, 1, 1]}}
study: {type: dynamics, duration: 1}
)");
  const auto& steps = p.model().bodies[0].steps;
  EXPECT_FALSE(steps[0].prescribed());
  EXPECT_TRUE(steps[1].prescribed());
  EXPECT_FALSE(steps[2].prescribed());
  ASSERT_EQ(p.model().nu(), 1);
  EXPECT_EQ(p.model().inputs[0].name, "joints.a.prescribed.y");
  EXPECT_EQ(p.model().inputs[0].unit, "m");
  EXPECT_EQ(p.scenario.initial.q, Vector3(1, 0, 2));
  EXPECT_NEAR(p.scenario.initial.v[1], 0.6, 1e-12);  // measured 0
}

TEST(BuildBody, OneInitialValueForAllIsThatOfTheFreeCoordinates) {
  for (const std::string driven : {"[t, null, null]", "[null, t, null]", "[null, null, t]"}) {
    const Posed p("bodies: [{name: a, joint: {type: planar, prescribed: " + driven +
                  ", initial: 0.3}, rigid: {mass: 1, inertia: [1, 1, 1]}}]\n"
                  "study: {type: dynamics, duration: 1}\n");
    EXPECT_NEAR(p.scenario.initial.q.sum(), 0.6, 1e-12) << driven;
  }
}

TEST(BuildBody, EffortsOfAFreeJointAreSixEntries) {
  const Scenario s = build_text(R"(
bodies:
  - {name: a, joint: {type: free, effort: [1, null, 3, 4, 5, "6*t"]},
     rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: b, joint: {type: revolute, effort: 2}, rigid: {mass: 1, inertia: [1, 1, 1]}}
study: {type: dynamics, duration: 1}
)");
  ASSERT_EQ(s.model.nu(), 7);
  EXPECT_EQ(s.model.bodies[0].steps[0].effort_input, 0);
  EXPECT_EQ(s.model.inputs[0].name, "joints.a.effort.moment.x");
  EXPECT_EQ(s.model.inputs[0].unit, "N m");
  EXPECT_EQ(s.model.inputs[5].name, "joints.a.effort.force.z");
  EXPECT_EQ(s.model.inputs[6].name, "joints.b.effort");
  InputSource inputs = s.inputs;
  Input u;
  ASSERT_TRUE(inputs.evaluate(0.5, u).ok());
  EXPECT_EQ(u.u, (VectorX(7) << 1, 0, 3, 4, 5, 3, 2).finished());
  EXPECT_TRUE(u.u_dot.isZero(0));
}

TEST(BuildBody, ScalesAreSizesOfTheCoordinates) {
  const Scenario s = build_text(kMaterials + R"(
bodies:
  - {name: a, joint: {type: free}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: r, parent: a, joint: {type: prismatic}, pose: {position: [0.3, 0, 0]}, rod: {length: 0.5,
     section: {radius: 10 mm}, material: m, strain: {bend_y: 0, shear_z: 0}}}
study: {type: dynamics, duration: 1}
)");
  // reach: radius of gyration of the first body, 0.3 to the second, which is 0.5 long
  const double reach = 1 + 0.3 + 0.5;
  VectorX q(10);
  q << 1, 1, 1, 1, reach, reach, reach, reach, 2, 0.01;
  EXPECT_LT((s.model.q_scale - q).norm(), 1e-15);
  const double rate = std::sqrt(9.81 / reach), rod_rate = std::sqrt(9.81 / 0.5);
  EXPECT_NEAR(s.model.v_scale[0], rate, 1e-14);
  EXPECT_NEAR(s.model.v_scale[3], reach * rate, 1e-14);
  EXPECT_NEAR(s.model.v_scale[6], reach * rate, 1e-14);
  EXPECT_NEAR(s.model.v_scale[7], 2 * rod_rate, 1e-14);
  EXPECT_NEAR(s.model.v_scale[8], 0.01 * rod_rate, 1e-14);
}

}  // namespace
}  // namespace cuttle::testing
