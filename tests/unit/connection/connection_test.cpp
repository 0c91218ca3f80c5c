// A connection is a joint by other means: it must let pass what the joint of its name lets pass,
// hold the rest, and move a robot as the same joint in the tree does.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/core/joint.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"
#include "support/runs.h"
#include "unit/connection/tied_arms.h"

namespace cuttle {
namespace {

class ConnectionKinds : public ::testing::TestWithParam<ConnectionKind> {};
INSTANTIATE_TEST_SUITE_P(Table, ConnectionKinds,
                         ::testing::ValuesIn(connection_table().begin(), connection_table().end()),
                         [](const auto& kind) { return std::string(kind.param.name); });

/// The joint of the same name: relative pose and twist for coordinates and rates.
struct JointMotion {
  Pose X = Pose::identity();
  Vector6 V = Vector6::Zero();
  int nv = 0;
};

JointMotion joint_motion(const std::vector<JointStep>& steps, const VectorX& q, const VectorX& v) {
  JointMotion motion;
  int iq = 0, iv = 0;
  for (const JointStep& step : steps) {
    const Pose X = step_pose(step, q.data() + iq);
    motion.V = Ad_inv_apply(X, motion.V) + step_twist(step, v.data() + iv);
    motion.X = motion.X * X;
    iq += step_nq(step.kind);
    iv += step.nv();
  }
  motion.nv = iv;
  return motion;
}

/// A connection along a slanting axis, and the joint of its name.
struct Tilted {
  Connection connection;
  std::vector<JointStep> steps;
};

Tilted tilted(const ConnectionKind& kind) {
  Connection c;
  c.kind = find_connection_kind(kind.name);
  c.axis = Vector3(1, 2, -0.5).normalized();
  c.pitch = 0.07;
  const auto steps = make_steps(*find_joint_kind(kind.name), c.axis, {}, c.pitch);
  if (c.kind->turns == HeldTurns::cardan) {
    c.axis = steps[0].S.head<3>();
    c.axis2 = steps[1].S.head<3>();
  }
  return {c, steps};
}

TEST_P(ConnectionKinds, lets_pass_what_the_joint_lets_pass_and_holds_the_rest) {
  const auto [connection, steps] = tilted(GetParam());
  VectorX q = 0.9 * VectorX::Random(8), v = VectorX::Random(8);
  q.head<4>() = GetParam().name == "spherical" || GetParam().name == "free"
                    ? quaternion_exp(Vector3(0.4, -0.8, 0.3))
                    : Vector4(q.head<4>());
  if (GetParam().name == "helical") q[0] = 9.0;  // more than one turn
  const JointMotion motion = joint_motion(steps, q, v);
  const ConnectionRows rows = connection_rows(connection, motion.X, motion.V);
  EXPECT_EQ(rows.count, 6 - motion.nv);
  EXPECT_EQ(rows.count, connection.rows());
  EXPECT_LT(rows.gap.norm(), 1e-13);
  EXPECT_LT((rows.C * motion.V).norm(), 1e-13);

  // what is held is held: independent rows
  if (rows.count > 0) {
    EXPECT_EQ(FullLu(rows.C.topRows(rows.count)).rank(), rows.count);
  }
}

TEST_P(ConnectionKinds, the_gap_grows_with_the_rate_that_the_rows_say) {
  Connection connection;
  connection.kind = find_connection_kind(GetParam().name);
  connection.axis2 = Vector3::UnitX();
  connection.pitch = 0.07;
  // at the meeting of the frames, where the rows are the exact derivative of the gap
  Vector6 V;
  V << 0.3, -0.7, 0.2, 0.5, 0.1, -0.4;
  const auto gap_at = [&](double t) {
    return connection_rows(connection, exp_step(Vector6(t * V)).E, V).gap;
  };
  const double h = 1e-6;
  const Vector6 rate = (gap_at(h) - gap_at(-h)) / (2 * h);
  const ConnectionRows rows = connection_rows(connection, Pose::identity(), V);
  EXPECT_LT((rate - rows.C * V).norm(), 1e-9);
}

// ... and where the joint has turned and slid: there a tilt alone must not count as a slide
TEST_P(ConnectionKinds, the_gap_grows_with_that_rate_wherever_the_joint_has_moved) {
  const auto [connection, steps] = tilted(GetParam());
  VectorX q(8);
  q << 0.8, -0.6, 0.7, 0.5, -0.9, 0.4, 0.6, -0.3;
  if (GetParam().name == "spherical" || GetParam().name == "free")
    q.head<4>() = quaternion_exp(Vector3(0.4, -0.8, 0.3));
  const Pose X = joint_motion(steps, q, VectorX::Zero(8)).X;
  Vector6 V;
  V << 0.3, -0.7, 0.2, 0.5, 0.1, -0.4;
  const auto gap_at = [&](double t) {
    return connection_rows(connection, X * exp_step(Vector6(t * V)).E, V).gap;
  };
  const double h = 1e-6;
  const Vector6 rate = (gap_at(h) - gap_at(-h)) / (2 * h);
  EXPECT_LT((rate - connection_rows(connection, X, V).C * V).norm(), 1e-9);
}

// An open connection tells how far its frames are from where it would hold them: the whole way and
// the whole angle, however far that is.
TEST_P(ConnectionKinds, is_off_by_nothing_wherever_the_joint_has_moved_and_by_what_moves_it_away) {
  const auto [connection, steps] = tilted(GetParam());
  VectorX q(8);
  q << 0.8, -0.6, 0.7, 0.5, -0.9, 0.4, 0.6, -0.3;
  if (GetParam().name == "spherical" || GetParam().name == "free")
    q.head<4>() = quaternion_exp(Vector3(0.4, -0.8, 0.3));
  const Pose X = joint_motion(steps, q, VectorX::Zero(8)).X;
  const Offset none = offset_of(connection, X);
  EXPECT_LT(none.distance, 1e-14);
  EXPECT_LT(none.angle, 1e-14);

  // a little away: as the rows say
  Vector6 V;
  V << 0.3, -0.7, 0.2, 0.5, 0.1, -0.4;
  const Pose away = X * exp_step(Vector6(1e-5 * V)).E;
  const ConnectionRows rows = connection_rows(connection, away, V);
  const Offset little = offset_of(connection, away);
  EXPECT_NEAR(little.angle, rows.gap.head(rows.turns).norm(), 1e-9);
  EXPECT_NEAR(little.distance, rows.gap.segment(rows.turns, rows.count - rows.turns).norm(), 1e-9);
}

TEST(Offset, is_the_whole_way_and_the_whole_angle) {
  Connection connection;
  connection.axis = Vector3::UnitZ();
  const Pose X{exp_so3(Vector3(2.5, 0, 0)), Vector3(3, 4, 12)};
  connection.kind = find_connection_kind("fixed");
  EXPECT_NEAR(offset_of(connection, X).distance, 13, 1e-14);
  EXPECT_NEAR(offset_of(connection, X).angle, 2.5, 1e-14);
  connection.kind = find_connection_kind("cylindrical");
  EXPECT_NEAR(offset_of(connection, X).distance, 5, 1e-14);
  EXPECT_NEAR(offset_of(connection, X).angle, 2.5, 1e-14);
  connection.kind = find_connection_kind("planar");
  EXPECT_NEAR(offset_of(connection, X).distance, 12, 1e-14);
}

/// A heavy hub that turns freely, and a second body on it: behind a joint, or free and connected.
std::string pair(const std::string& kind, bool tree) {
  const std::string extra = kind == "helical" ? ", pitch: 0.05" : "";
  const std::string has_axis =
      kind == "fixed" || kind == "spherical" || kind == "free" ? "" : ", axis: [1, 2, 2]";
  const std::string second = kind == "universal" ? ", axis2: [2, 1, -2]" : "";
  const std::string joint = "{type: " + kind + has_axis + second + extra + "}";
  const std::string mount = "pose: {position: [0.1, 0.2, 0], rotation: {axis: x, angle: 40 deg}}";
  std::string text = R"(
name: pair
bodies:
  - name: hub
    joint: spherical
    rigid: {shapes: [{box: [0.3, 0.2, 0.4], density: 900, pose: {position: [0, 0.1, 0]}}]}
  - name: part
)";
  text +=
      tree ? "    parent: hub\n    " + mount + "\n    joint: " + joint + "\n" : "    joint: free\n";
  text +=
      "    rigid: {shapes: [{box: [0.5, 0.1, 0.2], density: 700, pose: {position: [0.2, 0, "
      "0.1]}}]}\n";
  if (!tree)
    text += "connections:\n  - {name: c, type: " + kind + has_axis + second + extra +
            ", a: {body: hub, " + mount + "}, b: {body: part}}\n";
  return text + "study: {type: dynamics, duration: 1}\n";
}

TEST_P(ConnectionKinds, moves_a_robot_as_the_joint_in_the_tree_does) {
  const std::string kind(GetParam().name);
  if (GetParam().rows() == 0) {
    EXPECT_NE(testing::message_of(pair(kind, false)).find("unknown type 'free'"),
              std::string::npos);
    return;
  }
  const Scenario tree = testing::scenario_of(pair(kind, true)),
                 loop = testing::scenario_of(pair(kind, false));
  State x = tree.initial;
  const VectorX v_random = VectorX::Random(tree.model.nv);
  retract(tree.model, tree.initial.q, 0.7 * VectorX::Random(tree.model.nv), x.q);
  x.v = v_random;
  Input u{VectorX::Zero(0), VectorX::Zero(0), VectorX::Zero(0)};
  Workspace ws(tree.model);
  forward_dynamics(tree.model, x, u, ws);

  // the same state, the second body on its own
  State y = loop.initial;
  y.q.head<4>() = x.q.head<4>();
  y.v.head<3>() = x.v.head<3>();
  const BodyWork& part = ws.bodies[1];
  y.q.segment<4>(4) = rotation_to_quaternion(part.X_WB.R);
  y.q.segment<3>(8) = part.X_WB.p;
  y.v.segment<6>(3) = part.V_B;
  ConstraintSolver solver(loop.model);
  EXPECT_LT(solver.gap(loop.model, u, y), 1e-13);
  Workspace free(loop.model);
  ASSERT_TRUE(solver.solve(loop.model, y, u, free).ok());
  const double size = 1 + ws.a.cwiseAbs().maxCoeff();
  EXPECT_LT((free.a.head<3>() - ws.a.head<3>()).norm(), 1e-10 * size);
  Vector6 A = part.A_B;
  A.tail<3>() += part.X_WB.R.transpose() * tree.model.gravity;
  EXPECT_LT((free.a.segment<6>(3) - A).norm(), 1e-10 * size);
}

TEST(ConstraintSolver, equals_udwadia_and_kalaba_on_a_redundant_loop) {
  // M^(1/2) a = M^(1/2) a_free + (A M^(-1/2))^+ (b - A a_free), all six rows of each connection
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/bricard.yaml"));
  const Model& model = scenario.model;
  State x = scenario.initial;
  InputSource inputs = scenario.inputs;
  Input u;
  x.t = 0.7;
  ASSERT_TRUE(inputs.evaluate(x.t, u).ok());
  ConstraintSolver solver(model);
  normalize(model, u, x.q, x.v);
  ASSERT_TRUE(solver.project(model, u, x).ok());
  Workspace ws(model);
  ASSERT_TRUE(solver.solve(model, x, u, ws).ok());

  Workspace free(model);
  forward_dynamics(model, x, u, free);
  const ConnectionMotion motion =
      connection_motion(model, free, model.connections[0], x.connections[0], true);
  const VectorX missing = -(motion.rows.C * motion.A_r + motion.rows.bias).head(5);
  std::vector<int> moving;
  for (int i = 0; i < model.nv; ++i)
    if (i != model.bodies[0].steps[0].v) moving.push_back(i);
  const MatrixX M = mass_matrix(model, x, u, free)(moving, moving);
  const MatrixX A = dense_rows(model, x, free).A(Eigen::all, moving);
  const MatrixX root = SymmetricEigen(M).inverse_root();
  const MatrixX B = A * root;
  EXPECT_EQ(ColumnQr(B, 1e-9).rank(), 4);  // of five rows
  const VectorX change = root * LeastNorm(B, 1e-9).solve(missing);
  Workspace plain(model);
  forward_dynamics(model, x, u, plain);
  const VectorX truth = plain.a(moving) + change;
  EXPECT_LT((ws.a(moving) - truth).norm(), 1e-9 * truth.norm());
}

// The projection takes full steps: five times this disturbance it does not bring back.
TEST(ConstraintSolver, leads_back_to_the_loop_from_a_small_disturbance) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/l_beam.yaml"));
  State x = scenario.initial;
  x.q += 0.01 * VectorX::Random(x.q.size());
  x.v = 0.1 * VectorX::Random(x.v.size());
  Input u{VectorX::Zero(scenario.model.nu()), VectorX::Zero(scenario.model.nu()),
          VectorX::Zero(scenario.model.nu())};
  ConstraintSolver solver(scenario.model);
  EXPECT_GT(solver.gap(scenario.model, u, x), 1e-3);
  ASSERT_TRUE(solver.project(scenario.model, u, x).ok());
  EXPECT_LT(solver.gap(scenario.model, u, x), 1e-11);
  Workspace ws(scenario.model);
  update_kinematics(scenario.model, x, u, nullptr, ws);
  EXPECT_LT(dense_rows(scenario.model, x, ws).rate.norm(), 1e-9);
}

