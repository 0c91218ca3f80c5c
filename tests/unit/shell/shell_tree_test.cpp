// A shell inside a robot: the tree's algorithms agree on it, and momentum is kept.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "cuttle/actuation/load/point_load.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/jet/jet_thrust.h"
#include "cuttle/shell/load/shell_load.h"
#include "cuttle/water/water_loads.h"
#include "support/allocation_counter.h"
#include "support/random.h"
#include "support/robots.h"
#include "support/shells.h"
#include "support/taylor.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

/// A free rigid root, a mantle on it, a rod and a rigid body behind the mantle; hoop tension,
/// pressure, jet and water.
struct Robot {
  Model model;
  State x;
  Input u;
  Vector3 current = Vector3::Zero();
  JetPlace place = JetPlace::wall;

  explicit Robot(std::uint64_t seed, ShellCoupling coupling = ShellCoupling::full,
                 const Vector3& flow = Vector3::Zero())
      : current(flow) {
    std::mt19937_64 random(seed);
    model.gravity = Vector3(1, -2, -9);
    const MassProperties root{0.2, Vector3(0.01, 0, 0.02), Matrix3::Identity() * 1e-4};
    testing::add_body(model, std::make_shared<Rigid>(root, std::vector<Pose>{}), "free");
    ShellDescription d = testing::mantle({{4, 3, 2}, {3, 2, 1}, 8});
    d.poisson = 0.2;
    d.added_mass = 1.1;
    d.added_per_volume = 300;
    d.inside_density = 500;
    d.coupling = coupling;
    d.edge = seed % 2 == 0 ? ShellEdge::capped : ShellEdge::free;
    place = seed % 2 == 0 ? JetPlace::nozzle : JetPlace::wall;
    const auto shell = testing::make_shell(d, {d.profile.length(), 0.05});
    const Pose turned{Eigen::AngleAxisd(0.4, Vector3(1, 2, 3).normalized()).toRotationMatrix(),
                      Vector3(0.05, 0.01, -0.02)};
    const int mantle = testing::add_body(model, shell, "revolute", 0, 0, turned);
    testing::RoundRod arm;
    arm.orders = {0, 2, 2, 0, -1, -1};
    testing::add_body(model, testing::round_rod(arm), "fixed", mantle, 1);
    testing::add_body(model, std::make_shared<Rigid>(root, std::vector<Pose>{}), "universal",
                      mantle, 2);
    add_loads(mantle, *shell);
    set_state(random, *shell, mantle);
  }

  void add_loads(int mantle, const Shell& shell) {
    const auto one = [](double X) { return 1 + X; };
    model.inputs = {{"hoop", "N/m"}, {"pressure", "Pa"}};
    ShellLoad::Data hoop{mantle, ShellLoad::Kind::radial, hoop_tension(shell.data(), 0, 0.1, one),
                         0};
    ShellLoad::Data pressure{mantle, ShellLoad::Kind::pressure,
                             even_load(shell.data(), 0, 0.08, one), 1};
    model.actors.push_back(std::make_shared<ShellLoad>(hoop));
    model.actors.push_back(std::make_shared<ShellLoad>(pressure));
    model.actors.push_back(
        std::make_shared<JetThrust>(mantle, Jet{.density = 1000,
                                                .area_out = 5e-4,
                                                .area_in = 1.4e-3,
                                                .place = place,
                                                .back_pressure = place == JetPlace::nozzle}));
    // a force in the world at the edge turns with the shell: it has a stiffness of its own
    for (int i = 0; i < 6; ++i) model.inputs.push_back({"load", ""});
    model.actors.push_back(std::make_shared<PointLoad>(
        PointLoad::Data{.at = {.body = mantle, .point = 1, .offset = Vector3(0.01, 0.02, 0)},
                        .force_inputs = {2, 3, 4},
                        .moment_inputs = {5, 6, 7},
                        .frame = LoadFrame::world}));
    WaterLoads::Data water;
    water.medium.density = 1000;
    water.medium.current = Current(UniformCurrent{.velocity = current});
    water.shells.push_back({mantle, {1000, 1.7, 1.1}});
    model.actors.push_back(std::make_shared<WaterLoads>(water));
  }

  void set_state(std::mt19937_64& random, const Shell& shell, int mantle) {
    x = rest_state(model);
    VectorX step(model.nv);
    for (double& entry : step) entry = testing::draw(random, -0.3, 0.3);
    for (double& entry : x.v) entry = testing::draw(random, -1, 1);
    const int first = model.bodies[size_t(mantle)].v;
    for (int j = 0; j < shell.n(); ++j) {
      const double scale = shell.data().column_kind[size_t(j)] == ShellStrain::curvature ? 10 : 0.1;
      step[first + j] *= scale;
      x.v[first + j] *= scale;
    }
    const VectorX q = x.q;
    retract(model, q, step, x.q);
    u = testing::zero_input(model);
    u.u << 6, 40, 0.1, -0.2, 0.15, 0.01, 0.02, -0.01;
  }
};

