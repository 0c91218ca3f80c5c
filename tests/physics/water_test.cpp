// Rigid bodies under water: what their model files cannot say.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/compile/compile.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "cuttle/water/shape_water.h"
#include "support/robots.h"
#include "support/runs.h"

namespace cuttle {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

RunResult run_checked(const Scenario& scenario) {
  RunResult result = run(scenario);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  return result;
}

VectorX last_q(const RunResult& result) {
  const auto q = result.trajectory.q(result.trajectory.rows() - 1);
  return Eigen::Map<const VectorX>(q.data(), Eigen::Index(q.size()));
}

VectorX last_v(const RunResult& result) {
  const auto v = result.trajectory.v(result.trajectory.rows() - 1);
  return Eigen::Map<const VectorX>(v.data(), Eigen::Index(v.size()));
}

/// Largest difference of a column of two runs, if `shift` per second is added to the first.
double difference(const RunResult& a, const RunResult& b, const std::string& column,
                  double shift = 0, double sign = 1) {
  const auto t = a.trajectory.axis(), x = a.trajectory.column(column);
  const auto y = b.trajectory.column(column);
  EXPECT_EQ(x.size(), y.size());
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst, std::abs(sign * x[i] + shift * t[i] - y[i]));
  return worst;
}

// ---------------------------------------------------------------------------------------- modules

/// Heading of module A at times t = 0, 0.05, .. [deg], without jumps.
std::vector<double> headings(const RunResult& result) {
  const auto w = result.trajectory.column("A.qw"), z = result.trajectory.column("A.qz");
  std::vector<double> angle(w.size());
  for (size_t i = 0; i < w.size(); ++i) {
    angle[i] = 2 * std::atan2(z[i], w[i]) / kDegree;
    if (i > 0) angle[i] += 360 * std::round((angle[i - 1] - angle[i]) / 360);
  }
  return angle;
}

// the reference integrated both modules as one body: 11.6 deg at 10 s, 141 deg at 15 s
TEST(WaterModules, AThousandthOfThrustTurnsTheStraightPair) {
  for (const double side : {1.0, -1.0}) {
    const double left = 1 + side * 1e-3, right = 1 - side * 1e-3;
    const RunResult result = testing::good_model_run(
        "modules_straight",
        {fmt::format("thrusters.left.linear={}", 0.03123 * left),
         fmt::format("thrusters.left.quadratic={}", 2.52e-4 * left),
         fmt::format("thrusters.right.linear={}", 0.03123 * right),
         fmt::format("thrusters.right.quadratic={}", 2.52e-4 * right)});
    const std::vector<double> heading = headings(result);
    EXPECT_NEAR(heading[200] * side, 11.6, 0.05);  // measured 11.583
    EXPECT_NEAR(heading[300] * side, 141, 0.5);    // measured 141.27
  }
}

/// Two wet modules in skew attitudes, tied together where they are.
constexpr const char* kPair = R"(
name: pair
gravity: [0, 0, 0]
water: {density: 1000}
bodies:
  - name: A
    joint: {type: free, initial: {position: [0.4, -0.2, 0.1], rotation: {rpy: [0.3, -0.5, 0.8]}}}
    rigid: {shapes: [{ellipsoid: [0.3, 0.2, 0.1], density: 900}]}
  - name: B
    joint: {type: free, initial: {position: [-0.3, 0.1, 0.5], rotation: {rpy: [-1.1, 0.2, 0.4]}}}
    rigid: {shapes: [{box: [0.4, 0.1, 0.2], density: 1200, pose: {position: [0.1, 0, 0.05]}}]}
connections: [{name: dock, type: fixed, a: {body: A}, b: {body: B}}]
study: {type: dynamics, duration: 1}
)";

