#include "cuttle/fit/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/fit/least_squares.h"
#include "cuttle/fit/search.h"
#include "cuttle/fit/statistics.h"
#include "cuttle/fit/warnings.h"
#include "cuttle/math/constants.h"

namespace cuttle {

namespace {

// estimated standard deviations have settled when they change by less than this part
constexpr double kSettled = 1e-3;
constexpr int kMaxPasses = 20;

// exact data have no noise; their residuals are rounding, and weights must stay finite
constexpr double kSmallestNoise = 1e-9;

double spread(const std::vector<double>& y) {
  double mean = 0, sum = 0, largest = 0;
  for (const double v : y) mean += v / double(y.size());
  for (const double v : y) sum += (v - mean) * (v - mean), largest = std::max(largest, std::abs(v));
  if (sum > 0) return std::sqrt(sum / double(y.size()));
  return largest > 0 ? largest : 1;
}

bool all_known(const FitProblem& problem) {
  return std::ranges::none_of(problem.groups,
                              [](const ObservationGroup& g) { return g.sigma.empty(); });
}

// one unknown standard deviation for all changes nothing in the search
bool weights_matter(const FitProblem& problem) {
  const bool priors = std::ranges::any_of(
      problem.parameters, [](const FitParameter& p) { return p.prior.has_value(); });
  return problem.groups.size() > 1 || problem.loss != Loss::squares || priors;
}

VectorX first_sigma(const FitProblem& problem) {
  VectorX sigma(Eigen::Index(problem.observations()));
  Eigen::Index row = 0;
  for (const ObservationGroup& g : problem.groups)
    for (std::size_t i = 0; i < g.y.size(); ++i)
      sigma[row++] = g.sigma.empty() ? spread(g.y) : g.sigma[i];
  return sigma;
}

// Weights and covariance at one point.
struct Judgement {
  VectorX residuals;  // in standard deviations
  FitCovariance covariance;
};

std::vector<bool> held_at_bounds(const FitProblem& problem, const VectorX& p) {
  std::vector<bool> held;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    const FitParameter& given = problem.parameters[std::size_t(i)];
    const double near = 1e-8 * std::max(std::abs(p[i]), given.scale());
    held.push_back(p[i] <= given.lower + near || p[i] >= given.upper - near);
  }
  return held;
}

// Residuals that count less than their squares tell less: for independent noise the covariance
// grows by mean(psi^2) / mean(psi')^2, [Huber81] (Sec. 7.6); 1 for squares whose
// standard deviations are given.
double loss_variance(const FitProblem& problem, const VectorX& residuals, int free) {
  if (problem.loss == Loss::squares) return 1;
  double influence = 0, curvature = 0;
  for (const double r : residuals) {
    const WeighedResidual w = apply_loss(problem.loss, problem.loss_scale, r);
    influence += w.influence * w.influence, curvature += w.curvature;
  }
  const auto n = double(residuals.size());
  curvature /= n;
  return curvature > 0 && n > free ? influence / (n - free) / (curvature * curvature) : kNaN;
}

Judgement judge(const FitProblem& problem, FitSearch& search, const VectorX& p) {
  const Prediction& prediction = search.predict(p, true);
  const std::vector<bool> held = held_at_bounds(problem, p);
  const int free = int(std::ranges::count(held, false));
  Judgement result;
  result.residuals = search.residuals(prediction);
  const double variance = loss_variance(problem, result.residuals, free);
  const MatrixX priors = search.prior_slopes();
  MatrixX J(result.residuals.size() + priors.rows(), p.size());
  J << search.slopes(prediction) / std::sqrt(variance), priors;
  if (J.allFinite())
    result.covariance = fit_covariance(J, search.scales(p, prediction), held);
  else
    result.covariance =
        fit_covariance(J, search.scales(p, prediction), std::vector<bool>(held.size(), true));
  return result;
}

// New standard deviations of the groups that give none. Observations that determine the
// parameters lie closer to the fit than their noise: the leverage of a group tells by how much.
VectorX estimated_sigma(const FitProblem& problem, const VectorX& sigma, const Judgement& judged) {
  VectorX result = sigma;
  Eigen::Index row = 0;
  for (const ObservationGroup& g : problem.groups) {
    const auto n = Eigen::Index(g.y.size());
    if (g.sigma.empty()) {
      const double freedom = double(n) - judged.covariance.leverage.segment(row, n).sum();
      const VectorX r = judged.residuals.segment(row, n).cwiseProduct(sigma.segment(row, n));
      double estimate = std::sqrt(r.squaredNorm() / std::max(freedom, 0.0));
      if (problem.loss != Loss::squares)
        estimate = 1.4826 * median_size({r.begin(), r.end()}) *
                   std::sqrt(double(n) / std::max(freedom, 0.0));
      if (!(freedom > 1e-6)) estimate = kNaN;
      if (!(estimate > kSmallestNoise * spread(g.y)) && !std::isnan(estimate))
        estimate = kSmallestNoise * spread(g.y);
      result.segment(row, n).setConstant(estimate);
    }
    row += n;
  }
  return result;
}

double weighted_r_squared(const std::vector<FittedGroup>& groups) {
  double left = 0, all = 0;
  for (const FittedGroup& g : groups) {
    if (g.sigma.size() < 2) continue;  // a single value has no spread to explain
    double weight = 0, mean = 0;
    for (std::size_t i = 0; i < g.sigma.size(); ++i) {
      const double w = 1 / (g.sigma[i] * g.sigma[i]);
      weight += w, mean += w * g.observed.y[i];
    }
    mean /= weight;
    for (std::size_t i = 0; i < g.sigma.size(); ++i) {
      const double w = 1 / (g.sigma[i] * g.sigma[i]);
      left += w * (g.fitted[i] - g.observed.y[i]) * (g.fitted[i] - g.observed.y[i]);
      all += w * (g.observed.y[i] - mean) * (g.observed.y[i] - mean);
    }
  }
  return all > 0 ? 1 - left / all : kNaN;
}

std::vector<FittedGroup> fitted_groups(const FitProblem& problem, const VectorX& before,
                                       const VectorX& fitted, const VectorX& sigma) {
  std::vector<FittedGroup> groups;
  Eigen::Index row = 0;
  const auto take = [&](const VectorX& from, std::size_t count) {
    return std::vector<double>(from.begin() + row, from.begin() + row + std::ptrdiff_t(count));
  };
  for (const ObservationGroup& g : problem.groups) {
    FittedGroup group{g, take(before, g.y.size()), take(fitted, g.y.size()),
                      take(sigma, g.y.size())};
    std::vector<double> residuals;
    for (std::size_t i = 0; i < g.y.size(); ++i) residuals.push_back(group.fitted[i] - g.y[i]);
    group.r_squared = r_squared(g.y, group.fitted);
    group.rms = root_mean_square(residuals);
    groups.push_back(std::move(group));
    row += Eigen::Index(g.y.size());
  }
  return groups;
}

}  // namespace

