// Contact inside an implicit stage: the end of the stage obeys the laws of motion and of friction,
// whatever the stiffness, in a number of iterations that does not depend on it.

#include "cuttle/contact/contact_solver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/mechanical_system.h"
#include "support/allocation_counter.h"
#include "support/run_integrator.h"

namespace cuttle {
namespace {

/// A box that slides over a floor, pushed down by its weight; its corners carry the load.
std::string box_text(double stiffness, const std::string& friction, double sinking) {
  return fmt::format(R"(
name: box
bodies:
  - name: box
    joint: {{type: free, initial: {{position: [0, 0, {:.17g}]}}, velocity: [0.1, -0.2, 0.3, 0.5, 0.1, -0.05]}}
    rigid: {{shapes: [{{box: [0.4, 0.3, 0.2], mass: 2}}]}}
obstacles: [{{name: floor, plane: {{normal: [0, 0, 1]}}}}]
contacts: [{{name: c, between: [floor, box], stiffness: {}, damping: {}{}}}]
study: {{type: dynamics, duration: 1}}
)",
                     0.1 - sinking, stiffness, 0.6 * std::sqrt(2 * stiffness), friction);
}

/// A soft cantilever whose tip comes to lie on a floor.
const std::string kSaggingRod = R"(
name: sagging
bodies:
  - name: rod
    rod: {length: 0.4, section: {shape: circle, radius: 10 mm}, material: {young: 0.5 MPa, density: 1000, viscosity: 10 kPa s}, strain: {torsion: 0, bend_y: 2, bend_z: 1}}
obstacles: [{name: floor, plane: {normal: [0, 0, 1], point: [0, 0, -0.1]}}]
contacts: [{name: c, between: [floor, rod], stiffness: 2000, damping: 5, friction: 0.4}]
study: {type: dynamics, duration: 1}
)";

/// A pendulum with friction in its joint, which slides and sticks, and a slider on its stop.
const std::string kRubbingJoints = R"(
name: joints
bodies:
  - name: a
    joint: {type: revolute, axis: y, velocity: 5, friction: 0.5, kinetic_friction: 0.3}
    rigid: {mass: 1, center: [0.2, 0, 0], inertia: [0.001, 0.05, 0.05]}
  - name: b
    parent: a
    joint: {type: prismatic, axis: y, effort: -20, damping: 5, friction: 1, limits: [0, 2]}
    rigid: {mass: 0.5, inertia: [0.01, 0.01, 0.01]}
study: {type: dynamics, duration: 1}
)";

/// Two rods, tied at their tips, that hang over a floor and touch it with their middle.
std::string loop_text(double stiffness) {
  return fmt::format(R"(
name: loop
bodies:
  - name: left
    pose: {{position: [0, 0, 0.115], rotation: {{axis: y, angle: 15 deg}}}}
    joint: {{type: revolute, axis: y}}
    rod: {{length: 0.4, section: {{shape: circle, radius: 10 mm}}, material: {{young: 0.2 MPa, density: 1000, viscosity: 3 kPa s}}, strain: {{bend_y: 2, stretch: 0}}, quadrature: 5}}
  - name: right
    pose: {{position: [0.7727, 0, 0.115], rotation: {{axis: y, angle: 165 deg}}}}
    joint: {{type: revolute, axis: y}}
    rod: {{length: 0.4, section: {{shape: circle, radius: 10 mm}}, material: {{young: 0.2 MPa, density: 1000, viscosity: 3 kPa s}}, strain: {{bend_y: 2, stretch: 0}}, quadrature: 5}}
connections: [{{name: tie, type: revolute, axis: y, a: {{body: left, at: tip}}, b: {{body: right, at: tip}}}}]
obstacles: [{{name: floor, plane: {{normal: [0, 0, 1], point: [0, 0, 0]}}}}]
contacts: [{{name: c, between: [floor, [left, right]], stiffness: {}, damping: 5, friction: 0.4}}]
study: {{type: dynamics, duration: 1}}
)",
                     stiffness);
}