TEST(ShellTree, ForwardDynamicsInvertsInverseDynamics) {
  for (const ShellCoupling coupling : {ShellCoupling::full, ShellCoupling::axial})
    for (std::uint64_t seed : {1, 2, 3}) {
      const Robot r(seed, coupling);
      Workspace ws(r.model);
      forward_dynamics(r.model, r.x, r.u, ws);
      const VectorX a = ws.a;
      ASSERT_TRUE(a.allFinite());
      inverse_dynamics(r.model, r.x, r.u, a.data(), ws);
      const VectorX left = ws.tau;
      const MatrixX M = mass_matrix(r.model, r.x, r.u, ws);
      // what is left, as accelerations
      const VectorX error = Cholesky(M).solve(left);
      EXPECT_LT(error.norm(), 1e-8 * a.norm());
      // and by the whole matrix
      const VectorX dense = -Cholesky(M).solve(bias(r.model, r.x, r.u, ws));
      EXPECT_LT((dense - a).norm(), 1e-8 * a.norm());
    }
}

TEST(ShellTree, TangentIsTheDerivative) {
  for (const ShellCoupling coupling : {ShellCoupling::full, ShellCoupling::axial})
    for (const Seed& seed : {Seed{1, 0, 0}, Seed{0.3, 0.5, 1}}) {
      Robot r(seed.mu == 0 ? 4 : 5, coupling, Vector3(0.3, -0.2, 0.4));
      std::mt19937_64 random(11);
      VectorX a(r.model.nv);
      for (double& entry : a) entry = testing::draw(random, -1, 1);
      if (seed.mu == 0) {
        r.x.v.setZero();
        a.setZero();
      }
      Workspace ws(r.model);
      TreeTangent tangent(r.model);
      tangent.linearise(r.model, r.x, r.u, a.data(), seed, ws);
      const MatrixX T = tangent.dense(r.model, ws);
      for (int j = 0; j < r.model.nv; ++j) {
        const VectorX e = VectorX::Unit(r.model.nv, j);
        const testing::Sample s{r.model, r.x, r.u};
        const VectorX slope = testing::derivative(
            [&](double h) -> VectorX {
              const auto moved = testing::displaced(s, h * seed.beta * e, h * seed.gamma * e);
              const VectorX at = a + h * seed.mu * e;
              Workspace there(r.model);
              inverse_dynamics(r.model, moved.x, r.u, at.data(), there);
              return there.tau;
            },
            1e-3);
        EXPECT_LT((slope - T.col(j)).norm(), 1e-7 * (1e-2 + slope.norm())) << j;
      }
    }
}

// the work of all forces is what the energies lose and gain
TEST(ShellTree, EnergyBooksClose) {
  for (const ShellCoupling coupling : {ShellCoupling::full, ShellCoupling::axial})
    for (const std::uint64_t seed : {5, 6, 7, 8}) {
      Robot r(seed, coupling, Vector3(0.2, 0.1, -0.3));
      if (coupling == ShellCoupling::axial) r.model.gravity.setZero();
      Workspace ws(r.model);
      forward_dynamics(r.model, r.x, r.u, ws);
      const VectorX a = ws.a;
      update_kinematics(r.model, r.x, r.u, nullptr, ws);
      const Power p = power(r.model, r.x, r.u, ws);
      const testing::Sample s{r.model, r.x, r.u};
      const double rate = testing::derivative(
          [&](double h) {
            const auto moved = testing::displaced(s, h * r.x.v, h * a);
            Workspace there(r.model);
            update_kinematics(r.model, moved.x, r.u, nullptr, there);
            const Energy e = energy(r.model, moved.x, r.u, there);
            return e.kinetic + e.elastic + e.gravity + e.actors;
          },
          1e-6);
      const double given = p.damping + p.effort + p.actors;
      EXPECT_NEAR(rate, given, 1e-6 * (std::abs(p.damping) + std::abs(p.actors))) << int(coupling);
      EXPECT_GT(std::abs(p.actors), 1e-6);
    }
}

