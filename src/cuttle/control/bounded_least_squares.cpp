#include "cuttle/control/bounded_least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"

namespace cuttle {
namespace {

constexpr double kGradient = 1e-13;   // of column and residual: less is round-off
constexpr double kDependent = 1e-13;  // what is left of a column that depends on others

}  // namespace

BoundedLeastSquares::BoundedLeastSquares(int rows, int columns)
    : rows_(rows),
      columns_(columns),
      at_(size_t(columns), At::inside),
      role_(size_t(columns), Role::free),
      refused_(size_t(columns), false),
      work_(rows + columns, columns),
      rhs_(rows + columns),
      residual_(rows + columns),
      step_(columns),
      size_(columns) {
  free_.reserve(size_t(columns));
}

int BoundedLeastSquares::saturated() const {
  return int(std::count_if(at_.begin(), at_.end(), [](At at) { return at != At::inside; }));
}

Status BoundedLeastSquares::check(const Problem& p, const VectorX& x) const {
  expects(p.A.rows() == rows_ && p.A.cols() == columns_ && p.b.size() == rows_,
          "a problem of the size that was announced");
  expects(p.low.size() == columns_ && p.high.size() == columns_ && x.size() == columns_,
          "bounds and a guess for every unknown");
  if (!p.A.allFinite() || !p.b.allFinite() || !std::isfinite(p.pull) ||
      (p.toward != nullptr && !p.toward->allFinite()))
    return Status::fail(Status::Code::not_finite, "least squares: a number is not finite");
  for (int j = 0; j < columns_; ++j)
    if (!(p.low[j] <= p.high[j]) || p.low[j] == std::numeric_limits<double>::infinity() ||
        p.high[j] == -std::numeric_limits<double>::infinity())
      return Status::fail(Status::Code::diverged,
                          "least squares: a lower bound is above its upper bound");
  return {};
}

void BoundedLeastSquares::start(const Problem& p, VectorX& x) {
  for (int j = 0; j < columns_; ++j) {
    size_[j] = std::sqrt(p.A.col(j).squaredNorm() + p.pull * p.pull);
    if (!std::isfinite(x[j])) x[j] = 0;
    At& at = at_[size_t(j)];
    if (at == At::low && std::isfinite(p.low[j])) x[j] = p.low[j];
    if (at == At::high && std::isfinite(p.high[j])) x[j] = p.high[j];
    x[j] = std::clamp(x[j], p.low[j], p.high[j]);
    if (x[j] != p.low[j] && x[j] != p.high[j]) at = At::inside;
    role_[size_t(j)] = p.low[j] == p.high[j] ? Role::fixed
                       : at != At::inside    ? Role::held
                                             : Role::free;
    refused_[size_t(j)] = false;
  }
  passes_ = 0;
}

void BoundedLeastSquares::residual(const Problem& p, const VectorX& x) {
  residual_.head(rows_) = p.b;
  scale_ = p.b.squaredNorm();
  for (int j = 0; j < columns_; ++j) {
    residual_.head(rows_) -= x[j] * p.A.col(j);
    const double back = p.toward == nullptr ? x[j] : x[j] - (*p.toward)[j];
    residual_[rows_ + j] = -p.pull * back;
    scale_ += size_[j] * size_[j] * x[j] * x[j];
  }
  scale_ = std::sqrt(scale_);
}

double BoundedLeastSquares::reflect(int k, int count) {
  auto tail = work_.col(k).tail(work_.rows() - k);
  const double length = tail.norm();
  if (length == 0) return 0;
  const double image = tail[0] > 0 ? -length : length;
  tail[0] -= image;
  const double factor = -1 / (image * tail[0]);  // 2 / |v|^2
  for (int j = k + 1; j < count; ++j) {
    auto other = work_.col(j).tail(work_.rows() - k);
    other -= (factor * tail.dot(other)) * tail;
  }
  auto right = rhs_.tail(work_.rows() - k);
  right -= (factor * tail.dot(right)) * tail;
  // the diagonal is told apart from the vector: the caller stores it
  return image;
}

void BoundedLeastSquares::solve_free(const Problem& p) {
  free_.clear();
  for (int j = 0; j < columns_; ++j)
    if (role_[size_t(j)] == Role::free) free_.push_back(j);
  const int count = int(free_.size());
  for (int k = 0; k < count; ++k) {
    work_.col(k).head(rows_) = p.A.col(free_[size_t(k)]);
    work_.col(k).tail(columns_).setZero();
    work_(rows_ + free_[size_t(k)], k) = p.pull;
  }
  rhs_ = residual_;

  int rank = 0;
  for (; rank < count; ++rank) {
    const int j = free_[size_t(rank)];
    const double left = work_.col(rank).tail(work_.rows() - rank).norm();
    if (!(left > kDependent * size_[j])) {
      // depends on those before it: it stays where it is, and the rest moves up
      role_[size_t(j)] = Role::held;
      solve_free(p);
      return;
    }
    step_[j] = reflect(rank, count);
  }
  ++passes_;
  for (int k = count - 1; k >= 0; --k) {
    const int j = free_[size_t(k)];
    double sum = rhs_[k];
    for (int l = k + 1; l < count; ++l) sum -= work_(k, l) * step_[free_[size_t(l)]];
    step_[j] = sum / step_[j];
  }
}

void BoundedLeastSquares::settle(const Problem& p, VectorX& x) {
  for (;;) {
    residual(p, x);
    solve_free(p);
    // how far all free unknowns may go, and who stops them
    double part = 1;
    int blocks = -1;
    for (const int j : free_) {
      const double end = x[j] + step_[j];
      const double bound = end > p.high[j] ? p.high[j] : p.low[j];
      if (end <= p.high[j] && end >= p.low[j]) continue;
      const double reach = (bound - x[j]) / step_[j];
      if (blocks >= 0 && reach >= part) continue;
      part = std::clamp(reach, 0.0, 1.0);
      blocks = j;
    }
    for (const int j : free_) x[j] = std::clamp(x[j] + part * step_[j], p.low[j], p.high[j]);
    if (blocks < 0) break;
    role_[size_t(blocks)] = Role::held;
    x[blocks] = step_[blocks] > 0 ? p.high[blocks] : p.low[blocks];
  }
  residual(p, x);
}

int BoundedLeastSquares::most_wanted(const Problem& p, const VectorX& x) {
  int best = -1;
  double most = 0;
  for (int j = 0; j < columns_; ++j) {
    if (role_[size_t(j)] != Role::held || refused_[size_t(j)] || size_[j] == 0) continue;
    const double gradient = p.A.col(j).dot(residual_.head(rows_)) + p.pull * residual_[rows_ + j];
    if ((x[j] == p.low[j] && gradient < 0) || (x[j] == p.high[j] && gradient > 0)) continue;
    const double gain = std::abs(gradient) / size_[j];
    if (gain <= kGradient * scale_ || gain <= most) continue;
    most = gain;
    best = j;
    step_[j] = gradient;
  }
  return best;
}

// In exact arithmetic a wish is always granted; with round-off it may turn round, and then it was
// none (Lawson and Hanson's test).
bool BoundedLeastSquares::moves_inwards(const Problem& p, int j, double wish, VectorX& x) {
  role_[size_t(j)] = Role::free;
  solve_free(p);
  if (role_[size_t(j)] == Role::free && step_[j] * wish > 0) {
    settle(p, x);
    return true;
  }
  role_[size_t(j)] = Role::held;
  refused_[size_t(j)] = true;
  return false;
}

Status BoundedLeastSquares::solve(const Problem& p, VectorX& x) {
  if (Status status = check(p, x); !status.ok()) return status;
  start(p, x);
  settle(p, x);
  double best = residual_.squaredNorm();
  const int limit = 20 * columns_ + 20;
  int turns = 0;
  for (int j = most_wanted(p, x); j >= 0 && turns < limit; j = most_wanted(p, x), ++turns) {
    if (!moves_inwards(p, j, step_[j], x)) continue;
    // every turn must gain, or sets of held unknowns could come back
    const double now = residual_.squaredNorm();
    if (now < best)
      std::fill(refused_.begin(), refused_.end(), false);
    else
      refused_[size_t(j)] = true;
    best = std::min(best, now);
  }
  for (int j = 0; j < columns_; ++j)
    at_[size_t(j)] = role_[size_t(j)] == Role::free ? At::inside
                     : x[j] == p.low[j]             ? At::low
                     : x[j] == p.high[j]            ? At::high
                                                    : At::inside;
  if (turns == limit)
    return Status::fail(Status::Code::stalled,
                        "least squares: the set of active bounds does not settle");
  return {};
}

}  // namespace cuttle
