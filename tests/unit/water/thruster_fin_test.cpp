// Thrusters and fins: pure laws first, then what they do to a body.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/water/fin/fin.h"
#include "cuttle/water/thruster/thruster.h"
#include "support/allocation_counter.h"
#include "support/taylor.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

// [Nielsen16] Table IV
const ThrusterLaw kLaw{.K_L = 3.123e-2, .K_Q = 2.52e-4};

TEST(ThrusterLaw, IsLinearAndQuadraticAndOdd) {
  EXPECT_NEAR(thruster_force(kLaw, 100), 5.643, 1e-12);
  EXPECT_EQ(thruster_force(kLaw, -60), -thruster_force(kLaw, 60));
  EXPECT_EQ(thruster_force(kLaw, 0), 0);
}

TEST(ThrusterLaw, DeadBandSaturationAndTable) {
  ThrusterLaw law = kLaw;
  law.dead_band = 10;
  law.n_max = 80;
  law.n_min = -50;
  EXPECT_EQ(thruster_speed(law, 9.9), 0);
  EXPECT_EQ(thruster_speed(law, -10), 0);
  EXPECT_EQ(thruster_speed(law, 12), 12);
  EXPECT_EQ(thruster_speed(law, 200), 80);
  EXPECT_EQ(thruster_speed(law, -200), -50);
  law.commands = {1100, 1500, 1900};
  law.speeds = {-40, 0, 60};
  EXPECT_EQ(thruster_speed(law, 1700), 30);
  EXPECT_EQ(thruster_speed(law, 1300), -20);
  EXPECT_EQ(thruster_speed(law, 1520), 0);  // n = 3 lies in the dead band
  EXPECT_EQ(thruster_speed(law, 3000), 60);
}

TEST(Thruster, PushesAlongItsAxisAndTurnsBack) {
  const MassProperties mass = solid_box(2, {0.3, 0.2, 0.1});
  Model model;
  model.gravity.setZero();
  model.inputs.resize(1);
  const Pose mount{exp_so3(Vector3(0, 0, pi / 2)), Vector3(0.1, 0.2, 0)};
  add_body(model, std::make_shared<Rigid>(mass, std::vector<Pose>{mount}), "free");
  Thruster::Data data{.at = {.body = 0, .point = 1}, .command_input = 0, .law = kLaw};
  data.torque_per_force = -0.02;
  model.actors.push_back(std::make_shared<Thruster>(data));
  State x = rest_state(model);
  x.v << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  Workspace ws(model);
  const Input u = input_of(VectorX::Constant(1, 100));
  inverse_dynamics(model, x, u, nullptr, ws);
  // the mount's x is the body's y
  const double f = 5.643;
  Vector6 expected;
  expected << 0, -0.02 * f, 0.1 * f, 0, f, 0;
  EXPECT_LT((ws.bodies[0].points[1].load - expected).norm(), 1e-12);
  EXPECT_NEAR(model.actors[0]->books(model, x, u, ws).power, expected.dot(Vector6(x.v)), 1e-12);
}

const FinLaw kFin{.area = 0.02, .aspect_ratio = 3};

TEST(FinLaw, IsSymmetricAndAlignedFlowHasNoLift) {
  for (double alpha : {0.05, 0.3, 0.8, 1.4, 2.0, 3.0}) {
    const FinCoefficients up = fin_coefficients(kFin, alpha), down = fin_coefficients(kFin, -alpha);
    const FinCoefficients back = fin_coefficients(kFin, pi - alpha);
    EXPECT_EQ(up.lift, -down.lift);
    EXPECT_EQ(up.drag, down.drag);
    EXPECT_NEAR(back.lift, -up.lift, 1e-12);
    EXPECT_NEAR(back.drag, up.drag, 1e-12);
  }
  const FinForce f = fin_force(kFin, 2, 0);
  EXPECT_EQ(f.z, 0);
  EXPECT_NEAR(f.x, -0.5 * 1000 * 0.02 * 4 * 0.01, 1e-13);
}

TEST(FinLaw, HasItsSlopeItsFlatPlateAndItsSide) {
  EXPECT_NEAR(fin_coefficients(kFin, 0.1).lift, 2 * pi * 3 / 5 * 0.1, 1e-15);
  const double lift = fin_coefficients(kFin, 0.2).lift;
  EXPECT_NEAR(fin_coefficients(kFin, 0.2).drag, 0.01 + lift * lift / (pi * 3 * 0.9), 1e-15);
  // broadside: C_N = 2
  const FinForce f = fin_force(kFin, 0, -1.5);
  EXPECT_NEAR(f.z, 0.5 * 1000 * 0.02 * 2.25 * (2 + 0.01), 1e-12);
  EXPECT_NEAR(f.x, 0, 1e-12);
  // a fin that sinks while it goes ahead is lifted
  EXPECT_GT(fin_force(kFin, 1, -0.1).z, 0);
  EXPECT_LT(fin_force(kFin, 1, 0.1).z, 0);
}

