#include "cuttle/analysis/statics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/dynamics/inverse.h"
#include "cuttle/rigid/rigid.h"
#include "support/robots.h"

namespace cuttle {
namespace {

double imbalance(const Model& model, const State& x) {
  Workspace ws(model);
  inverse_dynamics(model, x, testing::zero_input(model), nullptr, ws);
  return ws.tau.norm();
}

// Newton with the exact tangent: few iterations, forces in balance
TEST(Statics, ChainOfRodsComesToRest) {
  const Model model = testing::rod_chain(4);
  State x = rest_state(model);
  StaticsSolver solver(model);
  const double before = imbalance(model, x);
  const StaticsResult result = solver.solve(testing::zero_input(model), {}, x);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_LT(imbalance(model, x), 1e-10 * before);
  EXPECT_GT(x.q.norm(), 1);
  EXPECT_LT(result.iterations, 150);  // measured 95: the chain falls in parts of its weight

  // from the answer there is nothing left to do
  const VectorX q = x.q;
  const StaticsResult again = solver.solve(testing::zero_input(model), {}, x);
  EXPECT_LE(again.iterations, 2);
  EXPECT_LT((x.q - q).norm(), 1e-7 * q.norm());
}

TEST(Statics, PartsOfTheLoadLeadToTheSameRest) {
  Model model = testing::rod_chain(1);
  State one = rest_state(model), ten = rest_state(model);
  StaticsSolver solver(model);
  ASSERT_TRUE(solver.solve(testing::zero_input(model), {.tolerance = 1e-12}, one).status.ok());
  const StaticsResult parts =
      solver.solve(testing::zero_input(model), {.tolerance = 1e-12, .load_steps = 10}, ten);
  ASSERT_TRUE(parts.status.ok());
  EXPECT_EQ(parts.load_steps, 10);
  EXPECT_LT((one.q - ten.q).norm(), 1e-9 * one.q.norm());
}

TEST(Statics, SaysWhichBodyNothingHolds) {
  Model model;
  model.gravity.setZero();
  const auto box =
      std::make_shared<Rigid>(solid_box(1, Vector3(0.1, 0.2, 0.3)), std::vector<Pose>{});
  testing::add_body(model, box, "fixed");
  testing::add_body(model, box, "revolute", 0, 0);
  model.bodies[1].name = "wheel";
  model.bodies[1].steps[0].effort_input = 0;
  model.inputs.resize(1);
  Input u = testing::zero_input(model);
  u.u[0] = 1;
  State x = rest_state(model);
  StaticsSolver solver(model);
  const StaticsResult result = solver.solve(u, {}, x);
  EXPECT_EQ(result.status.code, Status::Code::diverged);
  EXPECT_NE(result.status.message.find("'wheel'"), std::string::npos) << result.status.message;
}

// a soft heavy rod has many equilibria: all quadratures must find the one that hangs
TEST(Statics, SoftRodHangsWhateverTheQuadrature) {
  for (int quadrature : {4, 6, 8, 10, 16, 30}) {
    Model model;
    testing::RoundRod spec;
    spec.length = 0.5;
    spec.radius = spec.radius_tip = 0.01;
    spec.orders = {-1, 2, -1, -1, -1, -1};
    spec.quadrature = quadrature;
    testing::add_body(model, testing::round_rod(spec), "fixed");
    model.q_scale = VectorX::Constant(model.nq, 2);  // 1 / length
    State x = rest_state(model);
    StaticsSolver solver(model);
    ASSERT_TRUE(solver.solve(testing::zero_input(model), {}, x).status.ok()) << quadrature;
    EXPECT_TRUE(solver.stable(testing::zero_input(model), x)) << quadrature;
    EXPECT_NEAR(imbalance(model, x), 0, 1e-9) << quadrature;
    // the mean curvature turns the tip down by 1.6 rad; other branches differ by more than 1 / m
    EXPECT_NEAR(x.q[0], 3.1, 0.2) << quadrature;
  }
}

// an upright pendulum stands on a spring that is stiff enough, k > m g l
TEST(Statics, StabilityOfAnUprightPendulum) {
  for (double stiffness : {0.9, 1.1}) {
    Model model;
    MassProperties bob = solid_box(1, Vector3(0.01, 0.01, 0.01));
    bob.center = Vector3(0, 0, 1);
    testing::add_body(model, std::make_shared<Rigid>(bob, std::vector<Pose>{}), "revolute", -1, 0,
                      Pose::identity(), Vector3::UnitY());
    model.bodies[0].steps[0].stiffness = stiffness * 9.81;
    State x = rest_state(model);
    StaticsSolver solver(model);
    ASSERT_TRUE(solver.solve(testing::zero_input(model), {}, x).status.ok());
    EXPECT_EQ(solver.stable(testing::zero_input(model), x), stiffness > 1);
  }
}

// a pendulum on a ball joint may turn about the plumb line, wherever that points: the stiffness of
// this motion is round-off, of either sign
TEST(Statics, WhatNothingHoldsIsNotUnstable) {
  for (int k = 0; k < 20; ++k) {
    const Vector3 down = Vector3(std::sin(k + 1.0), std::cos(2.0 * k), std::sin(3 * k + 0.5));
    for (const double pull : {9.81, -9.81}) {
      Model model;
      MassProperties bob = solid_box(1, Vector3(0.01, 0.01, 0.01));
      bob.center = 0.7 * down.normalized();
      testing::add_body(model, std::make_shared<Rigid>(bob, std::vector<Pose>{}), "spherical");
      model.gravity = pull * down.normalized();
      EXPECT_EQ(StaticsSolver(model).stable(testing::zero_input(model), rest_state(model)),
                pull > 0)
          << k;
    }
  }
}

// an upright pendulum falls in next to no gravity, too: what counts as none is less
TEST(Statics, NextToNoWeightIsUnstable) {
  for (const double gravity : {1e-3, 1e-6, 1e-11}) {
    Model model;
    MassProperties bob = solid_box(1, Vector3(0.01, 0.01, 0.01));
    bob.center = Vector3(0, 0, 1);
    testing::add_body(model, std::make_shared<Rigid>(bob, std::vector<Pose>{}), "revolute", -1, 0,
                      Pose::identity(), Vector3::UnitY());
    model.gravity = Vector3(0, 0, -gravity);
    EXPECT_EQ(StaticsSolver(model).stability(testing::zero_input(model), rest_state(model)),
              Stability::unstable)
        << gravity;
  }
}

/// Beside a pendulum on a spring of 1 N m, an upright one whose spring lacks as much of its weight
/// as is given [N m].
Stability beside_a_spring(double lacks) {
  Model model;
  MassProperties bob = solid_box(1, Vector3(0.01, 0.01, 0.01));
  bob.center = Vector3(0, 0, 1);
  for (int i = 0; i < 2; ++i)
    testing::add_body(model, std::make_shared<Rigid>(bob, std::vector<Pose>{}), "revolute", -1, 0,
                      Pose::identity(), Vector3::UnitY());
  model.gravity = Vector3(0, 0, -1e-3);
  model.bodies[0].steps[0].stiffness = 1;
  model.bodies[1].steps[0].stiffness = 1e-3 - lacks;
  return StaticsSolver(model).stability(testing::zero_input(model), rest_state(model));
}

// What falls is unstable, however slowly, down to round-off of the stiffest direction; what is
// within round-off is neither.
TEST(Statics, WeakInstabilitiesAreFound) {
  EXPECT_EQ(beside_a_spring(1e-6), Stability::unstable);
  for (const double lacks : {1e-10, 1e-12, 1e-13})
    EXPECT_EQ(beside_a_spring(lacks), Stability::weak) << lacks;
  for (const double lacks : {0.0, 1e-16, -1e-16, -1e-12, -1e-6})
    EXPECT_EQ(beside_a_spring(lacks), Stability::stable) << lacks;
}

}  // namespace
}  // namespace cuttle