class ConnectionStiffness : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, ConnectionStiffness,
                         ::testing::Values("fixed", "revolute", "spherical", "cylindrical",
                                           "planar"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(ConnectionStiffness, is_the_derivative_of_the_forces) {
  std::string text = kTiedArms + "study: {type: statics}\n";
  text.replace(text.find("KIND"), 4, GetParam());
  const Scenario scenario = testing::scenario_of(text);
  Model model = scenario.model;
  model.actors.push_back(std::make_shared<const ConnectionForces>());
  State x = scenario.initial;
  const Input u{VectorX(0), VectorX(0), VectorX(0)};
  Workspace ws(model);
  ws.lambda = 5 * VectorX::Random(model.connections[0].rows());
  TreeTangent tangent(model);
  tangent.linearise(model, x, u, nullptr, {1, 0, 0}, ws);
  const MatrixX K = tangent.dense(model, ws) + cross_stiffness(model, x, ws.lambda, ws);

  const VectorX d = VectorX::Random(model.nv);
  const auto force = [&](double h) {
    State y = x;
    retract(model, x.q, h * d, y.q);
    inverse_dynamics(model, y, u, nullptr, ws);
    return VectorX(ws.tau);
  };
  // Richardson: the error of the central difference falls with h^4
  const double h = 1e-3;
  const VectorX slope = (8 * (force(h) - force(-h)) - (force(2 * h) - force(-2 * h))) / (12 * h);
  EXPECT_LT((slope - K * d).norm(), 1e-8 * slope.norm());
}

/// Modules in a row: fixed joints in a tree, or free bodies that are connected.
std::string row_of_modules(int count, bool tree) {
  std::string text = "name: row\nbodies:\n";
  for (int i = 0; i < count; ++i) {
    text += "  - name: m" + std::to_string(i) + "\n";
    if (tree && i > 0)
      text += "    parent: m" + std::to_string(i - 1) +
              "\n    at: end\n    joint: {type: revolute, axis: y}\n";
    else
      text +=
          "    joint: {type: free, initial: {position: [" + std::to_string(0.3 * i) + ", 0, 0]}}\n";
    text +=
        "    rigid: {shapes: [{box: [0.3, 0.1, 0.1], density: 500, pose: {position: [0.15, 0, "
        "0]}}], frames: {end: {position: [0.3, 0, 0]}}}\n";
  }
  if (!tree) {
    text += "connections:\n";
    for (int i = 1; i < count; ++i)
      text += "  - {name: c" + std::to_string(i) + ", type: revolute, axis: y, a: {body: m" +
              std::to_string(i - 1) + ", at: end}, b: {body: m" + std::to_string(i) + "}}\n";
  }
  return text +
         "loads: [{name: push, body: m0, force: [0, 1, 20], moment: [0.3, 2, 0]}]\n"
         "study: {type: dynamics, duration: 1}\n";
}

TEST(ConstraintSolver, long_rows_are_sparse_and_still_right) {
  const int count = 20;  // 95 rows: beyond the dense solver
  const Scenario tree = testing::scenario_of(row_of_modules(count, true)),
                 loop = testing::scenario_of(row_of_modules(count, false));
  InputSource inputs = loop.inputs;
  Input u;
  ASSERT_TRUE(inputs.evaluate(0, u).ok());
  Workspace ws(tree.model), free(loop.model);
  forward_dynamics(tree.model, tree.initial, u, ws);
  ConstraintSolver solver(loop.model);
  ASSERT_TRUE(solver.solve(loop.model, loop.initial, u, free).ok());
  for (int i = 0; i < count; ++i) {
    Vector6 A = ws.bodies[size_t(i)].A_B;
    A.tail<3>() += tree.model.gravity;
    EXPECT_LT((free.a.segment<6>(6 * i) - A).norm(), 1e-7) << i;  // measured 2e-9
  }
}

}  // namespace
}  // namespace cuttle
