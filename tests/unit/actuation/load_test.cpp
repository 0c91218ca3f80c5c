// Loads: what they push, how that changes when the robot moves, what power they feed in.

#include <gtest/gtest.h>

#include "cuttle/actuation/load/point_load.h"
#include "support/allocation_counter.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle::testing {
namespace {

PointLoad::Data load_at(const BodyPlace& at, LoadFrame frame) {
  return {.at = at, .force_inputs = {0, 1, 2}, .moment_inputs = {3, 4, 5}, .frame = frame};
}

VectorX random_load(std::mt19937_64& random) {
  VectorX u(6);
  for (double& entry : u) entry = random_number(random);
  return u;
}

/// Force and moment in other axes.
VectorX turned(const Matrix3& R, const VectorX& load) {
  const Vector3 force = load.head<3>(), moment = load.tail<3>();
  VectorX out(6);
  out << R * force, R * moment;
  return out;
}

/// Loads per length at the stations of a rod, the same six inputs for all.
DistributedLoad::Data uniform_load(const Rod& rod, int body, LoadFrame frame) {
  DistributedLoad::Data data{.body = body, .nodes = {}, .frame = frame};
  for (int k : rod.data().stations)
    data.nodes.push_back({.point = k, .weight = rod.data().weight[size_t(k)], .first_input = 0});
  return data;
}

TEST(PointLoad, VirtualWorkIsForceTimesDisplacement) {
  std::mt19937_64 random(11);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Model bare = random_tree(random, 5);
    const State x = random_state(random, bare);
    const BodyPlace at = random_place(random, bare, random_index(random, 5));
    const Input u = input_of(random_load(random));
    const VectorX d = random_direction(random, bare);
    const Model model =
        with_actor(bare, std::make_shared<PointLoad>(load_at(at, LoadFrame::world)), 6);

    // the place and the axes of its point, moved; force and moment stay in world axes
    const Vector3 shift = slope([&](double h) -> Vector3 {
      Workspace ws(bare);
      update_kinematics(bare, moved(bare, x, d, h), u, nullptr, ws);
      return point_pose(ws, at.body, at.point) * at.offset;
    });
    Workspace ws(bare);
    update_kinematics(bare, x, u, nullptr, ws);
    const Vector6 zeta = displacement(bare, x, u, d, at.body, at.point);
    const Vector3 turn = ws.bodies[size_t(at.body)].X_WB.R * zeta.head<3>();
    const double work = u.u.head<3>().dot(shift) + u.u.tail<3>().dot(turn);

    const VectorX push = holding_force(bare, x, u) - holding_force(model, x, u);
    worst = std::max(worst, std::abs(push.dot(d) - work));
  }
  EXPECT_LT(worst, 1e-11);  // measured 5e-14
}

TEST(PointLoad, FollowerIsTheWorldLoadTurnedWithThePoint) {
  std::mt19937_64 random(12);
  const Model bare = random_tree(random, 6);
  const State x = random_state(random, bare);
  for (int trial = 0; trial < 10; ++trial) {
    const BodyPlace at = random_place(random, bare, random_index(random, 6));
    const VectorX body_load = random_load(random);
    const Model world =
        with_actor(bare, std::make_shared<PointLoad>(load_at(at, LoadFrame::world)), 6);
    const Model follower =
        with_actor(bare, std::make_shared<PointLoad>(load_at(at, LoadFrame::body)), 6);
    Workspace ws(bare);
    update_kinematics(bare, x, zero_input(bare), nullptr, ws);
    const Matrix3 R_WP = point_pose(ws, at.body, at.point).R;
    const VectorX difference = holding_force(world, x, input_of(turned(R_WP, body_load))) -
                               holding_force(follower, x, input_of(body_load));
    EXPECT_LT(difference.norm(), 1e-13);  // measured 4e-15
  }
}

