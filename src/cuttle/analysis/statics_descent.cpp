// Where Newton's method gives up: downhill in the energy, inside a region that is trusted.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "cuttle/analysis/linear_motion.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
namespace {

constexpr int kMostSteps = 400;
constexpr double kFirstRadius = 0.2, kLargestRadius = 2, kSmallestRadius = 1e-9;
constexpr double kPushedAway = 1e-5;  // force along what nothing holds, over the largest stiffness
constexpr double kNotPushed = 1e-9;   // ... that is none
constexpr double kClosed = 1e-9;      // [m, rad] a gap that is none
constexpr int kMostClosings = 8;      // iterations to get there
constexpr double kOpen = 1e-6;        // [m, rad] a gap that has to be closed first
constexpr double kNear = 1e-3;        // a Newton step that needs no merit
constexpr Eigen::Index kLarge = 60;   // coordinates whose eigenvalues take long
constexpr double kTorn = 0.1;         // of a gap, that no small motion closes
constexpr double kCloseable = 1e-3;   // [m, rad] a gap that springs leave
constexpr double kRough = 1e-4;       // a step small enough to pull at springs harder
constexpr double kHarder = 4;         // ... by so much
constexpr int kMostPulls = 12, kPullSteps = 20;

/// The quadratic model of the energy, along its principal axes.
struct Hill {
  VectorX stiffness;  // from the lowest
  VectorX force;
  MatrixX axes;
  double largest = stiffness.cwiseAbs().maxCoeff();  // stiffness

  bool neutral(Eigen::Index i) const { return std::abs(stiffness[i]) <= kHardlyStiff * largest; }
  /// Lowest stiffness that is one.
  double lowest() const {
    for (Eigen::Index i = 0; i < stiffness.size(); ++i)
      if (!neutral(i)) return stiffness[i];
    return 0;
  }
  /// The largest force along an axis that nothing holds, over the largest stiffness.
  double push() const {
    double push = 0;
    for (Eigen::Index i = 0; i < stiffness.size(); ++i)
      if (neutral(i)) push = std::max(push, std::abs(force[i]));
    return push > 0 ? push / largest : 0;
  }
  /// The step of a hill made stiffer everywhere.
  VectorX step(double shift) const {
    VectorX y = VectorX::Zero(stiffness.size());
    for (Eigen::Index i = 0; i < y.size(); ++i)
      if (!neutral(i)) y[i] = -force[i] / (stiffness[i] + shift);
    return y;
  }
};

/// The lowest point of the hill within a radius [MoreSorensen83]; on a ridge it is left along the
/// softest axis. `shift`: what holds the step back.
VectorX trusted_step(const Hill& hill, double radius, double& shift, bool& ridge) {
  const double lowest = hill.lowest();
  ridge = false;
  shift = 0;
  if (lowest > 0 && hill.step(0).norm() <= radius) return hill.axes * hill.step(0);
  const double least = std::max(0.0, -lowest), size = hill.largest;
  double low = least * (1 + 1e-9) + 1e-14 * size, high = low + hill.force.norm() / radius + size;
  if (hill.step(low).norm() < radius) {
    ridge = lowest < 0;
    shift = low;
    VectorX y = hill.step(low);
    if (ridge) {
      const double rest = std::sqrt(std::max(0.0, radius * radius - y.squaredNorm()));
      y[0] += y[0] < 0 ? -rest : rest;
    }
    return hill.axes * y;
  }
  for (int k = 0; k < 200 && high - low > 1e-12 * high; ++k) {
    const double middle = low > 0 && high / low > 4 ? std::sqrt(low * high) : 0.5 * (low + high);
    (hill.step(middle).norm() > radius ? low : high) = middle;
  }
  shift = high;
  return hill.axes * hill.step(high);
}

}  // namespace

/// One descent: the state, its balance, and the trials.
class StaticsSolver::Descent {
 public:
  Descent(StaticsSolver& solver, const Input& u, State& x)
      : s_(solver),
        u_(u),
        x_(x),
        trial_(x),
        scale_(solver.step_weight_.head(solver.model_.nv).cwiseInverse()),
        free_(free_columns(solver.model_)) {}

  StaticsResult run(double load, double tolerance);

 private:
  enum class Outcome { settled, moved, refused, lost };
  /// Steps until one is below the tolerance.
  Status settle(double load, double tolerance, int most, StaticsResult& result);
  Status pull(double load, StaticsResult& result);
  Status linearise();
  void hold_rows();
  std::optional<Hill> hill();
  Outcome step(double tolerance);
  void keep_neutral(const Hill& hill);
  /// Forces behind a step; trial_ is there.
  VectorX force_at(const VectorX& d);
  bool close(VectorX& d);
  /// No small motion closes a gap: a straight rod cannot be shortened.
  bool torn() const {
    const VectorX rest = rows_.gap + A_ * closing_;
    for (Eigen::Index k = 0; k < rest.size(); ++k)
      if (std::abs(rest[k]) > kOpen && std::abs(rest[k]) > kTorn * std::abs(rows_.gap[k]))
        return true;
    return false;
  }

