// Small laws: goals, PID, regulators, signals, sensors.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/control/controller.h"
#include "cuttle/control/frame/frame_goal.h"
#include "cuttle/control/lqr/lqr.h"
#include "cuttle/control/pid/pid.h"
#include "cuttle/control/sensor/sensor.h"
#include "cuttle/core/model.h"
#include "cuttle/math/constants.h"
#include "cuttle/math/se3.h"
#include "support/allocation_counter.h"
#include "support/random.h"
#include "support/robots.h"

namespace cuttle::testing {
namespace {

Signal formula(const std::string& text) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::expression;
  spec.expression = text;
  return Signal(spec);
}

/// An empty robot at a time.
struct Scene {
  Model model;
  State x;
  Input u;
  Workspace ws;
  std::vector<double> readings;

  explicit Scene(Model m)
      : model(std::move(m)), x(rest_state(model)), u(zero_input(model)), ws(model) {}
  Observation at(double t) {
    x.t = t;
    return {model, x, u, readings, ws};
  }
};

TEST(FrameGoal, TwistAndAccelerationAreDerivativesOfThePose) {
  const FrameGoal goal({formula("0.3*t*t"), formula("sin(2*t)"), formula("cos(t)-t")},
                       {formula("0.7*sin(t)"), formula("1.1*t"), formula("0.4-t*t")});
  for (const double t : {0.1, 0.6, 1.3}) {
    const FrameMotion m = goal(t);
    const double h = 1e-4;
    // central differences in the frame's own axes, extrapolated: error h^4
    const auto twist = [&](double d) -> Vector6 {
      return (log_se3(m.X_WG.inverse() * goal(t + d).X_WG) -
              log_se3(m.X_WG.inverse() * goal(t - d).X_WG)) /
             (2 * d);
    };
    const auto rate = [&](double d) -> Vector6 {
      return (goal(t + d).V_G - goal(t - d).V_G) / (2 * d);
    };
    EXPECT_LT((m.V_G - (4 * twist(h) - twist(2 * h)) / 3).norm(), 1e-9);
    EXPECT_LT((m.A_G - (4 * rate(h) - rate(2 * h)) / 3).norm(), 1e-7);
    EXPECT_GT(m.A_G.norm(), 0.5);
  }
}

TEST(FrameGoal, AConstantGoalRests) {
  Random random(1);
  const Pose X{random.rotation(), random.vector3()};
  const FrameMotion m = FrameGoal(X)(3);
  EXPECT_EQ(m.X_WG.R, X.R);
  EXPECT_TRUE(m.V_G.isZero(0) && m.A_G.isZero(0));
  const Vector3 theta = log_so3(X.R);
  const FrameGoal by_numbers({Signal(X.p[0]), Signal(X.p[1]), Signal(X.p[2])},
                             {Signal(theta[0]), Signal(theta[1]), Signal(theta[2])});
  EXPECT_LT((by_numbers(9).X_WG.R - X.R).norm(), 1e-14);
}

// every term by hand, at three samples of a known measure
TEST(Pid, TermsByHand) {
  Scene scene(Model{});
  scene.readings = {0};
  Pid pid(0, formula("3*t"), {.kp = 2, .ki = 10, .kd = 0.5}, {}, "m");
  double u[2] = {};
  const auto command = [&](double t, double y) {
    scene.readings[0] = y;
    EXPECT_TRUE(pid.command(scene.at(t), u).ok());
    EXPECT_EQ(u[0], u[1]);
    return u[0];
  };
  EXPECT_NEAR(command(0, 0.5), 2 * -0.5 + 0.5 * 3, 1e-9);
  const double e1 = 0.3 - 0.6;
  EXPECT_NEAR(command(0.1, 0.6), 2 * e1 + 10 * e1 * 0.1 + 0.5 * (3 - 1), 1e-9);
  const double e2 = 0.9 - 0.4;
  EXPECT_NEAR(command(0.3, 0.4), 2 * e2 + 10 * (e1 * 0.1 + e2 * 0.2) + 0.5 * (3 + 1), 1e-9);
  double told = 0;
  pid.tell(std::span(&told, 1));
  EXPECT_DOUBLE_EQ(told, e2);
  EXPECT_EQ(pid.columns()[0].unit, "m");

  pid.reset();
  EXPECT_NEAR(command(0, 0.5), 2 * -0.5 + 0.5 * 3, 1e-9);
  scene.readings[0] = NAN;
  EXPECT_EQ(pid.command(scene.at(1), u).code, Status::Code::not_finite);
}

// a goal out of reach for a long time: without anti-windup the integral would hold the command at
// its bound for as long again
TEST(Pid, DoesNotWindUp) {
  Scene scene(Model{});
  scene.readings = {0};
  for (const bool bounded : {true, false}) {
    const double bound = bounded ? 1 : kInfinity;
    Pid pid(0, Signal(1.0), {.kp = 0, .ki = 1, .kd = 0},
            {VectorX::Constant(1, -bound), VectorX::Constant(1, bound)});
    double u = 0;
    for (int i = 0; i <= 100; ++i) ASSERT_TRUE(pid.command(scene.at(0.1 * i), {&u, 1}).ok());
    EXPECT_NEAR(u, bounded ? 1 : 10, 0.11);
    scene.readings[0] = 2;  // beyond the goal: the way back starts at once
    ASSERT_TRUE(pid.command(scene.at(10.1), {&u, 1}).ok());
    EXPECT_EQ(u < 1, bounded);
    scene.readings[0] = 0;
  }
}

TEST(Lqr, DifferenceUndoesRetraction) {
  std::mt19937_64 random(3);
  Random numbers(3);
  for (int i = 0; i < 20; ++i) {
    const Model model = random_tree(random, 5);
    const State x = random_state(random, model);
    const VectorX d = numbers.vector(model.nv, 0.8);
    VectorX q(model.nq), back(model.nv);
    retract(model, x.q, d, q);
    difference(model, x.q, q, back);
    EXPECT_LT((back - d).norm(), 1e-12 * (1 + d.norm()));
  }
}

TEST(Lqr, CommandIsLinearInTheDisplacement) {
  std::mt19937_64 random(4);
  Random numbers(4);
  Scene scene(random_tree(random, 4));
  const State x0 = random_state(random, scene.model);
  const int nv = scene.model.nv;
  const MatrixX K = numbers.matrix(3, 2 * nv);
  const VectorX u0 = numbers.vector(3), d = numbers.vector(2 * nv, 0.3);
  Lqr law(scene.model, x0, u0, K);
  scene.x = x0;
  retract(scene.model, x0.q, d.head(nv), scene.x.q);
  scene.x.v += d.tail(nv);
  VectorX u(3);
  AllocationCounter counter;
  const bool ok = law.command(scene.at(1), {u.data(), 3}).ok();
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(ok);
  EXPECT_LT((u - (u0 - K * d)).norm(), 1e-12);
  double told = 0;
  law.tell({&told, 1});
  EXPECT_NEAR(told, d.head(nv).norm(), 1e-12);
}

TEST(OpenLoop, OneSignalForAllOrOneEach) {
  Scene scene(Model{});
  double u[2] = {};
  OpenLoop each({formula("2*t"), Signal(5.0)}), all({formula("t+1")});
  ASSERT_TRUE(each.command(scene.at(3), u).ok());
  EXPECT_EQ(u[0], 6);
  EXPECT_EQ(u[1], 5);
  ASSERT_TRUE(all.command(scene.at(3), u).ok());
  EXPECT_EQ(u[1], 4);
}

TEST(FunctionController, CallsBack) {
  Scene scene(Model{});
  int restarts = 0;
  FunctionController law(
      [](const Observation& seen, std::span<double> commands) {
        commands[0] = 2 * seen.x.t;
        return Status{};
      },
      [&] { ++restarts; });
  law.reset();
  double u = 0;
  ASSERT_TRUE(law.command(scene.at(4), {&u, 1}).ok());
  EXPECT_EQ(u, 8);
  EXPECT_EQ(restarts, 1);
}

TEST(DelayLine, TellsOfValuesLater) {
  DelayLine line(1, 0.25, 0.1);
  EXPECT_EQ(line.at(0)[0], 0);
  AllocationCounter counter;
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.1 * i, value = i;
    line.push(t, {&value, 1});
    // the newest with time + delay <= t; the first one from the start
    EXPECT_EQ(line.at(t)[0], std::max(0, i - 3)) << i;
    EXPECT_EQ(line.at(t + 0.0501)[0], std::max(0, i - 2)) << i;
    if (i >= 3) {
      EXPECT_NEAR(line.next(t), t + 0.05, 1e-9);
    }
  }
  EXPECT_EQ(counter.count(), 0);
  EXPECT_EQ(line.next(100), kInfinity);

