// Motions that a caller drives, batches of them, and what controllers do to them.

#include "cuttle/motion/stepper.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "cuttle/base/interrupt.h"
#include "cuttle/control/lqr/lqr.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/rollout.h"
#include "cuttle/motion/tree.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

Scenario model_of(const std::string& text) { return build(parse_scenario(text, "test.yaml")); }

/// A mass of 2 kg on rails along x, pushed by an effort.
constexpr const char* kMass = R"(
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, effort: 0, initial: 0.5, velocity: -0.2}
    rigid: {mass: 2, inertia: [1, 1, 1]}
probes: [{name: cart, joint: cart}]
study: {type: dynamics, duration: 1, output_step: 0.1, rtol: 1e-10, atol: 1e-12}
)";

TEST(Stepper, HoldsItsInputsOverAStep) {
  const Scenario scenario = model_of(kMass);
  Stepper stepper(scenario);
  ASSERT_TRUE(stepper.reset().ok());
  double x = 0.5, v = -0.2;
  for (int k = 0; k < 20; ++k) {
    const double force = std::sin(k);
    ASSERT_TRUE(stepper.step(std::span(&force, 1), 0.05).ok());
    x += 0.05 * v + 0.5 * force / 2 * 0.05 * 0.05;
    v += force / 2 * 0.05;
  }
  EXPECT_NEAR(stepper.state().t, 1, 1e-12);
  EXPECT_NEAR(stepper.state().q[0], x, 1e-12);
  EXPECT_NEAR(stepper.state().v[0], v, 1e-12);
  EXPECT_EQ(stepper.record()[0], stepper.state().q[0]);
}

TEST(Stepper, WithoutInputsGoesTheWayOfTheFile) {
  for (const char* name : {"docking", "quadropus", "gripper", "caterpillar"}) {
    ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS "/") + name + ".yaml");
    spec.study.duration = std::min(spec.study.duration, 0.3);
    spec.study.output_step = spec.study.duration;
    spec.figures.clear();
    spec.expect.clear();
    const Scenario scenario = build(spec);
    const RunResult whole = run(scenario);
    ASSERT_TRUE(whole.status.ok()) << name << whole.status.message;
    Stepper stepper(scenario);
    ASSERT_TRUE(stepper.reset().ok()) << name;
    ASSERT_TRUE(stepper.step(spec.study.duration).ok()) << name;
    const auto q = whole.trajectory.q(whole.trajectory.rows() - 1);
    for (std::size_t i = 0; i < q.size(); ++i)
      EXPECT_EQ(stepper.state().q[Eigen::Index(i)], q[i]) << name << " " << i;
  }
}

// the tree by itself, as one subsystem among others
TEST(Stepper, IsTheTreeOnItsWay) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/pendulum.yaml"));
  Stepper stepper(scenario);
  ASSERT_TRUE(stepper.reset().ok());
  ControlLoop control(scenario);
  Tree tree(scenario);
  tree.move_by(motion_study(scenario.spec.study), control);
  State x = scenario.initial;
  ASSERT_TRUE(tree.start(x, {.horizon = scenario.spec.study.duration}).ok());
  for (const double t : {0.1, 0.25}) {
    ASSERT_TRUE(tree.advance(t, x).ok());
    ASSERT_TRUE(stepper.step(t - stepper.state().t).ok());
    EXPECT_EQ(x.t, stepper.state().t);
    EXPECT_EQ(x.q, stepper.state().q);
    EXPECT_EQ(x.v, stepper.state().v);
  }
}

TEST(Stepper, CoordinatesGoSmoothlyToTheirNewValues) {
  const Scenario scenario = model_of(R"(
bodies:
  - name: crank
    joint: {type: revolute, axis: z, prescribed: 0}
    rigid: {mass: 1, inertia: [1, 1, 1]}
study: {type: dynamics, duration: 1}
)");
  Stepper stepper(scenario);
  ASSERT_TRUE(stepper.reset().ok());
  const double target = 0.7;
  ASSERT_TRUE(stepper.step(std::span(&target, 1), 0.2).ok());
  EXPECT_NEAR(stepper.state().q[0], 0.7, 1e-12);
  EXPECT_NEAR(stepper.state().v[0], 0, 1e-9);
}

