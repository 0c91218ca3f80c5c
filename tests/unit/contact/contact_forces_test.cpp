// Forces of contact: the law, action and reaction, energy, the tangent, and what bristles remember.

#include "cuttle/contact/contact_forces.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/so3.h"
#include "support/random.h"
#include "unit/contact/touching.h"

namespace cuttle {
namespace {

using testing::ball_on_floor;
using testing::kFloor;
using testing::kStudy;
using testing::Random;
using testing::Touching;

// N = k d^e + b d', [Mathew22] (6), never below zero
TEST(ContactForces, normal_force_follows_the_law) {
  struct Case {
    double depth, rate, exponent, expected;
  };
  for (const Case& c :
       {Case{1e-3, 0, 1, 5}, Case{1e-3, -0.2, 1, 5 + 30 * 0.2}, Case{1e-3, 0.1, 1, 5 - 30 * 0.1},
        Case{1e-3, 0.2, 1, 0}, Case{-1e-3, -0.2, 1, 0}, Case{1e-2, -0.1, 1.5, 5000 * 1e-3 + 3},
        Case{2e-2, 0, 2, 5000 * 4e-4}}) {
    Touching t(ball_on_floor(
        c.depth, fmt::format("stiffness: 5000, damping: 30, exponent: {}", c.exponent)));
    t.x.v[5] = c.rate;
    const auto& contacts = t.update();
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_NEAR(contacts[0].gap, -c.depth, 1e-15);
    EXPECT_NEAR(contacts[0].normal, c.expected, 1e-10) << c.depth << ' ' << c.rate;
    EXPECT_EQ(contacts[0].closed(), c.expected > 0);
    VectorX truth = VectorX::Zero(6);
    truth[5] = c.expected;
    EXPECT_LT((t.forces() - truth).norm(), 1e-10);
  }
}

TEST(ContactForces, a_hertz_spring_is_harder_the_deeper_it_is) {
  const auto normal = [](double depth) {
    Touching t(ball_on_floor(depth, "stiffness: 1e6, damping: 0, exponent: 1.5"));
    return t.update()[0].normal;
  };
  EXPECT_NEAR(std::log(normal(4e-3) / normal(1e-3)) / std::log(4), 1.5, 1e-10);
}

// friction: k_t s + b_t v_t up to mu N, against the motion
TEST(ContactForces, bristles_hold_up_to_the_cone) {
  Touching t(ball_on_floor(
      1e-3, "stiffness: 5000, damping: 0, friction: {static: 0.4, stiffness: 2000, damping: 10}"));
  t.accept();
  VectorX d = VectorX::Zero(6);
  d[3] = 3e-4;
  t.move(d);
  t.x.v[4] = -0.02;
  const Contact stuck = t.update()[0];
  EXPECT_FALSE(stuck.sliding);
  EXPECT_LT((stuck.tangential - Vector3(-2000 * 3e-4, 10 * 0.02, 0)).norm(), 1e-12);

  d[3] = 2e-3;
  t.move(d);
  const Contact slides = t.update()[0];
  EXPECT_TRUE(slides.sliding);
  EXPECT_NEAR(slides.tangential.norm(), 0.4 * 5, 1e-12);
  const Vector3 trial(-2000 * 2.3e-3, 10 * 0.02, 0);
  EXPECT_LT((slides.tangential.normalized() - trial.normalized()).norm(), 1e-12);

  // after the step the bristles are as long as the force says, which stays what it is at rest
  t.x.v.setZero();
  const Vector3 force = t.update()[0].tangential;
  t.accept();
  EXPECT_NEAR(t.x.contacts[0].travel.norm(), 0.4 * 5 / 2000, 1e-12);
  EXPECT_LT((t.update()[0].tangential - force).norm(), 1e-12);
}

TEST(ContactForces, static_friction_becomes_kinetic_where_it_slides) {
  Touching t(ball_on_floor(1e-3,
                           "stiffness: 5000, damping: 0, friction: {static: 0.6, kinetic: 0.4, "
                           "stiffness: 2000, damping: 0}"));
  VectorX d = VectorX::Zero(6);
  t.accept();
  d[3] = 1.4e-3;  // 2.8 N: less than 0.6 of 5 N, more than 0.4 of it
  t.move(d);
  EXPECT_FALSE(t.accept());
  EXPECT_NEAR(t.update()[0].tangential.norm(), 2.8, 1e-12);
  d[3] = 0.2e-3;  // 3.2 N
  t.move(d);
  EXPECT_NEAR(t.update()[0].tangential.norm(), 3, 1e-12);
  EXPECT_TRUE(t.accept());  // the force jumps: integrators start anew
  EXPECT_NEAR(t.update()[0].tangential.norm(), 2, 1e-12);
  EXPECT_FALSE(t.accept());
  d[3] = -0.5e-3;  // back: 1 N
  t.move(d);
  EXPECT_NEAR(t.update()[0].tangential.norm(), 1, 1e-12);
  EXPECT_TRUE(t.accept());
  d[3] = 0.9e-3;  // 2.8 N: holds again
  t.move(d);
  EXPECT_NEAR(t.update()[0].tangential.norm(), 2.8, 1e-12);
}

/// A free body of every kind lying on a free rod that is bent.
std::string pair_text(const std::string& rigid) {
  return fmt::format(R"(
name: pair
gravity: [0, 0, 0]
bodies:
  - name: rod
    joint: {{type: free, initial: {{position: [0.1, -0.2, 0.3], rotation: {{axis: [1, 2, 3], angle: 0.7}}}}}}
    rod: {{length: 0.4, section: {{shape: circle, radius: 16 mm}}, material: {{young: 1 MPa, density: 1000}}, strain: {{torsion: 1, bend_y: 2, bend_z: 2, stretch: 0}}, panels: 9}}
  - name: part
    joint: {{type: free, initial: {{rotation: {{axis: [0, 1, -1], angle: 0.4}}}}}}
    rigid: {{{}}}
contacts:
  - {{name: c, between: [rod, part], stiffness: 4000, damping: 20, friction: {{static: 0.5, stiffness: 3000, damping: 5}}}}
study: {{type: dynamics, duration: 1}}
)",
                     rigid);
}

/// A state in which the two touch, move, and have bristles that are bent.
void disturb(Touching& t, Random& random) {
  t.x.q.segment(7, 8) = 0.4 * random.vector(8);
  // the part goes to a place near the middle of the rod
  update_kinematics(t.model, t.x, t.u, nullptr, t.ws);
  const Pose X = point_pose(t.ws, 0, t.ws.bodies[0].points.size() > 4 ? 4 : 1);
  const int p = t.model.bodies[1].steps[0].q;
  const Vector3 aside = 0.01 * random.vector3();
  t.x.q.segment<3>(p + 4) = X.p + random.uniform(0.045, 0.055) * X.R.col(1) + aside;
  t.x.q.segment<4>(p) = rotation_to_quaternion(random.rotation());
  t.x.v = random.vector(t.model.nv, 0.05);
  t.accept();
  t.move(2e-4 * random.vector(t.model.nv));
}

/// World wrench about the origin, (moment; force), of the generalised forces of a free joint.
Vector6 world_wrench(const Touching& t, const VectorX& forces, int body) {
  const JointStep& step = t.model.bodies[size_t(body)].steps[0];
  const Pose X = t.ws.bodies[size_t(body)].X_WB;
  Vector6 w;
  w.tail<3>() = X.R * forces.segment<3>(step.v + 3);
  w.head<3>() = X.R * forces.segment<3>(step.v) + X.p.cross(Vector3(w.tail<3>()));
  return w;
}

class ContactPairs : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Shapes, ContactPairs,
                         ::testing::Values("shapes: [{sphere: 0.04, mass: 1}]",
                                           "shapes: [{capsule: [0.03, 0.1], mass: 1}]",
                                           "shapes: [{box: [0.08, 0.06, 0.07], mass: 1}]"),
                         [](const auto& shape) {
                           const std::string text = shape.param;
                           const auto from = text.find('{') + 1;
                           return text.substr(from, text.find(':', from) - from);
                         });