  StaticsSolver& s_;
  const Input& u_;
  State& x_;
  State trial_;
  const VectorX scale_;  // displacements are counted in these
  const MatrixX free_;   // columns of what is not prescribed
  DenseRows rows_;
  VectorX force_, closing_;  // out of balance; the way back to closed loops
  MatrixX K_, A_, Z_;        // stiffness, rows, and the directions that they leave
  double radius_ = kFirstRadius;
  double spring_ = 0;  // > 0: connections are springs of this stiffness
  int left_ = 0;       // ridges that were left
};

Status StaticsSolver::Descent::linearise() {
  VectorX r;
  s_.ws_.lambda = s_.lambda_;
  s_.imbalance(u_, x_, r);
  if (!r.allFinite()) return Status::fail(Status::Code::not_finite, "the forces are not finite");
  rows_ = dense_rows(s_.model_, x_, s_.ws_);
  A_ = rows_.A * scale_.asDiagonal();
  force_ = scale_.cwiseProduct(r.head(s_.model_.nv));
  closing_ = VectorX::Zero(s_.model_.nv);
  if (A_.rows() > 0 && spring_ == 0) hold_rows();
  s_.ws_.lambda = s_.lambda_;
  if (spring_ > 0) {
    force_ += spring_ * A_.transpose() * rows_.gap;
    for (size_t k = 0; k < rows_.index.size(); ++k)
      s_.ws_.lambda[rows_.index[k]] -= spring_ * rows_.gap[Eigen::Index(k)];
  }
  s_.tangent_.linearise(s_.model_, x_, u_, nullptr, {1, 0, 0}, s_.ws_);
  K_ = s_.stiffness(x_);
  K_ = (scale_.asDiagonal() * (0.5 * (K_ + K_.transpose())) * scale_.asDiagonal()).eval();
  if (spring_ > 0) K_ += spring_ * A_.transpose() * A_;
  Z_ = free_;
  if (A_.rows() > 0 && spring_ == 0) Z_ = free_ * null_space(A_ * free_);
  if (K_.allFinite()) return {};
  return Status::fail(Status::Code::not_finite, "the stiffness is not finite");
}

// forces of the connections: what balances best; and the way back to closed loops
void StaticsSolver::Descent::hold_rows() {
  const VectorX change = LeastNorm(A_.transpose(), kRedundant).solve(force_);
  force_ -= A_.transpose() * change;
  for (size_t k = 0; k < rows_.index.size(); ++k)
    s_.lambda_[rows_.index[k]] += change[Eigen::Index(k)];
  closing_ = -LeastNorm(A_, kRedundant).solve(rows_.gap);
}

std::optional<Hill> StaticsSolver::Descent::hill() {
  const auto solver = std::make_shared<SymmetricEigen>();
  const MatrixX K = Z_.transpose() * K_ * Z_;
  if (K.rows() == 0) return std::nullopt;
  if (!run_aside(K.rows() > kLarge, [solver, K] { solver->compute(K); })) return std::nullopt;
  if (!solver->ok()) return std::nullopt;
  const VectorX force = Z_.transpose() * (force_ + K_ * closing_);
  return Hill{solver->values(), solver->vectors().transpose() * force, solver->vectors()};
}

VectorX StaticsSolver::Descent::force_at(const VectorX& d) {
  VectorX r;
  retract(s_.model_, x_.q, scale_.cwiseProduct(d), trial_.q);
  s_.ws_.lambda = s_.lambda_;
  s_.imbalance(u_, trial_, r);
  r.head(s_.model_.nv) = scale_.cwiseProduct(r.head(s_.model_.nv));
  if (spring_ == 0) return r.head(s_.model_.nv);
  const DenseRows rows = dense_rows(s_.model_, trial_, s_.ws_);
  return r.head(s_.model_.nv) + spring_ * scale_.cwiseProduct(rows.A.transpose() * rows.gap);
}

// back to closed loops, by the shortest way; false if there is none near
bool StaticsSolver::Descent::close(VectorX& d) {
  if (rows_.gap.size() == 0 || spring_ > 0) return true;
  for (int k = 0; k < kMostClosings; ++k) {
    const DenseRows now = dense_rows(s_.model_, trial_, s_.ws_);
    if (!now.gap.allFinite()) return false;
    if (now.gap.norm() < kClosed) return true;
    d -= LeastNorm(now.A * scale_.asDiagonal(), kRedundant).solve(now.gap);
    force_at(d);
  }
  return false;
}