TEST(Stepper, StaysUsableAfterAFailure) {
  const Scenario scenario = model_of(kMass);
  Stepper stepper(scenario);
  const double force = 1, nonsense = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(stepper.step(std::span(&force, 1), 0.1).ok()) << "no reset yet";
  ASSERT_TRUE(stepper.reset().ok());
  const Status first = stepper.step(std::span(&nonsense, 1), 0.1);
  EXPECT_FALSE(first.ok());
  EXPECT_EQ(first.message.find("reset"), std::string::npos) << first.message;
  // good input now: what is said is not about it
  for (const Status& next : {stepper.step(std::span(&force, 1), 0.1), stepper.step(0.1)}) {
    EXPECT_EQ(next.code, first.code);
    EXPECT_EQ(next.message,
              "the motion failed earlier and needs a reset to continue; the message was: " +
                  first.message);
  }
  ASSERT_TRUE(stepper.reset().ok());
  EXPECT_TRUE(stepper.step(std::span(&force, 1), 0.1).ok());
  EXPECT_TRUE(stepper.state().q.allFinite());
}

/// Inputs that differ from motion to motion.
std::vector<MatrixX> some_inputs(const Model& model, int count, int steps) {
  std::vector<MatrixX> inputs;
  for (int i = 0; i < count; ++i) {
    MatrixX u(model.nu(), steps);
    for (int j = 0; j < u.size(); ++j) u.data()[j] = 0.5 * (1 + std::sin(i + 0.7 * j));
    inputs.push_back(u);
  }
  return inputs;
}

void expect_same(const RolloutResult& a, const RolloutResult& b) {
  ASSERT_TRUE(a.status.ok()) << a.status.message;
  EXPECT_TRUE((a.q.array() == b.q.array()).all());
  EXPECT_TRUE((a.v.array() == b.v.array()).all());
}

TEST(Rollout, IsToTheBitThatOfSingleRuns) {
  for (const char* name : {"hybrid_arm", "gripper", "modules_turn", "soft_swing"}) {
    const Scenario scenario = build(read_scenario(std::string(CUTTLE_MODELS "/") + name + ".yaml"));
    const StudySpec study = motion_study(scenario.spec.study);
    const int count = std::string(name) == "hybrid_arm" ? 12 : 4;  // several for each thread
    const std::vector<State> x0(size_t(count), scenario.initial);
    const auto u = some_inputs(scenario.model, count, 3);
    const auto batch = rollout(scenario, study, x0, u, 3, 0.01, 2);
    const auto again = rollout(scenario, study, x0, u, 3, 0.01, 1);
    for (size_t i = 0; i < x0.size(); ++i) {
      expect_same(batch[i], again[i]);
      const auto single = rollout(scenario, study, {x0[i]}, {u[i]}, 3, 0.01, 1);
      expect_same(batch[i], single[0]);
    }
    if (scenario.model.nu() > 0) {
      EXPECT_NE(batch[0].q(0, 3), batch[1].q(0, 3)) << name;
    }
  }
}

// whoever may end the calling thread ends all motions; what they did before is kept
TEST(Rollout, EndsWhenItIsInterrupted) {
  const Scenario scenario = model_of(kMass);
  const std::vector<State> x0(4, scenario.initial);
  int asked = 0;
  const InterruptScope heard([&asked] { return ++asked > 50; });
  const auto results = rollout(scenario, scenario.spec.study, x0, {}, 1000, 0.01, 1);
  EXPECT_EQ(results[3].status.code, Status::Code::interrupted);
  EXPECT_EQ(results[0].q(0, 0), 0.5);
  EXPECT_TRUE(std::isnan(results[0].q(0, 1000)));
}

