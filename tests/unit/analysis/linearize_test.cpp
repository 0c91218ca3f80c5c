// Small motions, gains, sensitivities: against differences of the motions themselves.

#include "cuttle/analysis/linearize.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "cuttle/analysis/parameter_slope.h"
#include "cuttle/analysis/rollout_tangent.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/control/lqr/part.h"
#include "cuttle/core/model.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/motion/make_controller.h"
#include "cuttle/motion/stepper.h"
#include "cuttle/study/run.h"
#include "support/random.h"
#include "support/taylor.h"

namespace cuttle {
namespace {

using testing::remainder_order;

Scenario load(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return build(read_scenario(std::string(CUTTLE_MODELS "/") + name + ".yaml", overrides));
}

Input input_of(const Model& model, const VectorX& u) {
  return {u, VectorX::Zero(model.nu()), VectorX::Zero(model.nu())};
}

/// (displacement, velocity) from one state to another.
VectorX change(const Model& model, const State& from, const VectorX& q, const VectorX& v) {
  VectorX z(2 * model.nv);
  difference(model, from.q, q, z.head(model.nv));
  z.tail(model.nv) = v - from.v;
  return z;
}

/// Eigenvalues in an order that does not depend on who computed them.
std::vector<std::complex<double>> spectrum(const MatrixX& A) {
  const VectorXc values = eigenvalues(A);
  std::vector<std::complex<double>> list(values.begin(), values.end());
  std::ranges::sort(list, [](const auto& a, const auto& b) {
    return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag());
  });
  return list;
}

/// A model file whose only controller is a linear regulator, taken apart.
struct Regulated {
  explicit Regulated(const std::string& name) {
    ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS "/") + name + ".yaml");
    spec.study.rtol = 1e-11;
    spec.study.atol = 1e-13;
    const Scenario whole = build(spec);
    settings = whole.controllers[0];
    task = lqr_task(whole.controllers[0], whole.model);
    spec.of<ControllerSpec>().clear();
    spec.figures.clear();
    spec.expect.clear();
    bare = build(spec);
    Input u;
    EXPECT_TRUE(bare.inputs.evaluate(0, u).ok());
    const Status status = design_lqr(bare, task, bare.initial, u, design);
    EXPECT_TRUE(status.ok()) << status.message;
  }

  /// One sample of the closed loop, nonlinear robot and all, from a deviation z of the free
  /// coordinates.
  VectorX step(const VectorX& z) const {
    const Model& model = bare.model;
    const MatrixX& Z = design.linear.basis;
    const int n = design.linear.n();
    State x = design.x0;
    retract(model, design.x0.q, Z * z.head(n), x.q);
    x.v += Z * z.tail(n);
    Stepper stepper(bare);
    stepper.control().add(settings, std::make_unique<Lqr>(model, design.x0, design.u0, design.K_x));
    EXPECT_TRUE(stepper.reset(x).ok());
    EXPECT_TRUE(stepper.step(settings.sample_time).ok());
    const VectorX moved = change(model, design.x0, stepper.state().q, stepper.state().v);
    VectorX next(2 * n);
    next << Z.transpose() * moved.head(model.nv), Z.transpose() * moved.tail(model.nv);
    return next;
  }

  Scenario bare{};
  ControllerSettings settings;
  LqrTask task;
  LqrDesign design;
};