StaticsSolver::Descent::Outcome StaticsSolver::Descent::step(double tolerance) {
  const std::optional<Hill> hill = this->hill();
  // with a push along what nothing holds there is no rest; far from it, some is left over
  if (!hill || !(hill->push() <= kPushedAway)) return Outcome::lost;
  double shift = 0;
  bool ridge = false;
  const VectorX y = trusted_step(*hill, radius_, shift, ridge);
  const VectorX d = closing_ + Z_ * y;
  const double size = d.cwiseAbs().maxCoeff();
  if (shift == 0 && size < kNear) {
    force_at(d);
    x_.q = trial_.q;
    if (size > tolerance) return Outcome::moved;
    if (hill->push() > kNotPushed) return Outcome::lost;
    keep_neutral(*hill);
    return Outcome::settled;
  }

  // the work done on the way (Simpson) and back to closed loops, against that of the quadratic
  // model
  const VectorX middle = force_at(0.5 * d), end = force_at(d);
  VectorX closed = d;
  bool good = end.allFinite() && close(closed);
  const double foretold = d.dot(force_) + 0.5 * d.dot(K_ * d);
  const double done =
      d.dot(force_ + 4 * middle + end) / 6 + 0.5 * (closed - d).dot(end + force_at(closed));
  // what was torn open is closed first
  const bool open = spring_ == 0 && rows_.gap.norm() > kOpen;
  const double share = foretold < 0 ? done / foretold : -1;
  good = good && std::isfinite(done) && (open || share > 1e-3);
  if (!good) {
    radius_ = 0.25 * std::min(radius_, y.norm());
    return Outcome::refused;
  }
  x_.q = trial_.q;
  left_ += ridge;
  if (share < 0.25 && !open) radius_ *= 0.5;
  if (share > 0.75) radius_ = std::min(2 * radius_, kLargestRadius);
  return Outcome::moved;
}

void StaticsSolver::Descent::keep_neutral(const Hill& hill) {
  std::vector<Eigen::Index> axes;
  for (Eigen::Index i = 0; i < hill.stiffness.size(); ++i)
    if (hill.neutral(i)) axes.push_back(i);
  s_.neutral_ = Z_ * hill.axes(Eigen::all, axes);
}

Status StaticsSolver::Descent::settle(double load, double tolerance, int most,
                                      StaticsResult& result) {
  bool fresh = false;
  for (int k = 0; k < most && radius_ > kSmallestRadius; ++k) {
    if (Status status = interruption(load); !status.ok()) return status;
    if (Status status = fresh ? Status{} : linearise(); !status.ok()) return status;
    ++result.iterations;
    const Outcome outcome = step(tolerance);
    if (outcome == Outcome::settled) return linearise();
    if (outcome == Outcome::lost) break;
    fresh = outcome == Outcome::refused;
  }
  if (Status status = interruption(load); !status.ok()) return status;
  return Status::fail(Status::Code::stalled,
                      fmt::format("minimising the energy did not reach rest either, after {} steps",
                                  result.iterations),
                      load);
}

// Connections as springs, pulled tight step by step: their push makes a straight rod unstable, and
// it buckles. The multipliers take over what the springs hold (augmented Lagrangian).
Status StaticsSolver::Descent::pull(double load, StaticsResult& result) {
  spring_ = K_.cwiseAbs().maxCoeff() / rows_.gap.squaredNorm();
  for (int k = 0; k < kMostPulls && rows_.gap.norm() > kCloseable; ++k) {
    radius_ = kFirstRadius;
    // on the way, any shape is good enough
    const Status status = settle(load, kRough, kPullSteps, result);
    if (!status.ok() && status.code != Status::Code::stalled) return status;
    if (Status now = linearise(); !now.ok()) return now;
    s_.lambda_ = s_.ws_.lambda;
    spring_ *= kHarder;
  }
  spring_ = 0;
  radius_ = kFirstRadius;
  return linearise();
}

StaticsResult StaticsSolver::Descent::run(double load, double tolerance) {
  StaticsResult result;
  result.load_steps = 1;
  result.status = linearise();
  if (result.status.ok() && torn()) result.status = pull(load, result);
  if (result.status.ok()) result.status = settle(load, tolerance, kMostSteps, result);
  if (result.status.ok()) result.status = s_.check(x_);
  result.ridges = left_;
  return result;
}

StaticsResult StaticsSolver::descend(double load, const Input& u, const StaticsOptions& options,
                                     State& x) {
  const VectorX guess = x.q, forces = lambda_;
  const Input scaled = place(load, u, x);
  StaticsResult result = Descent(*this, scaled, x).run(load, options.tolerance);
  result.status.t = load;
  if (result.status.ok()) return result;
  x.q = guess;
  lambda_ = forces;
  return result;
}

}  // namespace cuttle
