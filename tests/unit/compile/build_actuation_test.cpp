// Loads and cables from text, against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "build_fixture.h"
#include "cuttle/actuation/cable/cable.h"
#include "cuttle/rod/rod.h"

namespace cuttle::testing {
namespace {

const std::string kArm = kMaterials + R"(
bodies:
  - name: arm
    rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {bend_y: 2, bend_z: 2}}
study: {type: statics}
)";

// force, and moment about the base, of everything that pushes on the first body
Vector6 resultant(Posed& p) {
  apply_actors(p.model(), p.scenario.initial, p.u, false, p.ws);
  Vector6 sum = Vector6::Zero();
  for (const Point& point : p.ws.bodies[0].points) sum += point.load;
  return sum;
}

TEST(BuildLoad, PerLengthAddsUpToItsIntegral) {
  Posed p(kArm + R"(
loads:
  - {name: wind, body: arm, from: 0.1, to: 0.3, force: [0, "X*t", 5], moment: [1, 0, 0]}
)",
          2);
  ASSERT_TRUE(p.status.ok());
  const Vector6 F = resultant(p);
  // straight rod along x: f = (0, 2 X, 5), m = (1, 0, 0)
  const double Fy = 0.3 * 0.3 - 0.1 * 0.1, Fz = 5 * 0.2;
  EXPECT_NEAR(F[4], Fy, 1e-15);
  EXPECT_NEAR(F[5], Fz, 1e-15);
  EXPECT_NEAR(F[0], 0.2, 1e-15);
  EXPECT_NEAR(F[1], -5 * (0.09 - 0.01) / 2, 1e-15);
  EXPECT_NEAR(F[2], 2.0 / 3 * (0.027 - 0.001), 1e-15);
  EXPECT_EQ(p.model().inputs[0].name, "loads.wind.force.x[0]");
  EXPECT_EQ(p.model().inputs[0].unit, "N/m");
  EXPECT_EQ(p.model().inputs[3].unit, "N");
}

TEST(BuildLoad, OnTheWholeRodUsesItsStations) {
  const Posed bare(kArm);
  const Posed loaded(kArm + "loads: [{body: arm, from: 0, to: tip, force: [0, 0, 1]}]\n");
  EXPECT_EQ(loaded.model().bodies[0].family->n_points(), bare.model().bodies[0].family->n_points());
  EXPECT_EQ(loaded.model().inputs[0].name, "loads.load_1.force.x[0]");

  // the same with kinks and with two divisions
  const std::string pieces = kMaterials + R"(
bodies:
  - name: arm
    rod:
      divisions:
        - {length: 0.2, section: {radius: 10 mm}, material: m, quadrature: 7,
           strain: {bend_y: {basis: linear, elements: 3}, bend_z: {basis: hermite, elements: 2}}}
        - {length: 0.3, section: {radius: 10 mm}, material: m, strain: {bend_y: 1}}
study: {type: statics}
)";
  const Posed bare2(pieces);
  Posed loaded2(pieces + "loads: [{body: arm, from: 0, to: tip, force: [0, 0, X]}]\n");
  EXPECT_EQ(loaded2.model().bodies[0].family->n_points(),
            bare2.model().bodies[0].family->n_points());
  EXPECT_NEAR(resultant(loaded2)[5], 0.5 * 0.5 / 2, 1e-15);
}

TEST(BuildLoad, AtAPointWithAnOffset) {
  Posed p(kArm + R"(
loads:
  - {name: f, body: arm, at: 0.25, point: [0, 0.1, 0], force: [3, 0, "t"], moment: [0, 0, 1]}
)",
          4);
  const Vector6 F = resultant(p);
  // (0.25, 0.1, 0) x (3, 0, 4) + (0, 0, 1)
  EXPECT_LT((F - (Vector6() << 0.4, -1, -0.3 + 1, 3, 0, 4).finished()).norm(), 1e-14);
  EXPECT_EQ(p.model().inputs[2].name, "loads.f.force.z");
  EXPECT_EQ(p.model().inputs[5].name, "loads.f.moment.z");
  EXPECT_EQ(p.model().inputs[5].unit, "N m");
}

// base plate, arm, plate, second arm: a cable at the height y = 8 mm through all of them
const std::string kTwoArms = kMaterials + R"(
bodies:
  - {name: a, rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {bend_z: 1}}}
  - {name: plate, parent: a, joint: JOINT, rigid: {mass: 0.1, inertia: [1e-3, 1e-3, 1e-3]}}
  - {name: b, parent: plate, pose: {position: [0.05, 0, 0]},
     rod: {length: 0.3, section: {radius: 10 mm}, material: m, strain: {bend_z: 1}}}
cables:
  - name: c
    tension: 2
    path:
      - {body: world, point: [-0.1, 8 mm, 0]}
      - {body: a, from: 0, to: tip, y: 8 mm}
      - {body: plate, point: [0, 8 mm, 0]}
      - {body: b, from: 0, to: 0.2, y: 8 mm}
      - {body: b, at: 0.2, point: [0, 0, 0]}
