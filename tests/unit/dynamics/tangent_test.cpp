// The exact tree tangent and the factored tree solve, on random trees with actors of all kinds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "cuttle/actuation/load/point_load.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/tree_solve.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/rigid/rigid.h"
#include "support/taylor.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle {
namespace {

constexpr int kTangentSeeds = 24;
constexpr Seed kStatics{1, 0, 0}, kDynamics{0.3, 0.5, 1};

/// A robot with everything that has a tangent, and a point to linearise at.
struct Loaded {
  Model model;
  State x;
  Input u;
  VectorX a;
};

int add_inputs(Model& model, int count) {
  model.inputs.resize(model.inputs.size() + size_t(count));
  return model.nu() - count;
}

void add_point_load(std::mt19937_64& random, Model& model, int body, LoadFrame frame) {
  const int first = add_inputs(model, 6);
  PointLoad::Data data{.at = testing::random_place(random, model, body),
                       .force_inputs = {first, first + 1, first + 2},
                       .moment_inputs = {first + 3, first + 4, first + 5},
                       .frame = frame};
  model.actors.push_back(std::make_shared<PointLoad>(data));
}

/// A load per length along the rod and a cable inside of it.
void load_rod(Model& model, int body, LoadFrame frame) {
  const Rod& rod = *testing::as_rod(model, body);
  DistributedLoad::Data data{.body = body, .nodes = {}, .frame = frame};
  for (int point : rod.data().stations)
    data.nodes.push_back({point, rod.data().weight[size_t(point)], add_inputs(model, 6)});
  model.actors.push_back(std::make_shared<DistributedLoad>(data));
  const auto path = [](double s) { return PathOffset{0.01, 0.005 + 0.02 * s, 0, 0.02}; };
  const int tension = add_inputs(model, 1);
  model.actors.push_back(
      std::make_shared<Cable>(std::vector<CableLeg>{make_rod_leg(body, testing::strain_field(rod),
                                                                 0, rod.data().length, path)},
                              tension));
}

void add_straight_cable(std::mt19937_64& random, Model& model, int from, int to) {
  const StraightLeg leg{testing::random_place(random, model, from),
                        to < 0 ? BodyPlace{.body = -1, .offset = Vector3(0.3, 0.4, 1)}
                               : testing::random_place(random, model, to)};
  const int tension = add_inputs(model, 1);
  model.actors.push_back(std::make_shared<Cable>(std::vector<CableLeg>{leg}, tension));
}

/// Joint coordinates prescribed here and there; loads, cables in rods, straight cables between the
/// bodies.
Loaded loaded_tree(int seed) {
  std::mt19937_64 random(std::uint64_t(seed) + 100);
  const int bodies = 2 + seed / 4;
  Loaded s{testing::random_tree(random, bodies), {}, {}, {}};
  Model& model = s.model;
  for (Body& body : model.bodies)
    for (JointStep& step : body.steps)
      if (step.kind == StepKind::screw && testing::random_number(random) > 0.6)
        step.prescribed_input = add_inputs(model, 1);
  for (int body = 0; body < bodies; ++body) {
    const LoadFrame frame = body % 2 == 0 ? LoadFrame::world : LoadFrame::body;
    add_point_load(random, model, body, frame);
    if (testing::as_rod(model, body) != nullptr) load_rod(model, body, frame);
    if (body % 3 == 1) add_straight_cable(random, model, body, body - 1);
  }
  add_straight_cable(random, model, bodies - 1, -1);

  s.x = testing::random_state(random, model);
  s.u = testing::zero_input(model);
  for (VectorX* u : {&s.u.u, &s.u.u_dot, &s.u.u_ddot})
    for (double& entry : *u) entry = 0.2 + std::abs(testing::random_number(random));
  normalize(model, s.u, s.x.q, s.x.v);
  s.a = testing::random_direction(random, model);
  return s;
}

/// The seed of statics takes the robot to be at rest.
Loaded loaded_tree(int number, const Seed& seed) {
  Loaded s = loaded_tree(number);
  if (seed.mu == 0) {
    for (VectorX* rate : {&s.x.v, &s.u.u_dot, &s.u.u_ddot, &s.a}) rate->setZero();
  }
  return s;
}

/// Entries of prescribed coordinates, which have no equation, become zero.
VectorX held(const Model& model, VectorX values) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) values[step.v] = 0;
  return values;
}

/// Residual of the robot moved by h along x.
VectorX residual(const Loaded& s, const Seed& seed, const VectorX& x, double h) {
  State y = testing::moved(s.model, s.x, x, h * seed.beta);
  y.v += h * seed.gamma * x;
  const VectorX a = s.a + h * seed.mu * x;
  Workspace ws(s.model);
  inverse_dynamics(s.model, y, s.u, a.data(), ws);
  return held(s.model, ws.tau);
}

