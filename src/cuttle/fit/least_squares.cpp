#include "cuttle/fit/least_squares.h"

#include <ceres/ceres.h>
#include <glog/logging.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

// The solver sees x = p / scale, or x = ln(p / scale).
class Scaling {
 public:
  explicit Scaling(const LeastSquaresProblem& problem) : problem_(problem) {}

  double inward(Eigen::Index i, double p) const {
    const double z = p / problem_.scale[i];
    return problem_.log_scaled[std::size_t(i)] ? std::log(z) : z;
  }
  VectorX outward(const double* x) const {
    VectorX p(problem_.start.size());
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      const bool log = problem_.log_scaled[std::size_t(i)];
      p[i] = problem_.scale[i] * (log ? std::exp(x[i]) : x[i]);
      // rounding must not lead out of the bounds
      p[i] = std::clamp(p[i], problem_.lower[i], problem_.upper[i]);
    }
    return p;
  }
  /// dp / dx
  double slope(Eigen::Index i, double p) const {
    return problem_.log_scaled[std::size_t(i)] ? p : problem_.scale[i];
  }

 private:
  const LeastSquaresProblem& problem_;
};

// All residuals in one block: they come from the same runs.
class Residuals final : public ceres::CostFunction {
 public:
  explicit Residuals(const LeastSquaresProblem& problem) : problem_(problem), scaling_(problem) {
    set_num_residuals(problem.residuals);
    mutable_parameter_block_sizes()->push_back(int(problem.start.size()));
  }

  bool Evaluate(double const* const* x, double* residuals, double** slopes) const override {
    const VectorX p = scaling_.outward(x[0]);
    const bool want_slopes = slopes && slopes[0];
    VectorX r;
    MatrixX J;
    if (!problem_.evaluate(p, r, want_slopes ? &J : nullptr)) return false;
    if (!r.allFinite() || (want_slopes && !J.allFinite())) return false;
    std::copy(r.begin(), r.end(), residuals);
    if (!want_slopes) return true;
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<RowMajor> out(slopes[0], J.rows(), J.cols());
    for (Eigen::Index i = 0; i < p.size(); ++i) out.col(i) = J.col(i) * scaling_.slope(i, p[i]);
    return true;
  }

 private:
  const LeastSquaresProblem& problem_;
  Scaling scaling_;
};

ceres::Solver::Options options_for(const LeastSquaresProblem& problem) {
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = problem.iterations;
  options.function_tolerance = problem.tolerance;
  // exact data leave nothing whose relative change could be small
  options.gradient_tolerance = 1e-16;
  options.parameter_tolerance = 1e-10;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  options.minimizer_progress_to_stdout = false;
  // with bounds a step is first tried along its direction; halving needs no slopes there
  options.line_search_interpolation_type = ceres::BISECTION;
  return options;
}

struct Round {
  ceres::TerminationType end = ceres::FAILURE;
  int iterations = 0;
  std::string message;
};

// Searches from x on, with some parameters held.
Round search(const LeastSquaresProblem& problem, const std::vector<bool>& held, VectorX& x) {
  const Scaling scaling(problem);
  std::vector<int> constant;
  ceres::Problem ceres_problem;
  ceres_problem.AddResidualBlock(new Residuals(problem), nullptr, x.data());
  for (int i = 0; i < int(x.size()); ++i) {
    if (held[std::size_t(i)]) constant.push_back(i);
    const bool log = problem.log_scaled[std::size_t(i)];
    if (std::isfinite(problem.lower[i]) && !(log && problem.lower[i] <= 0))
      ceres_problem.SetParameterLowerBound(x.data(), i, scaling.inward(i, problem.lower[i]));
    if (std::isfinite(problem.upper[i]))
      ceres_problem.SetParameterUpperBound(x.data(), i, scaling.inward(i, problem.upper[i]));
  }
  if (!constant.empty())
    ceres_problem.SetManifold(x.data(), new ceres::SubsetManifold(int(x.size()), constant));
  ceres::Solver::Summary summary;
  ceres::Solve(options_for(problem), &ceres_problem, &summary);
  return {summary.termination_type, std::max(0, int(summary.iterations.size()) - 1),
          summary.message};
}

