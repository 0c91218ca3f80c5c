// Bodies that move in water, against closed forms of hydrodynamics.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/dynamics/energy.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

const Vector3 kGravity(0, 0, -9.81);

RigidWater ball_water(double radius) { return rigid_water(0, sphere_water(radius, kWater)); }

TEST(WaterMotion, SinkingSphereFollowsTanh) {
  // (m + m_a) v' = (m - rho V) g - k v^2: v = v_t tanh(t / T), z = v_t T ln cosh(t / T)
  const double r = 0.05, volume = 4.0 / 3.0 * pi * r * r * r, mass = 2.5 * kWater * volume;
  const Model model =
      free_solid(solid_ellipsoid(mass, Vector3::Constant(r)), ball_water(r), {}, kGravity);
  const double inertia = mass + 0.5 * kWater * volume;
  const double pull = (mass - kWater * volume) * 9.81, k = 0.5 * kWater * 0.47 * pi * r * r;
  const double terminal = std::sqrt(pull / k), T = inertia / std::sqrt(pull * k);
  const State end = run_rk4(model, rest_state(model), no_input(model), 0.005, 200);
  EXPECT_NEAR(-end.v[5], terminal * std::tanh(1 / T), 1e-8);
  EXPECT_NEAR(-end.q[6], terminal * T * std::log(std::cosh(1 / T)), 1e-8);
  const State late = run_rk4(model, end, no_input(model), 0.005, 1000);
  EXPECT_NEAR(-late.v[5], terminal, 1e-11);  // measured 1e-12
}

TEST(WaterMotion, SphereOnASpringFeelsHalfOfItsWater) {
  const double r = 0.1, volume = 4.0 / 3.0 * pi * r * r * r, mass = 3, stiffness = 200;
  RigidWater water = ball_water(r);
  water.drags.clear();
  Model model = free_solid(solid_ellipsoid(mass, Vector3::Constant(r)), water, {}, Vector3::Zero(),
                           "prismatic", Vector3::UnitX());
  model.bodies[0].steps[0].stiffness = stiffness;
  State x = rest_state(model);
  x.q[0] = 0.1;
  const double omega = std::sqrt(stiffness / (mass + 0.5 * kWater * volume));
  const double period = 2 * pi / omega;
  const State end = run_rk4(model, x, no_input(model), period / 400, 400);
  EXPECT_NEAR(end.q[0], 0.1, 1e-9);
  EXPECT_NEAR(end.v[0], 0, 1e-7);
  const State quarter = run_rk4(model, x, no_input(model), period / 400, 100);
  EXPECT_NEAR(quarter.v[0], -0.1 * omega, 1e-8);
}

/// A neutrally buoyant ellipsoid of uniform density.
Model ideal_ellipsoid(const Vector3& semi, const Medium& medium = {}) {
  RigidWater water = rigid_water(0, ellipsoid_water(semi, kWater));
  water.drags.clear();
  return free_solid(solid_ellipsoid(kWater * water.volume, semi), water, medium, kGravity);
}

TEST(WaterMotion, KirchhoffEllipsoidKeepsEnergyAndImpulse) {
  const Model model = ideal_ellipsoid({0.3, 0.1, 0.2});
  State x = rest_state(model);
  x.v << 1.0, -2.0, 1.5, 0.8, 0.3, -0.5;
  Workspace ws(model);
  const Input u = zero_input(model);
  const auto books = [&](const State& at) {
    update_kinematics(model, at, u, nullptr, ws);
    return std::pair(energy(model, at, u, ws).total(), momentum(model, at, ws));
  };
  const auto [E0, P0] = books(x);
  const State end = run_rk4(model, x, no_input(model), 0.00125, 4000);
  const auto [E1, P1] = books(end);
  EXPECT_NEAR(E1 / E0, 1, 1e-9);
  EXPECT_LT((P1 - P0).norm() / P0.norm(), 1e-9);
  // it really tumbled, and its linear velocity alone is not kept
  EXPECT_GT((end.v.tail<3>() - x.v.tail<3>()).norm(), 0.1);
}

TEST(WaterMotion, MunkMomentTurnsAnEllipsoidBroadside) {
  // moment at an angle of attack: 1/2 (m_y - m_x) U^2 sin 2 alpha about z
  const Model model = ideal_ellipsoid({0.3, 0.1, 0.1});
  const AddedMassFactors k = ellipsoid_factors({0.3, 0.1, 0.1});
  const double mass = model.bodies[0].family->mass();
  State x = rest_state(model);
  const double U = 1.3, alpha = 0.2;
  x.v << 0, 0, 0, U * std::cos(alpha), -U * std::sin(alpha), 0;
  Workspace ws(model);
  forward_dynamics(model, x, zero_input(model), ws);
  const double moment = 0.5 * mass * (k.linear[1] - k.linear[0]) * U * U * std::sin(2 * alpha);
  const double inertia = mass * (0.09 + 0.01) / 5 * (1 + k.angular[2]);
  // the path lies to starboard of the nose, and the nose turns away from it
  EXPECT_NEAR(ws.a[2], moment / inertia, 1e-12 * moment / inertia);
  EXPECT_GT(ws.a[2], 0.1);
}