// Both loads are equal at x. Away from it they part by the stiffness of the world load, while the
// change of the Jacobian acts on both alike: d(tau_world - tau_follower) = J^T K zeta.
TEST(PointLoad, StiffnessIsTheDifferenceToAFollower) {
  std::mt19937_64 random(13);
  double worst = 0, smallest = 1e9;
  for (int trial = 0; trial < 20; ++trial) {
    const Model bare = random_tree(random, 5);
    const State x = random_state(random, bare);
    const BodyPlace at = random_place(random, bare, random_index(random, 5));
    const Model world =
        with_actor(bare, std::make_shared<PointLoad>(load_at(at, LoadFrame::world)), 6);
    const Model follower =
        with_actor(bare, std::make_shared<PointLoad>(load_at(at, LoadFrame::body)), 6);
    const Input u = input_of(random_load(random));
    Workspace ws(world);
    inverse_dynamics(world, x, u, nullptr, ws, true);
    const Matrix3 R_WP = point_pose(ws, at.body, at.point).R;
    const Input u_P = input_of(turned(R_WP.transpose(), u.u));
    const VectorX d = random_direction(random, bare);
    const VectorX measured = slope([&](double h) -> VectorX {
      const State y = moved(bare, x, d, h);
      return holding_force(world, y, u) - holding_force(follower, y, u_P);
    });
    worst = std::max(worst, (measured - tangent_force(world, x, u, d, ws)).norm());
    smallest = std::min(smallest, measured.norm());
  }
  EXPECT_LT(worst, 1e-10);    // measured 6e-12
  EXPECT_GT(smallest, 1e-3);  // measured 1.5e-3: no trial is empty
}

TEST(PointLoad, StiffnessOfAFreeBodyIsTheChangeOfItsForce) {
  // base and point move together: base components of the load change by -K zeta
  std::mt19937_64 random(14);
  const Model bare = swimmer(0);
  const BodyPlace at{.body = 0, .point = 0, .offset = Vector3(0.1, -0.2, 0.3)};
  const Model model =
      with_actor(bare, std::make_shared<PointLoad>(load_at(at, LoadFrame::world)), 6);
  State x = random_state(random, model);
  x.v.setZero();
  const Input u = input_of(random_load(random));
  const VectorX d = random_direction(random, model);
  Workspace ws(model);
  inverse_dynamics(model, x, u, nullptr, ws, true);
  ASSERT_EQ(ws.bodies[0].tangents.size(), 1u);
  const VectorX expected = ws.bodies[0].tangents[0].K * d;
  const VectorX measured = slope([&](double h) -> VectorX {
    const State y = moved(model, x, d, h);
    return holding_force(model, y, u) - holding_force(bare, y, zero_input(bare));
  });
  EXPECT_LT((measured - expected).norm(), 1e-11);  // measured 2e-13
  EXPECT_GT(expected.norm(), 0.1);
}

TEST(PointLoad, AFollowerHasNoStiffness) {
  std::mt19937_64 random(15);
  const Model model =
      with_actor(swimmer(2),
                 std::make_shared<PointLoad>(load_at({.body = 1, .point = 3}, LoadFrame::body)), 6);
  Workspace ws(model);
  inverse_dynamics(model, random_state(random, model), input_of(random_load(random)), nullptr, ws,
                   true);
  for (const BodyWork& b : ws.bodies) EXPECT_TRUE(b.tangents.empty());
}

TEST(PointLoad, MissingInputsAreZero) {
  PointLoad::Data data{.at = {.body = 0}, .frame = LoadFrame::world};
  data.force_inputs = {-1, 0, -1};
  const Model model = with_actor(swimmer(0), std::make_shared<PointLoad>(data), 1);
  Workspace ws(model);
  inverse_dynamics(model, rest_state(model), input_of(VectorX::Constant(1, 2.5)), nullptr, ws);
  Vector6 expected = Vector6::Zero();
  expected[4] = 2.5;
  EXPECT_EQ(ws.bodies[0].points[0].load, expected);
}

TEST(Loads, PowerIsForceTimesVelocity) {
  std::mt19937_64 random(16);
  double worst = 0, largest = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Model bare = random_tree(random, 5);
    const int body = random_index(random, 5);
    const BodyPlace at = random_place(random, bare, body);
    for (LoadFrame frame : {LoadFrame::world, LoadFrame::body}) {
      std::shared_ptr<const Actor> actor = std::make_shared<PointLoad>(load_at(at, frame));
      const Rod* rod = as_rod(bare, body);
      if (rod != nullptr && trial % 2 == 0)
        actor = std::make_shared<DistributedLoad>(uniform_load(*rod, body, frame));
      const Model model = with_actor(bare, actor, 6);
      const State x = random_state(random, model);
      const Input u = input_of(random_load(random));
      Workspace ws(model);
      inverse_dynamics(model, x, u, nullptr, ws);
      const EnergyBooks books = actor->books(model, x, u, ws);
      const double power = (holding_force(bare, x, u) - ws.tau).dot(x.v);
      worst = std::max(worst, std::abs(books.power - power));
      largest = std::max(largest, std::abs(power));
      EXPECT_EQ(books.potential, 0);
    }
  }
  EXPECT_LT(worst, 1e-13);  // measured 7e-15
  EXPECT_GT(largest, 0.1);  // measured 1.5
}