TEST_P(ContactPairs, action_is_reaction) {
  Random random(21);
  Touching t(pair_text(GetParam()));
  int closed = 0, sliding = 0;
  for (int trial = 0; trial < 50; ++trial) {
    disturb(t, random);
    const VectorX forces = t.forces();
    const Vector6 rod = world_wrench(t, forces, 0), part = world_wrench(t, forces, 1);
    EXPECT_LT((rod + part).norm(), 1e-12 * (1 + rod.norm())) << trial;
    // and they are what the contacts say
    Vector3 sum = Vector3::Zero();
    for (const Contact& c : t.ws.contact.contacts) {
      sum += (t.model.contact.shapes[size_t(c.key.b)].body == 1 ? 1 : -1) * c.force();
      closed += c.closed();
      sliding += c.closed() && c.sliding;
    }
    EXPECT_LT((part.tail<3>() - sum).norm(), 1e-12 * (1 + sum.norm())) << trial;
  }
  EXPECT_GT(closed, 20);
  EXPECT_GT(sliding, 3);
  EXPECT_GT(closed - sliding, 3);
}

/// Power of the contact forces against their books, power - d(potential)/dt, at the state of t.
double imbalance(Touching& t) {
  const State start = t.x;
  const double power = t.forces().dot(start.v);
  const EnergyBooks at = t.books();
  const auto potential = [&](double time) {
    t.x = start;
    t.move(time * start.v);
    return t.books().potential;
  };
  const double h = 1e-5;
  const double rate =
      (8 * (potential(h) - potential(-h)) - potential(2 * h) + potential(-2 * h)) / (12 * h);
  t.x = start;
  t.update();
  return std::abs(power - at.power + rate) / (0.1 + std::abs(power));
}