TEST(TreeTangent, HasTaylorRemainderOfSecondOrder) {
  int curved = 0;
  double lowest = 2, highest = 2;
  for (int number = 1; number <= kTangentSeeds; ++number)
    for (const Seed& seed : {kStatics, kDynamics}) {
      const Loaded s = loaded_tree(number, seed);
      std::mt19937_64 random(std::uint64_t(number) + 500);
      const VectorX x = held(s.model, testing::random_direction(random, s.model));
      Workspace ws(s.model);
      TreeTangent tangent(s.model);
      tangent.linearise(s.model, s.x, s.u, s.a.data(), seed, ws);
      VectorX d_tau;
      tangent.multiply(s.model, ws, x, d_tau);
      const double order =
          testing::remainder_order([&](const VectorX& h) { return residual(s, seed, x, h[0]); },
                                   d_tau, VectorX::Zero(1), VectorX::Ones(1));
      if (!std::isfinite(order)) continue;
      ++curved;
      lowest = std::min(lowest, order);
      highest = std::max(highest, order);
    }
  EXPECT_GT(lowest, 1.95);   // measured 1.994
  EXPECT_LT(highest, 2.05);  // measured 2.000
  EXPECT_GT(curved, kTangentSeeds);
}

TEST(TreeTangent, AgreesWithDifferencesOfSixthOrder) {
  double worst = 0;
  int couplings = 0, prescribed = 0;
  for (int number = 1; number <= kTangentSeeds; ++number)
    for (const Seed& seed : {kStatics, kDynamics}) {
      const Loaded s = loaded_tree(number, seed);
      std::mt19937_64 random(std::uint64_t(number) + 600);
      const VectorX x = held(s.model, testing::random_direction(random, s.model));
      Workspace ws(s.model);
      TreeTangent tangent(s.model);
      tangent.linearise(s.model, s.x, s.u, s.a.data(), seed, ws);
      couplings += int(ws.couplings.size());
      prescribed += int((held(s.model, VectorX::Ones(s.model.nv)).array() == 0).count());
      VectorX d_tau;
      tangent.multiply(s.model, ws, x, d_tau);
      const VectorX truth =
          testing::slope([&](double h) -> VectorX { return residual(s, seed, x, h); }, 2e-3);
      if (truth.norm() == 0) continue;
      worst = std::max(worst, (d_tau - truth).norm() / truth.norm());
    }
  EXPECT_GT(couplings, 20);
  EXPECT_GT(prescribed, 20);
  EXPECT_LT(worst, 1e-10);  // measured 6.2e-13
}

TEST(TreeTangent, SolveUndoesMultiply) {
  double worst = 0;
  for (int number = 1; number <= kTangentSeeds; ++number) {
    const Loaded s = loaded_tree(number);
    std::mt19937_64 random(std::uint64_t(number) + 700);
    const VectorX x = held(s.model, testing::random_direction(random, s.model));
    if (x.norm() == 0) continue;
    Workspace ws(s.model);
    TreeTangent tangent(s.model);
    tangent.linearise(s.model, s.x, s.u, s.a.data(), kDynamics, ws);
    ASSERT_TRUE(tangent.factor(s.model, ws)) << "seed " << number;
    EXPECT_EQ(tangent.singular_body(), -1);
    VectorX d_tau, found;
    tangent.multiply(s.model, ws, x, d_tau);
    tangent.solve(s.model, ws, d_tau, found);
    worst = std::max(worst, (found - x).norm() / x.norm());
  }
  EXPECT_LT(worst, 1e-8);  // measured 2.2e-11
}

// a right-hand side that is no product, against one dense factorisation
TEST(TreeTangent, SolvesLikeTheDenseMatrix) {
  double worst = 0;
  for (int number = 1; number <= kTangentSeeds; ++number) {
    const Loaded s = loaded_tree(number);
    std::mt19937_64 random(std::uint64_t(number) + 800);
    Workspace ws(s.model);
    TreeTangent tangent(s.model);
    tangent.linearise(s.model, s.x, s.u, s.a.data(), kDynamics, ws);
    MatrixX T = tangent.dense(s.model, ws);
    const VectorX r = held(s.model, testing::random_direction(random, s.model));
    if (r.norm() == 0) continue;
    // columns are products with unit vectors
    VectorX product;
    tangent.multiply(s.model, ws, r, product);
    EXPECT_LT((T * r - product).norm(), 1e-12 * product.norm()) << "seed " << number;
    const VectorX kept = held(s.model, VectorX::Ones(s.model.nv));
    for (int i = 0; i < s.model.nv; ++i)
      if (kept[i] == 0) {
        EXPECT_EQ(T.row(i).norm() + T.col(i).norm(), 0);
        T(i, i) = 1;
      }
    VectorX x;
    ASSERT_TRUE(tangent.factor(s.model, ws));
    tangent.solve(s.model, ws, r, x);
    worst = std::max(worst, (T * x - r).norm() / r.norm());
  }
  EXPECT_LT(worst, 1e-8);  // measured 7.4e-13
}