TEST(FinLaw, IsSmoothHasItsDerivativeAndTakesPower) {
  double jump = 0, most = -1e9, worst = 0;
  FinCoefficients last = fin_coefficients(kFin, -pi);
  for (int i = 1; i <= 20000; ++i) {
    const double alpha = -pi + 2 * pi * i / 20000;
    const FinCoefficients c = fin_coefficients(kFin, alpha);
    jump = std::max({jump, std::abs(c.lift - last.lift), std::abs(c.drag - last.drag)});
    last = c;
    const double vx = 1.3 * std::cos(alpha), vz = -1.3 * std::sin(alpha);
    const FinForce f = fin_force(kFin, vx, vz);
    most = std::max(most, f.x * vx + f.z * vz);
    if (i % 97 != 0) continue;
    const auto at = [&](double a, double b) {
      const FinForce g = fin_force(kFin, vx + a, vz + b);
      return Eigen::Vector2d(g.x, g.z);
    };
    const double h = 1e-5;
    worst = std::max(worst, ((at(h, 0) - at(-h, 0)) / (2 * h) - f.derivative.col(0)).norm());
    worst = std::max(worst, ((at(0, h) - at(0, -h)) / (2 * h) - f.derivative.col(1)).norm());
  }
  EXPECT_LT(jump, 2e-3);   // measured 1.2e-3: steepest in the stall, 4 per radian
  EXPECT_LT(most, 0);      // measured -0.22 W
  EXPECT_LT(worst, 1e-5);  // measured 2e-7
}

/// A free body with a rudder that an input turns, in a current and below a surface.
Model rudder_model(bool surface) {
  Model model;
  model.gravity = Vector3(0, 0, -9.81);
  model.inputs.resize(1);
  add_body(model,
           std::make_shared<Rigid>(
               solid_box(2, {0.3, 0.2, 0.1}),
               std::vector<Pose>{{exp_so3(Vector3(0.3, 0.2, 0.1)), Vector3(-0.3, 0.02, 0.05)}}),
           "free");
  Fin::Data fin{.at = {.body = 0, .point = 1}};
  fin.R_PF = exp_so3(Vector3(0.1, 0.4, -0.2));
  fin.law = kFin;
  fin.deflection_input = 0;
  fin.medium.current = UniformCurrent{Vector3(0.2, -0.1, 0.3), -1};
  if (surface) fin.medium.level = 0.03;
  model.actors.push_back(std::make_shared<Fin>(fin));
  return model;
}

TEST(Fin, TangentIsExact) {
  for (bool surface : {false, true}) {
    std::mt19937_64 random(31);
    const Model model = rudder_model(surface);
    State x = random_state(random, model);
    x.q.segment<3>(4) = Vector3(0.1, 0.2, 0);
    const Input u = input_of(VectorX::Constant(1, 0.2));
    const VectorX d = random_direction(random, model), dv = random_direction(random, model);
    Workspace ws(model);
    inverse_dynamics(model, x, u, nullptr, ws, true);
    ASSERT_EQ(ws.bodies[0].tangents.size(), 1u);
    const PointTangent& t = ws.bodies[0].tangents[0];
    const VectorX expected = -(t.K * d + t.D * dv);
    const VectorX measured = slope(
        [&](double h) -> VectorX {
          State y = moved(model, x, d, h);
          y.v += h * dv;
          Workspace wt(model);
          inverse_dynamics(model, y, u, nullptr, wt);
          return wt.bodies[0].points[1].load;
        },
        1e-4);
    EXPECT_LT((measured - expected).norm() / measured.norm(), 1e-8);
  }
}

TEST(Fin, RudderTurnsAndBooksItsPowerWithoutAllocation) {
  const Model model = rudder_model(false);
  std::mt19937_64 random(32);
  const State x = random_state(random, model);
  Workspace ws(model);
  const Input u = input_of(VectorX::Constant(1, 0.3));
  inverse_dynamics(model, x, u, nullptr, ws);
  const Vector6 load = ws.bodies[0].points[1].load;
  EXPECT_NEAR(model.actors[0]->books(model, x, u, ws).power, load.dot(ws.bodies[0].V_B), 1e-12);
  AllocationCounter counter;
  forward_dynamics(model, x, u, ws);
  EXPECT_EQ(counter.count(), 0);
  inverse_dynamics(model, x, input_of(VectorX::Zero(1)), nullptr, ws);
  EXPECT_GT((ws.bodies[0].points[1].load - load).norm(), 0.1);
}

}  // namespace
}  // namespace cuttle::testing
