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

/// A wet tree whose rods have linear drag beside their buoyancy, and the same without the drag.
struct Viscous {
  Model model;
  Model slippery;
  State x;
  Input u;
};

/// Deep in the water, or with a surface that passes through the tree.
Viscous viscous_sample(int seed, bool at_surface) {
  std::mt19937_64 random(std::uint64_t(seed) + 300);
  WetOptions options;
  if (at_surface) options.medium.level = 0.05;
  Viscous s{wet_tree(random, 5, options), {}, {}, {}};
  WaterLoads::Data data = dynamic_cast<const WaterLoads&>(*s.model.actors[0]).data();
  data.rigids.clear();
  for (RodWater& rod : data.rods)
    for (RodStationWater& station : rod.stations) {
      station.drag.setZero();
      station.added_mass.setZero();
    }
  s.model.actors = {std::make_shared<WaterLoads>(data)};
  for (RodWater& rod : data.rods) {
    rod.viscous = false;
    for (RodStationWater& station : rod.stations) station.linear.setZero();
  }
  s.slippery = s.model;
  s.slippery.actors = {std::make_shared<WaterLoads>(std::move(data))};
  s.x = random_state(random, s.model);
  s.u = zero_input(s.model);
  return s;
}

/// Some screws move as prescribed.
Viscous driven_sample(int seed) {
  Viscous s = viscous_sample(seed, false);
  for (Body& body : s.model.bodies)
    for (JointStep& step : body.steps)
      if (step.kind == StepKind::screw) {
        step.prescribed_input = s.model.nu();
        s.model.inputs.push_back({"u", ""});
      }
  s.u = zero_input(s.model);
  s.u.u.setConstant(0.4);
  s.u.u_dot.setConstant(-1.3);
  s.u.u_ddot.setConstant(2.1);
  normalize(s.model, s.u, s.x.q, s.x.v);
  return s;
}

/// Rows of prescribed coordinates hold what the drives push: they have no equation.
VectorX without_drives(const Model& model, VectorX tau) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) tau[step.v] = 0;
  return tau;
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
  bool cut = false;
  for (int seed = 1; seed <= 16; ++seed) {
    const bool at_surface = seed > 8;
    const Viscous s = viscous_sample(seed, at_surface);
    Workspace viscous(s.model), slippery(s.slippery);
    inverse_dynamics(s.model, s.x, s.u, nullptr, viscous);
    inverse_dynamics(s.slippery, s.x, s.u, nullptr, slippery);
    const VectorX force = viscous.tau - slippery.tau, same = drag_of(s, s.x.v);
    EXPECT_LT((force - same).norm(), 1e-12 * viscous.tau.norm());
    if (force.isZero(0)) continue;  // out of the water
    cut |= at_surface;
    // they take energy
    EXPECT_GT(same.dot(s.x.v), 0);
    EXPECT_NEAR(s.model.actors[0]->books(s.model, s.x, s.u, viscous).power,
                s.slippery.actors[0]->books(s.slippery, s.x, s.u, slippery).power - same.dot(s.x.v),
                1e-12 * same.norm() * s.x.v.norm());
  }
  EXPECT_TRUE(cut);
}

// (M + gamma D) a = f + gamma D a_old, with the D of strains and of drag
TEST(Dampers, AreTheInertiaOfAStage) {
  for (int seed = 1; seed <= 16; ++seed) {
    const Viscous s = seed > 8 ? driven_sample(seed) : viscous_sample(seed, false);
    std::mt19937_64 random(std::uint64_t(seed) + 900);
    const VectorX a_old = random_direction(random, s.model);
    const double gamma = 0.4;
    Workspace ws(s.model);
    forward_dynamics(s.model, s.x, s.u, ws, {0, gamma, a_old.data()});
    const VectorX a = ws.a, change = a - a_old;
    inverse_dynamics(s.model, s.x, s.u, a.data(), ws);
    const VectorX missing = without_drives(s.model, ws.tau);
    const VectorX damped = without_drives(
        s.model, gamma * (drag_of(s, change) +
                          damping_matrix(s.model, s.x, s.u, ws) * without_drives(s.model, change)));
    EXPECT_LT((missing + damped).norm(), 1e-10 * damped.norm());
  }
}

TEST(Dampers, AllocateNothingInAStage) {
  if (!AllocationCounter::available()) GTEST_SKIP();
  const Viscous s = viscous_sample(3, false);
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
