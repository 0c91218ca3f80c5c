// The robot as integrators see it: stages, the shifted solve, work.

#include "cuttle/motion/mechanical_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/linalg/lu.h"
#include "support/allocation_counter.h"
#include "support/run_integrator.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

constexpr int kSeeds = 16;

InputFunction constant(const Input& input) {
  return [input](double, Input& u) {
    u = input;
    return Status{};
  };
}

/// Coordinates that have an equation of motion.
std::vector<int> solved(const Model& model) {
  std::vector<bool> given(size_t(model.nv), false);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) given[size_t(step.v)] = true;
  std::vector<int> out;
  for (int i = 0; i < model.nv; ++i)
    if (!given[size_t(i)]) out.push_back(i);
  return out;
}

/// A robot whose rods are not far from rest: a stage finds its solution from a guess of zero.
testing::Sample calm_sample(int seed) {
  testing::Sample s = testing::random_sample(std::uint64_t(seed), 1 + seed / 3);
  for (const Body& body : s.model.bodies) {
    s.x.q.segment(body.q, body.n()) *= 0.02;
    s.x.v.segment(body.v, body.n()) *= 0.02;
  }
  return s;
}

/// A stage request and the memory that it points to.
struct Stage {
  VectorX q_bar, v_bar, d_bar, q_weight, v_weight;
  StageRequest request;

  Stage(const Model& model, const State& x, double gamma, double beta, bool plain)
      : q_bar(x.q),
        v_bar(x.v),
        d_bar(0.01 * VectorX::Ones(model.nv)),
        q_weight(VectorX::Constant(model.nq, 1e9)),
        v_weight(VectorX::Constant(model.nv, 1e9)) {
    request = {.t = 0.1,
               .q_bar = &q_bar,
               .v_bar = &v_bar,
               .d_bar = &d_bar,
               .beta = beta,
               .gamma = gamma,
               .plain = plain,
               .q_weight = &q_weight,
               .v_weight = &v_weight};
  }
};

struct Solved {
  VectorX q, v, a, power;
  StageResult result;
  explicit Solved(const Model& model)
      : q(model.nq), v(model.nv), a(VectorX::Zero(model.nv)), power(kWorkKinds) {}
};

/// v = v_bar + gamma a to the last bit, with the product rounded before the sum or not.
bool is_stage_velocity(const VectorX& v, const VectorX& v_bar, double gamma, const VectorX& a) {
  for (int i = 0; i < v.size(); ++i) {
    const double product = gamma * a[i];
    if (v[i] != std::fma(gamma, a[i], v_bar[i]) && v[i] != v_bar[i] + product) return false;
  }
  return true;
}

/// Largest violation of the equations of motion at a stage, relative to the largest force in them.
double stage_residual(const Model& model, const Input& u, const Solved& s) {
  Workspace ws(model);
  const State x{0.1, s.q, s.v};
  const double size = (mass_matrix(model, x, u, ws) * s.a).cwiseAbs().maxCoeff() +
                      bias(model, x, u, ws).cwiseAbs().maxCoeff();
  inverse_dynamics(model, x, u, s.a.data(), ws);
  double worst = 0;
  for (int i : solved(model)) worst = std::max(worst, std::abs(ws.tau[i]) / size);
  return worst;
}

// trees with free and spherical joints, prescribed coordinates, efforts and an actor
TEST(MechanicalSystem, PlainStageSolvesItsEquations) {
  double worst = 0, worst_q = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto [model, x, u] = calm_sample(seed);
    MechanicalSystem system(model, constant(u));
    const double gamma = 5e-4;
    const Stage stage(model, x, gamma, gamma * gamma, true);
    Solved s(model);
    s.result = system.solve_stage(stage.request, s.q, s.v, s.a, s.power);
    ASSERT_TRUE(s.result.status.ok()) << "seed " << seed << ": " << s.result.status.message;
    EXPECT_TRUE(is_stage_velocity(s.v, stage.v_bar, gamma, s.a));
    VectorX rate(model.nq);
    position_rate(model, s.q, s.v, rate);
    worst_q = std::max(worst_q, (s.q - stage.q_bar - gamma * rate).norm());
    worst = std::max(worst, stage_residual(model, u, s));
    for (const Body& body : model.bodies)
      for (const JointStep& step : body.steps) {
        if (!step.prescribed()) continue;
        EXPECT_EQ(s.a[step.v], u.u_ddot[step.prescribed_input]);
      }
  }
  EXPECT_LT(worst_q, 1e-14);  // measured 1.6e-16
  EXPECT_LT(worst, 1e-8);     // measured 3.5e-10
}