TEST(WaterMotion, UniformCurrentIsAMovingFrame) {
  // all loads, trees of all kinds: the run in a current is the run in still water, carried along
  double worst = 0;
  for (bool full : {false, true}) {
    std::mt19937_64 random(5), again(5);
    const Vector3 flow(0.3, -0.2, 0.4);
    WetOptions still, moving;
    still.full_section = moving.full_section = full;
    still.tail = moving.tail = true;
    moving.medium.current = UniformCurrent{flow, -1};
    const Model a = wet_tree(random, 4, still), b = wet_tree(again, 4, moving);
    const State x = random_state(random, a);
    State y = x;
    // the free joint's velocity is written in the body
    Workspace ws(a), wt(b);
    update_kinematics(a, x, zero_input(a), nullptr, ws);
    const Vector3 carried = ws.bodies[0].X_WB.R.transpose() * flow;
    y.v.segment<3>(a.bodies[0].steps[0].v + 3) += carried;
    forward_dynamics(a, x, zero_input(a), ws);
    forward_dynamics(b, y, zero_input(b), wt);
    // v_b = v_a + R^T u, so v_b' = v_a' - w x R^T u
    VectorX expected = ws.a;
    const Vector3 w = x.v.segment<3>(a.bodies[0].steps[0].v);
    expected.segment<3>(a.bodies[0].steps[0].v + 3) -= w.cross(carried);
    worst = std::max(worst, (wt.a - expected).norm() / expected.norm());
  }
  EXPECT_LT(worst, 1e-13);  // measured 6e-16
}

TEST(WaterMotion, NeutralBodiesGoWithAnAcceleratingCurrent) {
  // u' through the inputs: a body at the water's velocity, as heavy as its water, stays with it
  std::mt19937_64 random(6);
  const Vector3 semi(0.3, 0.1, 0.2);
  Medium medium;
  medium.current = UniformCurrent{Vector3::Zero(), 0};
  Model model = ideal_ellipsoid(semi, medium);
  model.inputs.resize(3);
  State x = random_state(random, model);
  Input u = zero_input(model);
  u.u = random_vector3(random, 1);
  u.u_dot = random_vector3(random, 2);
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  const Matrix3 R = ws.bodies[0].X_WB.R;
  x.v.tail<3>() = R.transpose() * u.u;
  x.v.head<3>().setZero();
  forward_dynamics(model, x, u, ws);
  Vector6 expected = Vector6::Zero();
  expected.tail<3>() = R.transpose() * u.u_dot;
  EXPECT_LT((ws.a - expected).norm(), 1e-12);
  // spinning bodies do so too
  x.v.head<3>() = Vector3(0, 1, 0);
  forward_dynamics(model, x, u, ws);
  expected.tail<3>() -= Vector3(0, 1, 0).cross(Vector3(x.v.tail<3>()));
  EXPECT_LT((ws.a - expected).norm(), 1e-12);
}

TEST(WaterMotion, BobbingSphereRestsWhereItsWeightIsDisplaced) {
  // a quarter of the water's density: (1 - eta)^2 (2 + eta) = 1
  const double r = 0.1, volume = 4.0 / 3.0 * pi * r * r * r;
  Medium medium;
  medium.level = 0.4;
  const Model model = free_solid(solid_ellipsoid(0.25 * kWater * volume, Vector3::Constant(r)),
                                 ball_water(r), medium, kGravity);
  double eta = 0.3;
  for (int i = 0; i < 50; ++i) {
    const double out = 1 - eta;
    eta -= (out * out * (2 + eta) - 1) / (-3 * (1 - eta * eta));
  }
  State x = rest_state(model);
  x.q[6] = 0.6;  // dropped from above the water
  const State end = run_rk4(model, x, no_input(model), 0.005, 10000);
  EXPECT_NEAR(end.q[6], 0.4 + eta * r, 0.01);  // quadratic drag leaves a slow tail
  State rest = rest_state(model);
  rest.q[6] = 0.4 + eta * r;
  Workspace ws(model);
  forward_dynamics(model, rest, zero_input(model), ws);
  EXPECT_LT(ws.a.norm(), 1e-12);
  // small oscillation: k = rho g pi r^2 (1 - eta^2), with half of the displaced water moving
  rest.q[6] += 1e-7;
  forward_dynamics(model, rest, zero_input(model), ws);
  const double stiffness = kWater * 9.81 * pi * r * r * (1 - eta * eta);
  EXPECT_NEAR(ws.a[5] / (-1e-7 * stiffness / (0.75 * kWater * volume)), 1, 1e-5);
}

TEST(WaterMotion, LightRodRisesAtItsTerminalVelocity) {
  // a stiff horizontal rod: (rho - rho_s) A g = rho D v^2 per length
  RoundRod spec;
  spec.density = 400;
  spec.orders = {-1, 1, 1, -1, -1, -1};
  RodDivision division = round_division(spec);
  division.section = [dry = division.section](double X) {
    RodSection section = dry(X);
    section.added_mass = section_added_mass(kWater, 0.02, 0.02, 1, 1);
    return section;
  };
  const auto rod = RodBuilder({division}).finish();
  Model model;
  add_body(model, rod, "free");
  WaterLoads::Data data;
  data.rods.push_back(rod_water(0, *rod, kWater, QuadraticForm::vector, [](double) {
    return section_water(0.02, 0.02, Vector3(0.01, 1.1, 1.1));
  }));
  model.actors.push_back(std::make_shared<WaterLoads>(data));
  EXPECT_NEAR(rod->mass(), 400 * pi * 4e-4 * 0.3, 1e-12);

  // first the added mass: (rho_s + rho) A z'' = (rho - rho_s) A g
  Workspace ws(model);
  forward_dynamics(model, rest_state(model), zero_input(model), ws);
  EXPECT_NEAR(ws.a[5], 600.0 / 1400.0 * 9.81, 1e-10);
  const State end = run_rk4(model, rest_state(model), no_input(model), 0.001, 3000);
  const double terminal = std::sqrt(600 * pi * 4e-4 * 9.81 / (kWater * 1.1 * 0.02));
  EXPECT_NEAR(end.v[5], terminal, 1e-9);
  EXPECT_LT(end.v.head<5>().norm(), 1e-9);
}

}  // namespace
}  // namespace cuttle::testing