/// Three bending rods in a row with dead loads, a cable inside each and two straight cables.
Loaded loaded_chain() {
  std::mt19937_64 random(7);
  Loaded s{testing::rod_chain(3), {}, {}, {}};
  for (int body = 0; body < 3; ++body) load_rod(s.model, body, LoadFrame::world);
  add_straight_cable(random, s.model, 2, 0);
  add_straight_cable(random, s.model, 1, -1);
  s.x = testing::random_state(random, s.model);
  s.x.v.setZero();
  s.u = testing::zero_input(s.model);
  for (double& entry : s.u.u) entry = 0.5 + 0.3 * testing::random_number(random);
  s.a = VectorX::Zero(s.model.nv);
  return s;
}

// dead forces and tensions have a potential: its second derivative is symmetric. Moments that keep
// their direction have none, so they are left out.
TEST(TreeTangent, IsSymmetricWhereForcesHaveAPotential) {
  Loaded s = loaded_chain();
  for (const auto& actor : s.model.actors)
    if (const auto* load = dynamic_cast<const DistributedLoad*>(actor.get()))
      for (const DistributedLoad::Node& node : load->data().nodes)
        s.u.u.segment<3>(node.first_input + 3).setZero();
  Workspace ws(s.model);
  TreeTangent tangent(s.model);
  tangent.linearise(s.model, s.x, s.u, nullptr, kStatics, ws);
  const MatrixX T = tangent.dense(s.model, ws);
  EXPECT_LT((T - T.transpose()).norm(), 1e-12 * T.norm());  // measured 2.1e-16
  // and not because nothing but elasticity is there
  EXPECT_GT((T - stiffness_matrix(s.model, s.x, s.u, ws)).norm(), 0.1 * T.norm());
}

TEST(TreeTangent, NamesTheBodyThatNothingHolds) {
  testing::RoundRod bending;
  bending.orders = {-1, 2, 2, -1, -1, -1};
  const auto rod = testing::round_rod(bending);
  const auto box =
      std::make_shared<Rigid>(solid_box(1, Vector3(0.1, 0.2, 0.3)),
                              std::vector<Pose>{{Matrix3::Identity(), Vector3(0.1, 0, 0)}});
  Model model;
  model.gravity.setZero();
  testing::add_body(model, rod, "fixed");
  testing::add_body(model, box, "revolute", 0, rod->n_points() - 1);
  testing::add_body(model, rod, "fixed", 1, 1);
  const State x = rest_state(model);
  const Input u = testing::zero_input(model);
  Workspace ws(model);
  TreeTangent tangent(model);
  tangent.linearise(model, x, u, nullptr, kStatics, ws);
  EXPECT_FALSE(tangent.factor(model, ws));
  EXPECT_EQ(tangent.singular_body(), 1);

  // a spring holds it
  model.bodies[1].steps[0].stiffness = 1;
  tangent.linearise(model, x, u, nullptr, kStatics, ws);
  EXPECT_TRUE(tangent.factor(model, ws));
  EXPECT_EQ(tangent.singular_body(), -1);
}

/// Springs of rotations enter the effective inertia with their constant alone; take them away.
void no_rotation_springs(Model& model) {
  for (Body& body : model.bodies)
    for (JointStep& step : body.steps)
      if (step.kind != StepKind::screw) step.stiffness = 0;
}

TEST(TreeSolve, EqualsDenseSolve) {
  constexpr double beta = 1e-4, gamma = 1e-2;
  double worst = 0;
  for (int number = 1; number <= kTangentSeeds; ++number)
    for (bool effective : {false, true}) {
      Loaded s = loaded_tree(number);
      no_rotation_springs(s.model);
      if (effective) s.model.actors.clear();  // tensions would add stiffness of their own
      std::mt19937_64 random(std::uint64_t(number) + 900);
      const VectorX tau = held(s.model, testing::random_direction(random, s.model));
      if (tau.norm() == 0) continue;
      Workspace ws(s.model);
      MatrixX M = mass_matrix(s.model, s.x, s.u, ws);
      if (effective)
        M += gamma * damping_matrix(s.model, s.x, s.u, ws) +
             beta * stiffness_matrix(s.model, s.x, s.u, ws);
      const EffectiveInertia inertia{beta, gamma, s.a.data()};
      forward_dynamics(s.model, s.x, s.u, ws, effective ? inertia : EffectiveInertia{});
      VectorX x;
      std::vector<Vector6> wrench;
      solve_factored(s.model, ws, tau, x, wrench);
      EXPECT_EQ((x - held(s.model, x)).norm(), 0);
      worst = std::max(worst, held(s.model, M * x - tau).norm() / tau.norm());
    }
  EXPECT_LT(worst, 1e-8);  // measured 5.6e-10
}

}  // namespace
}  // namespace cuttle
