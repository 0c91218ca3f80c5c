#include "cuttle/fit/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cuttle {

namespace {

constexpr double kSlopeError = 1e-3;
constexpr double kCorrelation = 0.99;
constexpr double kTakesPart = 0.1;  // weight in a weak direction
// chi^2 / dof spreads by sqrt(2 / dof); this many times that is no chance
constexpr double kChance = 5;
constexpr double kDense = 0.7;  // data per row of the record, beyond which they are too dense

void warn_of_weak(const FitResult& result, const WeakDirection& weak,
                  std::vector<std::string>& warnings) {
  std::string text;
  int count = 0;
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    const double w = weak.weights[Eigen::Index(i)];
    if (std::abs(w) < kTakesPart) continue;
    text += fmt::format("{}{} by {:+.2f}", count ? ", " : "", result.parameters[i].given.name, w);
    ++count;
  }
  if (count == 1 && std::isfinite(weak.deviation)) return;  // its standard error says the same
  warnings.push_back(fmt::format(
      "the data do not determine all parameters: changing {} (as fractions of their sizes) changes "
      "{}; give a prior, or fix one of them",
      text,
      std::isfinite(weak.deviation)
          ? fmt::format(
                "the measured quantities by one standard deviation only after {:.3g} times that",
                weak.deviation)
          : std::string("none of the measured quantities")));
}

void warn_of_noise(const FitResult& result, std::vector<std::string>& warnings) {
  // a robust loss leaves outliers where they are: they say nothing against sigma
  if (std::isnan(result.chi2_dof) || result.robust) return;
  const double spread = kChance * std::sqrt(2.0 / result.degrees_of_freedom);
  if (std::abs(result.chi2_dof - 1) < spread) return;
  warnings.push_back(fmt::format(
      "chi^2 per degree of freedom is {:.3g}: the residuals are {:.3g} times as large as the given "
      "sigma, so either sigma or the model is wrong, and with it the standard errors",
      result.chi2_dof, std::sqrt(result.chi2_dof)));
}

// standard errors that say that nothing is known
void warn_of_errors(const FitResult& result, std::vector<std::string>& warnings) {
  for (const FittedParameter& p : result.parameters) {
    if (!std::isfinite(p.error)) continue;  // told elsewhere
    // a value may be zero, which is no reason to doubt it where a range says what is large
    const double range = p.given.upper - p.given.lower;
    const bool bounded = std::isfinite(range);
    const double size = bounded ? range : std::abs(p.value);
    if (!(p.error > size)) continue;
    warnings.push_back(fmt::format(
        "the data hardly determine {}: its standard error {:.3g} is larger than its {}, {:.3g}",
        p.given.name, p.error, bounded ? "range" : "value", bounded ? range : p.value));
  }
}

// sum of the squares of what a prediction misses, in standard deviations
double misfit(const FitResult& result, std::vector<double> FittedGroup::*prediction) {
  double sum = 0;
  for (const FittedGroup& g : result.groups)
    for (std::size_t i = 0; i < g.sigma.size(); ++i)
      sum += std::pow(((g.*prediction)[i] - g.observed.y[i]) / g.sigma[i], 2);
  return sum;
}

// A robust loss and priors weigh otherwise. What begins with the solution cannot be better.
void warn_of_misfit(const FitResult& result, std::vector<std::string>& warnings) {
  constexpr double kExplained = 0.5;
  if (result.r_squared < 0)
    warnings.push_back(
        fmt::format("the fit explains nothing: it is farther from the data than their mean value "
                    "(R^2 = {:.3g});"
                    " check units, signs and what is compared with what",
                    result.r_squared));
  const bool priors = std::ranges::any_of(
      result.parameters, [](const FittedParameter& p) { return p.given.prior.has_value(); });
  if (result.robust || priors || result.r_squared > kExplained) return;
  const double before = misfit(result, &FittedGroup::before);
  if (before > 0 && misfit(result, &FittedGroup::fitted) >= (1 - 1e-9) * before)
    warnings.push_back(
        "the fit is no closer to the data than the start values: the search has found nothing");
}

}  // namespace

std::vector<std::string> record_warnings(const Readout& readout, const StudySpec& study) {
  const bool motion = study.type == StudyType::dynamics;
  const double row = motion ? study.output_step : (study.to - study.from) / study.steps;
  std::vector<std::string> warnings;
  for (const Readout::Series& series : readout.series) {
    if (series.times.size() < 3) continue;
    std::vector<double> gaps;
    for (std::size_t i = 1; i < series.times.size(); ++i)
      gaps.push_back(series.times[i] - series.times[i - 1]);
    std::ranges::nth_element(gaps, gaps.begin() + std::ptrdiff_t(gaps.size() / 2));
    const double usual = gaps[gaps.size() / 2];
    if (usual < kDense * row)
      warnings.push_back(fmt::format(
          "the data of {} come every {:.3g}, rows of the model every {:.3g}: values in between are "
          "interpolated, which may distort the result; set {}",
          series.column, usual, row,
          motion ? fmt::format("study.output_step={:.3g}", usual) : "a larger study.steps"));
  }
  return warnings;
}

std::vector<std::string> fit_warnings(const FitResult& result,
                                      const std::vector<WeakDirection>& weak) {
  std::vector<std::string> warnings;
  for (const FittedGroup& g : result.groups)
    warnings.insert(warnings.end(), g.observed.warnings.begin(), g.observed.warnings.end());
  warn_of_misfit(result, warnings);
  warn_of_errors(result, warnings);
  if (result.end == FitResult::End::iterations)
    warnings.push_back(fmt::format("the search had not settled after {} iterations; allow more",
                                   result.iterations));
  for (const FittedParameter& p : result.parameters)
    if (p.at_bound)
      warnings.push_back(
          fmt::format("{} ended at its bound {:.6g}: it has no standard error, and those of the "
                      "others are valid only if it really is {:.6g}",
                      p.given.name, p.value, p.value));
  for (const WeakDirection& direction : weak) warn_of_weak(result, direction, warnings);
  for (std::size_t i = 0; i < result.parameters.size(); ++i)
    for (std::size_t j = i + 1; j < result.parameters.size(); ++j) {
      const double c = result.correlation(Eigen::Index(i), Eigen::Index(j));
      if (std::abs(c) > kCorrelation)
        warnings.push_back(
            fmt::format("{} and {} are correlated by {:.4f}: the data determine little more than a "
                        "combination of them",
                        result.parameters[i].given.name, result.parameters[j].given.name, c));
    }
  if (result.slope_error > kSlopeError)
    warnings.push_back(fmt::format(
        "numerical slopes are accurate only to a relative error of {:.1e}, and so are standard "
        "errors; tighter tolerances in the model's study make them more accurate",
        result.slope_error));
  bool unknown = false;
  for (const FittedGroup& g : result.groups)
    for (const double s : g.sigma) unknown = unknown || std::isnan(s);
  if (unknown)
    warnings.push_back(
        "there are too few data to estimate their noise: no standard errors; give sigma");
  warn_of_noise(result, warnings);
  return warnings;
}

}  // namespace cuttle