bool any_slides(const Touching& t) {
  for (const Contact& c : t.ws.contact.contacts)
    if (c.closed() && c.sliding) return true;
  return false;
}

// What sticks: springs give back what they take, dampers do not. Round shapes only: the places of a
// box and a capsule come and go with force.
class RoundPairs : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Shapes, RoundPairs,
                         ::testing::Values("shapes: [{sphere: 0.04, mass: 1}]",
                                           "shapes: [{capsule: [0.03, 0.1], mass: 1}]"),
                         [](const auto& shape) { return shape.index == 0 ? "sphere" : "capsule"; });

TEST_P(RoundPairs, the_books_of_energy_close) {
  Random random(22);
  Touching t(pair_text(GetParam()));
  int tried = 0;
  double worst = 0;
  for (int trial = 0; trial < 60; ++trial) {
    disturb(t, random);
    t.forces();
    if (any_slides(t) || t.books().potential == 0) continue;
    ++tried;
    worst = std::max(worst, imbalance(t));
  }
  EXPECT_GT(tried, 10);
  // a capsule of a rod is straight, the rod between its ends is not: their rates differ a little
  EXPECT_LT(worst, 1e-2);  // measured 3.5e-3
}

TEST(ContactForces, the_books_of_a_box_on_a_floor_close) {
  Random random(23);
  Touching t(R"(
name: box
bodies: [{name: box, joint: {type: free, initial: {position: [0, 0, 0.0995]}}, rigid: {shapes: [{box: [0.4, 0.3, 0.2], mass: 2}]}}]
obstacles: [{name: floor, plane: {normal: [0, 0, 1]}}]
contacts: [{name: c, between: [floor, box], stiffness: 5e6, damping: 20, exponent: 1.5, friction: {static: 20, stiffness: 3000, damping: 5}}]
study: {type: dynamics, duration: 1}
)");
  const VectorX rest = t.x.q;
  double worst = 0;
  for (int trial = 0; trial < 30; ++trial) {
    t.x.q = rest;
    t.x.v.setZero();
    t.accept();
    t.move(2e-4 * random.vector(6));
    t.x.v = random.vector(6, 0.02);
    worst = std::max(worst, imbalance(t));
    EXPECT_EQ(t.ws.contact.contacts.size(), 4u);
    EXPECT_FALSE(any_slides(t));
  }
  EXPECT_LT(worst, 1e-4);  // measured 3.1e-6
}

// a constant weight that slides: all that friction takes is power, the bristles keep their length
TEST(ContactForces, the_books_of_sliding_close) {
  Touching t(ball_on_floor(
      1e-3, "stiffness: 5000, damping: 0, friction: {static: 0.4, stiffness: 2000, damping: 10}"));
  t.accept();
  VectorX d = VectorX::Zero(6);
  d[3] = 3e-3;
  t.move(d);
  t.accept();
  t.x.v[3] = 0.3;
  t.x.v[1] = 0.5;
  EXPECT_LT(imbalance(t), 1e-9);
  ASSERT_TRUE(any_slides(t));
  // the lowest point, half of the depth up, moves at v - omega r
  EXPECT_NEAR(t.books().power, -0.4 * 5 * (0.3 - 0.5 * (0.1 - 0.5e-3)), 1e-12);
  EXPECT_NEAR(t.books().potential, 0.5 * 5000 * 1e-6 + 0.5 * 2 * 2 / 2000.0, 1e-12);
}

