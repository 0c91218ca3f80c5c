// Directions that nothing holds: a buckled rod of round section may turn about the line of its
// clamps, and has the same energy all the way round. Newton's step along them would be nothing but
// round-off, of any length.

#include <algorithm>
#include <limits>

#include "cuttle/analysis/statics.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
namespace {

constexpr double kSuspicious = 1e-10;  // smallest pivot, of the largest
constexpr double kNone = 1e-9;         // stiffness along a direction, of the largest, that is none
constexpr double kHardly = 1e-7;       // ... that may be one where the direction was found before
constexpr double kPushed = 1e-8;       // force along it, over the largest stiffness

}  // namespace

// Inverse iteration with the factors of a step: with K + n n^T in place of K it has the same null
// vectors. `K` and `f` are those of the step, without n n^T.
void StaticsSolver::look_for_neutral(const FullLu& lu, const MatrixX& K, const VectorX& f) {
  found_ = {};
  const auto nv = K.rows();
  MatrixX right = MatrixX::Zero(lu.factors().rows(), std::max<Eigen::Index>(neutral_.cols(), 1));
  if (!lu.invertible()) {
    right = lu.kernel();
  } else if (neutral_.cols() > 0) {
    right.topRows(nv) = neutral_;
    right = lu.solve(right);
  } else {
    const auto pivots = lu.factors().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() < kSuspicious * pivots.maxCoeff())) return;
    right.topRows(nv).setOnes();
    for (int k = 0; k < 2; ++k) {
      right = lu.solve(right);
      right /= right.topRows(nv).norm();
    }
  }
  if (!right.allFinite()) return;
  found_.axes = orthonormal(right.topRows(nv));
  found_.stiffness = (found_.axes.transpose() * K * found_.axes).cwiseAbs().maxCoeff();
  found_.force = (found_.axes.transpose() * f).cwiseAbs().maxCoeff();
}

StaticsResult StaticsSolver::newton_at(double load, const Input& u, const StaticsOptions& options,
                                       State& x) {
  const VectorX guess = x.q, forces = lambda_;
  const MatrixX before = neutral_;
  const bool held = before.cols() > 0;
  found_ = {};
  StaticsResult result = newton_held(load, u, options, x);
  const bool none = found_.axes.cols() > 0 && found_.force <= kPushed &&
                    found_.stiffness <= (held ? kHardly : kNone);
  if (result.status.ok() && (none || !held)) {
    if (none) neutral_ = found_.axes;
    return result;
  }
  if (!held || result.status.code == Status::Code::interrupted) return result;

  // something holds or pushes them now
  neutral_.resize(model_.nv, 0);
  x.q = guess;
  lambda_ = forces;
  StaticsResult again = newton_held(load, u, options, x);
  again.iterations += result.iterations;
  again.evaluations += result.evaluations;
  if (!again.status.ok()) neutral_ = before;
  return again;
}

bool StaticsSolver::stable(const Input& u, const State& x) {
  ws_.lambda = lambda_;
  tangent_.linearise(model_, x, u, nullptr, {1, 0, 0}, ws_);
  const VectorX scale = step_weight_.head(model_.nv).cwiseInverse();
  MatrixX K = scale.asDiagonal() * stiffness(x) * scale.asDiagonal();
  if (K.size() > 0) K += K.cwiseAbs().maxCoeff() * neutral_ * neutral_.transpose();
  if (lambda_.size() > 0) {
    const MatrixX Z = null_space(dense_rows(model_, x, ws_).A * scale.asDiagonal());
    hold_prescribed(K);
    K = (Z.transpose() * K * Z).eval();
  }
  if ((K - K.transpose()).norm() > 1e-6 * K.norm()) return true;
  // prescribed coordinates have empty rows and columns
  MatrixX free = 0.5 * (K + K.transpose());
  for (Eigen::Index i = 0; i < free.rows(); ++i)
    if (free.col(i).isZero(0)) free(i, i) = 1;
  // what nothing holds has a stiffness of round-off, of either sign
  const double round_off = 10 * double(free.rows()) * std::numeric_limits<double>::epsilon();
  if (free.size() > 0) free.diagonal().array() += round_off * free.cwiseAbs().maxCoeff();
  return Cholesky(free).ok();
}

}  // namespace cuttle