/// The model, and how near the eigenvalues must be: thrusters and drag of modules at rest have laws
/// n |n|, whose curvature jumps there, so that differences over h see a part h of it.
class LqrLoop : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(LqrLoop, HasTheEigenvaluesOfTheLinearisation) {
  const auto [name, tolerance] = GetParam();
  const Regulated robot(name);
  const int n = robot.design.linear.n();
  MatrixX map(2 * n, 2 * n);
  const double h = 1e-4;
  for (int j = 0; j < 2 * n; ++j) {
    const VectorX e = h * VectorX::Unit(2 * n, j);
    map.col(j) = (8 * (robot.step(e) - robot.step(-e)) - (robot.step(2 * e) - robot.step(-2 * e))) /
                 (12 * h);
  }
  const auto measured = spectrum(map), designed = spectrum(robot.design.closed);
  double slowest = 0;
  for (std::size_t i = 0; i < designed.size(); ++i) {
    EXPECT_LT(std::abs(measured[i] - designed[i]), tolerance) << i << ": " << designed[i];
    slowest = std::max(slowest, std::abs(designed[i]));
  }
  EXPECT_LT(slowest, 1) << "the loop is stable";
  // and it is the regulator that does it
  const MatrixX open =
      discretise(robot.design.linear.A, robot.design.linear.B, robot.settings.sample_time).A;
  EXPECT_GT((map - open).norm(), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Models, LqrLoop,
                         ::testing::Values(std::pair("arm_lqr", 1e-6),
                                           std::pair("modules_station", 2e-5)));

// A cart on a spring is linear, so that the loop with its delay is a product of matrices, to the
// last command that is still on its way.
TEST(LqrDelay, IsPartOfTheDesign) {
  const std::string cart = R"(
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, effort: 0, stiffness: 3, initial: 0.5, velocity: -0.2}
    rigid: {mass: 2, inertia: [1, 1, 1]}
study: {type: dynamics, duration: 2, output_step: 0.1, rtol: 1e-11, atol: 1e-13}
controllers:
  - {name: hold, inputs: [cart], sample_time: 0.1, delay: 0.06, lqr: {input_cost: 0.01}}
)";
  const Scenario scenario = build(parse_scenario(cart, "cart.yaml"));
  const RunResult result = run(scenario);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  LqrDesign design;
  const Input u = input_of(scenario.model, VectorX::Zero(1));
  ASSERT_TRUE(design_lqr(scenario, lqr_task(scenario.controllers[0], scenario.model),
                         scenario.initial, u, design)
                  .ok());
  ASSERT_EQ(design.closed.rows(), 3);
  EXPECT_GT(std::abs(design.K_u(0, 0)), 0.01) << "the delay matters";
  VectorX z = Vector3(0.5, -0.2, 0);
  for (std::size_t row = 0; row < result.trajectory.rows(); ++row) {
    EXPECT_NEAR(result.trajectory.q(row)[0], z[0], 1e-9) << row;
    EXPECT_NEAR(result.trajectory.v(row)[0], z[1], 1e-9) << row;
    z = VectorX(design.closed * z);
  }
}

/// States out of the ordinary, near the start of a model.
State disturbed(const Scenario& scenario, std::uint64_t seed, double size) {
  testing::Random random(seed);
  State x = scenario.initial;
  const VectorX d = random.vector(scenario.model.nv, size);
  retract(scenario.model, scenario.initial.q, d, x.q);
  x.v += random.vector(scenario.model.nv, size);
  return x;
}

TEST(Linearize, IsTheDerivativeOfTheMotion) {
  const Scenario scenario = load("hybrid_arm");
  const Model& model = scenario.model;
  const State x = disturbed(scenario, 3, 0.2);
  const VectorX u0 = VectorX::Constant(model.nu(), 0.3);
  const Input u = input_of(model, u0);
  Linearization linear;
  ASSERT_TRUE(linearize(scenario, x, u, {}, linear).ok());
  // accelerations of displaced states, as functions of z and u
  testing::Random random(4);
  const int n = linear.n(), nu = model.nu();
  Workspace ws(model);
  const auto rate = [&](const VectorX& z) {
    State moved = x;
    retract(model, x.q, linear.basis * z.head(n), moved.q);
    moved.v += linear.basis * z.segment(n, n);
    forward_dynamics(model, moved, input_of(model, u0 + z.tail(nu)), ws);
    return VectorX(linear.basis.transpose() * ws.a);
  };
  for (int k = 0; k < 3; ++k) {
    const VectorX dz = random.vector(2 * n + nu, 0.1);
    const VectorX slope =
        linear.A.bottomRows(n) * dz.head(2 * n) + linear.B.bottomRows(n) * dz.tail(nu);
    EXPECT_NEAR(remainder_order(rate, slope, VectorX::Zero(2 * n + nu), dz), 2.0, 0.05);
  }
}