// what presses on a panel of a rod acts on the points at its two ends; their friction in the mean
TEST(ContactForces, a_rod_takes_the_force_at_the_ends_of_the_panel) {
  Random random(24);
  Touching t(pair_text("shapes: [{sphere: 0.04, mass: 1}]"));
  int inner = 0;
  for (int trial = 0; trial < 20; ++trial) {
    disturb(t, random);
    const VectorX forces = t.forces();
    VectorX truth = VectorX::Zero(t.model.nv);
    for (const Contact& c : t.ws.contact.contacts) {
      const ContactSide& side = c.sides[0];
      ASSERT_EQ(side.body, 0);
      EXPECT_NEAR(side.weight[0] + side.weight[1], 1, 1e-14);
      inner += c.closed() && side.weight[0] > 0.1 && side.weight[1] > 0.1;
      Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
      const Vector3 base = t.ws.bodies[0].X_WB.p;
      for (size_t k = 0; k < 2; ++k) {
        const Pose X = point_pose(t.ws, 0, side.point[k]);
        const PanelSum::End& end = t.ws.contact.panels[size_t(c.panel)].load[0][k];
        const Vector3 f = end.force - side.weight[k] * c.tangential;
        const Vector3 m = end.moment - side.arm[k].cross(c.tangential);
        force += f;
        moment += m;
        Vector6 wrench;
        wrench << X.R.transpose() * (m - (X.p - base).cross(f)), X.R.transpose() * f;
        truth += jacobian(t.model, t.ws, 0, side.point[k]).transpose() * wrench;
      }
      if (!c.closed()) continue;
      EXPECT_LT((force + c.force()).norm(), 1e-12 * c.force().norm());
      // the sphere lets all of its normals pass through its centre
      const Vector3 centre = t.ws.bodies[1].X_WB.p;
      const Vector3 normal = moment + (c.x - base).cross(c.tangential);
      EXPECT_LT((normal + (centre - base).cross(c.normal * c.n)).norm(), 1e-12 * c.force().norm());
    }
    const int n = t.model.nv - 6;  // the rod comes first
    EXPECT_LT((forces - truth).head(n).norm(), 1e-11 * (1 + truth.norm())) << trial;
  }
  EXPECT_GT(inner, 3);
}

/// Largest difference of the tangent and a difference of the forces, relative.
double tangent_error(Touching& t, const VectorX& d) {
  const State start = t.x;
  TreeTangent tangent(t.model);
  tangent.linearise(t.model, t.x, t.u, nullptr, {1, 0, 0}, t.ws);
  const VectorX predicted = tangent.dense(t.model, t.ws) * d;
  const auto residual = [&](double h) {
    t.x = start;
    t.move(h * d);
    inverse_dynamics(t.model, t.x, t.u, nullptr, t.ws);
    return VectorX(t.ws.tau);
  };
  const double h = 1e-5;
  const VectorX slope =
      (8 * (residual(h) - residual(-h)) - residual(2 * h) + residual(-2 * h)) / (12 * h);
  t.x = start;
  return (slope - predicted).norm() / slope.norm();
}

std::string on_floor(const std::string& body, const std::string& rule) {
  return "name: t\ngravity: [0, 0, 0]\nbodies:\n" + body + kFloor +
         "contacts: [{name: c, between: [floor, b], " + rule + "}]\n" + kStudy;
}

TEST(ContactForces, tangent_is_the_derivative) {
  Random random(25);
  const std::string spring = "stiffness: 5000, damping: 0", hertz = spring + ", exponent: 1.5";
  const std::string rough = spring + ", friction: {static: 9, stiffness: 3000, damping: 0}";
  const std::string box =
      "  - {name: b, joint: {type: free, initial: {position: [0, 0, 0.0995]}}, rigid: {shapes: "
      "[{box: [0.4, 0.3, 0.2], mass: 2}]}}\n";
  // corners are material points, so that nothing but the depth over the size is left out
  for (const std::string& rule : {spring, hertz, rough}) {
    Touching t(on_floor(box, rule));
    t.accept();
    t.move(1e-5 * random.vector(6));
    EXPECT_EQ(t.update().size(), 4u);
    EXPECT_LT(tangent_error(t, random.vector(6)), 1e-5) << rule;  // measured 7e-7, 3e-7, 2e-6
  }
  // the round tip of a rod: also its radius times the force, against EI / L
  const std::string rod =
      "  - name: b\n    pose: {position: [0, 0, 0.3], rotation: {axis: y, angle: 80 deg}}\n"
      "    rod: {length: 0.3, section: {shape: circle, radius: 3 mm}, material: {young: 10 MPa, "
      "density: 1000}, strain: {bend_y: 3, stretch: 0}, panels: 6}\n";
  Touching t(on_floor(rod, spring));
  t.x.q.setConstant(0.05);
  ASSERT_GT(t.update().size(), 0u);
  ASSERT_TRUE(t.update()[0].closed());
  EXPECT_LT(tangent_error(t, random.vector(t.model.nv)), 1e-3);  // measured 6e-5
}

TEST(ContactForces, do_not_depend_on_what_a_workspace_held_before) {
  Random random(26);
  Touching t(pair_text("shapes: [{box: [0.08, 0.06, 0.07], mass: 1}]"));
  for (int trial = 0; trial < 10; ++trial) {
    disturb(t, random);  // far from the last place
    const VectorX used = t.forces();
    t.ws = Workspace(t.model);
    const VectorX fresh = t.forces();
    EXPECT_EQ(used, fresh) << trial;
    EXPECT_GT(fresh.norm(), 0);
  }
}

}  // namespace
}  // namespace cuttle