study: {type: statics}
)";

std::string two_arms(const std::string& joint) {
  std::string text = kTwoArms;
  return text.replace(text.find("JOINT"), 5, joint);
}

const Cable& cable_of(const Scenario& s) { return dynamic_cast<const Cable&>(*s.model.actors[0]); }

double length_at(const Scenario& s, const VectorX& q) {
  Workspace ws(s.model);
  State x = s.initial;
  x.q = q;
  Input u;
  InputSource inputs = s.inputs;
  EXPECT_TRUE(inputs.evaluate(0, u).ok());
  update_kinematics(s.model, x, u, nullptr, ws);
  return cable_of(s).length(s.model, x, ws);
}

TEST(BuildCable, RunsThroughTwoRodsAndARigidBody) {
  const Scenario s = build_text(two_arms("fixed"));
  // straight: 0.1 + 0.4 + 0.05 + 0.2 and the step of 8 mm at the end
  EXPECT_NEAR(length_at(s, s.initial.q), 0.758, 1e-14);
  // the plate is glued to the tip: no straight leg from a point to itself
  ASSERT_EQ(cable_of(s).legs().size(), 5u);
  EXPECT_TRUE(std::holds_alternative<StraightLeg>(cable_of(s).legs()[0]));
  EXPECT_TRUE(std::holds_alternative<RodLeg>(cable_of(s).legs()[1]));
  EXPECT_TRUE(std::holds_alternative<StraightLeg>(cable_of(s).legs()[2]));

  // a constant curvature about z bends towards y, where the cable is: L (1 - kappa y)
  VectorX q = s.initial.q;
  q[0] = 1.5;
  q[2] = -2;
  const double change = -0.4 * 1.5 * 0.008 + 0.2 * 2 * 0.008;
  EXPECT_NEAR(length_at(s, q), 0.758 + change, 1e-14);
}

TEST(BuildCable, KeepsALegThatOpensWithAJoint) {
  const Scenario fixed = build_text(two_arms("fixed"));
  const Scenario hinge = build_text(two_arms("revolute"));
  // off the axis of the hinge the two ends part
  EXPECT_EQ(cable_of(hinge).legs().size(), cable_of(fixed).legs().size() + 1);
  VectorX q = hinge.initial.q;
  q[2] = 0.3;
  const double straight = length_at(fixed, fixed.initial.q);
  // the chord of the hinge at 8 mm; the leg through the plate turns as a whole
  EXPECT_NEAR(length_at(hinge, q), straight + 2 * 0.008 * std::sin(0.15), 1e-12);
}

TEST(BuildCable, OffsetsArePolynomialsFromTheStartOfTheRun) {
  const Scenario s = build_text(kArm + R"(
cables:
  - {name: c, tension: 1, path: [{body: arm, from: 0.1, to: 0.3, y: [0.01, 0.75], z: "0.02 + X"}]}
)");
  // slopes 0.75 and 1 on 0.2 m
  EXPECT_NEAR(length_at(s, s.initial.q), 0.2 * std::sqrt(1 + 0.5625 + 1), 1e-14);  // measured 0
  // the bend about y lifts the cable by z: tangent (1 + kappa z, 3/4, 1), z = 0.02 + X
  VectorX q = s.initial.q;
  q[0] = 2;
  double truth = 0;
  const int n = 200;
  for (int i = 0; i < n; ++i) {
    const double X = 0.2 * (i + 0.5) / n;
    truth += 0.2 / n * std::hypot(1 + 2 * (0.02 + X), 0.75, 1);
  }
  EXPECT_NEAR(length_at(s, q), truth, 2e-8);  // measured 1e-8, of the midpoint rule
}

TEST(BuildCable, SlopesTurnWithATwistedRod) {
  const Scenario s = build_text(kMaterials + R"(
bodies:
  - name: arm
    rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {torsion: 0}, quadrature: 8,
          rest: {torsion: 6}}
cables:
  - {name: c, tension: 1, path: [{body: arm, from: 0, to: tip, y: [0.01, 0.2], z: [0.03, -0.1]}]}
study: {type: statics}
)");
  // the cable in the world, as a polygon
  const auto place = [](double X) {
    const Vector3 offset(0, 0.01 + 0.2 * X, 0.03 - 0.1 * X);
    return Vector3(Vector3(X, 0, 0) + Eigen::AngleAxisd(6 * X, Vector3::UnitX()) * offset);
  };
  double truth = 0;
  const int n = 4000;
  for (int i = 0; i < n; ++i) truth += (place(0.4 * (i + 1) / n) - place(0.4 * i / n)).norm();
  EXPECT_NEAR(length_at(s, s.initial.q), truth, 2e-9);  // measured 8e-10, of the polygon
}

}  // namespace
}  // namespace cuttle::testing
