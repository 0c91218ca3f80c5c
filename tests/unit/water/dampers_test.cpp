// Linear drag of rods: the general law against sums over stations, and as dampers of an implicit
// stage: what the iteration takes for its inertia is what the force does.

#include "cuttle/dynamics/dampers.h"

#include <gtest/gtest.h>

#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/motion/mechanical_system.h"
#include "support/allocation_counter.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

/// A wet tree whose rods have linear drag and nothing else of water.
struct Viscous {
  Model model;
  Model dry;
  State x;
  Input u;
};

Viscous viscous_sample(int seed) {
  std::mt19937_64 random(std::uint64_t(seed) + 300);
  Viscous s{wet_tree(random, 5, {}), {}, {}, {}};
  WaterLoads::Data data = dynamic_cast<const WaterLoads&>(*s.model.actors[0]).data();
  data.rigids.clear();
  for (RodWater& rod : data.rods)
    for (RodStationWater& station : rod.stations) {
      station.drag.setZero();
      station.added_mass.setZero();
      station.volume = 0;
    }
  s.dry = s.model;
  s.dry.actors.clear();
  s.model.actors = {std::make_shared<WaterLoads>(std::move(data))};
  s.x = random_state(random, s.model);
  s.u = zero_input(s.model);
  return s;
}

VectorX drag_of(const Viscous& s, const VectorX& v) {
  Workspace ws(s.model);
  forward_dynamics(s.model, s.x, s.u, ws);
  DamperScratch scratch;
  VectorX force = VectorX::Zero(s.model.nv);
  add_damper_force(s.model, ws, 1, v, scratch, force);
  return force;
}

TEST(Dampers, TakeWhatTheForceTakes) {
  for (int seed = 1; seed <= 8; ++seed) {
    const Viscous s = viscous_sample(seed);
    Workspace wet(s.model), dry(s.dry);
    inverse_dynamics(s.model, s.x, s.u, nullptr, wet);
    inverse_dynamics(s.dry, s.x, s.u, nullptr, dry);
    const VectorX force = wet.tau - dry.tau, same = drag_of(s, s.x.v);
    EXPECT_GT(force.norm(), 0);
    EXPECT_LT((force - same).norm(), 1e-12 * wet.tau.norm());
    // they take energy
    EXPECT_GT(same.dot(s.x.v), 0);
    EXPECT_NEAR(s.model.actors[0]->books(s.model, s.x, s.u, wet).power, -same.dot(s.x.v),
                1e-12 * same.norm() * s.x.v.norm());
  }
}

// (M + gamma D) a = f + gamma D a_old, with the D of strains and of drag
TEST(Dampers, AreTheInertiaOfAStage) {
  for (int seed = 1; seed <= 8; ++seed) {
    const Viscous s = viscous_sample(seed);
    std::mt19937_64 random(std::uint64_t(seed) + 900);
    const VectorX a_old = random_direction(random, s.model);
    const double gamma = 0.4;
    Workspace ws(s.model);
    forward_dynamics(s.model, s.x, s.u, ws, {0, gamma, a_old.data()});
    const VectorX a = ws.a, change = a - a_old;
    inverse_dynamics(s.model, s.x, s.u, a.data(), ws);
    const VectorX missing = ws.tau;
    const VectorX damped =
        gamma * (drag_of(s, change) + damping_matrix(s.model, s.x, s.u, ws) * change);
    EXPECT_LT((missing + damped).norm(), 1e-10 * damped.norm());
  }
}

TEST(Dampers, AllocateNothingInAStage) {
  if (!AllocationCounter::available()) GTEST_SKIP();
  const Viscous s = viscous_sample(3);
  const VectorX a_old = VectorX::Zero(s.model.nv);
  Workspace ws(s.model);
  DamperScratch scratch;
  VectorX force = VectorX::Zero(s.model.nv);
  forward_dynamics(s.model, s.x, s.u, ws, {0.1, 0.1, a_old.data()});
  add_damper_force(s.model, ws, 1, s.x.v, scratch, force);
  AllocationCounter counter;
  forward_dynamics(s.model, s.x, s.u, ws, {0.1, 0.1, a_old.data()});
  add_damper_force(s.model, ws, 1, s.x.v, scratch, force);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