struct Robot {
  explicit Robot(const std::string& text)
      : scenario(build(parse_scenario(text, "x.yaml"))),
        inputs(scenario.inputs),
        system(scenario.model, [this](double t, Input& u) { return inputs.evaluate(t, u); }),
        x(scenario.initial) {
    system.set_connections(x.connections);
    system.accept(0, x.q, x.v);
    system.get_memory(x);
  }

  Scenario scenario;
  InputSource inputs;
  MechanicalSystem system;
  State x;
};

struct Stage {
  double t = 0;
  VectorX q, v, a, power, q_weight, v_weight;
  StageResult result;

  /// One step of backward Euler from the state of the robot.
  Stage(Robot& robot, double h)
      : t(h),
        q(robot.x.q),
        v(robot.x.v),
        a(VectorX::Zero(v.size())),
        power(kWorkKinds),
        q_weight(VectorX::Constant(q.size(), 1e10)),
        v_weight(VectorX::Constant(v.size(), 1e10)) {
    StageRequest request;
    request.t = t;
    request.q_bar = &robot.x.q;
    request.v_bar = &robot.x.v;
    request.gamma = h;
    request.beta = h * h;
    request.q_weight = &q_weight;
    request.v_weight = &v_weight;
    request.tolerance = 1;
    request.max_iterations = 60;
    result = robot.system.solve_stage(request, q, v, a, power);
  }
};

/// What is missing to equilibrium at the end of a stage, over the weight; with the law as springs
/// have it, not as the solver of contacts found it.
double stage_imbalance(const Robot& robot, const Stage& stage, Workspace& ws) {
  State end = robot.x;
  end.t = stage.t;  // bristles that slide depend on it
  end.q = stage.q;
  end.v = stage.v;
  ws.contact.within_stage = true;
  Input u;
  InputSource inputs = robot.inputs;
  EXPECT_TRUE(inputs.evaluate(0, u).ok());
  inverse_dynamics(robot.scenario.model, end, u, stage.a.data(), ws);
  return ws.tau.norm() / 20;
}

class ContactStages : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Friction, ContactStages,
                         ::testing::Values("", ", friction: 0.2", ", friction: 1.2",
                                           ", friction: {static: 0.5, kinetic: 0.3}"),
                         [](const auto& one) { return "case" + std::to_string(one.index); });

TEST_P(ContactStages, end_in_balance_whatever_the_stiffness) {
  int least = 1000, most = 0;
  for (const double stiffness : {1e3, 1e5, 1e7, 1e9}) {
    Robot robot(box_text(stiffness, GetParam(), 20 / stiffness / 4));
    const Stage stage(robot, 5e-3);
    ASSERT_TRUE(stage.result.status.ok()) << stiffness << ' ' << stage.result.status.message;
    Workspace ws(robot.scenario.model);
    // forces are stiffness times depth, and the stage is solved to 5e-13 m
    EXPECT_LT(stage_imbalance(robot, stage, ws), 1e-7 + 1e-12 * stiffness) << stiffness;
    int closed = 0;
    for (const Contact& c : ws.contact.contacts) closed += c.closed();
    EXPECT_GE(closed, 2);
    least = std::min(least, stage.result.iterations);
    most = std::max(most, stage.result.iterations);
  }
  EXPECT_LE(most, 6);  // measured 3 to 5
  EXPECT_LE(most - least, 2);
}

