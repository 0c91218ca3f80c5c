#include "cuttle/connection/loop_follower.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/closed_state.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {
namespace {

constexpr double kShortestMove = kLongestWay / 1024;  // a part that is not halved any more
constexpr double kHardlyCorrected = 0.1;              // of the predicted move: parts may grow
constexpr int kCorrections = 10;
constexpr double kFlat = 1e-16;  // sine squared between columns, where a sign means nothing

/// Seconds on one core: parts times coordinates of the model, and these times squares of rows.
constexpr double kPlainWork = 5e5, kDenseWork = 3e9, kMostParts = 2000;

/// Columns of length one: the sign of a determinant stays, and nothing under- or overflows.
MatrixX directions(MatrixX A) {
  for (Eigen::Index k = 0; k < A.cols(); ++k) A.col(k).stableNormalize();
  return A;
}

/// True if a column lies in the space of those before it.
bool is_flat(const MatrixX& directions) {
  const Cholesky gram(transpose_times(directions, directions));
  return !gram.ok() || !(gram.factors().diagonal().array().square() > kFlat).all();
}

}  // namespace

bool mirrored(const MatrixX& before, const MatrixX& after) {
  if (before.cols() == 0 || before.rows() < before.cols()) return false;
  const MatrixX from = directions(before), to = directions(after);
  if (is_flat(from) || is_flat(to)) return false;
  return Lu(transpose_times(from, to)).determinant_sign() < 0;
}

LoopFollower::LoopFollower(const Model& model, std::vector<LoopRobot> robots)
    : model_(model), ws_(model) {
  const VectorX scale = closing_weights(model).cwiseSqrt();
  for (LoopRobot& robot : robots) {
    Walker walker;
    walker.scale = scale(robot.free);
    walker.robot = std::move(robot);
    walkers_.push_back(std::move(walker));
  }
}

double LoopFollower::affordable_parts() const {
  double dense = 1;
  for (const Walker& walker : walkers_) {
    double rows = 0;
    for (const std::size_t i : walker.robot.connections) rows += model_.connections[i].rows();
    dense += double(walker.robot.free.size()) * rows * rows;
  }
  return std::min({kMostParts, kPlainWork / std::max(1, model_.nv), kDenseWork / dense});
}

void LoopFollower::start(const Input& u, const VectorX& q, double most) {
  for (Walker& walker : walkers_) {
    const std::vector<JointStep>& drives = walker.robot.drives;
    walker.from.resize(Eigen::Index(drives.size()));
    walker.to.resize(walker.from.size());
    for (std::size_t k = 0; k < drives.size(); ++k) {
      walker.from[Eigen::Index(k)] = q[drives[k].q];
      walker.to[Eigen::Index(k)] = u.u[drives[k].prescribed_input];
    }
    walker.length = way_of_drives(model_, walker.robot, q, u);
    walker.done = 0;
    walker.part = walker.longest = 1 / std::max(1.0, std::ceil(walker.length / kLongestWay));
    walker.end = walker.length == 0 ? Followed::arrived : Followed::too_far;
    walker.walks = walker.length > 0 && 1 / walker.longest <= most;
  }
}

LoopFollower::Rows LoopFollower::rows_of(const Walker& walker) const {
  int count = 0;
  for (const std::size_t i : walker.robot.connections) count += model_.connections[i].rows();
  Rows rows{MatrixX(count, walker.scale.size()), VectorX(count), VectorX(count)};
  int first = 0;
  for (const std::size_t i : walker.robot.connections) {
    const ConnectionMotion m =
        connection_motion(model_, ws_, model_.connections[i], at_.connections[i], false);
    const int n = m.rows.count;
    rows.A.middleRows(first, n) =
        connection_rows(model_, at_, i, ws_)(Eigen::all, walker.robot.free) *
        walker.scale.asDiagonal();
    rows.gap.segment(first, n) = m.rows.gap.head(n);
    rows.rate.segment(first, n) = m.rows.C.topRows(n) * m.V_r;
    first += n;
  }
  return rows;
}