TEST(MechanicalSystem, RetractStageSolvesItsEquations) {
  double worst = 0, worst_q = 0, worst_power = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto [model, x, u] = calm_sample(seed);
    MechanicalSystem system(model, constant(u));
    const double gamma = 5e-4, beta = 2e-7;
    const Stage stage(model, x, gamma, beta, false);
    Solved s(model);
    s.result = system.solve_stage(stage.request, s.q, s.v, s.a, s.power);
    ASSERT_TRUE(s.result.status.ok()) << "seed " << seed << ": " << s.result.status.message;
    EXPECT_TRUE(is_stage_velocity(s.v, stage.v_bar, gamma, s.a));
    VectorX q(model.nq);
    retract(model, stage.q_bar, stage.d_bar + beta * s.a, q);
    worst_q = std::max(worst_q, (s.q - q).norm());
    worst = std::max(worst, stage_residual(model, u, s));

    // the power of the stage is that of its state
    Workspace ws(model);
    const State at{0.1, s.q, s.v};
    inverse_dynamics(model, at, u, s.a.data(), ws);
    const Power p = power(model, at, u, ws);
    const double size = 1 + std::abs(p.damping) + std::abs(p.effort) + std::abs(p.prescribed);
    worst_power = std::max({worst_power, std::abs(s.power[kDampingWork] - p.damping) / size,
                            std::abs(s.power[kEffortWork] - p.effort) / size,
                            std::abs(s.power[kPrescribedWork] - p.prescribed) / size,
                            std::abs(s.power[kActorWork] - p.actors) / size});
  }
  EXPECT_LT(worst_q, 1e-14);     // measured 0
  EXPECT_LT(worst, 1e-8);        // measured 3.5e-10
  EXPECT_LT(worst_power, 1e-6);  // measured 1.2e-9
}

/// Soft rods in a row that turn fast: geometry, not elasticity, rules the stage.
Model soft_chain() {
  testing::RoundRod spec;
  spec.young = 2e3;
  spec.shear = 7e2;
  spec.orders = {1, 2, 2, -1, -1, -1};
  const auto rod = testing::round_rod(spec);
  Model model;
  for (int i = 0; i < 3; ++i)
    testing::add_body(model, rod, "fixed", i - 1, i == 0 ? 0 : rod->n_points() - 1);
  return model;
}

// the quasi-Newton iteration leaves the exact tangent to finish what it cannot
TEST(MechanicalSystem, ExactNewtonTakesOverWhereTheStageIsHard) {
  const Model model = soft_chain();
  const Input u = testing::zero_input(model);
  int exact = 0, plain_exact = 0;
  double worst = 0;
  for (double gamma : {0.01, 0.02, 0.03}) {
    for (bool plain : {true, false}) {
      MechanicalSystem system(model, constant(u));
      State x = rest_state(model);
      x.v.setConstant(2);
      const Stage stage(model, x, gamma, gamma * gamma, plain);
      Solved s(model);
      s.result = system.solve_stage(stage.request, s.q, s.v, s.a, s.power);
      ASSERT_TRUE(s.result.status.ok()) << "gamma " << gamma << ": " << s.result.status.message;
      exact += s.result.exact_newton;
      plain_exact += plain ? s.result.exact_newton : 0;
      EXPECT_LT(s.result.exact_newton, 12);
      EXPECT_GE(s.result.iterations, s.result.exact_newton);
      worst = std::max(worst, stage_residual(model, u, s));
    }
  }
  EXPECT_GT(exact, 0);  // measured 8 iterations
  EXPECT_GT(plain_exact, 0);
  EXPECT_LT(worst, 1e-9);  // measured 4.6e-13
}