// one scope per thread, made before its first motion and gone after its last
TEST(Rollout, MakesAScopeOnEveryThread) {
  const Scenario scenario = model_of(kMass);
  const std::vector<State> x0(4, scenario.initial);
  std::atomic<int> made = 0, open = 0;
  const ThreadScope scope = [&]() -> std::shared_ptr<void> {
    ++made, ++open;
    return {&open, [](void* count) { --*static_cast<std::atomic<int>*>(count); }};
  };
  for (const RolloutResult& result :
       rollout(scenario, scenario.spec.study, x0, {}, 3, 0.01, 2, scope))
    EXPECT_TRUE(result.status.ok());
  EXPECT_EQ(made, 2);
  EXPECT_EQ(open, 0);
}

TEST(Rollout, HandsOnExceptions) {
  EXPECT_THROW(parallel_for(8, 2,
                            []() -> Worker {
                              return [](int i) {
                                if (i == 5) throw std::runtime_error("five");
                              };
                            }),
               std::runtime_error);
}

/// The cart under u = -k x at its samples, which act `delay` later: the exact answer is a product
/// of matrices.
void expect_sampled_motion(double delay) {
  const double k = 3, period = 0.1;
  std::string text = kMass;
  text += "controllers:\n  - {name: spring, inputs: [cart], sample_time: 0.1, delay: " +
          std::to_string(delay) + ", pid: {measure: cart.travel, kp: 3}}\n";
  const RunResult result = run(model_of(text));
  ASSERT_TRUE(result.status.ok()) << result.status.message;

  const MatrixX A = (MatrixX(2, 2) << 0, 1, 0, 0).finished();
  const MatrixX B = (MatrixX(2, 1) << 0, 0.5).finished();
  const DelayedSystem cart = discretise(A, B, period, delay);
  VectorX z = Eigen::Vector2d(0.5, -0.2);
  double last = 0;  // before the first command arrives, the signal of the file acts
  for (std::size_t row = 0; row < result.trajectory.rows(); ++row) {
    EXPECT_NEAR(result.trajectory.q(row)[0], z[0], 1e-9) << "delay " << delay << ", row " << row;
    const double command = -k * z[0];
    z = VectorX(cart.A * z + cart.B * command + cart.B_last * last);
    last = command;
  }
}

TEST(ControlLoop, HoldsCommandsBetweenSamples) { expect_sampled_motion(0); }
TEST(ControlLoop, DelaysCommands) { expect_sampled_motion(0.03); }
TEST(ControlLoop, DelaysCommandsByAWholeSample) { expect_sampled_motion(0.1); }

TEST(ControlLoop, SaysWhenAGoalCannotBeReached) {
  std::string text = kMass;
  text +=
      "controllers:\n  - {name: push, inputs: [cart], max: 0.1, pid: {measure: cart.travel, goal: "
      "9, kp: 3}}\n";
  const RunResult result = run(model_of(text));
  ASSERT_TRUE(result.status.ok());
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings.back().find("cannot reach its goal"), std::string::npos);
  const auto command = result.trajectory.column("push.cart.effort");
  for (const double u : command) EXPECT_EQ(u, 0.1);
}

TEST(ControlLoop, SensorsSampleAtTheirRateWithSeededNoise) {
  std::string text = kMass;
  text +=
      "sensors:\n  - {name: ruler, probe: cart, columns: [cart.travel], rate: 5, delay: 0.1, "
      "noise: 0.01, seed: 7}\n";
  const RunResult first = run(model_of(text)), second = run(model_of(text));
  ASSERT_TRUE(first.status.ok()) << first.status.message;
  const auto read = first.trajectory.column("ruler.travel"),
             again = second.trajectory.column("ruler.travel");
  const auto truth = first.trajectory.column("cart.travel");
  for (std::size_t row = 0; row < read.size(); ++row) {
    EXPECT_EQ(read[row], again[row]);
    // samples at 0, 0.2, 0.4 ... are known at 0.1, 0.3, 0.5 ...; the first one at once
    const std::size_t seen = row == 0 ? 0 : 2 * ((row - 1) / 2);
    EXPECT_NEAR(read[row], truth[seen], 0.05) << row;
    EXPECT_NE(read[row], truth[seen]);
  }
}

}  // namespace
}  // namespace cuttle