/// Drives at a part of their way; moving: with the part that is tried as their velocity.
void LoopFollower::place(const Walker& walker, double at, bool moving) {
  for (std::size_t k = 0; k < walker.robot.drives.size(); ++k) {
    const JointStep& drive = walker.robot.drives[k];
    const double from = walker.from[Eigen::Index(k)], to = walker.to[Eigen::Index(k)];
    at_.q[drive.q] = u_.u[drive.prescribed_input] = at == 1 ? to : from + at * (to - from);
    u_.u_dot[drive.prescribed_input] = moving ? walker.part * (to - from) : 0;
  }
}

void LoopFollower::displace(const Walker& walker, const VectorX& step) {
  step_(walker.robot.free) = walker.scale.cwiseProduct(step);
}

void LoopFollower::predict() {
  for (const Walker& walker : walkers_)
    if (walker.walks) place(walker, walker.done, true);
  update_kinematics(model_, at_, u_, nullptr, ws_);
  step_.setZero(model_.nv);
  for (Walker& walker : walkers_) {
    if (!walker.walks) continue;
    Rows rows = rows_of(walker);
    const VectorX move = -LeastNorm(rows.A, kRedundant).solve(rows.rate);
    displace(walker, move);
    walker.move = std::hypot(move.norm(), walker.part * walker.length);
    walker.before = std::move(rows.A);
    walker.correction.setZero(move.size());
    walker.gap = std::numeric_limits<double>::infinity();
    walker.corrects = true;
  }
  last_ = at_.q;
  retract(model_, last_, step_, at_.q);
  for (const Walker& walker : walkers_)
    if (walker.walks) place(walker, walker.done + walker.part, false);
}

void LoopFollower::correct() {
  for (int k = 0; k <= kCorrections; ++k) {
    update_kinematics(model_, at_, u_, nullptr, ws_);
    step_.setZero(model_.nv);
    for (Walker& walker : walkers_)
      if (walker.corrects) correct(walker, k == kCorrections);
    if (std::ranges::none_of(walkers_, &Walker::corrects)) return;
    const VectorX q = at_.q;
    retract(model_, q, step_, at_.q);
  }
}

void LoopFollower::correct(Walker& walker, bool last) {
  Rows rows = rows_of(walker);
  const double gap = rows.gap.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(), before = walker.gap;
  walker.gap = gap;
  walker.corrects = !last && gap > kClosedExactly && !(gap <= kClosedLoop && gap > 0.5 * before);
  if (walker.corrects) {
    const VectorX step = -LeastNorm(rows.A, kRedundant).solve(rows.gap);
    walker.correction += step;
    walker.corrects = walker.correction.norm() <= kMostCorrected * walker.move;
    if (walker.corrects) displace(walker, step);
  }
  walker.after = std::move(rows.A);
}

void LoopFollower::judge(Walker& walker) {
  const double corrected = walker.correction.norm();
  const bool shortest = walker.part * walker.length <= kShortestMove;
  if (walker.gap <= kClosedLoop && corrected <= kMostCorrected * walker.move &&
      (shortest || !mirrored(walker.before, walker.after))) {
    walker.done += walker.part;
    if (walker.done > 1 - 1e-9) {
      place(walker, 1, false);
      walker.walks = false;
      walker.end = Followed::arrived;
    }
    if (corrected <= kHardlyCorrected * walker.move)
      walker.part = std::min(2 * walker.part, walker.longest);
    walker.part = std::min(walker.part, 1 - walker.done);
    return;
  }
  at_.q(walker.robot.q) = last_(walker.robot.q).eval();
  walker.part *= 0.5;
  walker.walks = !shortest;
  if (shortest) walker.end = Followed::stuck;
}

std::vector<Followed> LoopFollower::follow(const Input& u, State& x, double most) {
  start(u, x.q, most);
  at_ = x;
  at_.v.setZero();
  u_ = u;
  u_.u_dot.setZero();
  u_.u_ddot.setZero();
  for (double tried = 0; tried < 2 * most && interruption().ok(); ++tried) {
    if (std::ranges::none_of(walkers_, &Walker::walks)) break;
    predict();
    correct();
    for (Walker& walker : walkers_)
      if (walker.walks) judge(walker);
  }
  std::vector<Followed> ends;
  for (const Walker& walker : walkers_) {
    if (walker.end == Followed::arrived) x.q(walker.robot.q) = at_.q(walker.robot.q).eval();
    ends.push_back(walker.end);
  }
  return ends;
}

}  // namespace cuttle
