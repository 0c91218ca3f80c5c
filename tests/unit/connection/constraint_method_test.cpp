// Three ways to keep connections closed. The pseudo-inverse of whole matrices must give the
// accelerations of the sweeps; Baumgarte's terms must let a gap die out as they promise.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <fstream>
#include <sstream>

#include "cuttle/compile/compile.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/udwadia_kalaba.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/so3.h"
#include "cuttle/motion/mechanical_system.h"
#include "cuttle/study/run.h"
#include "support/allocation_counter.h"
#include "support/runs.h"
#include "unit/connection/tied_arms.h"

namespace cuttle {
namespace {

/// Two modules of any shape, spinning; the dock is anywhere on both.
const std::string kModules = R"(
name: modules
bodies:
  - name: m
    joint: {type: free, initial: {position: [0.3, -0.2, 1], rotation: {axis: [1, 2, -1], angle: 110 deg}}, velocity: [1.1, 0.4, -0.7, 0.3, 0, 2]}
    rigid: {mass: 3, center: [0.02, -0.05, 0.1], inertia: [0.05, 0.07, 0.06, 0.01, -0.005, 0.012]}
  - name: n
    joint: {type: free, initial: {position: [0, 0.22, 0.86], rotation: {axis: [0.35, 0, 0.46], angle: 160 deg}}, velocity: [-0.4, 0.8, 0.3, 1, 2, -1]}
    rigid: {mass: 0.7, center: [-0.1, 0, 0.03], inertia: [0.004, 0.007, 0.005, -0.001, 0, 0.001]}
connections:
  - {name: dock, type: KIND, a: {body: m, pose: {position: [0.2, 0.1, -0.3], rotation: {axis: [1, 0, 2], angle: 70 deg}}}, b: {body: n, pose: {position: [-0.1, 0.05, 0.2], rotation: {axis: [0, 1, 1], angle: -130 deg}}}}
loads: [{name: push, body: n, force: [1, -3, 2], moment: [0.1, 0.2, -0.3]}]
probes: [{name: m, frame: m, record: [position, rotation]}, {name: n, frame: n}, {name: dock, connection: dock}]
study: {type: dynamics, duration: 2, output_step: 0.1, STUDY}
)";

const std::string kRods = kTiedArms + "study: {type: dynamics, duration: 0.2}\n";

std::string with(std::string text, const std::string& word, const std::string& value) {
  return text.replace(text.find(word), word.size(), value);
}

/// The largest distance of the two accelerations, relative to their size, at a moving state on the
/// loops. They must not be the same numbers: that would be the same algorithm.
void expect_same_acceleration(Scenario scenario, double t) {
  const Model& model = scenario.model;
  Input u;
  ASSERT_TRUE(scenario.inputs.evaluate(t, u).ok());
  State x = scenario.initial;
  x.t = t;
  x.v += 0.5 * VectorX::Random(model.nv);
  normalize(model, u, x.q, x.v);
  ConstraintSolver solver(model);
  ASSERT_TRUE(solver.project(model, u, x).ok());
  ASSERT_TRUE(solver.project(model, u, x).ok());

  Workspace fast(model), dense(model);
  ASSERT_TRUE(solver.solve(model, x, u, fast).ok());
  ASSERT_TRUE(udwadia_kalaba(model, x, u, dense).ok());
  const double error = (fast.a - dense.a).cwiseAbs().maxCoeff();
  const double size = std::max(1.0, fast.a.cwiseAbs().maxCoeff());
  EXPECT_LT(error, 1e-9 * size);
  EXPECT_GT(error, 0);

  // the constraint did something
  Workspace free(model);
  forward_dynamics(model, x, u, free);
  EXPECT_GT((free.a - dense.a).norm(), 1e-3 * size);
}

class PseudoInverseKinds : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, PseudoInverseKinds,
                         ::testing::Values("fixed", "revolute", "prismatic", "universal",
                                           "spherical", "cylindrical", "planar"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(PseudoInverseKinds, accelerates_modules_as_the_sweeps_do) {
  expect_same_acceleration(
      testing::scenario_of(with(with(kModules, "KIND", GetParam()), "STUDY", "method: dopri5")), 0);
}

TEST_P(PseudoInverseKinds, accelerates_a_loop_of_rods_as_the_sweeps_do) {
  expect_same_acceleration(testing::scenario_of(with(kRods, "KIND", GetParam())), 0);
}

/// The linkage of the model file, its crank no longer at constant speed.
Scenario uneven_four_bar() {
  std::ifstream file(CUTTLE_MODELS "/four_bar.yaml");
  std::stringstream text;
  text << file.rdbuf();
  ScenarioSpec spec =
      parse_scenario(with(text.str(), "2*pi*t", "2*pi*t + 0.3*sin(5*t)"), "four_bar.yaml");
  return build(spec);
}

TEST(PseudoInverse, accelerates_redundant_linkages_as_the_sweeps_do) {
  expect_same_acceleration(build(read_scenario(CUTTLE_MODELS "/four_bar.yaml")), 0.3);
  expect_same_acceleration(uneven_four_bar(), 0.3);
  expect_same_acceleration(build(read_scenario(CUTTLE_MODELS "/bricard.yaml")), 0.7);
}

// On the loop the quadratic terms of the seven rows cancel, so they are looked at off it: the rows
// are the derivative of the displacement and of the quaternion, and b that of the rows.
TEST(PseudoInverse, has_the_seven_rows_that_differentiation_gives) {
  const Scenario scenario =
      testing::scenario_of(with(with(kModules, "KIND", "fixed"), "STUDY", "method: dopri5"));
  const Model& model = scenario.model;
  const Connection& dock = model.connections[0];
  State x = scenario.initial;
  retract(model, scenario.initial.q, 0.4 * VectorX::Random(model.nv), x.q);
  x.v = VectorX::Random(model.nv);
  InputSource inputs = scenario.inputs;
  Input u;
  ASSERT_TRUE(inputs.evaluate(0, u).ok());
  Workspace ws(model);
  const auto move = [&](double t) {
    State y = x;
    retract(model, x.q, t * x.v, y.q);
    update_kinematics(model, y, u, nullptr, ws);
    return y;
  };
  const auto gap = [&](double t) {
    const State y = move(t);
    const ConnectionMotion m = connection_motion(model, ws, dock, y.connections[0], false);
    Vector4 u_B = rotation_to_quaternion(m.b.X_WM.R);
    u_B.tail<3>() *= -1;
    VectorX c(7);
    c << m.a.X_WM.p - m.b.X_WM.p, quaternion_multiply(u_B, rotation_to_quaternion(m.a.X_WM.R));
    return c;
  };
  const auto rate = [&](double t) {
    const State y = move(t);
    return VectorX(acceleration_rows(model, y, ws).A * x.v);
  };
  const double h = 1e-5;
  move(0);
  const AccelerationRows rows = acceleration_rows(model, x, ws);
  ASSERT_EQ(rows.A.rows(), 7);
  EXPECT_EQ(FullLu(rows.A).rank(), 6);
  const VectorX v = (gap(h) - gap(-h)) / (2 * h), b = -(rate(h) - rate(-h)) / (2 * h);
  EXPECT_LT((rows.A * x.v - v).norm(), 1e-8);
  EXPECT_LT((rows.b - b).norm(), 1e-8);
  EXPECT_GT(rows.b.head(3).norm(), 0.1);
  EXPECT_GT(rows.b.tail(4).norm(), 0.1);
}

TEST(PseudoInverse, gives_the_drives_and_the_connection_their_forces) {
  // single pins of a plane are not unique, but the drive of the crank is, and so is a plain dock
  Scenario bar = uneven_four_bar();
  State x = bar.initial;
  Input u;
  x.t = 0.3;
  ASSERT_TRUE(bar.inputs.evaluate(x.t, u).ok());
  normalize(bar.model, u, x.q, x.v);
  ConstraintSolver solver(bar.model);
  ASSERT_TRUE(solver.project(bar.model, u, x).ok());
  Workspace fast(bar.model), dense(bar.model);
  ASSERT_TRUE(solver.solve(bar.model, x, u, fast).ok());
  ASSERT_TRUE(udwadia_kalaba(bar.model, x, u, dense).ok());
  const Vector6 F = fast.steps[0][0].F;
  EXPECT_LT((F - dense.steps[0][0].F).norm(), 1e-9 * F.norm());

  const Scenario pair =
      testing::scenario_of(with(with(kModules, "KIND", "fixed"), "STUDY", "rtol: 1e-6"));
  const Input push = [&] {
    Input given;
    InputSource inputs = pair.inputs;
    EXPECT_TRUE(inputs.evaluate(0, given).ok());
    return given;
  }();
  ConstraintSolver docked(pair.model);
  Workspace a(pair.model), b(pair.model);
  ASSERT_TRUE(docked.solve(pair.model, pair.initial, push, a).ok());
  ASSERT_TRUE(udwadia_kalaba(pair.model, pair.initial, push, b).ok());
  EXPECT_LT((a.lambda - b.lambda).norm(), 1e-9 * a.lambda.norm());
}

class PseudoInverseRuns : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, PseudoInverseRuns, ::testing::Values("dopri5", "bdf"),
                         [](const auto& method) { return std::string(method.param); });

TEST_P(PseudoInverseRuns, go_where_the_default_goes_and_stay_closed) {
  const std::string text = with(kModules, "KIND", "fixed");
  const std::string study = std::string("rtol: 1e-9, atol: 1e-11, method: ") + GetParam();
  const RunResult fast = run(testing::scenario_of(with(text, "STUDY", study)));
  const RunResult dense =
      run(testing::scenario_of(with(text, "STUDY", study + ", constraints: udwadia_kalaba")));
  ASSERT_TRUE(fast.status.ok() && dense.status.ok()) << dense.status.message;
  // the two runs are of the same tolerance
  for (const char* name : {"m.x", "m.y", "m.z", "m.qx", "n.x", "n.z"})
    EXPECT_NEAR(fast.trajectory.column(name).back(), dense.trajectory.column(name).back(), 1e-6)
        << name;
  for (const double gap : dense.trajectory.column("dock.gap")) EXPECT_LT(gap, 1e-8);
  for (const double tilt : dense.trajectory.column("dock.tilt")) EXPECT_LT(tilt, 1e-8);
}

TEST(PseudoInverse, a_driven_linkage_stays_closed_over_many_turns) {
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/four_bar.yaml");
  spec.expect.clear();
  spec.figures.clear();
  spec.study.duration = 20;
  spec.study.constraints = ConstraintMethod::udwadia_kalaba;
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  for (const double gap : result.trajectory.column("pin.gap")) EXPECT_LT(gap, 1e-8);
  // 20 turns: the rocker is back where the law of cosines puts it
  EXPECT_NEAR(result.trajectory.column("rocker.angle").back(), 1.5707963267949, 1e-8);
}

std::string refusal(const std::string& study) {
  try {
    run(testing::scenario_of(with(with(kModules, "KIND", "fixed"), "STUDY", study)));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PseudoInverse, refuses_implicit_stages) {
  EXPECT_EQ(refusal("method: implicit, step: 0.01, constraints: udwadia_kalaba"),
            "test.yaml:14:99: error: study.constraints: udwadia_kalaba cannot solve the stages of "
            "method implicit\n"
            "  hint: use method: dopri5 or bdf, or constraints: projection\n"
            "1 error; nothing was run.");
  EXPECT_NE(refusal("method: generalized_alpha, step: 0.01, constraints: udwadia_kalaba")
                .find("cannot solve the stages of method generalized_alpha"),
            std::string::npos);
  EXPECT_NE(refusal("constraints: udwadia_kalaba, baumgarte_rate: 3").find("baumgarte_rate"),
            std::string::npos);
}

/// A pair that spins as one, its dock pulled apart by 1 cm or turned by 0.2 rad.
Scenario pulled_apart(const std::string& study, const Vector3& shift, const Vector3& turn) {
  Scenario scenario = testing::scenario_of(R"(
name: pair
gravity: [0, 0, 0]
bodies:
  - name: m
    joint: free
    rigid: {mass: 3, center: [0.02, -0.05, 0.1], inertia: [0.05, 0.07, 0.06, 0.01, -0.005, 0.012]}
  - name: n
    joint: free
    rigid: {mass: 0.7, center: [-0.1, 0, 0.03], inertia: [0.004, 0.007, 0.005, -0.001, 0, 0.001]}
connections:
  - {name: dock, type: fixed, a: {body: m}, b: {body: n}}
probes: [{name: dock, connection: dock}]
study: {type: dynamics, duration: 0.5, output_step: 0.05, constraints: baumgarte, )" +
                                           study + "}\n");
  State& x = scenario.initial;
  x.q.segment<4>(7) = quaternion_exp(turn);
  x.q.segment<3>(11) = shift;
  if (turn.isZero(0)) {
    // one motion of both: no relative velocity, no relative rotation
    const Vector3 omega(0.7, -0.4, 1.1), v(0.2, 0.1, -0.3);
    x.v << omega, v, omega, v + omega.cross(shift);
  }
  return scenario;
}

struct BaumgarteCase {
  const char* name;
  const char* method;
  double error;  // of the gap, relative to its first value
};

class Baumgarte : public ::testing::TestWithParam<BaumgarteCase> {};
INSTANTIATE_TEST_SUITE_P(
    Methods, Baumgarte,
    ::testing::Values(BaumgarteCase{"dopri5", "method: dopri5, rtol: 1e-9, atol: 1e-11", 1e-6},
                      BaumgarteCase{"bdf", "method: bdf, rtol: 1e-8, atol: 1e-11", 1e-4},
                      BaumgarteCase{"adams", "method: adams, rtol: 1e-8, atol: 1e-11", 1e-4},
                      BaumgarteCase{"implicit", "method: implicit, step: 1e-3", 1e-6},
                      BaumgarteCase{"generalized_alpha", "method: generalized_alpha, step: 1e-4",
                                    1e-4}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_P(Baumgarte, lets_gaps_die_out_like_the_critical_oscillator) {
  for (const double rate : {20.0, 8.0}) {
    const std::string study =
        GetParam().method + std::string(rate == 20 ? "" : ", baumgarte_rate: 8");
    const auto expect_decay = [&](const Scenario& scenario, const char* column, double first) {
      const RunResult result = run(scenario);
      ASSERT_TRUE(result.status.ok()) << result.status.message;
      const auto gap = result.trajectory.column(column), t = result.trajectory.axis();
      ASSERT_GT(gap.size(), 10u);
      for (std::size_t i = 0; i < gap.size(); ++i) {
        const double truth = first * (1 + rate * t[i]) * std::exp(-rate * t[i]);
        EXPECT_NEAR(gap[i], truth, GetParam().error * first) << column << " at " << t[i];
      }
    };
    expect_decay(pulled_apart(study, Vector3(0, 0.01, 0), Vector3::Zero()), "dock.gap", 0.01);
    expect_decay(pulled_apart(study, Vector3::Zero(), Vector3(0, 0, 0.2)), "dock.tilt", 0.2);
  }
}

TEST(BaumgarteStage, converges_where_the_step_is_longer_than_the_decay) {
  // rate * step = 5: the terms are far stiffer than the motion
  const std::string study = "method: implicit, step: 0.05, baumgarte_rate: 100";
  const RunResult result = run(pulled_apart(study, Vector3(0, 0.01, 0), Vector3::Zero()));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_EQ(result.solver.steps, 10);
  EXPECT_EQ(result.solver.rejected, 0);
  EXPECT_LT(result.trajectory.column("dock.gap").back(), 1e-4);
}

// what every step calls: accelerations, and the way back
void expect_no_allocation(const Scenario& scenario, ConstraintMethod method) {
  InputSource inputs = scenario.inputs;
  MechanicalSystem system(scenario.model,
                          [&](double t, Input& u) { return inputs.evaluate(t, u); });
  system.set_connections(scenario.initial.connections);
  system.set_constraints(method, 20);
  VectorX q = scenario.initial.q, v = scenario.initial.v, a(v.size()), power(kWorkKinds);
  const auto evaluate = [&] {
    EXPECT_TRUE(system.acceleration(0.1, q, v, a, power).ok());
    system.normalize(0.1, q, v);
  };
  for (int k = 0; k < 3; ++k) evaluate();
  const testing::AllocationCounter counter;
  for (int k = 0; k < 10; ++k) evaluate();
  EXPECT_EQ(counter.count(), 0);
}

// rows that are independent: Eigen's eigenvalues of redundant ones have memory of their own
TEST(ConstraintMethods, of_the_sweeps_never_allocate_after_warm_up) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  const std::string modules = with(with(kModules, "KIND", "fixed"), "STUDY", "method: dopri5");
  for (const auto method : {ConstraintMethod::projection, ConstraintMethod::baumgarte}) {
    expect_no_allocation(testing::scenario_of(modules), method);
    expect_no_allocation(testing::scenario_of(with(kRods, "KIND", "fixed")), method);
  }
}

// A four-bar linkage of a size, at the end of a boom of a length.
std::string linkage(double size, double boom, const std::string& study, double velocity = 4) {
  const auto bar = [size](double length) {
    return fmt::format(
        "rigid: {{mass: 1e-3, inertia: [{0}, {0}, {0}], frames: {{end: {{position: [{1}, 0, "
        "0]}}}}}}",
        1e-3 * size * size, length * size);
  };
  return fmt::format(
      "gravity: [0, 0, 0]\nbodies:\n"
      "  - {{name: boom, rigid: {{mass: 0}}}}\n"
      "  - {{name: ground, parent: boom, pose: {{position: [{0}, {0}, 0], rotation: {{axis: x, "
      "angle: 0.4}}}}, rigid: {{mass: 0}}}}\n"
      "  - {{name: crank, parent: ground, joint: {{type: revolute, axis: y, initial: 0.3, "
      "velocity: {6}}}, {1}}}\n"
      "  - {{name: coupler, parent: crank, at: end, joint: {{type: revolute, axis: y, initial: "
      "-1}}, {2}}}\n"
      "  - {{name: rocker, parent: ground, pose: {{position: [{3}, 0, 0]}}, joint: {{type: "
      "revolute, axis: y, initial: -2}}, {4}}}\n"
      "connections: [{{name: pin, type: revolute, axis: y, a: {{body: coupler, at: end}}, b: "
      "{{body: rocker, at: end}}}}]\n"
      "study: {{type: dynamics, {5}}}\n",
      boom, bar(0.2), bar(0.5), 0.5 * size, bar(0.4), study, velocity);
}

Status status_of(const std::string& text) { return run(parse_scenario(text, "x.yaml")).status; }

// far away, places are known to some 1e-10 m: a loop is closed to that
TEST(ConstraintMethod, FarLoopsCloseToTheirRoundOff) {
  for (const double far : {0.0, 3e5, 1e6}) {
    const Status status = status_of(linkage(1, far, "duration: 0.1, method: dopri5"));
    EXPECT_TRUE(status.ok()) << far << to_string(status);
  }
}

// a loop that is open by some per cent of its links is open, however small they are and however
// long what carries them
TEST(ConstraintMethod, GapsAreMeasuredByTheirLoop) {
  const std::string study =
      "duration: 1, method: dopri5, step: 1e-2, output_step: 1e-2, constraints: baumgarte, "
      "baumgarte_rate: ";
  for (const double size : {1e-3, 1.0, 1e3})
    for (const double boom : {0.0, 1e3 * size}) {
      const Status torn = status_of(linkage(size, boom, study + "0.01", 200));
      EXPECT_EQ(torn.code, Status::Code::diverged) << size << ", " << boom;
      EXPECT_NE(torn.message.find("'pin' is open"), std::string::npos) << torn.message;
      EXPECT_TRUE(status_of(linkage(size, boom, study + "20", 4)).ok()) << size << ", " << boom;
    }
}

}  // namespace
}  // namespace cuttle
