// Directions that nothing holds: a buckled rod of round section may turn about the line of its
// clamps, and has the same energy all the way round. Newton's step along them would be nothing but
// round-off, of any length.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cuttle/analysis/statics.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
namespace {

constexpr double kNone = 1e-9;      // stiffness along a direction, of the largest, that is none
constexpr double kHardly = 1e-7;    // ... that may be one where the direction was found before
constexpr double kPushed = 1e-8;    // force along it, over the largest stiffness
constexpr double kUnmoved = 1e-9;   // displacement, in scales of the coordinates, that is none
constexpr Eigen::Index kTried = 3;  // directions that are looked for
constexpr int kRounds = 2;          // of inverse iteration

}  // namespace

// Those that are held go on as (K + n n^T)^-1 n: if K m = 0, this is m. Others are looked for by
// inverse iteration, a few at a time, since a buckle may move along the rod and turn about its
// axis. `K` and `f` are those of the step, without n n^T.
void StaticsSolver::look_for_neutral(const FullLu& lu, const MatrixX& K, const VectorX& f,
                                     const VectorX& round_off) {
  found_ = {};
  const auto nv = K.rows();
  const bool held = neutral_.cols() > 0;
  const auto inverse = [&](const MatrixX& columns) {
    MatrixX right = MatrixX::Zero(lu.factors().rows(), columns.cols());
    right.topRows(nv) = columns;
    return MatrixX(lu.solve(right).topRows(nv));
  };
  MatrixX V;
  if (!lu.invertible()) {
    V = orthonormal(lu.kernel().topRows(nv));
  } else if (held) {
    V = orthonormal(inverse(neutral_));
  } else {
    V.resize(nv, std::min(nv, kTried));
    for (Eigen::Index j = 0; j < V.cols(); ++j)
      for (Eigen::Index i = 0; i < nv; ++i) V(i, j) = std::cos(double((j + 1) * i));
    for (int k = 0; k < kRounds && V.allFinite(); ++k) V = orthonormal(inverse(V));
  }
  if (!V.allFinite()) return;

  // among these, the principal axes that have neither stiffness nor force
  const MatrixX H = V.transpose() * K * V;
  const SymmetricEigen principal(0.5 * (H + H.transpose()));
  if (!principal.ok()) return;
  const MatrixX axes = V * principal.vectors();
  std::vector<Eigen::Index> none;
  found_.balanced = true;
  for (Eigen::Index i = 0; i < axes.cols(); ++i) {
    const double stiffness = std::abs(axes.col(i).dot(K * axes.col(i)));
    const double force = std::abs(axes.col(i).dot(f));
    if (stiffness > (held ? kHardly : kNone) || force > kPushed) continue;
    none.push_back(i);
    found_.balanced = found_.balanced && (force <= axes.col(i).cwiseAbs().dot(round_off) ||
                                          force <= kUnmoved * stiffness);
  }
  found_.axes = axes(Eigen::all, none);
}

StaticsResult StaticsSolver::newton_at(double load, const Input& u, const StaticsOptions& options,
                                       State& x) {
  const VectorX guess = x.q, forces = lambda_;
  const MatrixX before = neutral_;
  const bool held = before.cols() > 0;
  found_ = {};
  StaticsResult result = newton_held(load, u, options, x);
  const bool none = found_.axes.cols() >= std::max<Eigen::Index>(before.cols(), 1);
  const MatrixX axes = found_.axes;
  if (result.status.ok() && (!held || (none && found_.balanced))) {
    if (none) neutral_ = axes;
    return result;
  }
  if (!held || result.status.code == Status::Code::interrupted) return result;

  // something holds or pushes them now
  const VectorX kept = x.q, kept_forces = lambda_;
  neutral_.resize(model_.nv, 0);
  x.q = guess;
  lambda_ = forces;
  StaticsResult again = newton_held(load, u, options, x);
  again.iterations += result.iterations;
  again.evaluations += result.evaluations;
  if (again.status.ok()) return again;
  neutral_ = before;
  if (!result.status.ok() || !none || again.status.code == Status::Code::interrupted) return again;
  // ... but hardly
  neutral_ = axes;
  x.q = kept;
  lambda_ = kept_forces;
  result.iterations = again.iterations;
  result.evaluations = again.evaluations;
  return result;
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
