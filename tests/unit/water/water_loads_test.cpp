// The water as an actor: exact tangents, closed energy books, no allocation, one truth in two ways.

#include "cuttle/water/water_loads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "support/allocation_counter.h"
#include "support/taylor.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

enum class Kind { still, uniform, profile, surface, surface_current };

WetOptions options_of(Kind kind, bool full, QuadraticForm form) {
  WetOptions options;
  options.full_section = full;
  options.form = form;
  options.tail = true;
  if (kind == Kind::uniform || kind == Kind::surface_current)
    options.medium.current = UniformCurrent{Vector3::Zero(), 0};
  if (kind == Kind::profile) {
    ProfileCurrent profile;
    profile.heights = {-2, 0, 3};
    profile.velocities = {Vector3(0.1, 0.2, 0), Vector3(-0.3, 0.4, 0), Vector3(0.3, 0, 0.0)};
    profile.interpolation = Interpolation::cubic;
    options.medium.current = profile;
  }
  if (kind == Kind::surface || kind == Kind::surface_current) options.medium.level = 0.05;
  return options;
}

/// A wet tree and a point to look at.
struct Wet {
  Model model;
  State x;
  Input u;
  VectorX a;
};

Wet wet_sample(int seed, Kind kind) {
  std::mt19937_64 random(std::uint64_t(seed) + 40);
  const auto form = seed % 2 == 0 ? QuadraticForm::vector : QuadraticForm::componentwise;
  Wet s{wet_tree(random, 4, options_of(kind, seed % 3 == 0, form)), {}, {}, {}};
  s.model.inputs.resize(3);
  s.x = random_state(random, s.model);
  s.u = zero_input(s.model);
  s.u.u = random_vector3(random, 0.5);
  s.u.u_dot = random_vector3(random, 0.5);
  s.a = random_direction(random, s.model);
  return s;
}

VectorX residual(const Wet& s, const Seed& seed, const VectorX& x, double h) {
  State y = moved(s.model, s.x, x, h * seed.beta);
  y.v += h * seed.gamma * x;
  const VectorX a = s.a + h * seed.mu * x;
  Workspace ws(s.model);
  inverse_dynamics(s.model, y, s.u, a.data(), ws);
  return ws.tau;
}

/// Lowest order of the Taylor remainder, over trees and directions.
double lowest_order(Kind kind, const Seed& seed) {
  double lowest = 3;
  for (int number = 1; number <= 8; ++number) {
    Wet s = wet_sample(number, kind);
    if (seed.mu == 0) {
      s.x.v.setZero();
      s.a.setZero();
      // statics look at still water: with a current the rod's velocity part is not asked for
      s.u.u.setZero();
      s.u.u_dot.setZero();
    }
    std::mt19937_64 random(std::uint64_t(number) + 90);
    const VectorX x = random_direction(random, s.model);
    Workspace ws(s.model);
    TreeTangent tangent(s.model);
    tangent.linearise(s.model, s.x, s.u, s.a.data(), seed, ws);
    VectorX d_tau;
    tangent.multiply(s.model, ws, x, d_tau);
    const double order =
        remainder_order([&](const VectorX& h) { return residual(s, seed, x, h[0]); }, d_tau,
                        VectorX::Zero(1), VectorX::Ones(1));
    lowest = std::min(lowest, order);
  }
  return lowest;
}

constexpr Seed kStatics{1, 0, 0}, kDynamics{0.3, 0.5, 1};

TEST(WaterLoads, TangentHasTaylorRemainderOfSecondOrder) {
  EXPECT_GT(lowest_order(Kind::still, kStatics), 1.95);             // measured 2.000
  EXPECT_GT(lowest_order(Kind::still, kDynamics), 1.95);            // measured 2.000
  EXPECT_GT(lowest_order(Kind::uniform, kDynamics), 1.95);          // measured 2.000
  EXPECT_GT(lowest_order(Kind::surface, kStatics), 1.95);           // measured 1.998
  EXPECT_GT(lowest_order(Kind::surface, kDynamics), 1.95);          // measured 2.000
  EXPECT_GT(lowest_order(Kind::surface_current, kDynamics), 1.95);  // measured 2.000
}

TEST(WaterLoads, RateOfEnergyIsPower) {
  // along the true motion, dE/dt by differences of the energy equals the power of the books
  double worst = 0, largest = 0;
  for (Kind kind :
       {Kind::still, Kind::uniform, Kind::profile, Kind::surface, Kind::surface_current})
    for (int number = 1; number <= 4; ++number) {
      const Wet s = wet_sample(number, kind);
      Workspace ws(s.model);
      forward_dynamics(s.model, s.x, s.u, ws);
      const double flow = power(s.model, s.x, s.u, ws).total();
      const VectorX a = ws.a;
      // the same velocity and acceleration: q moves along v, v along a
      const double rate = slope(
          [&](double h) {
            State y = moved(s.model, s.x, s.x.v, h);
            y.v += h * a;
            Workspace wt(s.model);
            update_kinematics(s.model, y, s.u, nullptr, wt);
            return energy(s.model, y, s.u, wt).total();
          },
          1e-4);
      worst = std::max(worst, std::abs(rate - flow) / (1 + std::abs(flow)));
      largest = std::max(largest, std::abs(flow));
    }
  EXPECT_LT(worst, 1e-8);  // measured 1e-10
  EXPECT_GT(largest, 1);   // measured 122 W
}