/// Vector coordinates only: rods behind springy revolute and prismatic joints.
Model vector_robot() {
  testing::RoundRod spec;
  spec.orders = {1, 2, 2, 0, -1, -1};
  spec.viscosity = 50;
  const auto rod = testing::round_rod(spec);
  Model model;
  for (const char* joint : {"revolute", "prismatic", "universal"}) {
    const int parent = int(model.bodies.size()) - 1;
    testing::add_body(model, rod, joint, parent, parent < 0 ? 0 : rod->n_points() - 1,
                      Pose::identity(), Vector3::UnitY());
    for (JointStep& step : model.bodies.back().steps) {
      step.stiffness = 3;
      step.damping = 0.1;
    }
  }
  return model;
}

struct Shifted {
  VectorX r_q, r_v, x_q, x_v;
  explicit Shifted(const Model& model)
      : r_q(VectorX::LinSpaced(model.nq, -1, 2)),
        r_v(VectorX::LinSpaced(model.nv, 3, -1)),
        x_q(model.nq),
        x_v(model.nv) {}
};

TEST(MechanicalSystem, ShiftedSolveEqualsDense) {
  const Model model = vector_robot();
  std::mt19937_64 random(3);
  const State x = testing::random_state(random, model);
  const Input u = testing::zero_input(model);
  MechanicalSystem system(model, constant(u));
  const double gamma = 7e-3;
  ASSERT_TRUE(system.factor_shifted(0, x.q, x.v, gamma).ok());
  // evaluations elsewhere come between, as in a multistep method
  VectorX a(model.nv), power(kWorkKinds);
  ASSERT_TRUE(system.acceleration(0.2, rest_state(model).q, x.v, a, power).ok());
  Shifted s(model);
  system.solve_shifted(s.r_q, s.r_v, s.x_q, s.x_v);

  Workspace ws(model);
  const MatrixX M = mass_matrix(model, x, u, ws), K = stiffness_matrix(model, x, u, ws);
  const MatrixX A = M + gamma * damping_matrix(model, x, u, ws) + gamma * gamma * K;
  const VectorX b = M * s.r_v - gamma * K * s.r_q;
  const VectorX truth = Cholesky(A).solve(b);
  EXPECT_LT((s.x_v - truth).norm(), 1e-9 * truth.norm());  // measured 5.8e-11
  EXPECT_LT((s.x_q - s.r_q - gamma * s.x_v).norm(), 1e-12 * s.x_q.norm());
  // K and D are no small change
  EXPECT_GT((truth - s.r_v).norm(), 0.1 * truth.norm());
}

// right after a stage its factors are taken over: the same answer as from factors of its own
TEST(MechanicalSystem, ShiftedSolveAfterAStageIsTheSame) {
  const Model model = vector_robot();
  std::mt19937_64 random(4);
  const State x = testing::random_state(random, model);
  const Input u = testing::zero_input(model);
  const double gamma = 1e-3;
  MechanicalSystem used(model, constant(u)), fresh(model, constant(u));
  const Stage stage(model, x, gamma, gamma * gamma, true);
  Solved s(model);
  s.result = used.solve_stage(stage.request, s.q, s.v, s.a, s.power);
  ASSERT_TRUE(s.result.status.ok());
  Shifted one(model), two(model);
  ASSERT_TRUE(used.factor_shifted(0.1, s.q, s.v, gamma).ok());
  used.solve_shifted(one.r_q, one.r_v, one.x_q, one.x_v);
  ASSERT_TRUE(fresh.factor_shifted(0.1, s.q, s.v, gamma).ok());
  fresh.solve_shifted(two.r_q, two.r_v, two.x_q, two.x_v);
  EXPECT_LT((one.x_v - two.x_v).norm(), 1e-7 * two.x_v.norm());  // measured 4.9e-10
}

