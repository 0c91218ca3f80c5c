#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/rod/rod_scratch.h"
#include "support/allocation_counter.h"
#include "support/taylor.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

using testing::Sample;

constexpr int kForwardSeeds = 24;

/// Velocities that forward dynamics solves for, and those that are prescribed.
struct Split {
  std::vector<int> solved, prescribed;
};

Split split(const Model& model) {
  std::vector<bool> given(size_t(model.nv), false);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) given[size_t(step.v)] = true;
  Split out;
  for (int i = 0; i < model.nv; ++i) (given[size_t(i)] ? out.prescribed : out.solved).push_back(i);
  return out;
}

// what forward dynamics solves, inverse dynamics finds in balance; a prescribed coordinate moves as
// told, and both agree on the drive that this takes
TEST(ForwardDynamics, InverseDynamicsFindsItInBalance) {
  double worst = 0, worst_drive = 0;
  int drives = 0;
  for (int seed = 1; seed <= kForwardSeeds; ++seed) {
    const auto [model, x, u] = testing::random_sample(std::uint64_t(seed), 1 + seed / 2);
    Workspace ws(model);
    forward_dynamics(model, x, u, ws);
    const VectorX a = ws.a;
    const auto steps = ws.steps;
    // of the terms that balance, of either sign
    const MatrixX M = mass_matrix(model, x, u, ws);
    const double size = VectorX(M.cwiseAbs() * a.cwiseAbs()).lpNorm<Eigen::Infinity>();
    inverse_dynamics(model, x, u, a.data(), ws);
    for (int i : split(model).solved) worst = std::max(worst, std::abs(ws.tau[i]) / size);
    for (size_t i = 0; i < model.bodies.size(); ++i)
      for (size_t s = 0; s < steps[i].size(); ++s) {
        const JointStep& step = model.bodies[i].steps[s];
        if (!step.prescribed()) continue;
        ++drives;
        EXPECT_EQ(a[step.v], u.u_ddot[step.prescribed_input]);
        const double drive = drive_effort(step, x, u, steps[i][s]);
        worst_drive = std::max(worst_drive, std::abs(drive - ws.tau[step.v]) / size);
      }
  }
  EXPECT_GT(drives, 10);          // there are 57
  EXPECT_LT(worst, 1e-11);        // measured 1.4e-12
  EXPECT_LT(worst_drive, 1e-11);  // measured 4.2e-13
}

// the tree sweep against one dense Cholesky factorisation
TEST(ForwardDynamics, EqualsDenseCholesky) {
  double worst = 0;
  for (int seed = 1; seed <= kForwardSeeds; ++seed) {
    const auto [model, x, u] = testing::random_sample(std::uint64_t(seed), 1 + seed / 2);
    Workspace ws(model);
    const MatrixX M = mass_matrix(model, x, u, ws);
    VectorX force = -bias(model, x, u, ws);
    forward_dynamics(model, x, u, ws);
    const auto [solved, prescribed] = split(model);
    const VectorX known = ws.a(prescribed), found = ws.a(solved);
    force -= M(Eigen::all, prescribed) * known;
    const MatrixX M_solved = M(solved, solved);
    if (solved.empty()) continue;
    const VectorX a = Cholesky(M_solved).solve(VectorX(force(solved)));
    worst = std::max(worst, (M_solved * (found - a)).norm() / (M_solved * a).norm());
  }
  EXPECT_LT(worst, 1e-10);  // measured 5.4e-12
}

void poison(Workspace& ws) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto fill = [nan](std::vector<Lanes>& all) {
    std::fill(all.begin(), all.end(), Lanes(nan));
  };
  const Pose nowhere{Matrix3::Constant(nan), Vector3::Constant(nan)};
  const Vector6 none = Vector6::Constant(nan);
  for (BodyWork& b : ws.bodies) {
    for (auto* all : {&b.J, &b.M_bq, &b.M_qq, &b.p_q, &b.W, &b.K_act}) fill(*all);
    for (Point& point : b.points) point = {nowhere, none, none, none, none};
    b.X_WB = nowhere;
    b.V_B = b.A_B = b.p_b = none;
    b.M_bb.setConstant(nan);
    b.has_K_act = true;
    b.tangents.push_back({0, Matrix6::Constant(nan), Matrix6::Constant(nan)});
    if (auto* scratch = dynamic_cast<RodScratch*>(b.scratch.get())) {
      fill(scratch->MJ);
      // a group is lanes of doubles and nothing else
      for (GroupWork& group : scratch->groups) {
        auto* first = reinterpret_cast<double*>(&group);
        std::fill(first, first + sizeof(GroupWork) / sizeof(double), nan);
      }
      scratch->A = none;
    }
  }
  for (auto& steps : ws.steps)
    for (StepWork& w : steps) {
      w.X = nowhere;
      w.V = w.c = w.A = w.F = w.p = w.e = none;
      for (Matrix6* all : {&w.M, &w.U, &w.D_inv}) all->setConstant(nan);
    }
  ws.a.setConstant(nan);
  ws.tau.setConstant(nan);
}

bool same_bits(const VectorX& a, const VectorX& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), size_t(a.size()) * sizeof(double)) == 0;
}

