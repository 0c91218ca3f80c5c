// Inverse dynamics of a frame: the error of its pose obeys e'' + kd e' + kp e = 0.

#include "cuttle/control/task_space/task_space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/connection/constraint_solver.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/constants.h"
#include "cuttle/math/se3.h"
#include "cuttle/rigid/rigid.h"
#include "support/allocation_counter.h"
#include "support/cable_manipulator.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

CommandBounds no_bounds(int n) {
  return {VectorX::Constant(n, -kInfinity), VectorX::Constant(n, kInfinity)};
}

/// A goal that turns and moves in all directions.
FrameMotion wild_goal(double t) {
  const auto formula = [](const std::string& text) {
    SignalSpec spec;
    spec.kind = SignalSpec::Kind::expression;
    spec.expression = text;
    return Signal(spec);
  };
  static const FrameGoal goal({formula("0.3*sin(2*t)"), formula("0.2*cos(3*t)"), formula("t*t")},
                              {formula("0.8*sin(t)"), formula("0.5+cos(2*t)"), formula("0.6*t")});
  return goal(t);
}

/// The pose of the controlled frame at (x, u).
Pose frame_pose(const Model& model, const BodyPlace& frame, const State& x, const Input& u) {
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  return point_pose(ws, frame.body, frame.point) * Pose{Matrix3::Identity(), frame.offset};
}

/// |e'' + kd e' + kp e| by central differences along the motion that starts at x with
/// accelerations a; e(t, pose) is any measure of the error.
template <class ErrorFunction>
double error_equation(const Model& model, const BodyPlace& frame, const State& x, const Input& u,
                      const VectorX& a, double kp, double kd, const ErrorFunction& e) {
  const auto at = [&](double h) {
    State moved = x;
    moved.t += h;
    retract(model, x.q, h * x.v + 0.5 * h * h * a, moved.q);
    return e(moved.t, frame_pose(model, frame, moved, u));
  };
  const auto terms = [&](double h) {
    const auto before = at(-h), now = at(0), after = at(h);
    return ((after - 2 * now + before) / (h * h) + kd * (after - before) / (2 * h) + kp * now)
        .eval();
  };
  const double h = 1e-3;
  return ((4 * terms(h) - terms(2 * h)) / 3).norm();
}

Vector6 pose_error(double t, const Pose& X_WF) {
  return log_se3(X_WF.inverse() * wild_goal(t).X_WG);
}
Vector3 place_error(double t, const Pose& X_WF) { return wild_goal(t).X_WG.p - X_WF.p; }

/// A box that six efforts move; the frame to lead is somewhere on it.
struct FreeBox {
  Model model;
  BodyPlace frame{.body = 0, .point = 1, .offset = Vector3(0.1, -0.2, 0.05)};
  std::vector<int> inputs = {0, 1, 2, 3, 4, 5};

  FreeBox() {
    const Pose mount{exp_so3(Vector3(0.4, 1, -0.3)), Vector3(0.2, 0.1, -0.1)};
    add_body(model,
             std::make_shared<Rigid>(solid_box(2, Vector3(0.3, 0.2, 0.1)), std::vector{mount}),
             "free");
    model.bodies[0].steps[0].effort_input = 0;
    model.inputs.resize(6);
  }
};

State random_motion(Random& random, const Model& model, double size) {
  State x = rest_state(model);
  const VectorX q = x.q;
  retract(model, q, random.vector(model.nv, size), x.q);
  x.v = random.vector(model.nv, size);
  x.t = random.uniform(0, 2);
  return x;
}

TEST(TaskSpace, ErrorOfAFreeBodyDiesOutAsAsked) {
  Random random(1);
  const FreeBox box;
  const TaskSpaceOptions options{.kp = 9, .kd = 5, .weight = Vector6::Ones(), .effort = 0};
  TaskSpace law(box.model, box.frame, box.inputs, wild_goal, options, no_bounds(6));
  Workspace ws(box.model);
  for (int i = 0; i < 30; ++i) {
    const State x = random_motion(random, box.model, 1);
    Input u = zero_input(box.model);
    u.u = random.vector(6);  // what acts now does not matter
    VectorX commands(6);
    ASSERT_TRUE(law.command({box.model, x, u, {}, ws}, {commands.data(), 6}).ok());
    u.u = commands;
    forward_dynamics(box.model, x, u, ws);
    // measured 6e-9
    EXPECT_LT(error_equation(box.model, box.frame, x, u, ws.a, 9, 5, pose_error), 1e-6) << i;
    // and it is not so with accelerations that are 1 % off; measured 0.09 to 0.8
    EXPECT_GT(error_equation(box.model, box.frame, x, u, 0.99 * ws.a, 9, 5, pose_error), 1e-2);
    double told[3];
    law.tell(told);
    EXPECT_NEAR(told[0], place_error(x.t, frame_pose(box.model, box.frame, x, u)).norm(), 1e-14);
    EXPECT_EQ(told[2], 0);
  }
}