TEST(WaterLoads, LeanWayAndGeneralWayAgree) {
  // without tangents sections take a short cut
  double worst = 0;
  for (Kind kind : {Kind::still, Kind::uniform, Kind::surface})
    for (int number = 1; number <= 6; ++number) {
      const Wet s = wet_sample(number, kind);
      Workspace lean(s.model), general(s.model);
      inverse_dynamics(s.model, s.x, s.u, nullptr, lean, false);
      inverse_dynamics(s.model, s.x, s.u, nullptr, general, true);
      worst = std::max(worst, (lean.tau - general.tau).norm() / general.tau.norm());
    }
  EXPECT_LT(worst, 1e-13);  // measured 5e-17
}

TEST(WaterLoads, AddedMassHasNoWeight) {
  // at rest and at zero density of displacement nothing pulls but the dry weight
  std::mt19937_64 random(7);
  WetOptions options;
  Model wet = wet_tree(random, 4, options);
  auto data = dynamic_cast<const WaterLoads&>(*wet.actors[0]).data();
  for (RigidWater& water : data.rigids) water.volume = 0;
  for (RodWater& rod : data.rods)
    for (RodStationWater& s : rod.stations) s.volume = 0;
  wet.actors = {std::make_shared<WaterLoads>(data)};
  State x = random_state(random, wet);
  x.v.setZero();
  Workspace ws(wet);
  update_kinematics(wet, x, zero_input(wet), nullptr, ws);
  // force on the free base: the dry mass only
  const VectorX tau = holding_force(wet, x, zero_input(wet));
  double mass = 0;
  for (const Body& body : wet.bodies) mass += body.family->mass();
  const Vector3 weight = ws.bodies[0].X_WB.R.transpose() * wet.gravity * mass;
  const Vector3 held = tau.segment<3>(wet.bodies[0].steps[0].v + 3);
  EXPECT_LT((held + weight).norm(), 1e-12 * weight.norm());
}

TEST(WaterLoads, StillWaterTakesEnergyOnly) {
  for (int number = 1; number <= 8; ++number) {
    Wet s = wet_sample(number, Kind::still);
    auto data = dynamic_cast<const WaterLoads&>(*s.model.actors[0]).data();
    for (RodWater& rod : data.rods) rod.tail.reset();
    // full random matrices of quadratic drag may feed in: the diagonal ones of shapes may not
    for (RigidWater& water : data.rigids) water.drags.pop_back();
    s.model.actors = {std::make_shared<WaterLoads>(data)};
    Workspace ws(s.model);
    update_kinematics(s.model, s.x, s.u, nullptr, ws);
    EXPECT_LT(s.model.actors[0]->books(s.model, s.x, s.u, ws).power, 0);
  }
}

TEST(WaterLoads, NeverAllocates) {
  if (!AllocationCounter::available()) GTEST_SKIP();
  for (Kind kind : {Kind::still, Kind::uniform, Kind::profile, Kind::surface_current}) {
    const Wet s = wet_sample(3, kind);
    Workspace ws(s.model);
    inverse_dynamics(s.model, s.x, s.u, nullptr, ws, true);
    AllocationCounter counter;
    forward_dynamics(s.model, s.x, s.u, ws);
    inverse_dynamics(s.model, s.x, s.u, nullptr, ws, true);
    s.model.actors[0]->books(s.model, s.x, s.u, ws);
    EXPECT_EQ(counter.count(), 0);
  }
}

TEST(RodAddedMass, LanesAndFullMatricesAgree) {
  // a full matrix that happens to be all but diagonal takes the other way
  std::mt19937_64 random(8);
  RoundRod spec;
  spec.orders = {0, 2, 2, 0, 0, 0};
  std::vector<std::shared_ptr<const Rod>> rods;
  for (double off : {0.0, 1e-9}) {
    RodDivision division = round_division(spec);
    division.section = [dry = division.section, off](double X) {
      RodSection section = dry(X);
      section.added_mass = section_added_mass(kWater, 0.02, 0.04, 1, 1);
      section.added_mass(0, 0) = 0.01;
      section.added_mass(4, 5) = section.added_mass(5, 4) = off;
      return section;
    };
    rods.push_back(RodBuilder({division}).finish());
  }
  ASSERT_TRUE(rods[0]->data().diagonal_inertia);
  ASSERT_FALSE(rods[0]->data().isotropic_mass);
  ASSERT_FALSE(rods[1]->data().diagonal_inertia);
  std::vector<VectorX> a;
  std::vector<double> kinetic;
  for (const auto& rod : rods) {
    Model model;
    add_body(model, rod, "free");
    std::mt19937_64 same(9);
    const State x = random_state(same, model);
    Workspace ws(model);
    forward_dynamics(model, x, zero_input(model), ws);
    a.push_back(ws.a);
    kinetic.push_back(rod->kinetic_energy(ws.bodies[0]));
    EXPECT_NEAR(rod->mass(), 1000 * 3.14159265358979 * 4e-4 * 0.3, 1e-12);
  }
  EXPECT_LT((a[0] - a[1]).norm() / a[0].norm(), 1e-7);
  EXPECT_NEAR(kinetic[0] / kinetic[1], 1, 1e-8);
}

}  // namespace
}  // namespace cuttle::testing