TEST(WaterModules, ImpactKeepsTheMomentumOfBodiesAndWater) {
  Scenario pair = build(parse_scenario(kPair, "pair.yaml"));
  const Input u = testing::zero_input(pair.model);
  Workspace ws(pair.model);
  State x = pair.initial;
  x.v << 0.5, -1.0, 0.7, 0.8, 0.3, -0.4, -0.6, 0.9, 0.2, -0.5, 0.1, 0.6;
  const auto books = [&](const State& at) {
    update_kinematics(pair.model, at, u, nullptr, ws);
    return std::pair(energy(pair.model, at, u, ws).kinetic, momentum(pair.model, at, ws));
  };
  const auto [E0, P0] = books(x);
  ConstraintSolver solver(pair.model);
  const State before = x;
  ASSERT_TRUE(solver.impact(pair.model, u, x).ok());
  const auto [E1, P1] = books(x);
  EXPECT_LT((P1 - P0).norm() / P0.norm(), 1e-12);  // measured 1e-17
  EXPECT_GT((x.v - before.v).norm(), 0.5);
  EXPECT_LT(E1, 0.9 * E0);
  // the bodies' own momentum is not: they hand some of it to the water
  const Vector3 centers[] = {Vector3::Zero(), Vector3(0.1, 0, 0.05)};
  Vector3 dry = Vector3::Zero();
  for (int i = 0; i < 2; ++i) {
    const Vector6 jump = x.v.segment<6>(6 * i) - before.v.segment<6>(6 * i);
    const Vector3 at_center = jump.tail<3>() + jump.head<3>().cross(centers[i]);
    dry += pair.model.bodies[size_t(i)].family->mass() * ws.bodies[size_t(i)].X_WB.R * at_center;
  }
  EXPECT_GT(dry.norm(), 0.01 * P0.norm());
}

// a visitor that comes in off the axis, so that the pair turns, in still water and in a current
TEST(WaterModules, DockingInACurrentIsDockingInAMovingFrame) {
  const std::vector<std::string> aside = {"bodies.B.joint.initial.position=[-1.646, 0.02, 0.01]"};
  std::vector<std::string> still = aside;
  for (const char* body : {"A", "B"})
    still.push_back(fmt::format("bodies.{}.joint.velocity=[0, 0, 0, 0, 0, 0]", body));
  still.push_back("water.current=[0, 0, 0]");
  const RunResult a = testing::good_model_run("modules_docking", still),
                  b = testing::good_model_run("modules_docking", aside);
  double worst = 0;
  for (const char* body : {"A", "B"}) {
    const std::string name = body;
    worst = std::max({worst, difference(a, b, name + ".x", 0.3), difference(a, b, name + ".y", 0.1),
                      difference(a, b, name + ".z"), difference(a, b, name + ".wz"),
                      difference(a, b, name + ".wy")});
  }
  EXPECT_LT(worst, 1e-7);  // measured 5e-10
  // it docked, parted and really turned
  const auto closed = b.trajectory.column("dock.closed"), turn = b.trajectory.column("A.wz");
  EXPECT_EQ(*std::max_element(closed.begin(), closed.end()), 1);
  EXPECT_EQ(closed.back(), 0);
  EXPECT_GT(std::abs(turn.back()), 0.01);
}

// ---------------------------------------------------------------------------------- ideal fluid

// translation alone: (I + I_A) w' = (M + M_A) v x v, and the body's own mass drops out of it
TEST(WaterIdeal, MunkMomentOfAnEllipsoidWithThreeAxes) {
  const Scenario ellipsoid = testing::model_scenario("kirchhoff_ellipsoid");
  const AddedMassFactors k = ellipsoid_factors({0.3, 0.2, 0.1});
  const double mass = 1000 * 4 * std::numbers::pi / 3 * 0.3 * 0.2 * 0.1;
  const Vector3 v(0.8, 0.3, -0.5);
  State x = ellipsoid.initial;
  x.v << 0, 0, 0, v;
  Workspace ws(ellipsoid.model);
  forward_dynamics(ellipsoid.model, x, testing::zero_input(ellipsoid.model), ws);
  const Vector3 squares(0.09, 0.04, 0.01);
  const Vector3 inertia = mass / 5 * (Vector3::Constant(squares.sum()) - squares);
  const Vector3 total = inertia.cwiseProduct(Vector3::Ones() + k.angular);
  const Vector3 moment = mass * k.linear.cwiseProduct(v).cross(v);
  const Vector3 expected = moment.cwiseQuotient(total);
  EXPECT_LT((ws.a.head<3>() - expected).norm() / expected.norm(), 1e-12);  // measured 1e-16
  EXPECT_GT(expected.norm(), 1);
}