// the water knows only the motion relative to itself: a robot that drifts with a current
// accelerates as in still water
TEST(ShellTree, AUniformCurrentCarriesAllAlong) {
  for (const ShellCoupling coupling : {ShellCoupling::full, ShellCoupling::axial})
    for (std::uint64_t seed : {1, 2, 3, 4}) {
      const Vector3 flow(0.3, -0.5, 0.2);
      const Robot still(seed, coupling);
      Robot drifting(seed, coupling, flow);
      const Eigen::Quaterniond turn(drifting.x.q[0], drifting.x.q[1], drifting.x.q[2],
                                    drifting.x.q[3]);
      drifting.x.v.segment<3>(3) += turn.conjugate() * flow;
      Workspace ws(still.model);
      forward_dynamics(still.model, still.x, still.u, ws);
      VectorX a = ws.a;
      forward_dynamics(drifting.model, drifting.x, drifting.u, ws);
      // the axes turn under the velocity that was added
      a.segment<3>(3) -= Vector3(still.x.v.head<3>()).cross(turn.conjugate() * flow);
      if (coupling == ShellCoupling::full) {
        EXPECT_LT((ws.a - a).norm(), 1e-9 * a.norm()) << seed;
      }
      Robot standing = drifting;
      standing.x.v = still.x.v;
      forward_dynamics(standing.model, standing.x, standing.u, ws);
      EXPECT_GT((ws.a - a).norm(), 1e-8 * a.norm());
    }
}

// vacuum, no loads: a spinning, pulsing mantle keeps its momentum
TEST(ShellTree, MomentumOfAFreeShellIsKept) {
  Model model;
  model.gravity.setZero();
  ShellDescription d = testing::mantle({{3, 2, 0}, {2, 1, 0}, 6});
  d.viscosity = 5;
  testing::add_body(model, testing::make_shell(d), "free");
  State x = rest_state(model);
  x.v.head<6>() << 3, 1, -2, 0.1, 0.2, -0.1;
  x.v[6] = 200;
  x.v[9] = -3;
  const Input u = testing::zero_input(model);
  Workspace ws(model);
  const auto momentum_at = [&](const State& at) {
    update_kinematics(model, at, u, nullptr, ws);
    return momentum(model, at, ws);
  };
  const Vector6 before = momentum_at(x);
  const auto still = [&](double) { return u; };
  const State end = testing::run_rk4(model, x, still, 1e-5, 4000);
  const Vector6 after = momentum_at(end);
  EXPECT_GT((end.q - x.q).tail(model.nv - 6).norm(), 0.3);
  EXPECT_LT((after - before).norm(), 1e-11);
}

TEST(ShellTree, StepsDoNotAllocate) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  const Robot r(3);
  Workspace ws(r.model);
  const VectorX a = VectorX::Zero(r.model.nv);
  BodyTangent shell_tangent;
  const auto evaluate = [&] {
    inverse_dynamics(r.model, r.x, r.u, a.data(), ws, true);
    for (size_t i = 0; i < r.model.bodies.size(); ++i) {
      if (r.model.bodies[i].family->family() != "shell") continue;
      const Body& body = r.model.bodies[i];
      body.family->tangent({1e-6, 1e-3, 1}, r.x.q.data() + body.q, r.x.v.data() + body.v,
                           a.data() + body.v, ws.bodies[i], shell_tangent);
    }
    forward_dynamics(r.model, r.x, r.u, ws, {1e-6, 1e-3, a.data()});
    return power(r.model, r.x, r.u, ws).actors + energy(r.model, r.x, r.u, ws).total();
  };
  const double first = evaluate();
  const testing::AllocationCounter counter;
  const double second = evaluate();
  EXPECT_EQ(counter.count(), 0);
  EXPECT_EQ(first, second);
}

// an even pressure inside a closed shell leaves no force outside, whatever the quadrature
TEST(ShellTree, AClosedShellDoesNotPushItself) {
  Model model;
  model.gravity.setZero();
  ShellDescription d = testing::mantle({{4, 3, 0}, {3, 2, 0}, 5});
  d.edge = ShellEdge::capped;
  const auto shell = testing::make_shell(d);
  testing::add_body(model, shell, "free");
  model.inputs = {{"pressure", "Pa"}};
  const auto even = even_load(shell->data(), 0, d.profile.length(), [](double) { return 1.0; });
  model.actors.push_back(
      std::make_shared<ShellLoad>(ShellLoad::Data{0, ShellLoad::Kind::pressure, even, 0}));
  State x = rest_state(model);
  for (int j = 0; j < shell->n(); ++j) x.q[7 + j] = 0.02 * std::sin(j + 1.0);
  Input u = testing::zero_input(model);
  u.u[0] = 1000;
  Workspace ws(model);
  inverse_dynamics(model, x, u, nullptr, ws);
  const double size = 1000 * 3e-3;  // pressure times the cross section
  EXPECT_LT(ws.tau.head<6>().norm(), 1e-13 * size);
  EXPECT_GT(ws.tau.tail(shell->n()).norm(), 1e-3 * size);
}

