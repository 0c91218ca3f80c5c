#include "cuttle/analysis/arc_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/idle_motions.h"
#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/scales.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/product.h"
#include "cuttle/math/many_solve.h"
#include "cuttle/solve/newton.h"

namespace cuttle {
namespace {

constexpr double kLoadDifference =
    1e-6;                             // of the range of loads, for the derivative along the load
constexpr int kMostNewtonSteps = 10;  // of Newton, where the step is halved
constexpr int kEasyNewton = 4;        // iterations up to which it may grow
constexpr double kGrowth = 1.5;
constexpr double kMostGrowth = 4;     // of the first step, and of its part of the load
constexpr double kLongPath = 0.05;    // of the path so far, where that is more
constexpr double kSharpTurn = 0.866;  // cosine between two directions: 30 degrees are too much,
constexpr double kSlightTurn = 0.98;  // 11 degrees are easy
constexpr double kUnmoved = 1e-9;     // force along an idle motion per load, of all of it
constexpr double kLevel = 1e-10;      // d load / d s at a limit point, relative to its neighbours

double load_slope(const PathPoint& point) { return point.direction.tail<1>()[0]; }

}  // namespace

ArcLength::ArcLength(PathProblem problem, const PathOptions& options)
    : problem_(std::move(problem)),
      options_(options),
      range_(std::abs(options.to - options.from)),
      weight_(problem_.weight.size() + 1) {
  expects(range_ > 0, "a path has a range of loads");
  weight_ << problem_.weight, 1 / range_;
  for (Eigen::Index i = 0; i < weight_.size(); ++i) (weight_[i] > 0 ? free_ : bound_).push_back(i);
}

// a change times this row is its length along the direction
VectorX ArcLength::row_of(const VectorX& direction) const {
  return weight_.cwiseAbs2().cwiseProduct(direction);
}

double ArcLength::turn(const Trial& trial) const {
  return row_of(point_.direction).dot(trial.point.direction);
}

// by differences that stay in the stretch: beyond, signals differ or need not mean anything
Status ArcLength::load_rate(const VectorX& z, double load, VectorX& rate) {
  const double h = kLoadDifference * std::min(range_, high_ - low_);
  const double plus = std::max(std::min(load + h, high_), low_ + h);
  const double minus = std::min(std::max(load - h, low_), high_ - h);
  if (Status status = problem_.residual(z, plus, r_plus_); !status.ok()) return status;
  if (Status status = problem_.residual(z, minus, r_minus_); !status.ok()) return status;
  rate = (r_plus_ - r_minus_) / (plus - minus);
  evaluations_ += 2;
  return {};
}

// [K  dr/dload] d = rhs: regular at limit points, where K is singular
// [    row    ]
Status ArcLength::bordered(const VectorX& z, double load, const VectorX& row, const VectorX& rhs,
                           VectorX& d) {
  const Eigen::Index n = weight_.size() - 1;
  if (Status status = load_rate(z, load, rate_); !status.ok()) return status;
  if (Status status = problem_.tangent(z, load, K_); !status.ok()) return status;
  system_.resize(n + 1, n + 1);
  system_.topLeftCorner(n, n) = K_;
  system_.topRightCorner(n, 1) = rate_;
  system_.bottomRows(1) = row.transpose();
  const bool finite = bound_.empty() ? solve_scaled(system_, rhs, d) : solve_bound(system_, rhs, d);
  if (finite) return {};
  return Status::fail(Status::Code::not_finite, "the tangent of the path is not finite", load);
}

// Which rows of the gaps A d = b follow from others is a question of geometry: it is decided on
// rows in natural units, before they meet forces of any size. In a robot that does not stand along
// the axes such a row is round-off instead of zero, and must not get a size of its own. The load
// counts: where it turns back, it is what a row has left. Of the others C = Q^T A, the forces are
// those of least size, Q mu:
// [H -C^T] (d, mu) = (rhs, Q^T b)
// [C     ]
bool ArcLength::solve_bound(const MatrixX& system, const VectorX& rhs, VectorX& d) const {
  if (!system.allFinite() || !rhs.allFinite()) return false;
  const auto n = Eigen::Index(free_.size());  // with the load, which is the last of them
  const VectorX size = weight_(free_).cwiseInverse(), gap = rhs(bound_);
  const MatrixX gaps = system(bound_, free_) * size.asDiagonal();
  const double cut = redundancy_cut(gap.cwiseAbs().maxCoeff());
  const MatrixX Q = independent_combinations(gaps, cut);
  const Eigen::Index rank = Q.cols();
  const MatrixX held = transpose_times(Q, gaps);

  // forces are energies per change of order one
  VectorX row = size;
  row[n - 1] = 1;
  MatrixX reduced = MatrixX::Zero(n + rank, n + rank);
  reduced.topLeftCorner(n, n) = row.asDiagonal() * system(free_, free_) * size.asDiagonal();
  reduced.topRightCorner(n - 1, rank) = -held.leftCols(n - 1).transpose();
  reduced.bottomLeftCorner(rank, n) = held;
  hold_idle(held, reduced);
  VectorX right(n + rank), x;
  right << row.cwiseProduct(rhs(free_)), apply_transpose(Q, gap);
  if (!solve_scaled(reduced, right, x)) return false;
  d.resize(rhs.size());
  d(free_) = size.cwiseProduct(x.head(n));
  d(bound_) = apply(Q, x.tail(rank));
  return true;
}

// What nothing holds and nothing moves stays as it is: the path does not run along it. At a limit
// point the load moves what nothing holds.
void ArcLength::hold_idle(const MatrixX& held, MatrixX& system) {
  if (well_pivoted(Lu(system).factors())) return;
  const Eigen::Index n = held.cols() - 1;
  const MatrixX K = system.topLeftCorner(n, n);
  const VectorX rate = system.col(n).head(n);
  const MatrixX idle = idle_motions(K, held.leftCols(n));
  const double size = K.cwiseAbs().maxCoeff(), none = kUnmoved * rate.norm();
  for (Eigen::Index i = 0; i < idle.cols(); ++i)
    if (std::abs(idle.col(i).dot(rate)) <= none)
      system.topLeftCorner(n, n) += size * idle.col(i) * idle.col(i).transpose();
}

// the direction goes on as the row does
Status ArcLength::direct(const VectorX& row, PathPoint& point) {
  VectorX& d = point.direction;
  const Status status =
      bordered(point.z, point.load, row, VectorX::Unit(weight_.size(), weight_.size() - 1), d);
  if (!status.ok()) return status;
  d /= d.cwiseProduct(weight_).norm();
  if (d.allFinite()) return {};
  return Status::fail(Status::Code::diverged, "the path has no direction here", point.load);
}

Status ArcLength::start(const VectorX& z) {
  point_ = {z, options_.from, 0, {}};
  ended_ = false;
  limit_.reset();
  const bool upwards = options_.to > options_.from;
  choose_stretch(upwards);
  if (Status status = direct(load_row(upwards), point_); !status.ok()) return status;
  first_ = step_ = options_.first_step * std::abs(range_ / load_slope(point_));
  return {};
}

VectorX ArcLength::load_row(bool upwards) const {
  return VectorX::Unit(weight_.size(), weight_.size() - 1) * (upwards ? 1 : -1) / range_;
}

// the one that begins at the load of the point
void ArcLength::choose_stretch(bool upwards) {
  low_ = std::min(begin(), options_.to);
  high_ = std::max(begin(), options_.to);
  for (const double kink : options_.kinks) {
    if (upwards ? kink <= point_.load : kink < point_.load) low_ = std::max(low_, kink);
    if (upwards ? kink > point_.load : kink >= point_.load) high_ = std::min(high_, kink);
  }
}

// behind a kink of the signals the robot may go anywhere, but the load goes on
Status ArcLength::pass_kink() {
  const bool upwards = load_slope(point_) > 0;
  ended_ = point_.load == begin() || point_.load == options_.to;
  if (ended_) return {};
  choose_stretch(upwards);
  return direct(load_row(upwards), point_);
}

// long snaps take long steps, but the load never jumps
double ArcLength::largest_step() const {
  if (options_.largest_step > 0) return options_.largest_step;
  const double load_step = kMostGrowth * options_.first_step * range_;
  return std::min(std::max(kMostGrowth * first_, kLongPath * point_.arc),
                  load_step / std::abs(load_slope(point_)));
}

// Newton from the predictor on the tangent; its unknowns are z, the load, and the length along the
// last direction
Status ArcLength::correct(const Target& target, Trial& trial) {
  const Eigen::Index nz = point_.z.size(), n = weight_.size() - 1;
  const VectorX along = row_of(point_.direction);
  const VectorX row = target.load ? VectorX(VectorX::Unit(n + 1, n)) : along;
  NewtonProblem problem;
  problem.residual = [&](const VectorX& x, VectorX& r) {
    VectorX balance;
    if (Status status = problem_.residual(x.head(nz), x[nz], balance); !status.ok()) return status;
    r.resize(n + 1);
    r << balance, target.load ? x[nz] - *target.load : x[nz + 1] - target.length;
    return Status{};
  };
  problem.solve = [&](const VectorX& x, const VectorX& r, VectorX& d) {
    return bordered(x.head(nz), x[nz], row, r, d);
  };
  VectorX moved;
  problem.retract = [&](const VectorX& x, const VectorX& d, VectorX& out) {
    if (problem_.retract)
      problem_.retract(x.head(nz), d.head(n), moved);
    else
      moved = x.head(nz) + d.head(n);
    out.resize(nz + 2);
    out << moved, x[nz] + d[n], x[nz + 1] + along.dot(d);
  };
  VectorX x(nz + 2), guess;
  x << point_.z, point_.load, 0;
  problem.retract(x, target.length * point_.direction, guess);
  if (target.load) guess[nz] = *target.load;

  NewtonOptions options;
  options.residual_tolerance = 0;
  options.step_tolerance = options_.tolerance;
  options.step_weight = weight_;
  options.max_iterations = kMostNewtonSteps;
  const NewtonResult result = newton(problem, options, guess, int(n + 1));
  iterations_ += result.iterations;
  evaluations_ += result.evaluations;
  if (!result.status.ok()) return result.status;
  trial.point = {guess.head(nz), guess[nz], point_.arc + guess[nz + 1], {}};
  trial.iterations = result.iterations;
  return direct(along, trial.point);
}

// the last point is on the border, and the load goes on outwards
Status ArcLength::land(double border, double length, Trial& trial) {
  Status status = correct({length, border}, trial);
  if (!status.ok()) return status;
  trial.point.load = border;
  const double way = trial.point.arc - point_.arc, out = border == high_ ? 1 : -1;
  landed_ =
      way > 0 && way < 2 * step_ && out * load_slope(trial.point) > 0 && turn(trial) > kSharpTurn;
  if (landed_) return {};
  return Status::fail(Status::Code::diverged, "the path does not reach the end of the loads",
                      border);
}

Status ArcLength::attempt(Trial& trial) {
  landed_ = false;
  limit_.reset();
  const double slope = load_slope(point_), ahead = point_.load + step_ * slope;
  if (outside(ahead)) {
    const double end = border(ahead);
    if (land(end, (end - point_.load) / slope, trial).ok()) return {};
  }
  if (Status status = correct({step_}, trial); !status.ok()) return status;
  if (turn(trial) < kSharpTurn)
    return Status::fail(Status::Code::diverged, "the path turns too sharply", point_.load);
  if (slope * load_slope(trial.point) < 0)
    if (Status status = find_limit(trial); !status.ok()) return status;

  // a limit point beyond the border is none: the path has left before
  double reached = trial.point.load;
  if (limit_ && outside(limit_->load)) {
    reached = limit_->load;
    limit_.reset();
  }
  if (!outside(reached)) return {};
  if (limit_)
    return Status::fail(Status::Code::diverged, "the path turns too sharply", point_.load);
  const double end = border(reached);
  return land(end, step_ * (end - point_.load) / (reached - point_.load), trial);
}

// where d load / d s vanishes, by false position (Illinois) on the length of the step
Status ArcLength::find_limit(const Trial& trial) {
  double low = 0, high = step_;
  double at_low = load_slope(point_), at_high = load_slope(trial.point);
  const double level = kLevel * std::max(std::abs(at_low), std::abs(at_high));
  Trial middle;
  bool last_before = false;
  for (int k = 0; k < 60 && high - low > kLevel * step_; ++k) {
    const double length = (low * at_high - high * at_low) / (at_high - at_low);
    if (Status status = interruption(point_.load); !status.ok()) return status;
    if (Status status = correct({length}, middle); !status.ok()) return status;
    const double slope = load_slope(middle.point);
    limit_ = middle.point;
    if (std::abs(slope) <= level) break;
    const bool before = slope * at_low > 0;
    (before ? low : high) = length;
    (before ? at_low : at_high) = slope;
    if (k > 0 && before == last_before) (before ? at_high : at_low) *= 0.5;
    last_before = before;
  }
  return {};
}

Status ArcLength::advance() {
  Status status;
  step_ = std::min(step_, largest_step());
  for (int k = 0; k < options_.halvings; ++k) {
    if (Status stop = interruption(point_.load); !stop.ok()) return stop;
    Trial trial;
    status = attempt(trial);
    if (status.ok()) {
      if (trial.iterations <= kEasyNewton && turn(trial) > kSlightTurn) step_ *= kGrowth;
      point_ = std::move(trial.point);
      return landed_ ? pass_kink() : Status{};
    }
    ++rejected_;
    step_ *= 0.5;
  }
  limit_.reset();
  return Status::fail(status.code,
                      fmt::format("the path cannot be followed any further: {}", status.message),
                      point_.load);
}

}  // namespace cuttle
