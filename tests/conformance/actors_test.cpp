// What every actor promises, for all actors of all models: its books balance with its forces, its
// tangent is the slope of its forces, and applying it allocates nothing. (Water also lifts what the
// tree takes for weight of the added mass: its books balance with those of the whole robot, in
// families_test.)

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <typeindex>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/difference.h"
#include "cuttle/water/water_loads.h"
#include "support/all_models.h"
#include "support/allocation_counter.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

constexpr double kStep = 1e-5;  // of central differences, in units of the velocities' scales

class ActorConformance : public ::testing::TestWithParam<std::string> {
 protected:
  ActorConformance() : robot(GetParam()), bare(with_actors(robot.model, {})) {}

  /// Contacts have laws of their own, with a memory: contact_forces_test.
  std::vector<std::shared_ptr<const Actor>> actors() const {
    std::vector<std::shared_ptr<const Actor>> list;
    for (const auto& actor : robot.model.actors)
      if (!dynamic_cast<const ContactForces*>(actor.get())) list.push_back(actor);
    return list;
  }

  static VectorX tau(const Model& model, const State& x, const Input& u) {
    Workspace ws(model);
    inverse_dynamics(model, x, u, nullptr, ws);
    return ws.tau;
  }
  /// Generalised force of the actor of `pushed`, which is its only one.
  VectorX force(const Model& pushed, const State& x) const {
    return tau(bare, x, robot.u) - tau(pushed, x, robot.u);
  }
  /// The state a little further along (d, dv).
  State moved(const VectorX& d, const VectorX& dv) const {
    State at = robot.x;
    retract(robot.model, robot.x.q, d, at.q);
    at.v += dv;
    return at;
  }
  EnergyBooks books(const Model& pushed, const State& x) const {
    Workspace ws(pushed);
    inverse_dynamics(pushed, x, robot.u, nullptr, ws);
    return pushed.actors[0]->books(pushed, x, acting_input(pushed, robot.u, ws), ws);
  }

  Underway robot;
  Model bare;
};

// force . velocity = power - rate of the potential
TEST_P(ActorConformance, BooksBalance) {
  const double noise = 1e-15 * tau(bare, robot.x, robot.u).cwiseProduct(robot.x.v).cwiseAbs().sum();
  for (const auto& actor : actors()) {
    if (dynamic_cast<const WaterLoads*>(actor.get())) continue;
    const Model pushed = with_actors(robot.model, {actor});
    const VectorX Q = force(pushed, robot.x);
    const double work = Q.dot(robot.x.v);
    const double size = Q.cwiseProduct(robot.x.v).cwiseAbs().sum();
    const VectorX none = VectorX::Zero(robot.model.nv);
    double largest = 0;
    const auto potential = [&](double part) {
      const double stored = books(pushed, moved(part * robot.x.v, none)).potential;
      largest = std::max(largest, std::abs(stored));
      return stored;
    };
    const double power = books(pushed, robot.x).power - central_derivative(potential, kStep);
    const double round_off = 2e-15 * largest / kStep;
    EXPECT_NEAR(work, power, 1e-7 * size + 10 * (round_off + noise));
  }
}

TEST_P(ActorConformance, TangentIsTheSlopeOfTheForce) {
  const Seed seed{1, 0.7, 0};
  Random random(11);
  for (const auto& actor : actors()) {
    if (!actor->exact_tangent()) continue;
    const Model pushed = with_actors(robot.model, {actor});
    VectorX d = random.vector(robot.model.nv).cwiseProduct(robot.model.v_scale);
    clear_prescribed(robot.model, d);
    Workspace ws(pushed), ws_bare(bare);
    TreeTangent with(pushed), without(bare);
    with.linearise(pushed, robot.x, robot.u, nullptr, seed, ws);
    without.linearise(bare, robot.x, robot.u, nullptr, seed, ws_bare);
    VectorX change, change_bare;
    with.multiply(pushed, ws, d, change);
    without.multiply(bare, ws_bare, d, change_bare);
    const State ahead = moved(seed.beta * kStep * d, seed.gamma * kStep * d);
    const State behind = moved(-seed.beta * kStep * d, -seed.gamma * kStep * d);
    VectorX slope = (force(pushed, ahead) - force(pushed, behind)) / (2 * kStep);
    clear_prescribed(robot.model, slope);
    const double size = slope.norm() + force(pushed, robot.x).norm();
    const double round_off = 1e-15 * tau(bare, robot.x, robot.u).norm() / kStep;
    EXPECT_LT((change_bare - change - slope).norm(), 1e-6 * size + 100 * round_off);
  }
}

// three values on a line, far apart
TEST_P(ActorConformance, WhatClaimsToBeLinearInAnInputIs) {
  for (const auto& actor : actors()) {
    const Model pushed = with_actors(robot.model, {actor});
    for (int input = 0; input < robot.model.nu(); ++input) {
      if (!actor->reads(input) || !actor->linear_in(input)) continue;
      Input u = robot.u;
      const auto at = [&](double value) {
        u.u[input] = value;
        return VectorX(tau(bare, robot.x, u) - tau(pushed, robot.x, u));
      };
      const double value = robot.u.u[input], step = 1 + std::abs(value);
      const VectorX before = at(value), middle = at(value + step), after = at(value + 3 * step);
      const double size = before.norm() + middle.norm() + after.norm();
      const double noise = 1e-13 * tau(bare, robot.x, robot.u).norm();
      EXPECT_LT((after - before - 3 * (middle - before)).norm(), 1e-12 * size + noise);
    }
  }
}

TEST_P(ActorConformance, AllocatesNothing) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "no allocation counter here";
  for (const auto& actor : actors()) {
    const Model pushed = with_actors(robot.model, {actor});
    Workspace ws(pushed);
    inverse_dynamics(pushed, robot.x, robot.u, nullptr, ws, true);
    const AllocationCounter counter;
    inverse_dynamics(pushed, robot.x, robot.u, nullptr, ws);
    actor->books(pushed, robot.x, robot.u, ws);
    EXPECT_EQ(counter.count(), 0);
  }
}

// what is zero balances with anything: each kind of actor pushes in some model
TEST(ActorKinds, ActInTheModels) {
  std::map<std::type_index, double> most;
  for (const std::string& name : all_models()) {
    const Underway robot(name);
    const Model bare = with_actors(robot.model, {});
    Workspace ws(bare);
    inverse_dynamics(bare, robot.x, robot.u, nullptr, ws);
    for (const auto& actor : robot.model.actors) {
      const Model pushed = with_actors(robot.model, {actor});
      Workspace at(pushed);
      inverse_dynamics(pushed, robot.x, robot.u, nullptr, at);
      const Actor& kind = *actor;
      double& force = most[typeid(kind)];
      force = std::max(force, (at.tau - ws.tau).norm() / (1e-12 + ws.tau.norm()));
    }
  }
  most.erase(typeid(ContactForces));  // shapes are left out here
  EXPECT_GE(most.size(), 9u);
  for (const auto& [kind, force] : most) EXPECT_GT(force, 1e-6) << kind.name();
}

INSTANTIATE_TEST_SUITE_P(Models, ActorConformance, ::testing::ValuesIn(all_models()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace cuttle::testing