TEST(Linearize, OutputsAreThoseOfTheProbes) {
  const Scenario scenario = load("arm_lqr");
  const Model& model = scenario.model;
  const Input u = input_of(model, VectorX::Constant(model.nu(), 3));
  State x = scenario.initial;
  ASSERT_TRUE(StaticsSolver(model).solve(u, {}, x).status.ok());
  Linearization linear;
  ASSERT_TRUE(linearize(scenario, x, u, {"tip.x", "tip.vz"}, linear).ok());
  ASSERT_EQ(linear.C.rows(), 2);
  EXPECT_EQ(linear.outputs[1].name, "tip.vz");
  EXPECT_GT(linear.C.row(0).head(linear.n()).norm(), 1e-3);
  // at rest a velocity does not depend on the place, nor a place on the velocity
  EXPECT_LT(linear.C.row(0).tail(linear.n()).norm(), 1e-9);
  EXPECT_LT(linear.C.row(1).head(linear.n()).norm(), 1e-7);
  EXPECT_LT(linear.D.norm(), 1e-9);
  // and the velocity of the tip is the rate of its place
  Linearization places;
  ASSERT_TRUE(linearize(scenario, x, u, {"tip.z"}, places).ok());
  EXPECT_LT((places.C.row(0).head(linear.n()) - linear.C.row(1).tail(linear.n())).norm(), 1e-8);
}

TEST(StaticsDerivative, FollowsTheEquilibrium) {
  for (const char* name : {"arm_lqr", "hybrid_arm", "l_beam"}) {
    const Scenario scenario = load(name);
    const Model& model = scenario.model;
    if (model.nu() == 0) continue;
    const VectorX u0 = VectorX::Constant(model.nu(), 1.0);
    State x = scenario.initial;
    StaticsSolver solver(model);
    ASSERT_TRUE(solver.solve(input_of(model, u0), {1e-12, 1, 60}, x).status.ok()) << name;
    MatrixX dq_du;
    const Status status = statics_derivative(model, x, input_of(model, u0), dq_du);
    ASSERT_TRUE(status.ok()) << name << status.message;
    testing::Random random(5);
    const VectorX du = random.vector(model.nu(), 0.05);
    const auto equilibrium = [&](const VectorX& u) {
      State moved = x;
      EXPECT_TRUE(
          StaticsSolver(model).solve(input_of(model, u), {1e-12, 1, 60}, moved).status.ok());
      VectorX d(model.nv);
      difference(model, x.q, moved.q, d);
      return d;
    };
    const VectorX slope = dq_du * du;
    const VectorX differences = 0.5e2 * (equilibrium(u0 + 1e-2 * du) - equilibrium(u0 - 1e-2 * du));
    EXPECT_LT((slope - differences).norm(), 1e-6 * differences.norm()) << name;
  }
}

/// The material and the sizes of a rod by name.
Scenario arm_with(const std::string& field, double value) {
  return load("arm_lqr", {field + "=" + fmt::format("{}", value), "controllers=[]"});
}

class ParameterSlope : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(ParameterSlope, OfAccelerationsAndEquilibria) {
  const auto [field, value] = GetParam();
  const ScenarioOf family = [field = field](double p) { return arm_with(field, p); };
  const Scenario here = family(value);
  const Model& model = here.model;
  const Input u = input_of(model, VectorX::Constant(model.nu(), 2));
  const State x = disturbed(here, 6, 0.5);
  VectorX slope;
  ASSERT_TRUE(acceleration_slope(family, value, x, u, slope).ok());
  const VectorX p = VectorX::Constant(1, value), dp = VectorX::Constant(1, 0.2 * value);
  const auto accelerations = [&](const VectorX& at) {
    const Scenario moved = family(at[0]);
    Workspace ws(moved.model);
    forward_dynamics(moved.model, x, u, ws);
    return ws.a;
  };
  // infinite where the accelerations are linear in the parameter
  EXPECT_GT(remainder_order(accelerations, VectorX(slope * dp[0]), p, dp), 1.95);
  EXPECT_LT(remainder_order(accelerations, VectorX(1.01 * slope * dp[0]), p, dp), 1.6);

  State rest = here.initial;
  ASSERT_TRUE(StaticsSolver(model).solve(u, {1e-12, 1, 60}, rest).status.ok());
  ASSERT_TRUE(statics_slope(family, value, rest, u, slope).ok());