  // more often than announced: it grows
  for (int i = 0; i < 50; ++i) {
    const double value = 1000 + i;
    line.push(10 + 0.001 * i, {&value, 1});
  }
  EXPECT_EQ(line.at(10.2505)[0], 1000);
  EXPECT_EQ(line.at(10.2995)[0], 1049);

  // no delay: at once
  DelayLine direct(2, 0, 0.1);
  const double pair[2] = {3, 4};
  direct.push(1, pair);
  EXPECT_EQ(direct.at(1)[1], 4);
}

TEST(Sensor, NoiseHasItsDeviationAndItsSeed) {
  const SensorOptions options{.period = 0.01, .noise = {0.5, 0, 2}, .bias = {1}, .seed = 7};
  Sensor a(3, options), b(3, options);
  Vector3 sum = Vector3::Zero(), squares = Vector3::Zero();
  const int n = 20000;
  const double truth[3] = {1, 2, 3};
  double first = 0;
  for (int i = 0; i < n; ++i) {
    a.sample(0.01 * i, truth);
    b.sample(0.01 * i, truth);
    for (size_t k = 0; k < 3; ++k) {
      const double value = a.reading(0.01 * i)[k];
      EXPECT_EQ(value, b.reading(0.01 * i)[k]);
      const double error = value - truth[k] - 1;
      sum[Eigen::Index(k)] += error;
      squares[Eigen::Index(k)] += error * error;
    }
    if (i == 0) first = a.reading(0)[0];
  }
  // four standard errors
  EXPECT_NEAR(sum[0] / n, 0, 4 * 0.5 / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(squares[0] / n), 0.5, 4 * 0.5 / std::sqrt(2 * n));
  EXPECT_NEAR(std::sqrt(squares[2] / n), 2, 4 * 2 / std::sqrt(2 * n));
  EXPECT_EQ(squares[1], 0);

  // a new run starts with the same noise, another seed does not
  a.reset();
  a.sample(0, truth);
  EXPECT_EQ(a.reading(0)[0], first);
  SensorOptions other = options;
  other.seed = 8;
  Sensor c(3, other);
  c.sample(0, truth);
  EXPECT_NE(c.reading(0)[0], first);
}

}  // namespace
}  // namespace cuttle::testing