// with a loop of connections: the columns of the contacts pass through it
TEST(ContactSolver, works_under_connections) {
  for (const double stiffness : {1e4, 1e8}) {
    Robot robot(loop_text(stiffness));
    double gap = 0, normal = 0;
    IntegratorOptions options;
    options.step = 2.5e-3;
    const auto method = testing::make_integrator("implicit", robot.system, options);
    ASSERT_TRUE(method->init(0, robot.x.q, robot.x.v).ok());
    Workspace ws(robot.scenario.model);
    Input u;
    ASSERT_TRUE(robot.inputs.evaluate(0, u).ok());
    while (method->t() < 3) {
      const Status status = method->step(3);
      ASSERT_TRUE(status.ok()) << status.message << ' ' << status.t;
      robot.system.accept(method->t(), method->q(), method->v());
      State x = robot.x;
      x.q = method->q();
      x.v = method->v();
      gap = std::max(gap, robot.system.constraints()->gap(robot.scenario.model, u, x));
      robot.system.get_memory(x);
      update_kinematics(robot.scenario.model, x, u, nullptr, ws);
      update_contacts(robot.scenario.model, x, ws);
      normal = 0;
      for (const Contact& c : ws.contact.contacts) normal += c.normal;
    }
    EXPECT_LT(gap, 1e-8);                           // measured 2e-14 and 2e-13
    EXPECT_NEAR(normal, 0.524, 0.01) << stiffness;  // 0.521 and 0.527: the softer one sinks in
    EXPECT_LT(method->v().norm(), 1e-6);
  }
}

TEST(ContactSolver, tells_when_a_contact_opened_or_closed) {
  const auto kinked = [](double sinking, double rate) {
    Robot robot(box_text(1e5, "", sinking));
    robot.x.v.setZero();
    robot.system.accept(0, robot.x.q, robot.x.v);
    robot.x.v[5] = rate;
    const Stage stage(robot, 5e-3);
    EXPECT_TRUE(stage.result.status.ok());
    return stage.result.kinked;
  };
  EXPECT_FALSE(kinked(1e-4, 0));      // stays closed
  EXPECT_TRUE(kinked(-1e-4, -0.5));   // closes
  EXPECT_TRUE(kinked(1e-5, 1));       // opens
  EXPECT_FALSE(kinked(-1e-2, -0.5));  // too far away
}

// a stage does not depend on the stages before it
TEST(ContactSolver, forgets_the_last_stage) {
  const std::string text = box_text(1e6, ", friction: 0.3", 1e-5);
  Robot fresh(text), used(text);
  const State start = used.x;
  for (const double lift : {0.0, 0.3}) {
    used.x.q[6] = start.q[6] + lift;
    used.x.v[3] = 2;
    const Stage other(used, 3e-3);
    EXPECT_TRUE(other.result.status.ok());
  }
  used.x = start;
  used.system.set_memory(start);
  const Stage a(fresh, 5e-3), b(used, 5e-3);
  ASSERT_TRUE(a.result.status.ok() && b.result.status.ok());
  EXPECT_LT((a.a - b.a).norm(), 1e-9 * a.a.norm());
  EXPECT_LT((a.q - b.q).norm(), 1e-12);
}

class ContactAllocations : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, ContactAllocations,
                         ::testing::Values("dopri5", "implicit", "generalized_alpha"),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(ContactAllocations, steps_do_not_allocate) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  for (const std::string& text :
       {box_text(1e4, ", friction: 0.5", 5e-4), kSaggingRod, kRubbingJoints}) {
    Robot robot(text);
    IntegratorOptions options;
    if (std::string(GetParam()) != "dopri5") options.step = 2e-3;
    const auto method = testing::make_integrator(GetParam(), robot.system, options);
    ASSERT_TRUE(method->init(0, robot.x.q, robot.x.v).ok());
    bool ok = true;
    const auto advance = [&](double until) {
      while (ok && method->t() < until) {
        ok = method->step(until).ok();
        robot.system.accept(method->t(), method->q(), method->v());
      }
    };
    advance(0.6);  // it has come to lie
    ASSERT_TRUE(ok);
    State memory;
    robot.system.get_memory(memory);
    ASSERT_GT(memory.contacts.size() + memory.joint_contacts.size(), 0u);
    const testing::AllocationCounter counter;
    advance(0.8);
    EXPECT_EQ(counter.count(), 0);
    EXPECT_TRUE(ok);
  }
}

}  // namespace
}  // namespace cuttle