  const auto equilibria = [&](const VectorX& at) {
    const Scenario moved = family(at[0]);
    State y = rest;
    EXPECT_TRUE(StaticsSolver(moved.model).solve(u, {1e-12, 1, 60}, y).status.ok());
    return VectorX(y.q - rest.q);
  };
  EXPECT_NEAR(remainder_order(equilibria, VectorX(slope * dp[0]), p, dp), 2.0, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Fields, ParameterSlope,
                         ::testing::Values(std::pair("bodies.arm.rod.length", 0.5),
                                           std::pair("bodies.arm.rod.material.young", 4e5),
                                           std::pair("bodies.arm.rod.material.density", 1000.0),
                                           std::pair("bodies.arm.rod.section.radius", 0.012)));

/// The end of a rollout as a function of its start and of its inputs.
void expect_tangent(const std::string& name, double dt, int substeps, double size) {
  const Scenario scenario = load(name);
  const Model& model = scenario.model;
  const int intervals = 4;
  const State x0 = disturbed(scenario, 8, size);
  testing::Random random(9);
  MatrixX u = MatrixX::Constant(model.nu(), intervals, 0.4);
  for (int k = 0; k < intervals; ++k) u.col(k) += random.vector(model.nu(), 0.1);
  const RolloutTangent whole = rollout_tangent(model, x0, u, dt, substeps);
  ASSERT_TRUE(whole.status.ok()) << name << whole.status.message;
  const State& end = whole.x.back();

  const auto end_from_start = [&](const VectorX& z) {
    State x = x0;
    retract(model, x0.q, z.head(model.nv), x.q);
    x.v += z.tail(model.nv);
    const State moved = rollout_tangent(model, x, u, dt, substeps).x.back();
    return change(model, end, moved.q, moved.v);
  };
  const VectorX dz = random.vector(2 * model.nv, size);
  const VectorX origin = VectorX::Zero(2 * model.nv), change_of_end = whole.start_to_end() * dz;
  EXPECT_GT(remainder_order(end_from_start, change_of_end, origin, dz), 1.95) << name;
  EXPECT_LT(remainder_order(end_from_start, VectorX(1.01 * change_of_end), origin, dz), 1.6)
      << name;
  const auto end_from_input = [&](const VectorX& du) {
    MatrixX changed = u;
    changed.col(1) += du;
    const State moved = rollout_tangent(model, x0, changed, dt, substeps).x.back();
    return change(model, end, moved.q, moved.v);
  };
  // nearly linear, so that a remainder would be round-off: central differences
  const VectorX du = random.vector(model.nu(), 0.2);
  const VectorX slope = whole.input_to_end(1) * du;
  const VectorX differences = 0.5e3 * (end_from_input(1e-3 * du) - end_from_input(-1e-3 * du));
  EXPECT_LT((slope - differences).norm(), 1e-6 * differences.norm()) << name;
}

TEST(RolloutTangent, IsTheDerivativeOfTheRollout) {
  expect_tangent("arm_lqr", 0.01, 4, 0.1);
  expect_tangent("auv_turn", 0.1, 4, 0.1);
  expect_tangent("eel", 0.01, 10, 0.05);
}

// a second algorithm: the integrator with error control
TEST(RolloutTangent, FollowsTheMotion) {
  const Scenario scenario = load("auv_turn");
  const Model& model = scenario.model;
  const State x0 = disturbed(scenario, 8, 0.1);
  const MatrixX u = MatrixX::Constant(model.nu(), 3, 5.0);
  const RolloutTangent tangent = rollout_tangent(model, x0, u, 0.1, 20);
  StudySpec study = scenario.spec.study;
  study.rtol = 1e-11;
  study.atol = 1e-13;
  Stepper stepper(scenario, study);
  ASSERT_TRUE(stepper.reset(x0).ok());
  for (int k = 0; k < 3; ++k)
    ASSERT_TRUE(stepper.step(std::span(u.col(k).data(), std::size_t(model.nu())), 0.1).ok());
  EXPECT_LT(change(model, tangent.x.back(), stepper.state().q, stepper.state().v).norm(), 1e-7);
}

}  // namespace
}  // namespace cuttle