TEST(MechanicalSystem, NeverAllocatesAfterWarmUp) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  for (int seed = 1; seed <= 8; ++seed) {
    const auto [model, x, u] = calm_sample(seed);
    MechanicalSystem system(model, constant(u));
    const Stage plain(model, x, 5e-5, 2.5e-9, true), group(model, x, 5e-5, 2.5e-9, false);
    Solved s(model);
    const auto evaluate = [&](double t) {
      EXPECT_TRUE(system.acceleration(t, x.q, x.v, s.a, s.power).ok());
      for (const Stage* stage : {&plain, &group}) {
        s.a.setZero();
        s.result = system.solve_stage(stage->request, s.q, s.v, s.a, s.power);
        EXPECT_TRUE(s.result.status.ok());
        EXPECT_EQ(s.result.exact_newton, 0);
      }
    };
    evaluate(0);
    const testing::AllocationCounter counter;
    for (int i = 1; i <= 10; ++i) evaluate(0.1 * i);
    EXPECT_EQ(counter.count(), 0) << "seed " << seed;
  }
}

// energy changes by the work that the quadratures hold, whoever integrates
TEST(MechanicalSystem, WorkClosesTheEnergyBooks) {
  for (const char* method : {"dopri5", "implicit"}) {
    double worst = 0;
    for (int seed = 1; seed <= 8; ++seed) {
      auto [model, x, u] = calm_sample(seed);
      const auto wave = [count = model.nu()](double t, Input& input) {
        for (int i = 0; i < count; ++i) {
          input.u[i] = 0.3 * std::sin(4 * t + i);
          input.u_dot[i] = 1.2 * std::cos(4 * t + i);
          input.u_ddot[i] = -4.8 * std::sin(4 * t + i);
        }
        return Status{};
      };
      ASSERT_TRUE(wave(0, u).ok());
      normalize(model, u, x.q, x.v);
      Workspace ws(model);
      const auto stored = [&](const State& at) {
        EXPECT_TRUE(wave(at.t, u).ok());
        update_kinematics(model, at, u, nullptr, ws);
        return energy(model, at, u, ws);
      };
      const Energy before = stored(x);
      MechanicalSystem system(model, wave);
      const auto end =
          testing::run_integrator(method, system, {.rtol = 1e-9, .atol = 1e-11}, x.q, x.v, 0.01);
      ASSERT_TRUE(end.status.ok()) << method << " seed " << seed << ": " << end.status.message;
      const Energy after = stored({end.t, end.q, end.v});
      const double size = end.w.cwiseAbs().sum() + std::abs(after.kinetic - before.kinetic);
      worst = std::max(worst, std::abs(after.total() - before.total() - end.w.sum()) / size);
      EXPECT_LE(end.w[kDampingWork], 0);
    }
    EXPECT_LT(worst, 1e-7) << method;  // measured 2.5e-11 and 2.8e-11
  }
}

// an input that cannot be had stops the evaluation with its own words
TEST(MechanicalSystem, HandsOnTheFailureOfAnInput) {
  const Model model = soft_chain();
  MechanicalSystem system(model, [](double t, Input&) {
    return t < 1 ? Status{} : Status::fail(Status::Code::not_finite, "signal ended", t);
  });
  const State x = rest_state(model);
  VectorX a(model.nv), power(kWorkKinds);
  EXPECT_TRUE(system.acceleration(0.5, x.q, x.v, a, power).ok());
  const Status status = system.acceleration(1.5, x.q, x.v, a, power);
  EXPECT_EQ(status.code, Status::Code::not_finite);
  EXPECT_EQ(status.message, "signal ended");
  EXPECT_EQ(status.t, 1.5);
}

TEST(MechanicalSystem, NamesTheBodyWhoseNumbersAreNotFinite) {
  Model model = soft_chain();
  model.bodies[2].name = "hand";
  MechanicalSystem system(model, constant(testing::zero_input(model)));
  State x = rest_state(model);
  x.v[model.nv - 1] = std::numeric_limits<double>::infinity();
  VectorX a(model.nv), power(kWorkKinds);
  const Status status = system.acceleration(0, x.q, x.v, a, power);
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message.find("'"), std::string::npos) << status.message;
}

}  // namespace
}  // namespace cuttle
