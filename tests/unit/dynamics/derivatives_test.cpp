// Derivatives of inverse and forward dynamics as whole matrices, on random trees.

#include "cuttle/dynamics/derivatives.h"

#include <gtest/gtest.h>

#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/rigid/rigid.h"
#include "support/allocation_counter.h"
#include "unit/dynamics/clean_order.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

constexpr int kDerivativeSeeds = 12;

/// Prescribed joints, efforts and a push by inputs; no spring to the world, which has no tangent.
testing::Sample derivative_sample(int seed) {
  return testing::random_sample(std::uint64_t(seed), 2 + seed / 2, 0);
}

/// A push on every free screw that depends on its coordinate and on its velocity.
class CoordinatePush final : public Actor {
 public:
  EnergyRole role() const override { return EnergyRole::inside; }
  void apply(const Model& model, const State& x, const Input&, bool, Workspace& ws) const override {
    for (size_t i = 0; i < model.bodies.size(); ++i)
      for (size_t s = 0; s < model.bodies[i].steps.size(); ++s) {
        const JointStep& step = model.bodies[i].steps[s];
        if (step.kind != StepKind::screw || step.prescribed()) continue;
        const double q = x.q[step.q], v = x.v[step.v];
        StepWork& w = ws.steps[i][s];
        w.load = -3 * std::sin(q - 0.3) - 0.4 * v - 0.1 * v * v * v;
        w.K = 3 * std::cos(q - 0.3);
        w.D = 0.4 + 0.3 * v * v;
      }
  }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override {
    return {};
  }
};

testing::Sample pushed_sample(int seed) {
  testing::Sample s = derivative_sample(seed);
  s.model.actors.push_back(std::make_shared<CoordinatePush>());
  return s;
}

TEST(TreeDerivatives, OfPushesOnCoordinatesMoveWhatTheyPush) {
  for (int seed = 1; seed <= kDerivativeSeeds; ++seed) {
    const testing::Sample s = pushed_sample(seed), bare = derivative_sample(seed);
    Workspace ws(s.model), ws_bare(bare.model);
    inverse_dynamics(s.model, s.x, s.u, nullptr, ws);
    inverse_dynamics(bare.model, bare.x, bare.u, nullptr, ws_bare);
    const VectorX change = ws_bare.tau - ws.tau;
    for (size_t i = 0; i < s.model.bodies.size(); ++i)
      for (size_t k = 0; k < s.model.bodies[i].steps.size(); ++k) {
        const JointStep& step = s.model.bodies[i].steps[k];
        if (step.kind == StepKind::screw)
          EXPECT_NEAR(change[step.v], ws.steps[i][k].load, 1e-12 * ws.tau.norm());
      }
    // the other way
    forward_dynamics(s.model, s.x, s.u, ws);
    const VectorX a = ws.a;
    inverse_dynamics(s.model, s.x, s.u, a.data(), ws);
    for (const Body& body : s.model.bodies)
      for (const JointStep& step : body.steps)
        if (step.kind == StepKind::screw && !step.prescribed())
          EXPECT_NEAR(ws.tau[step.v], 0, 1e-9 * (1 + a.norm()));
  }
}

TEST(TreeDerivatives, AgreeWithDifferencesOfSixthOrder) {
  double worst = 0;
  for (int seed = 1; seed <= kDerivativeSeeds; ++seed) {
    const testing::Sample s = pushed_sample(seed);
    const int nv = s.model.nv;
    std::srand(unsigned(seed));
    const VectorX a = VectorX::Random(nv), still = VectorX::Zero(nv);
    Workspace ws(s.model);
    TreeDerivatives exact(s.model);
    exact.compute(s.model, s.x, s.u, a.data(), ws);
    const auto tau = [&](const VectorX& d, const VectorX& dv) {
      const testing::Sample moved = testing::displaced(s, d, dv);
      inverse_dynamics(moved.model, moved.x, moved.u, a.data(), ws);
      return VectorX(ws.tau);
    };
    MatrixX K(nv, nv), D(nv, nv);
    for (int j = 0; j < nv; ++j) {
      const VectorX e = VectorX::Unit(nv, j);
      K.col(j) = testing::derivative([&](double h) { return tau(h * e, still); });
      D.col(j) = testing::derivative([&](double h) { return tau(still, h * e); });
    }
    const MatrixX M = mass_matrix(s.model, s.x, s.u, ws);
    for (const double error : {(K - exact.K()).norm() / K.norm(), (D - exact.D()).norm() / D.norm(),
                               (M - exact.M()).norm() / M.norm()}) {
      EXPECT_LT(error, 1e-9);  // measured 3e-11, round-off of the differences of D
      worst = std::max(worst, error);
    }
  }
  EXPECT_GT(worst, 0);
}