// nothing takes energy, so that the way back is the way there
TEST(WaterIdeal, MotionRunsBackInTime) {
  const std::vector<std::string> ideal = {"bodies.auv.rigid.water.linear=[0, 0, 0, 0, 0, 0]",
                                          "bodies.auv.rigid.water.quadratic=[0, 0, 0, 0, 0, 0]",
                                          "thrusters.propeller.command=0",
                                          "fins.rudder.area=1e-12",
                                          "fins.rudder.deflection=0",
                                          "fins.planes.area=1e-12",
                                          "study.rtol=1e-11",
                                          "study.atol=1e-13"};
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/auv_turn.yaml", ideal);
  spec.study.duration = 10;
  spec.figures.clear();
  spec.expect.clear();
  Scenario auv = build(spec);
  auv.initial.v << 0.3, -0.2, 0.4, 1.2, 0.2, -0.1;
  const State start = auv.initial;
  const RunResult there = run_checked(auv);
  auv.initial.q = last_q(there);
  auv.initial.v = -last_v(there);
  EXPECT_GT((auv.initial.v + start.v).norm(), 0.1);
  EXPECT_GT((auv.initial.q - start.q).norm(), 1);
  const RunResult back = run_checked(auv);
  EXPECT_LT((last_q(back) - start.q).norm(), 1e-7);  // measured 6e-9
  EXPECT_LT((last_v(back) + start.v).norm(), 5e-7);  // measured 4e-8
}

// -------------------------------------------------------------------------------------- vehicle

/// Lift and drag of a fin below its stall, in its own axes, written anew.
Vector3 plate(const Vector3& v) {
  const double area = 0.02, ratio = 3, speed = std::hypot(v[0], v[2]);
  const double alpha = std::atan2(-v[2], v[0]);
  const double lift = 2 * std::numbers::pi * ratio / (ratio + 2) * alpha;
  const double drag = 0.01 + lift * lift / (std::numbers::pi * ratio * 0.9);
  return 500 * area * speed * (lift * Vector3(-v[2], 0, v[0]) - drag * Vector3(v[0], 0, v[2]));
}

