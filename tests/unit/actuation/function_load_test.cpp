// A force law in code: it must do what the loads of the model language do, and its tangent by
// differences must be theirs.

#include "cuttle/actuation/function_load.h"

#include <gtest/gtest.h>

#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle::testing {
namespace {

/// A spring to a place in the world, a damper and a moment that turns with the frame.
Vector6 law(const FunctionLoad::Place& place) {
  Vector6 wrench;
  wrench.head<3>() = 0.3 * place.X_WF.R.col(1) - 0.05 * place.V_WF_W.head<3>();
  wrench.tail<3>() = 2 * (Vector3(0.1, 0.2, -0.3) - place.X_WF.p) - 0.4 * place.V_WF_W.tail<3>();
  return wrench;
}

TEST(FunctionLoad, ConstantWrenchIsAPointLoad) {
  std::mt19937_64 random(31);
  for (int trial = 0; trial < 10; ++trial) {
    const Model bare = random_tree(random, 5);
    const State x = random_state(random, bare);
    const BodyPlace at = random_place(random, bare, random_index(random, 5));
    VectorX values(6);
    for (double& entry : values) entry = random_number(random);
    const Input u = input_of(values);
    const PointLoad::Data data{.at = at, .force_inputs = {0, 1, 2}, .moment_inputs = {3, 4, 5}};
    const Model theirs = with_actor(bare, std::make_shared<PointLoad>(data), 6);
    Vector6 wrench;
    wrench << values.tail<3>(), values.head<3>();
    const Model ours = with_actor(
        bare,
        std::make_shared<FunctionLoad>(at, [&](const FunctionLoad::Place&) { return wrench; }), 6);

    EXPECT_LT((holding_force(ours, x, u) - holding_force(theirs, x, u)).norm(), 1e-13);

    // the same derivative along the robot's coordinates, by differences here, exact there
    Workspace a(ours), b(theirs);
    TreeTangent ta(ours), tb(theirs);
    const Seed seed{.beta = 1, .gamma = 0.3, .mu = 0};
    ta.linearise(ours, x, u, nullptr, seed, a);
    tb.linearise(theirs, x, u, nullptr, seed, b);
    const MatrixX Ta = ta.dense(ours, a), Tb = tb.dense(theirs, b);
    EXPECT_LT((Ta - Tb).norm(), 1e-9 * (1 + Tb.norm()));  // measured 1e-12
  }
}

TEST(FunctionLoad, TangentOfALawThatDependsOnPoseAndTwist) {
  std::mt19937_64 random(32);
  for (int trial = 0; trial < 10; ++trial) {
    const Model bare = random_tree(random, 4);
    State x = random_state(random, bare);
    x.v.setZero();
    const BodyPlace at = random_place(random, bare, random_index(random, 4));
    const Model model = with_actor(bare, std::make_shared<FunctionLoad>(at, law), 0);
    const Input u = zero_input(model);
    const VectorX d = random_direction(random, model);

    // along q at rest, then along v: the law is linear in the twist
    TreeTangent tangent(model);
    Workspace ws(model);
    VectorX along;
    tangent.linearise(model, x, u, nullptr, {.beta = 1, .gamma = 0, .mu = 0}, ws);
    tangent.multiply(model, ws, d, along);
    const VectorX truth =
        slope([&](double h) -> VectorX { return holding_force(model, moved(model, x, d, h), u); });
    EXPECT_LT((along - truth).norm(), 1e-7 * (1 + truth.norm()));  // measured 1e-13

    tangent.linearise(model, x, u, nullptr, {.beta = 0, .gamma = 1, .mu = 0}, ws);
    tangent.multiply(model, ws, d, along);
    const VectorX rate = slope([&](double h) -> VectorX {
      State y = x;
      y.v = h * d;
      return holding_force(model, y, u);
    });
    EXPECT_LT((along - rate).norm(), 1e-7 * (1 + rate.norm()));  // measured 6e-12
  }
}

/// Its derivatives, in world axes.
FunctionLoad::Slopes slopes_of_law(const FunctionLoad::Place& place) {
  FunctionLoad::Slopes slopes{Matrix6::Zero(), Matrix6::Zero()};
  slopes.stiffness.topLeftCorner<3, 3>() = 0.3 * hat(Vector3(place.X_WF.R.col(1)));
  slopes.stiffness.bottomRightCorner<3, 3>() = 2 * Matrix3::Identity();
  slopes.damping.topLeftCorner<3, 3>() = 0.05 * Matrix3::Identity();
  slopes.damping.bottomRightCorner<3, 3>() = 0.4 * Matrix3::Identity();
  return slopes;
}

// in motion, with part of the load: the axes of the frame turn, those of the slopes do not
TEST(FunctionLoad, GivenSlopesAreThoseOfTheFunction) {
  std::mt19937_64 random(34);
  for (int trial = 0; trial < 10; ++trial) {
    const Model bare = random_tree(random, 4);
    const State x = random_state(random, bare);
    const BodyPlace at = random_place(random, bare, random_index(random, 4));
    const Model given = with_actor(bare, std::make_shared<FunctionLoad>(at, law, slopes_of_law), 0);
    const Model differenced = with_actor(bare, std::make_shared<FunctionLoad>(at, law), 0);
    Input u = zero_input(given);
    u.load = 0.3;
    Workspace a(given), b(differenced);
    TreeTangent ta(given), tb(differenced);
    for (const Seed& seed :
         {Seed{.beta = 1, .gamma = 0, .mu = 0}, {.beta = 0, .gamma = 1, .mu = 0}}) {
      ta.linearise(given, x, u, nullptr, seed, a);
      tb.linearise(differenced, x, u, nullptr, seed, b);
      const MatrixX Ta = ta.dense(given, a), Tb = tb.dense(differenced, b);
      EXPECT_LT((Ta - Tb).norm(), 1e-8 * (1 + Tb.norm()));
    }
  }
}

TEST(FunctionLoad, BooksItsPower) {
  std::mt19937_64 random(33);
  const Model bare = random_tree(random, 4);
  const State x = random_state(random, bare);
  const BodyPlace at = random_place(random, bare, 2);
  const auto load = std::make_shared<FunctionLoad>(at, law);
  const Model model = with_actor(bare, load, 0);
  const Input u = zero_input(model);
  Workspace ws(model);
  forward_dynamics(model, x, u, ws);
  const double power = load->books(model, x, u, ws).power;
  // generalised force times velocity
  const double expected = (holding_force(bare, x, u) - holding_force(model, x, u)).dot(x.v);
  EXPECT_NEAR(power, expected, 1e-11 * (1 + std::abs(expected)));
}

}  // namespace
}  // namespace cuttle::testing