// Parameters at a bound that the slopes push against.
std::vector<bool> pressed(const LeastSquaresProblem& problem, const VectorX& p) {
  std::vector<bool> result(std::size_t(p.size()), false);
  std::vector<bool> low, high;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    low.push_back(p[i] <= problem.lower[i]);
    high.push_back(p[i] >= problem.upper[i]);
  }
  if (std::ranges::none_of(low, std::identity()) && std::ranges::none_of(high, std::identity()))
    return result;
  VectorX r;
  MatrixX J;
  if (!problem.evaluate(p, r, &J)) return result;
  const VectorX gradient = J.transpose() * r;
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] =
        (low[i] && gradient[Eigen::Index(i)] > 0) || (high[i] && gradient[Eigen::Index(i)] < 0);
  return result;
}

// the solver reports by its result, not on the terminal
class QuietLog {
 public:
  QuietLog() { FLAGS_minloglevel = google::GLOG_FATAL; }
  QuietLog(const QuietLog&) = delete;
  QuietLog& operator=(const QuietLog&) = delete;
  ~QuietLog() { FLAGS_minloglevel = before_; }

 private:
  int before_ = FLAGS_minloglevel;
};

}  // namespace

LeastSquaresResult solve_least_squares(const LeastSquaresProblem& problem) {
  expects(problem.residuals > 0 && problem.start.size() > 0, "nothing to solve");
  const QuietLog quiet;
  const Scaling scaling(problem);
  VectorX x(problem.start.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = scaling.inward(i, problem.start[i]);

  // A step that is cut at a bound is no good step for the others. So what is pressed against a
  // bound is held there while they go on, until the same ones are pressed again.
  LeastSquaresResult result;
  std::vector<bool> held(std::size_t(x.size()), false);
  for (Eigen::Index turn = 0; turn <= 2 * x.size(); ++turn) {
    const Round round = search(problem, held, x);
    result.iterations += round.iterations;
    result.message = round.message;
    result.parameters = scaling.outward(x.data());
    result.end = round.end == ceres::CONVERGENCE      ? LeastSquaresResult::End::converged
                 : round.end == ceres::NO_CONVERGENCE ? LeastSquaresResult::End::iterations
                                                      : LeastSquaresResult::End::failed;
    if (result.end == LeastSquaresResult::End::failed) break;
    std::vector<bool> now = pressed(problem, result.parameters);
    if (now == held || std::ranges::all_of(now, std::identity())) break;
    held = std::move(now);
  }
  return result;
}

namespace {

// rho(s) of s = (residual / scale)^2 with two derivatives
struct Rho {
  double value, first, second;
};

Rho rho(Loss loss, double s) {
  switch (loss) {
    case Loss::squares:
      break;
    case Loss::huber:
      if (s <= 1) break;
      return {2 * std::sqrt(s) - 1, 1 / std::sqrt(s), -0.5 / (s * std::sqrt(s))};
    case Loss::soft_l1: {
      const double root = std::sqrt(1 + s);
      return {2 * s / (root + 1), 1 / root, -0.5 / (root * root * root)};
    }
    case Loss::cauchy:
      return {std::log1p(s), 1 / (1 + s), -1 / ((1 + s) * (1 + s))};
  }
  return {s, 1, 0};
}

}  // namespace

WeighedResidual apply_loss(Loss loss, double scale, double residual) {
  const double z = residual / scale;
  const Rho r = rho(loss, z * z);
  WeighedResidual result;
  // the root of rho has the slope rho' z / sqrt(rho), which is 1 at zero
  const double root = std::sqrt(r.value);
  result.value = std::copysign(scale * root, residual);
  result.slope = root > 0 ? r.first * std::abs(z) / root : 1;
  result.influence = r.first * residual;
  result.curvature = r.first + 2 * z * z * r.second;
  return result;
}

}  // namespace cuttle