TEST(TaskSpace, PositionAloneDiesOutInTheWorld) {
  Random random(2);
  const FreeBox box;
  TaskSpaceOptions options{.kp = 4, .kd = 3, .weight = Vector6::Ones(), .effort = 1e-9};
  options.weight.head<3>().setZero();
  TaskSpace law(box.model, box.frame, box.inputs, wild_goal, options, no_bounds(6));
  Workspace ws(box.model);
  for (int i = 0; i < 20; ++i) {
    const State x = random_motion(random, box.model, 1);
    Input u = zero_input(box.model);
    VectorX commands(6);
    ASSERT_TRUE(law.command({box.model, x, u, {}, ws}, {commands.data(), 6}).ok());
    u.u = commands;
    forward_dynamics(box.model, x, u, ws);
    EXPECT_LT(error_equation(box.model, box.frame, x, u, ws.a, 4, 3, place_error), 1e-6) << i;
  }
}

TEST(TaskSpace, SoftArmWithSixCables) {
  Random random(3);
  const CableManipulator arm = cable_manipulator(-1, 300);
  Model model = arm.model;
  model.gravity = Vector3(0, 0, -9.81);
  const TaskSpaceOptions options{.kp = 25, .kd = 10, .weight = Vector6::Ones(), .effort = 0};
  TaskSpace law(model, arm.tip, arm.inputs, wild_goal, options, no_bounds(6));
  Workspace ws(model);
  ws.skip_passive_points();
  for (int i = 0; i < 10; ++i) {
    const State x = random_motion(random, model, 2);
    Input u = zero_input(model);
    VectorX commands(6);
    ASSERT_TRUE(law.command({model, x, u, {}, ws}, {commands.data(), 6}).ok());
    EXPECT_FALSE(ws.bodies[0].passive_points);
    u.u = commands;
    Workspace other(model);
    forward_dynamics(model, x, u, other);
    // far from the goal accelerations are huge, and the error of differences with them; measured
    // 1e-4
    const double size = 1 + pose_error(x.t, frame_pose(model, arm.tip, x, u)).norm();
    EXPECT_LT(error_equation(model, arm.tip, x, u, other.a, 25, 10, pose_error), 1e-3 * size) << i;
  }
}

// a box tied to another one that the efforts move: the tie is in the law
TEST(TaskSpace, FeelsConnections) {
  Random random(4);
  FreeBox box;
  add_body(box.model,
           std::make_shared<Rigid>(solid_box(1, Vector3(0.1, 0.2, 0.2)),
                                   std::vector<Pose>{Pose::identity()}),
           "free");
  box.frame = {.body = 1, .point = 1, .offset = Vector3(0.05, 0, 0.1)};
  Connection tie;
  tie.name = "tie";
  tie.kind = find_connection_kind("fixed");
  tie.a = {.body = 0, .point = 1};
  tie.b = {.body = 1, .point = 0};
  box.model.connections.push_back(tie);
  const Model& model = box.model;
  const TaskSpaceOptions options{.kp = 9, .kd = 5, .weight = Vector6::Ones(), .effort = 0};
  TaskSpace law(model, box.frame, box.inputs, wild_goal, options, no_bounds(6));
  ConstraintSolver constraints(model);
  Workspace ws(model);
  for (int i = 0; i < 10; ++i) {
    State x = random_motion(random, model, 0.5);
    x.connections[0].closed = true;
    Input u = zero_input(model);
    ASSERT_TRUE(constraints.project(model, u, x).ok());
    VectorX commands(6);
    ASSERT_TRUE(law.command({model, x, u, {}, ws}, {commands.data(), 6}).ok());
    u.u = commands;
    ASSERT_TRUE(constraints.solve(model, x, u, ws).ok());
    EXPECT_LT(error_equation(model, box.frame, x, u, ws.a, 9, 5, pose_error), 1e-5) << i;
  }
}

TEST(TaskSpace, KeepsBoundsAndNeverAllocates) {
  Random random(5);
  const CableManipulator arm = cable_manipulator();
  const CommandBounds bounds{VectorX::Zero(6), VectorX::Constant(6, 50)};
  TaskSpace law(arm.model, arm.tip, arm.inputs, circle_goal(0.4), {}, bounds);
  Workspace ws(arm.model);
  const Input u = zero_input(arm.model);
  State x = random_motion(random, arm.model, 1);
  VectorX commands(6);
  ASSERT_TRUE(law.command({arm.model, x, u, {}, ws}, {commands.data(), 6}).ok());
  long allocations = 0;
  for (int i = 0; i < 50; ++i) {
    x = random_motion(random, arm.model, 1);
    AllocationCounter counter;
    const bool ok = law.command({arm.model, x, u, {}, ws}, {commands.data(), 6}).ok();
    allocations += counter.count();
    ASSERT_TRUE(ok);
    EXPECT_GE(commands.minCoeff(), 0);
    EXPECT_LE(commands.maxCoeff(), 50);
    double told[3];
    law.tell(told);
    EXPECT_EQ(told[2], (commands.array() == 50).count());
  }
  EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace cuttle::testing
