// Directions that nothing holds: a buckled rod of round section may turn about the line of its
// clamps, and has the same energy all the way round. Newton's step along them would be nothing but
// round-off, of any length.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cuttle/analysis/idle_motions.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
namespace {

constexpr double kHardly = 1e-7;    // stiffness, of the largest, where a direction was found before
constexpr double kPushed = 1e-8;    // force along it, over the largest stiffness
constexpr double kUnmoved = 1e-9;   // displacement, in scales of the coordinates, that is none
constexpr Eigen::Index kTried = 3;  // directions that are looked for
constexpr int kRounds = 2;          // of inverse iteration
// Stiffness, of the energy of the robot in motion, that is none: a linkage with neither spring nor
// weight has that of forces left over in its connections. They are solved in units of kFeeble to a
// step of 1e-9, which leaves a factor of 1e3 below and, to a weight in 1e-12 m/s^2, none above.
constexpr double kLeftOver = 1e-12;

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
  found_.unpushed = true;
  for (Eigen::Index i = 0; i < axes.cols(); ++i) {
    const double stiffness = std::abs(axes.col(i).dot(K * axes.col(i)));
    const double force = std::abs(axes.col(i).dot(f));
    if (stiffness > (held ? kHardly : kHardlyStiff) || force > kPushed) continue;
    none.push_back(i);
    found_.unpushed = found_.unpushed && (force <= axes.col(i).cwiseAbs().dot(round_off) ||
                                          force <= kUnmoved * stiffness);
  }
  found_.axes = axes(Eigen::all, none);
}

bool StaticsSolver::pushes(const MatrixX& axes, const VectorX& round_off, const Input& scaled,
                           const State& x) {
  VectorX r;
  ws_.lambda = lambda_;
  imbalance(scaled, x, r);
  const auto nv = model_.nv;
  const VectorX scale = step_weight_.head(nv).cwiseInverse();
  const VectorX force = (axes.transpose() * scale.cwiseProduct(r.head(nv))).cwiseAbs();
  const VectorX none = axes.cwiseAbs().transpose() * scale.cwiseProduct(round_off);
  return !(force.array() <= none.array()).all();
}

// Newton's method cannot get to where there is no equilibrium, or hardly notices.
Status StaticsSolver::pushed(const Status& ended, const Input& scaled, const State& x) {
  const bool saddle = lambda_.size() > 0 || neutral_.cols() > 0;
  const bool judged =
      ended.ok() || ended.code == Status::Code::diverged || ended.code == Status::Code::stalled;
  if (!saddle || !judged || idle_.axes.cols() == 0 ||
      !pushes(idle_.axes, idle_.round_off, scaled, x))
    return ended;
  Eigen::Index most = 0, axis = 0;
  idle_.axes.cwiseAbs().maxCoeff(&most, &axis);
  const auto moves = [most](const Body& body) {
    const auto by_joint = [most](const JointStep& step) {
      return step.v <= most && most < step.v + step.nv();
    };
    return std::ranges::any_of(body.steps, by_joint) ||
           (body.v <= most && most < body.v + body.n());
  };
  return Status::fail(Status::Code::diverged,
                      fmt::format("there is no equilibrium: '{}' is pushed along a motion that "
                                  "nothing holds",
                                  std::ranges::find_if(model_.bodies, moves)->name));
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
  // the last step saw gaps that it has closed since: forces across a gap turn what nothing holds
  const auto unpushed = [&] {
    return found_.unpushed || !pushes(axes, round_off_.head(model_.nv), place(load, u, x), x);
  };
  if (result.status.ok() && (!held || (none && unpushed()))) {
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

// What nothing holds has a stiffness of round-off, of either sign: of sums that are as large as the
// largest entry, also of what connections hold; of what the tangent itself contradicts by not being
// symmetric; and of forces that are out of balance, whose turning with the robot looks like a
// stiffness.
Stability StaticsSolver::stability(const Input& u, const State& x) {
  model_.gravity = gravity_;
  ws_.lambda = lambda_;
  tangent_.linearise(model_, x, u, nullptr, {1, 0, 0}, ws_);
  const auto nv = model_.nv;
  const VectorX scale = step_weight_.head(nv).cwiseInverse();
  const MatrixX K = scale.asDiagonal() * stiffness(x) * scale.asDiagonal();
  MatrixX Z = free_columns(model_);
  if (lambda_.size() > 0 && Z.cols() > 0) {
    const MatrixX A = dense_rows(model_, x, ws_).A * scale.asDiagonal();
    Z = Z.cols() == nv ? null_space(A) : MatrixX(Z * null_space(A * Z));
  }
  const MatrixX H = Z.isIdentity(0) ? K : MatrixX(Z.transpose() * K * Z);
  const MatrixX free = 0.5 * (H + H.transpose()), skew = H - free;
  if (free.size() == 0 || 2 * skew.norm() > 1e-6 * H.norm()) return Stability::stable;
  const double largest = K.cwiseAbs().maxCoeff();
  if (largest <= kLeftOver * energy_scale_) return Stability::stable;
  // where nothing of K is left between the connections, what is left is the round-off of its sums
  const double sums = round_off_of_sums(K, free);
  MatrixX raised = free;
  raised.diagonal().array() += sums;
  if (Cholesky(raised).ok()) return Stability::stable;

  const SymmetricEigen principal(free);
  if (!principal.ok()) return Stability::unstable;
  const VectorX& stiffness = principal.values();  // from the lowest
  VectorX r;
  residual(u, x, r);
  const double force = (Z.transpose() * scale.cwiseProduct(r.head(nv))).norm();
  if (stiffness[0] < -kHardlyStiff * stiffness.cwiseAbs().maxCoeff()) return Stability::unstable;
  for (Eigen::Index i = 0; i < free.rows() && stiffness[i] < -sums; ++i)
    if (stiffness[i] < -(sums + (skew * principal.vectors().col(i)).norm() + force))
      return Stability::weak;
  return Stability::stable;
}

}  // namespace cuttle