TEST(TreeDerivatives, MixLikeTheTreeTangent) {
  constexpr Seed kSeed{0.3, 0.5, 1};
  for (int seed = 1; seed <= kDerivativeSeeds; ++seed) {
    const testing::Sample s = pushed_sample(seed);
    const VectorX a = VectorX::Constant(s.model.nv, 0.7);
    Workspace ws(s.model);
    TreeDerivatives exact(s.model);
    exact.compute(s.model, s.x, s.u, a.data(), ws);
    MatrixX mixed = kSeed.beta * exact.K() + kSeed.gamma * exact.D() + kSeed.mu * exact.M();
    for (const Body& body : s.model.bodies)
      for (const JointStep& step : body.steps)
        if (step.prescribed()) {
          mixed.row(step.v).setZero();
          mixed.col(step.v).setZero();
        }
    TreeTangent tangent(s.model);
    tangent.linearise(s.model, s.x, s.u, a.data(), kSeed, ws);
    const MatrixX T = tangent.dense(s.model, ws);
    EXPECT_LT((T - mixed).norm(), 1e-12 * T.norm());
  }
}

/// (zeta, dV) of a point against a difference of its pose and twist.
TEST(TreeDerivatives, KnowHowPointsMove) {
  for (int seed = 1; seed <= kDerivativeSeeds; ++seed) {
    const testing::Sample s = derivative_sample(seed);
    const int nv = s.model.nv, body = int(s.model.bodies.size()) - 1;
    const int point = s.model.bodies.back().family->n_points() - 1;
    Workspace ws(s.model);
    TreeDerivatives exact(s.model);
    exact.compute(s.model, s.x, s.u, nullptr, ws);
    MatrixX Y_q, Y_v;
    exact.point_columns(s.model, ws, body, point, Y_q, Y_v);
    const Pose X_BP = ws.bodies.back().points[size_t(point)].X_BP;
    const auto twist = [&](const VectorX& d, const VectorX& dv) {
      const testing::Sample moved = testing::displaced(s, d, dv);
      update_kinematics(moved.model, moved.x, moved.u, nullptr, ws);
      return Vector6(point_twist(ws, body, point));
    };
    const VectorX still = VectorX::Zero(nv);
    for (int j = 0; j < nv; ++j) {
      const VectorX e = VectorX::Unit(nv, j);
      const Vector6 per_q = testing::derivative([&](double h) { return twist(h * e, still); });
      const Vector6 per_v = testing::derivative([&](double h) { return twist(still, h * e); });
      EXPECT_LT((Ad_inv_apply(X_BP, Vector6(Y_q.col(j).segment<6>(6))) - per_q).norm(), 1e-8);
      EXPECT_LT((Ad_inv_apply(X_BP, Vector6(Y_v.col(j).segment<6>(6))) - per_v).norm(), 1e-8);
      // what a velocity does to the twist is what a position does to the pose
      EXPECT_LT((Y_q.col(j).head<6>() - Y_v.col(j).segment<6>(6)).norm(), 1e-12);
    }
  }
}

