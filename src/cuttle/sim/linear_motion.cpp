#include "cuttle/sim/linear_motion.h"

#include <Eigen/Dense>
#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/sim/free_motion.h"
#include "cuttle/sim/scales.h"

namespace cuttle {
namespace {

constexpr double kPartOfD = 1e-9;  // [s]

/// d tau / dq and d tau / dv at rest or in motion, without the connections.
struct Tangents {
  MatrixX K, D;
};
Tangents tangents(const Model& model, const State& x, const Input& u, Workspace& ws) {
  TreeTangent tangent(model);
  const auto along = [&](const Seed& seed) {
    tangent.linearise(model, x, u, nullptr, seed, ws);
    return tangent.dense(model, ws);
  };
  Tangents t;
  t.D = along({0, 1, 0});
  // the seed of statics leaves out what a motion adds: mix in a little of D, and take it off
  const double part = x.v.isZero(0) ? 0 : kPartOfD;
  t.K = along({1, part, 0}) - part * t.D;
  return t;
}

/// Accelerations under the connections and rates of their gaps, and differences of both.
class ConstrainedMotion {
 public:
  ConstrainedMotion(const Model& model, const State& x, const Input& u, Workspace& ws)
      : model_(model), x_(x), u_(u), ws_(ws), solver_(model) {}

  struct Values {
    VectorX a, rate;
  };
  Values at(const VectorX& dq, const VectorX& dv) {
    State moved = x_;
    retract(model_, x_.q, dq, moved.q);
    moved.v += dv;
    if (Status now = solver_.solve(model_, moved, u_, ws_); !now.ok()) status_ = now;
    return {ws_.a, dense_rows(model_, moved, ws_).rate};
  }

  /// Derivative along one displacement or change of velocity.
  Values along(const VectorX& q, const VectorX& v) {
    const double size = q.cwiseQuotient(displacement_scale(model_)).cwiseAbs().maxCoeff() +
                        v.cwiseQuotient(model_.v_scale).cwiseAbs().maxCoeff();
    const double h = 1e-3 / size;
    const Values p1 = at(h * q, h * v), m1 = at(-h * q, -h * v);
    const Values p2 = at(2 * h * q, 2 * h * v), m2 = at(-2 * h * q, -2 * h * v);
    return {(8 * (p1.a - m1.a) - (p2.a - m2.a)) / (12 * h),
            (8 * (p1.rate - m1.rate) - (p2.rate - m2.rate)) / (12 * h)};
  }
  const Status& status() const { return status_; }

 private:
  const Model& model_;
  const State& x_;
  const Input& u_;
  Workspace& ws_;
  ConstraintSolver solver_;
  Status status_;
};

/// With connections the velocities follow the displacements, A v = 0: dv = Z u + B y.
Status constrained_tangents(const Model& model, const State& x, const Input& u, const MatrixX& A,
                            Workspace& ws, LinearMotion& linear) {
  ConstrainedMotion motion(model, x, u, ws);
  const MatrixX& Z = linear.basis;
  const VectorX none = VectorX::Zero(model.nv);
  Eigen::CompleteOrthogonalDecomposition<MatrixX> rows(A.rows(), A.cols());
  rows.setThreshold(1e-9);
  rows.compute(A);
  MatrixX B(model.nv, linear.n()), a_q(model.nv, linear.n()), a_v(model.nv, linear.n());
  for (int j = 0; j < linear.n(); ++j) {
    if (Status stop = interruption(x.t); !stop.ok()) return stop;
    const auto per_q = motion.along(Z.col(j), none);
    a_q.col(j) = per_q.a;
    B.col(j) = -rows.solve(per_q.rate);
    a_v.col(j) = motion.along(none, Z.col(j)).a;
    if (!B.col(j).isZero(0)) a_q.col(j) += motion.along(none, B.col(j)).a;
  }
  linear.K = -linear.M * (Z.transpose() * a_q);
  linear.D = -linear.M * (Z.transpose() * a_v);
  linear.N -= Z.transpose() * B;
  return motion.status();
}

Status check_finite(const LinearMotion& linear) {
  if (linear.M.allFinite() && linear.K.allFinite() && linear.D.allFinite() &&
      linear.acceleration.allFinite())
    return {};
  return Status::fail(Status::Code::not_finite, "stiffness, damping or inertia is not finite");
}

}  // namespace

Status linear_motion(const Model& model, const State& x, const Input& u, Workspace& ws,
                     LinearMotion& linear) {
  const bool closed = !model.connections.empty(), moving = !x.v.isZero(0);
  const MatrixX free = free_columns(model);
  linear.basis = free;

  Model bare = model;
  bare.actors.clear();
  const MatrixX K_bare = tangents(bare, x, u, ws).K;

  // the forces that hold the loops are stiffness, too
  Model pushed = model;
  inverse_dynamics(model, x, u, nullptr, ws);
  MatrixX A(0, model.nv);
  if (closed) {
    A = dense_rows(model, x, ws).A;
    linear.basis = free * null_space(A * free);
    ws.lambda = static_multipliers(model, x, u, ws);
    pushed.actors.push_back(std::make_shared<const ConnectionForces>());
  }
  const MatrixX& Z = linear.basis;
  linear.M = Z.transpose() * mass_matrix(model, x, u, ws) * Z;
  linear.N = Z.transpose() * moving_frames(model, x.v) * Z;
  linear.K_bare = Z.transpose() * K_bare * Z;

  linear.exact = !(closed && moving);
  if (!linear.exact) {
    Status status = constrained_tangents(model, x, u, A, ws, linear);
    ConstrainedMotion motion(model, x, u, ws);
    const VectorX none = VectorX::Zero(model.nv);
    linear.acceleration = Z.transpose() * motion.at(none, none).a;
    return status.ok() ? check_finite(linear) : status;
  }
  Tangents t = tangents(pushed, x, u, ws);
  if (closed) t.K += cross_stiffness(model, x, ws.lambda, ws);
  linear.K = Z.transpose() * t.K * Z;
  linear.D = Z.transpose() * t.D * Z;
  inverse_dynamics(model, x, u, nullptr, ws);
  linear.acceleration = -linear.M.llt().solve(Z.transpose() * ws.tau);
  return check_finite(linear);
}

UnitMassMotion unit_mass_motion(const LinearMotion& linear) {
  UnitMassMotion unit;
  if (linear.n() == 0) return unit;
  unit.L = linear.M.llt().matrixL();
  const auto lower = unit.L.triangularView<Eigen::Lower>();
  // L^-1 X L^-T
  const auto normalised = [&](const MatrixX& X) {
    const MatrixX half = lower.solve(X).transpose();
    return MatrixX(lower.solve(half).transpose());
  };
  unit.K = normalised(linear.K);
  unit.D = normalised(linear.D);
  unit.N = unit.L.transpose() * lower.solve(linear.N.transpose()).transpose();
  unit.acceleration = unit.L.transpose() * linear.acceleration;

  const Eigen::JacobiSVD<MatrixX> svd(unit.K, Eigen::ComputeFullV);
  unit.right = svd.matrixV();
  unit.stiffness = svd.singularValues();
  const double size = std::max(unit.K.norm(), normalised(linear.K_bare).norm());
  const double noise = linear.exact ? 1e-13 * (size + kPartOfD * unit.D.norm())
                                    : 1e-9 * (size + unit.D.squaredNorm() + unit.N.squaredNorm());
  while (unit.rank < linear.n() && unit.stiffness[unit.rank] > noise) ++unit.rank;
  unit.stiffness.tail(linear.n() - unit.rank).setZero();
  return unit;
}

}  // namespace cuttle
