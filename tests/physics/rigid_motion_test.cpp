// Motion of rigid bodies and of floating robots against closed forms and conservation laws.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/mechanical_system.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/study/run.h"
#include "support/robots.h"
#include "support/run_integrator.h"
#include "support/truth_rigid.h"

namespace cuttle {
namespace {

Status no_input(double, Input&) { return {}; }

// Lagrange's equations in absolute angles against the tree sweep in joint angles
TEST(RigidMotion, DoublePendulumAccelerations) {
  const testing::DoublePendulum truth{{1.3, 0.7, 0.3, 0.05}, {0.8, 0.5, 0.2, 0.02}, 9.81};
  const auto link = [](const testing::DoublePendulum::Link& l) {
    MassProperties part{l.mass, Vector3(0, 0, -l.centre), Vector3(1, l.inertia, 1).asDiagonal()};
    return std::make_shared<Rigid>(
        part, std::vector<Pose>{{Matrix3::Identity(), Vector3(0, 0, -l.length)}});
  };
  Model model;
  testing::add_body(model, link(truth.upper), "revolute", -1, 0, Pose::identity(),
                    Vector3::UnitY());
  testing::add_body(model, link(truth.lower), "revolute", 0, 1, Pose::identity(), Vector3::UnitY());
  Workspace ws(model);
  double worst = 0;
  for (double angle : {0.0, 0.7, 2.5})
    for (double rate : {-3.0, 0.0, 5.0}) {
      const testing::DoublePendulumState s{{angle, 1 - angle}, {rate, 2 - 0.5 * rate}};
      State x = rest_state(model);
      x.q << s.angle[0], s.angle[1] - s.angle[0];
      x.v << s.rate[0], s.rate[1] - s.rate[0];
      forward_dynamics(model, x, testing::zero_input(model), ws);
      const Eigen::Vector2d expected = accelerations(truth, s);
      worst = std::max(
          {worst, std::abs(ws.a[0] - expected[0]), std::abs(ws.a[0] + ws.a[1] - expected[1])});
      // the energies differ by a constant only
      const double stored = energy(model, x, testing::zero_input(model), ws).total();
      EXPECT_NEAR(stored, energy(truth, s), 1e-12);
    }
  EXPECT_LT(worst, 1e-11);  // measured 5.0e-14
}

// Euler's solution in Jacobi's functions, through a few tumbles about the middle axis
TEST(RigidMotion, AsymmetricFreeBodyFollowsEllipticFunctions) {
  const Vector3 inertia(0.2, 0.5, 0.6), rates(0.3, 4, 0.2);
  Model model;
  model.gravity.setZero();
  const MassProperties part{2, Vector3::Zero(), inertia.asDiagonal()};
  testing::add_body(model, std::make_shared<Rigid>(part, std::vector<Pose>{}), "free");
  MechanicalSystem system(model, no_input);
  State x = rest_state(model);
  x.v.head<3>() = rates;
  double worst = 0;
  const auto end = testing::run_integrator(
      "dopri5", system, {.rtol = 1e-11, .atol = 1e-12}, x.q, x.v, 10, [&](Integrator& at) {
        const Vector3 truth = testing::free_body_rates(inertia, rates, at.t());
        worst = std::max(worst, (at.v().head<3>() - truth).norm());
      });
  ASSERT_TRUE(end.status.ok());
  EXPECT_LT(worst, 1e-7);  // measured 5.9e-11
  // the spatial angular momentum stays as it was
  Workspace ws(model);
  const State at{end.t, end.q, end.v};
  update_kinematics(model, at, testing::zero_input(model), nullptr, ws);
  const Vector3 L = momentum(model, at, ws).head<3>();
  const double turned = (L - inertia.cwiseProduct(rates)).norm();
  EXPECT_LT(turned, 1e-8);  // measured 9.8e-13
}

// a free base with four soft arms that start bent: nothing from outside
TEST(RigidMotion, FloatingTreeKeepsMomentumAndEnergy) {
  Model model = testing::swimmer(4);
  model.gravity.setZero();
  std::mt19937_64 random(5);
  State x = testing::random_state(random, model);
  x.q.tail(model.nq - 7) *= 5;  // curvatures of 1 / m and more
  const Input u = testing::zero_input(model);
  Workspace ws(model);
  const auto books = [&](const State& at) {
    update_kinematics(model, at, u, nullptr, ws);
    const double stored = energy(model, at, u, ws).total();
    return std::pair(stored, momentum(model, at, ws));
  };
  const auto [energy_0, momentum_0] = books(x);
  MechanicalSystem system(model, no_input);
  double drift = 0, leak = 0;
  const auto end = testing::run_integrator(
      "dopri5", system, {.rtol = 1e-10, .atol = 1e-12}, x.q, x.v, 0.3, [&](Integrator& at) {
        const auto [stored, moving] = books({at.t(), at.q(), at.v()});
        drift = std::max(drift, std::abs(stored - energy_0) / energy_0);
        leak = std::max(leak, (moving - momentum_0).norm() / momentum_0.norm());
      });
  ASSERT_TRUE(end.status.ok()) << end.status.message;
  EXPECT_LT(drift, 1e-7);  // measured 3.0e-11
  EXPECT_LT(leak, 1e-7);   // measured 8.8e-14
}

// a pendulum whose angle is an expression: the drive bears I a + m g d sin(angle)
TEST(RigidMotion, PrescribedJointFollowsItsExpression) {
  const char* text = R"yaml(
bodies:
  - name: arm
    joint: {type: revolute, axis: y, prescribed: "0.5*sin(3*t)"}
    rigid: {mass: 2, center: [0, 0, -0.4], inertia: [0.1, 0.2, 0.1]}
  - name: bob
    joint: {type: revolute, axis: x, initial: 0.3}
    rigid: {mass: 1, center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes: [{name: hinge, joint: arm}]
study: {type: dynamics, duration: 2, output_step: 0.05, rtol: 1e-8, method: implicit}
)yaml";
  const RunResult result = run(parse_scenario(text, "prescribed.yaml"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  const auto t = result.trajectory.axis();
  const auto angle = result.trajectory.column("hinge.angle");
  const auto effort = result.trajectory.column("hinge.angle_effort");
  double worst_angle = 0, worst_effort = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    const double truth = 0.5 * std::sin(3 * t[i]);
    const double inertia = 0.2 + 2 * 0.4 * 0.4;
    const double drive = inertia * -9 * truth + 2 * 9.81 * 0.4 * std::sin(truth);
    worst_angle = std::max(worst_angle, std::abs(angle[i] - truth));
    worst_effort = std::max(worst_effort, std::abs(effort[i] - drive));
  }
  EXPECT_LT(worst_angle, 1e-15);  // measured 0
  EXPECT_LT(worst_effort, 1e-6);  // measured 4.0e-12
}

}  // namespace
}  // namespace cuttle