TEST(DerivativeSolver, HasRemaindersOfSecondOrderOnRandomTrees) {
  for (int seed = 1; seed <= kDerivativeSeeds; ++seed) {
    const testing::Sample s = derivative_sample(seed);
    const int nv = s.model.nv, nu = s.model.nu();
    Workspace ws(s.model);
    DerivativeSolver solver(s.model);
    AccelerationDerivatives d;
    ASSERT_TRUE(solver.solve(s.model, s.x, s.u, ws, d).ok());
    // (q, v, u, u', u'') in one vector, one kind at a time
    const int sizes[] = {nv, nv, nu, nu, nu};
    const MatrixX* parts[] = {&d.da_dq, &d.da_dv, &d.da_du, &d.da_du_dot, &d.da_du_ddot};
    for (int kind = 0; kind < 5; ++kind) {
      const auto a = [&](const VectorX& change) {
        testing::Sample moved = s;
        if (kind == 0) retract(s.model, s.x.q, change, moved.x.q);
        if (kind == 1) moved.x.v += change;
        if (kind >= 2)
          (kind == 2 ? moved.u.u : kind == 3 ? moved.u.u_dot : moved.u.u_ddot) += change;
        forward_dynamics(moved.model, moved.x, moved.u, ws);
        return VectorX(ws.a);
      };
      std::srand(unsigned(10 * seed + kind));
      const VectorX direction = 0.1 * VectorX::Random(sizes[kind]);
      const VectorX slope = *parts[kind] * direction;
      const auto remainder = [&](double e) -> testing::Remainder {
        const VectorX moved = a(e * direction);
        return {(moved - d.a - e * slope).norm(), e * slope.norm(), moved.norm() + d.a.norm()};
      };
      const double order = testing::clean_order(remainder, 1e-10);
      EXPECT_GT(order, 1.95) << "seed " << seed << " kind " << kind;
      if (std::isfinite(order)) EXPECT_LT(order, 2.05) << "seed " << seed << " kind " << kind;
    }
  }
}

TEST(DerivativeSolver, LeavesPrescribedCoordinatesToTheInput) {
  const testing::Sample s = derivative_sample(7);
  Workspace ws(s.model);
  DerivativeSolver solver(s.model);
  AccelerationDerivatives d;
  ASSERT_TRUE(solver.solve(s.model, s.x, s.u, ws, d).ok());
  ASSERT_FALSE(solver.held().empty());
  for (size_t k = 0; k < solver.held().size(); ++k) {
    const int i = solver.held()[k];
    for (const MatrixX* matrix : {&d.da_dq, &d.da_dv}) {
      EXPECT_TRUE(matrix->row(i).isZero(0));
      EXPECT_TRUE(matrix->col(i).isZero(0));
    }
    EXPECT_EQ(d.a[i], s.u.u_ddot[solver.held_inputs()[k]]);
    EXPECT_EQ(d.da_du_ddot.row(i).sum(), 1);
    EXPECT_EQ(d.da_du_ddot(i, solver.held_inputs()[k]), 1);
    EXPECT_TRUE(d.da_du.row(i).isZero(0));
  }
}

TEST(DerivativeSolver, KeepsItsMemory) {
  const testing::Sample s = derivative_sample(9);
  Workspace ws(s.model);
  DerivativeSolver solver(s.model);
  AccelerationDerivatives d;
  ASSERT_TRUE(solver.solve(s.model, s.x, s.u, ws, d).ok());
  const AccelerationDerivatives first = d;
  const testing::AllocationCounter counter;
  const bool again = solver.solve(s.model, s.x, s.u, ws, d).ok();
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(again);
  EXPECT_EQ(first.da_dq, d.da_dq);
  EXPECT_EQ(first.da_du, d.da_du);
}

TEST(DerivativeSolver, NamesTheBodyWithoutInertia) {
  Model model;
  testing::add_body(model, std::make_shared<Rigid>(MassProperties{}, std::vector<Pose>{}), "free");
  model.bodies[0].name = "ghost";
  finish_layout(model);
  Workspace ws(model);
  AccelerationDerivatives d;
  const Status status =
      DerivativeSolver(model).solve(model, rest_state(model), testing::zero_input(model), ws, d);
  EXPECT_FALSE(status.ok());
}

}  // namespace
}  // namespace cuttle