// with back pressure the jet takes more power from the wall than its thrust gives
TEST(ShellTree, BackPressurePaysForTheJet) {
  for (const InnerVolume how : {InnerVolume::geometric, InnerVolume::arc_length}) {
    Model model;
    model.gravity.setZero();
    const auto shell = testing::make_shell(testing::mantle());
    testing::add_body(model, shell, "fixed");
    const double area = 5e-4;
    model.actors.push_back(std::make_shared<JetThrust>(0, Jet{.density = 1000,
                                                              .area_out = area,
                                                              .area_in = area,
                                                              .volume = how,
                                                              .back_pressure = true}));
    JetThrust without(0, Jet{.density = 1000, .area_out = area, .area_in = area, .volume = how});
    State x = rest_state(model);
    for (int j = 0; j < shell->n(); ++j) x.v[j] = std::cos(2.0 * j);
    const Input u = testing::zero_input(model);
    Workspace ws(model);
    update_kinematics(model, x, u, nullptr, ws);
    const double rate = shell->volume(ws.bodies[0], how).rate;
    const double with_it = model.actors[0]->books(model, x, u, ws).power;
    const double difference = with_it - without.books(model, x, u, ws).power;
    EXPECT_NEAR(difference, -500 * std::pow(std::abs(rate), 3) / (area * area),
                1e-10 * std::abs(difference));
  }
}

/// A free mantle in water of 1000 kg/m^3, as heavy as that water, with all that water adds.
Model neutral_mantle(double side_drag) {
  Model model;
  ShellDescription d = testing::mantle();
  d.area_density = [](double) { return 1000 * 2e-3; };
  d.added_mass = 1.1;
  d.added_per_volume = 300;
  d.inside_density = 1000;
  testing::add_body(model, testing::make_shell(d), "free");
  WaterLoads::Data water;
  water.medium.density = 1000;
  water.shells.push_back({0, {1000, 0, side_drag}});
  model.actors.push_back(std::make_shared<WaterLoads>(water));
  return model;
}

TEST(ShellTree, ANeutralShellFeelsNoWeight) {
  Model model = neutral_mantle(0);
  model.gravity = Vector3(3, -2, -9);
  State x = rest_state(model);
  x.q.head<4>() << 0.5, -0.5, 0.5, 0.5;
  Workspace ws(model);
  inverse_dynamics(model, x, testing::zero_input(model), nullptr, ws);
  EXPECT_LT(ws.tau.norm(), 1e-13);
  // and it is no accident: in air it does
  model.actors.clear();
  inverse_dynamics(model, x, testing::zero_input(model), nullptr, ws);
  EXPECT_GT(ws.tau.head<6>().norm(), 0.1);
}

// rho C v^2 times the integral of r along the axis, against the motion
TEST(ShellTree, SideDragResists) {
  Model model = neutral_mantle(1.1);
  model.gravity.setZero();
  State x = rest_state(model);
  x.v[4] = 0.7;
  const Input u = testing::zero_input(model);
  Workspace ws(model);
  inverse_dynamics(model, x, u, nullptr, ws);
  const double R = 31e-3,
               zone = R * R / 2 * (std::numbers::pi / 4 + 0.5);  // of the sphere, 45 to 90 degrees
  const double force = 1000 * 1.1 * 0.49 * (zone + R * 94.955e-3);
  EXPECT_NEAR(ws.tau[4], force, 1e-6 * force);  // what must be given to keep the speed
  EXPECT_NEAR(model.actors[0]->books(model, x, u, ws).power, -0.7 * force, 1e-6 * force);
}

// the paper's coupling and the whole one agree where only the axis moves
TEST(ShellTree, CouplingsAgreeInSurge) {
  VectorX a[2];
  for (const ShellCoupling coupling : {ShellCoupling::full, ShellCoupling::axial}) {
    Model model;
    model.gravity.setZero();
    const MassProperties root{0.2, Vector3::Zero(), Matrix3::Identity() * 1e-4};
    testing::add_body(model, std::make_shared<Rigid>(root, std::vector<Pose>{}), "prismatic", -1, 0,
                      Pose::identity(), Vector3::UnitX());
    ShellDescription d = testing::mantle();
    d.coupling = coupling;
    testing::add_body(model, testing::make_shell(d), "fixed", 0);
    State x = rest_state(model);
    for (int j = 0; j < model.nv; ++j) x.v[j] = 0.1 * std::sin(j + 1);
    Workspace ws(model);
    forward_dynamics(model, x, testing::zero_input(model), ws);
    a[coupling == ShellCoupling::full ? 0 : 1] = ws.a;
  }
  EXPECT_LT((a[0] - a[1]).norm(), 1e-12 * a[0].norm());
  EXPECT_GT(a[0].norm(), 1e-3);
}

}  // namespace
}  // namespace cuttle
