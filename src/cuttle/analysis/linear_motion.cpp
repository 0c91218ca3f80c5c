#include "cuttle/analysis/linear_motion.h"

#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/constrained_derivatives.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"

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

Status check_finite(const LinearMotion& linear) {
  if (linear.M.allFinite() && linear.K.allFinite() && linear.D.allFinite() &&
      linear.acceleration.allFinite())
    return {};
  return Status::fail(Status::Code::not_finite, "stiffness, damping or inertia is not finite");
}

/// With connections the velocities follow the displacements, A v = 0: dv = Z u + B y.
Status constrained_tangents(const Model& model, const State& x, const Input& u, Workspace& ws,
                            LinearMotion& linear) {
  ConstrainedDerivatives solver(model);
  AccelerationDerivatives d;
  if (Status status = solver.solve(model, x, u, ws, d); !status.ok()) return status;
  const MatrixX& Z = linear.basis;
  const MatrixX B = velocity_slope(model, x, u, Z, ws);
  const MatrixX acceleration_slope = transpose_times(Z, times(d.da_dq, Z) + times(d.da_dv, B));
  linear.K = -times(linear.M, acceleration_slope);
  linear.D = -times(linear.M, transpose_times(Z, times(d.da_dv, Z)));
  linear.N -= transpose_times(Z, B);
  linear.acceleration = apply_transpose(Z, d.a);
  return check_finite(linear);
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
  if (closed) {
    linear.basis = times(free, null_space(times(dense_rows(model, x, ws).A, free)));
    ws.lambda = static_multipliers(model, x, u, ws);
    pushed.actors.push_back(std::make_shared<const ConnectionForces>());
  }
  const MatrixX& Z = linear.basis;
  linear.M = congruent(Z, mass_matrix(model, x, u, ws));
  linear.N = congruent(Z, moving_frames(model, x.v));
  linear.K_bare = congruent(Z, K_bare);

  linear.exact = !(closed && moving);
  if (!linear.exact) return constrained_tangents(model, x, u, ws, linear);
  Tangents t = tangents(pushed, x, u, ws);
  if (closed) t.K += cross_stiffness(model, x, ws.lambda, ws);
  linear.K = congruent(Z, t.K);
  linear.D = congruent(Z, t.D);
  inverse_dynamics(model, x, u, nullptr, ws);
  linear.acceleration = -Cholesky(linear.M).solve(apply_transpose(Z, ws.tau));
  return check_finite(linear);
}

UnitMassMotion unit_mass_motion(const LinearMotion& linear) {
  UnitMassMotion unit;
  if (linear.n() == 0) return unit;
  unit.L = Cholesky(linear.M).factors().triangularView<Eigen::Lower>();
  const auto lower = unit.L.triangularView<Eigen::Lower>();
  // L^-1 X L^-T
  const auto normalised = [&](const MatrixX& X) {
    const MatrixX half = lower.solve(X).transpose();
    return MatrixX(lower.solve(half).transpose());
  };
  unit.K = normalised(linear.K);
  unit.D = normalised(linear.D);
  unit.N = transpose_times(unit.L, lower.solve(linear.N.transpose()).transpose());
  unit.acceleration = apply_transpose(unit.L, linear.acceleration);

  const Svd svd = svd_with_v(unit.K);
  unit.right = svd.V;
  unit.stiffness = svd.values;
  const double size = std::max(unit.K.norm(), normalised(linear.K_bare).norm());
  const double noise = linear.exact ? 1e-13 * (size + kPartOfD * unit.D.norm())
                                    : 1e-9 * (size + unit.D.squaredNorm() + unit.N.squaredNorm());
  while (unit.rank < linear.n() && unit.stiffness[unit.rank] > noise) ++unit.rank;
  unit.stiffness.tail(linear.n() - unit.rank).setZero();
  return unit;
}

}  // namespace cuttle
