// What bristles remember: the way that two surfaces slid, and nothing of how they rolled or turned.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/so3.h"
#include "unit/contact/touching.h"

namespace cuttle {
namespace {

using testing::ball_on_floor;
using testing::Touching;

const char* const kRough =
    "stiffness: 5000, damping: 0, friction: {static: 90, stiffness: 2000, damping: 0}";

TEST(ContactTravel, rolling_leaves_the_bristles_alone) {
  const double depth = 1e-3;
  Touching t(ball_on_floor(depth, kRough));
  t.accept();
  const double arm = 0.1 - 0.5 * depth;  // to the middle between the surfaces
  const Vector3 axis = Vector3(0.6, 0.8, 0);
  const Vector3 way = arm * axis.cross(Vector3::UnitZ());
  double worst = 0;
  for (int step = 0; step < 100; ++step) {
    // a turn of 0.1 about a fixed axis of the world
    const Vector4 q = t.x.q.head<4>();
    const Matrix3 R = quaternion_to_rotation(q);
    t.x.q.head<4>() = rotation_to_quaternion(exp_so3(0.1 * axis) * R);
    t.x.q.segment<3>(4) += 0.1 * way;
    worst = std::max(worst, t.update()[0].travel.norm());
    t.accept();
  }
  EXPECT_LT(worst, 1e-12);  // measured 1.1e-15
}

TEST(ContactTravel, sliding_is_the_way_that_was_gone) {
  Touching t(ball_on_floor(1e-3, kRough));
  t.accept();
  VectorX d = VectorX::Zero(6);
  d[3] = 0.01;
  d[4] = -0.02;
  for (int step = 1; step <= 10; ++step) {
    t.move(d);
    EXPECT_LT((t.update()[0].travel - step * Vector3(0.01, -0.02, 0)).norm(), 1e-13);
    t.accept();
  }
}

TEST(ContactTravel, spinning_on_the_spot_turns_the_bristles_by_half) {
  // the floor stands still and the ball turns: bristles between them turn by the mean
  Touching t(ball_on_floor(1e-3, kRough));
  t.accept();
  VectorX d = VectorX::Zero(6);
  d[3] = 0.01;
  t.move(d);
  t.accept();
  d.setZero();
  d[2] = 1e-3;
  for (int step = 0; step < 1000; ++step) {
    t.move(d);
    t.accept();
  }
  const Vector3 truth = 0.01 * Vector3(std::cos(0.5), std::sin(0.5), 0);
  EXPECT_LT((t.update()[0].travel - truth).norm(), 1e-8);
}

/// Turns both bodies of a pair about the same axis through the origin.
void turn_pair(Touching& t, const Vector3& turn) {
  const Matrix3 R = exp_so3(turn);
  for (const int first : {0, 7}) {
    const Vector4 q = t.x.q.segment<4>(first);
    const Vector3 p = t.x.q.segment<3>(first + 4);
    t.x.q.segment<4>(first) = rotation_to_quaternion(R * quaternion_to_rotation(q));
    t.x.q.segment<3>(first + 4) = R * p;
  }
}

// two bodies that turn as one: so do their bristles, to second order in the turn of a step
// A ball pressed onto the floor by 10 N, mu N = 5 N, with bristles of 10 kN/m and 20 N s/m that
// push by more than that: whether they are being stretched or spring back (0.1 N of it is their
// damper's), the end of a step is nothing that the force may feel.
TEST(ContactTravel, what_is_remembered_does_not_change_the_force) {
  for (const double along : {1.0, -1.0}) {
    Touching t(R"(
name: rail
gravity: [0, 0, 0]
bodies: [{name: b, pose: {position: [0, 0, 0.099]}, joint: {type: prismatic, axis: x}, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}]
obstacles: [{name: floor, plane: z}]
contacts: [{name: c, between: [floor, b], stiffness: 10 kN/m, damping: 0, friction: {static: 0.5, stiffness: 10 kN/m, damping: 20}}]
study: {type: dynamics, duration: 1}
)");
    t.x.v[0] = 0.005;
    t.accept(false);
    t.x.contacts[0].travel = along * 5.2e-4 * t.update()[0].slip_rate.normalized();
    t.x.contacts[0].sliding = false;
    const Contact before = t.update()[0];
    ASSERT_TRUE(before.sliding);
    EXPECT_NEAR(before.tangential.norm(), 5, 1e-9);
    t.accept(false);
    EXPECT_LT((t.update()[0].tangential - before.tangential).norm(), 1e-12) << along;
  }
}

TEST(ContactTravel, turns_with_the_pair) {
  const auto error = [](int steps) {
    Touching t(R"(
name: two
bodies:
  - {name: a, joint: {type: free, initial: {position: [0.02, 0.03, 0.01]}}, rigid: {shapes: [{sphere: 0.1, mass: 2}]}}
  - {name: b, joint: {type: free, initial: {position: [0.08, 0.10, 0.119]}}, rigid: {shapes: [{sphere: 0.05, mass: 2}]}}
contacts: [{name: c, between: [a, b], stiffness: 5000, damping: 0, friction: {static: 90, stiffness: 2000, damping: 0}}]
study: {type: dynamics, duration: 1}
)");
    t.accept();
    VectorX d = VectorX::Zero(12);
    d[9] = 4e-3;
    d[10] = -5e-3;
    t.move(d);
    t.accept();
    const Vector3 before = t.update()[0].travel;
    EXPECT_GT(before.norm(), 3e-3);
    const Vector3 turn(0.5, -0.7, 0.9);
    for (int step = 0; step < steps; ++step) {
      turn_pair(t, turn / steps);
      t.accept();
    }
    EXPECT_NEAR(t.update()[0].travel.norm() / before.norm(), 1, 0.02);
    return (t.update()[0].travel - exp_so3(turn) * before).norm() / before.norm();
  };
  const double coarse = error(20), fine = error(40);
  EXPECT_LT(fine, 3e-3);                          // measured 2e-3
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);  // measured 2.00
}

}  // namespace
}  // namespace cuttle
