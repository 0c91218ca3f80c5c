#include "cuttle/solve/newton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"

namespace cuttle {

namespace {

constexpr double kSufficient = 1e-4;  // share of the promised decrease that is enough

double weighted(const VectorX& weight, const VectorX& x, bool largest) {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double e = (weight.size() > 0 ? weight[i] : 1.0) * std::abs(x[i]);
    if (!std::isfinite(e)) return std::numeric_limits<double>::infinity();
    sum = largest ? std::max(sum, e) : sum + e * e;
  }
  return largest ? sum : std::sqrt(sum);
}

// The iteration in one place: the point, its residual, and the trial of the line search.
class Iteration {
 public:
  Iteration(const NewtonProblem& problem, const NewtonOptions& options, VectorX& x, int n_step)
      : problem_(problem), options_(options), x_(x), dx_(VectorX::Zero(n_step)) {}

  NewtonResult run();

 private:
  // merit of a point; infinite if it cannot be evaluated
  double evaluate(const VectorX& x, VectorX& r);
  bool search(double full_step);
  bool leads_on(double fraction);
  void take(double merit);

  const NewtonProblem& problem_;
  const NewtonOptions& options_;
  VectorX& x_;
  VectorX dx_, d_, trial_, r_, r_trial_, again_;
  double merit_ = 0;  // weighted 2-norm of r_
  Status last_failure_;
  NewtonResult result_;
};

double Iteration::evaluate(const VectorX& x, VectorX& r) {
  ++result_.evaluations;
  if (Status status = problem_.residual(x, r); !status.ok()) {
    last_failure_ = std::move(status);
    return std::numeric_limits<double>::infinity();
  }
  return weighted(options_.residual_weight, r, false);
}

void Iteration::take(double merit) {
  x_ = trial_;
  r_ = r_trial_;
  merit_ = merit;
  result_.residual = weighted(options_.residual_weight, r_, true);
}

// the natural monotonicity test
bool Iteration::leads_on(double fraction) {
  if (!problem_.solve_again) return false;
  problem_.solve_again(r_trial_, again_);
  return weighted(options_.step_weight, again_, false) <=
         (1 - 0.5 * fraction) * weighted(options_.step_weight, dx_, false);
}

bool Iteration::search(double full_step) {
  const double here = merit_;
  double fraction = 1;
  for (int k = 0; k <= options_.max_shortenings && interruption().ok(); ++k) {
    d_ = -fraction * dx_;
    if (problem_.retract) {
      problem_.retract(x_, d_, trial_);
    } else {
      trial_ = x_ + d_;
    }
    const double merit = evaluate(trial_, r_trial_);
    // at round-off a full step that is small enough need not improve anything
    const bool small = k == 0 && full_step <= options_.step_tolerance && std::isfinite(merit);
    if (small || merit <= (1 - kSufficient * fraction) * here ||
        (std::isfinite(merit) && leads_on(fraction))) {
      result_.shortest = std::min(result_.shortest, fraction);
      take(merit);
      return true;
    }
    // minimum of the parabola through here, with slope -here², and the trial
    double shorter = 0.5 * fraction;
    if (std::isfinite(merit)) {
      const double rise = merit * merit - here * here + 2 * fraction * here * here;
      shorter = rise > 0 ? fraction * fraction * here * here / rise : shorter;
    }
    fraction = std::clamp(shorter, 0.1 * fraction, 0.5 * fraction);
  }
  return false;
}

NewtonResult Iteration::run() {
  trial_ = x_;
  r_trial_ = VectorX::Zero(dx_.size());
  const double start = evaluate(x_, r_trial_);
  if (!std::isfinite(start)) {
    result_.status = last_failure_.ok() ? Status::fail(Status::Code::not_finite,
                                                       "Newton: the residual is not finite")
                                        : last_failure_;
    return result_;
  }
  take(start);
  while (result_.residual > options_.residual_tolerance) {
    if (result_.iterations == options_.max_iterations) {
      result_.status = Status::fail(Status::Code::diverged,
                                    fmt::format("Newton: |r| = {:.1e} after {} iterations",
                                                result_.residual, result_.iterations));
      return result_;
    }
    if (result_.status = interruption(); !result_.status.ok()) return result_;
    ++result_.iterations;
    result_.status = problem_.solve(x_, r_, dx_);
    if (!result_.status.ok()) return result_;
    result_.step = weighted(options_.step_weight, dx_, true);
    if (!std::isfinite(result_.step)) {
      result_.status = Status::fail(Status::Code::not_finite,
                                    "Newton: the step is not finite (singular tangent?)");
      return result_;
    }
    if (!search(result_.step)) {
      if (result_.status = interruption(); !result_.status.ok()) return result_;
      result_.status = Status::fail(
          Status::Code::stalled,
          fmt::format("Newton: no step makes |r| = {:.1e} smaller, after {} iterations{}{}",
                      result_.residual, result_.iterations,
                      last_failure_.ok() ? "" : "; last: ", last_failure_.message));
      return result_;
    }
    if (result_.step <= options_.step_tolerance) break;
  }
  return result_;
}

}  // namespace

NewtonResult newton(const NewtonProblem& problem, const NewtonOptions& options, VectorX& x,
                    int n_step) {
  expects(problem.residual && problem.solve, "a Newton problem has a residual and a solver");
  return Iteration(problem, options, x, n_step > 0 ? n_step : static_cast<int>(x.size())).run();
}

}  // namespace cuttle