FitResult solve_fit(const FitProblem& problem) {
  FitResult result;
  result.observations = int(problem.observations());
  VectorX p(Eigen::Index(problem.parameters.size()));
  for (Eigen::Index i = 0; i < p.size(); ++i) p[i] = problem.parameters[std::size_t(i)].start;

  FitSearch search(problem);
  search.set_sigma(first_sigma(problem));
  const auto give_up = [&](const std::string& reason) {
    result.end = search.interrupted() ? FitResult::End::interrupted : FitResult::End::failed;
    result.reason = reason;
    return result;
  };
  const Prediction first = search.predict(p, false);
  if (!first.good()) return give_up("at the start values: " + first.reason);

  // with standard deviations that are not known: again and again, until they settle
  const bool known = all_known(problem);
  Judgement judged;
  LeastSquaresResult found;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    found = search.run(p);
    result.iterations += found.iterations;
    if (search.interrupted()) return give_up("");
    if (found.end == LeastSquaresResult::End::failed)
      return give_up(search.failure().empty() ? found.message : search.failure());
    p = found.parameters;
    if (!search.predict(p, true).good()) return give_up(search.failure());
    judged = judge(problem, search, p);
    if (known) break;
    const VectorX sigma = estimated_sigma(problem, search.sigma(), judged);
    const double change = (sigma - search.sigma()).cwiseQuotient(sigma).cwiseAbs().maxCoeff();
    search.set_sigma(sigma);
    judged = judge(problem, search, p);
    if (!weights_matter(problem) || !(change > kSettled)) break;
  }

  const Prediction& last = search.predict(p, true);
  result.end = found.end == LeastSquaresResult::End::converged ? FitResult::End::converged
                                                               : FitResult::End::iterations;
  result.slope_error = last.slope_error;
  result.condition = judged.covariance.condition;
  result.correlation = judged.covariance.correlation;
  const std::vector<bool> held = held_at_bounds(problem, p);
  for (Eigen::Index i = 0; i < p.size(); ++i)
    result.parameters.push_back({problem.parameters[std::size_t(i)], p[i],
                                 judged.covariance.error[i], held[std::size_t(i)]});
  result.groups = fitted_groups(problem, first.values, last.values, search.sigma());
  result.r_squared = weighted_r_squared(result.groups);
  result.robust = problem.loss != Loss::squares;
  const MatrixX priors = search.prior_slopes();
  result.degrees_of_freedom =
      result.observations + int(priors.rows()) - int(std::ranges::count(held, false));
  double chi2 = judged.residuals.squaredNorm();
  for (const FittedParameter& f : result.parameters)
    if (f.given.prior) chi2 += std::pow((f.value - (*f.given.prior)[0]) / (*f.given.prior)[1], 2);
  result.chi2_dof =
      known && result.degrees_of_freedom > 0 ? chi2 / result.degrees_of_freedom : kNaN;
  result.warnings = fit_warnings(result, judged.covariance.weak);
  return result;
}

std::vector<Figure> fit_figures(const FitResult& result) {
  std::vector<Figure> figures;
  for (const FittedParameter& p : result.parameters) {
    figures.push_back({p.given.name, p.value, p.given.unit});
    figures.push_back({p.given.name + ".error", p.error, p.given.unit});
  }
  // what cannot be said is left out
  if (std::isfinite(result.r_squared)) figures.push_back({"r_squared", result.r_squared, "-"});
  if (std::isfinite(result.chi2_dof)) figures.push_back({"chi2_dof", result.chi2_dof, "-"});
  // of a single series these are the same as those of all
  const bool single = result.groups.size() == 1;
  for (const FittedGroup& g : result.groups) {
    if (g.observed.x_name.empty()) {
      figures.push_back({g.observed.name, g.fitted.front(), g.observed.unit});
      continue;
    }
    if (!single) figures.push_back({g.observed.name + ".r_squared", g.r_squared, "-"});
    figures.push_back({single ? "rms" : g.observed.name + ".rms", g.rms, g.observed.unit});
  }
  return figures;
}

}  // namespace cuttle