// the lanes beyond the last coordinate and the columns that do not act at a point included
TEST(ForwardDynamics, DoesNotDependOnWhatTheWorkspaceHeld) {
  for (int seed = 1; seed <= kForwardSeeds; ++seed) {
    const auto [model, x, u] = testing::random_sample(std::uint64_t(seed), 1 + seed / 2);
    Workspace fresh(model), used(model);
    forward_dynamics(model, x, u, fresh);
    poison(used);
    forward_dynamics(model, x, u, used);
    EXPECT_TRUE(same_bits(fresh.a, used.a)) << "seed " << seed;
    EXPECT_TRUE(fresh.a.allFinite()) << "seed " << seed;

    inverse_dynamics(model, x, u, fresh.a.data(), fresh);
    const VectorX a = used.a;
    poison(used);
    inverse_dynamics(model, x, u, a.data(), used);
    EXPECT_TRUE(same_bits(fresh.tau, used.tau)) << "seed " << seed;
    EXPECT_TRUE(fresh.tau.allFinite()) << "seed " << seed;
  }
}

TEST(ForwardDynamics, NeverAllocates) {
  if (!testing::AllocationCounter::available()) GTEST_SKIP();
  for (int seed = 1; seed <= 8; ++seed) {
    const auto [model, x, u] = testing::random_sample(std::uint64_t(seed), 2 * seed);
    Workspace ws(model);
    const VectorX a = VectorX::Ones(model.nv);
    const testing::AllocationCounter counter;
    for (int i = 0; i < 10; ++i) {
      forward_dynamics(model, x, u, ws, {1e-4, 1e-2, a.data()});
      forward_dynamics(model, x, u, ws);
      inverse_dynamics(model, x, u, a.data(), ws);
      const double flow = energy(model, x, u, ws).total() + power(model, x, u, ws).total();
      EXPECT_TRUE(std::isfinite(flow));
    }
    EXPECT_EQ(counter.count(), 0) << "seed " << seed;
  }
}

// an iterate a_old that already solves the equations is left as it is by any effective inertia
TEST(ForwardDynamics, EffectiveInertiaKeepsTheSolution) {
  double worst = 0;
  for (int seed = 1; seed <= kForwardSeeds; ++seed) {
    const auto [model, x, u] = testing::random_sample(std::uint64_t(seed), 1 + seed / 2);
    Workspace ws(model);
    forward_dynamics(model, x, u, ws);
    const VectorX a = ws.a;
    forward_dynamics(model, x, u, ws, {2e-5, 5e-3, a.data()});
    worst = std::max(worst, (ws.a - a).norm() / a.norm());
  }
  EXPECT_LT(worst, 1e-10);  // measured 2.3e-12
}

/// A rod that hangs on a revolute joint, with a rigid body on its tip.
Model hanging_rod() {
  testing::RoundRod spec;
  spec.orders = {-1, 1, -1, -1, -1, -1};
  spec.viscosity = 300;
  const auto rod = testing::round_rod(spec);
  Model model;
  model.inputs.push_back({"joint", ""});
  testing::add_body(model, rod, "revolute", -1, 0, Pose::identity(), Vector3::UnitY());
  model.bodies[0].steps[0].damping = 0.02;
  testing::add_body(
      model,
      std::make_shared<Rigid>(solid_box(0.1, Vector3(0.02, 0.03, 0.04)), std::vector<Pose>{}),
      "spherical", 0, rod->n_points() - 1);
  return model;
}

// the drive of a joint that must follow sin t, fed to a free joint as an effort, makes it follow
// sin t, with the error of the method: order 4
TEST(ForwardDynamics, DriveOfPrescribedJointMakesFreeJointFollow) {
  Model prescribed = hanging_rod(), driven = hanging_rod();
  prescribed.bodies[0].steps[0].prescribed_input = 0;
  driven.bodies[0].steps[0].effort_input = 0;
  const auto sine = [](double t) -> Input {
    return {VectorX::Constant(1, std::sin(t)), VectorX::Constant(1, std::cos(t)),
            VectorX::Constant(1, -std::sin(t))};
  };

  std::vector<double> errors;
  for (int steps : {400, 800, 1600}) {
    const double h = 0.5 / steps;
    Workspace ws(prescribed);
    State leader = rest_state(prescribed);
    leader.v[0] = 1;
    State follower = leader;
    const auto drive_at = [&](const State& x) {
      const Input u = sine(x.t);
      forward_dynamics(prescribed, x, u, ws);
      return drive_effort(prescribed.bodies[0].steps[0], x, u, ws.steps[0][0]);
    };
    for (int i = 0; i < steps; ++i) {
      // the leader goes in half steps: its drive is known wherever the follower asks
      const double start = leader.t;
      double drive[3] = {drive_at(leader), 0, 0};
      for (int half = 1; half <= 2; ++half) {
        leader = testing::run_rk4(prescribed, leader, sine, h / 2, 1);
        drive[half] = drive_at(leader);
      }
      const auto effort = [&](double t) -> Input {
        const int half = int(std::lround((t - start) / (h / 2)));
        return {VectorX::Constant(1, drive[half]), VectorX::Zero(1), VectorX::Zero(1)};
      };
      follower = testing::run_rk4(driven, follower, effort, h, 1);
    }
    errors.push_back(std::abs(follower.q[0] - std::sin(0.5)));
  }
  EXPECT_LT(errors.back(), 1e-9);                           // measured 5.8e-11
  EXPECT_NEAR(testing::measured_order(errors, 2), 4, 0.3);  // measured 4.08
}

}  // namespace
}  // namespace cuttle