/// What is left of all forces and moments (linear; angular) on the vehicle of auv_turn.yaml in a
/// steady motion nu (linear; angular) in its own axes, `down` in the same axes.
Vector6 imbalance(const Vector6& nu, const Vector3& down) {
  Matrix6 MA = Matrix6::Zero(), DQ = Matrix6::Zero();
  MA.diagonal() << 0.93, 35.5, 35.5, 0.0704, 4.88, 4.88;
  MA(1, 5) = MA(5, 1) = -1.93;
  MA(2, 4) = MA(4, 2) = 1.93;
  DQ.diagonal() << 3.9, 131, 131, 0.13, 9.4, 9.4;
  DQ(1, 5) = -0.63;
  DQ(2, 4) = 0.63;
  DQ(4, 2) = -3.2;
  DQ(5, 1) = 3.2;
  Vector6 DL;
  DL << 0.5, 6, 6, 0.1, 4, 4;
  const Vector3 v = nu.head<3>(), w = nu.tail<3>(), c(0, 0, 0.0196), stern(-0.6, 0, 0);

  // momentum of body and water, and how the turning axes see it change
  Vector6 h = MA * nu;
  const Vector3 p = 30.5 * (v + w.cross(c));
  h.head<3>() += p;
  h.tail<3>() += Vector3(0.177, 3.45, 3.45).cwiseProduct(w) + c.cross(p);
  Vector6 sum;
  sum << -w.cross(h.head<3>()), -w.cross(h.tail<3>()) - v.cross(h.head<3>());
  sum -= DL.cwiseProduct(nu) + DQ * nu.cwiseAbs().cwiseProduct(nu);
  // weight and buoyancy cancel but for their moment
  sum.tail<3>() += c.cross(30.5 * 9.81 * down);

  // at the stern: propeller, planes, and the rudder with its leading edge 8 degrees to port
  const double angle = 8 * kDegree;
  const Vector3 at_stern = v + w.cross(stern);
  Matrix3 rudder;  // axes of the fin as columns
  rudder << std::cos(angle), 0, std::sin(angle), -std::sin(angle), 0, std::cos(angle), 0, -1, 0;
  const Vector3 force = Vector3(0.016 * 25 * 25, 0, 0) + plate(at_stern) +
                        rudder * plate(rudder.transpose() * at_stern);
  sum.head<3>() += force;
  sum.tail<3>() += stern.cross(force);
  return sum;
}

TEST(WaterVehicle, SteadyTurnBalancesAllForces) {
  const RunResult result =
      testing::good_model_run("auv_turn", {"study.duration=120", "study.output_step=1"});
  const VectorX q = last_q(result), v = last_v(result);
  const Eigen::Quaterniond attitude(q[0], q[1], q[2], q[3]);
  const Vector3 down = attitude.conjugate() * Vector3::UnitZ();
  Vector6 nu;
  nu << v.tail<3>(), v.head<3>();
  EXPECT_LT(imbalance(nu, down).norm(), 1e-9);  // [N, N m] of 10; measured 6e-12
  // it turns about the vertical alone
  EXPECT_LT(v.head<3>().cross(down).norm(), 1e-8);
  EXPECT_GT(v.head<3>().dot(down), 0.3);
  nu[5] *= 1.01;
  EXPECT_GT(imbalance(nu, down).norm(), 0.1);
}

TEST(WaterVehicle, RudderToTheOtherSideGivesTheMirroredPath) {
  const RunResult right = testing::good_model_run("auv_turn");
  const RunResult left = testing::good_model_run(
      "auv_turn", {"fins.rudder.deflection={table: [[10, 0], [11, -8 deg]]}"});
  double worst = 0;
  for (const char* same : {"body.x", "body.z", "body.vx", "body.vz", "body.wy", "body.qw"})
    worst = std::max(worst, difference(right, left, same));
  for (const char* mirrored : {"body.y", "body.vy", "body.wx", "body.wz", "body.qx", "body.qz"})
    worst = std::max(worst, difference(right, left, mirrored, 0, -1));
  EXPECT_LT(worst, 1e-9);  // measured 2e-13
  EXPECT_GT(right.trajectory.column("body.y")[200], 1);
}

TEST(WaterVehicle, TurnInACurrentIsTheTurnCarriedAlong) {
  const RunResult still = testing::good_model_run("auv_turn");
  const RunResult carried = testing::good_model_run(
      "auv_turn", {"water.current=[0.4, -0.3, 0.1]",
                   "bodies.auv.joint={type: free, velocity: [0, 0, 0, 0.4, -0.3, 0.1]}"});
  double worst = 0;
  worst = std::max(worst, difference(still, carried, "body.x", 0.4));
  worst = std::max(worst, difference(still, carried, "body.y", -0.3));
  worst = std::max(worst, difference(still, carried, "body.z", 0.1));
  worst = std::max(worst, difference(still, carried, "body.wz"));
  EXPECT_LT(worst, 1e-8);  // measured 8e-11
}

}  // namespace
}  // namespace cuttle