TEST(DistributedLoad, WeightPerLengthIsGravity) {
  // a uniform rod, bent and moving behind a free joint: gravity and the load give the same force
  std::mt19937_64 random(17);
  RoundRod spec;
  spec.orders = {1, 3, 3, 1, 0, 0};
  const auto rod = round_rod(spec);
  Model heavy;
  heavy.gravity = Vector3(1, -2, -9);
  add_body(heavy, rod, "free");
  Model light = heavy;
  light.gravity.setZero();
  const double line_mass = rod->mass() / spec.length;
  const Model loaded = with_actor(
      light, std::make_shared<DistributedLoad>(uniform_load(*rod, 0, LoadFrame::world)), 6);
  VectorX u = VectorX::Zero(6);
  u.head<3>() = line_mass * heavy.gravity;
  const State x = random_state(random, heavy);
  const VectorX difference =
      holding_force(heavy, x, zero_input(heavy)) - holding_force(loaded, x, input_of(u));
  EXPECT_LT(difference.norm(), 1e-13);  // measured 5e-16
}

TEST(DistributedLoad, MomentOfALineLoadAboutItsHinge) {
  RoundRod spec;
  spec.length = 0.4;
  const auto rod = round_rod(spec);
  Model hinge;
  hinge.gravity.setZero();
  add_body(hinge, rod, "revolute", -1, 0, Pose::identity(), Vector3::UnitY());
  const Model model = with_actor(
      hinge, std::make_shared<DistributedLoad>(uniform_load(*rod, 0, LoadFrame::world)), 6);
  // 3 N/m downwards and 2 N about y: 3 L^2 / 2 + 2 L about y
  VectorX u = VectorX::Zero(6);
  u[2] = -3;
  u[4] = 2;
  const VectorX tau = holding_force(model, rest_state(model), input_of(u));
  EXPECT_NEAR(tau[0], -(3 * 0.4 * 0.4 / 2 + 2 * 0.4), 1e-14);
}

TEST(DistributedLoad, StiffnessIsTheDifferenceToAFollower) {
  // at rest, straight and aligned with the world, both kinds of load are equal
  std::mt19937_64 random(18);
  RoundRod spec;
  spec.orders = {1, 2, 2, 0, 0, 0};
  const auto rod = round_rod(spec);
  Model bare;
  add_body(bare, rod, "free");
  const auto model_with = [&](LoadFrame frame) {
    return with_actor(bare, std::make_shared<DistributedLoad>(uniform_load(*rod, 0, frame)), 6);
  };
  const Model world = model_with(LoadFrame::world), follower = model_with(LoadFrame::body);
  const State x = rest_state(bare);
  const Input u = input_of(random_load(random));
  const VectorX d = random_direction(random, bare);
  Workspace ws(world);
  inverse_dynamics(world, x, u, nullptr, ws, true);
  const VectorX measured = slope([&](double h) -> VectorX {
    const State y = moved(bare, x, d, h);
    return holding_force(world, y, u) - holding_force(follower, y, u);
  });
  EXPECT_LT((measured - tangent_force(world, x, u, d, ws)).norm(), 1e-11);  // measured 1e-13
  EXPECT_GT(measured.norm(), 1e-2);
}

TEST(Loads, NoAllocationAfterTheFirstCall) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "the sanitizer owns malloc";
  std::mt19937_64 random(19);
  Model model = swimmer(2);
  const Rod& rod = *as_rod(model, 1);
  model = with_actor(
      model, std::make_shared<PointLoad>(load_at({.body = 2, .point = 6}, LoadFrame::world)), 6);
  model = with_actor(model,
                     std::make_shared<DistributedLoad>(uniform_load(rod, 1, LoadFrame::world)), 6);
  const State x = random_state(random, model);
  const Input u = input_of(random_load(random));
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  apply_actors(model, x, u, true, ws);
  const AllocationCounter counter;
  for (int i = 0; i < 10; ++i) apply_actors(model, x, u, true, ws);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
