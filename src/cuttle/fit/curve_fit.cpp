#include "cuttle/fit/curve_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cuttle/campaign/experiment.h"
#include "cuttle/fit/measured_data.h"

namespace cuttle {

namespace {

void take_parameter(const ParameterSpec& spec, FitParameter& p, Diagnostics& diagnostics) {
  if (spec.range) p.lower = (*spec.range)[0], p.upper = (*spec.range)[1];
  p.log_scaled = spec.scale == ParameterScale::log;
  p.prior = spec.prior;
  if (!spec.unit.empty()) p.unit = spec.unit;
  const bool guessed = std::isfinite(p.start);
  if (!guessed && !spec.start && !spec.range && !spec.prior)
    diagnostics.add(spec.origin.error(
        "", "a formula needs a start, a range or a prior for '" + spec.name + "'"));
  // a guess may lie outside of what the campaign allows
  if (spec.start || !guessed || !(p.start >= p.lower && p.start <= p.upper))
    p.start = first_value(spec);
  if (p.log_scaled && !(p.start > 0))
    diagnostics.add(spec.origin.error(
        "start", fmt::format("must be > 0 with scale: log, got {:.6g}", p.start)));
}

void take_parameters(const std::vector<ParameterSpec>& specs, FitProblem& problem) {
  std::vector<std::string> names;
  names.reserve(problem.parameters.size());
  for (const FitParameter& p : problem.parameters) names.push_back(p.name);
  Diagnostics diagnostics;
  for (const ParameterSpec& spec : specs) {
    const auto found = std::ranges::find(names, spec.name);
    if (found == names.end())
      diagnostics.add(spec.origin.error("name", "the curve has no parameter '" + spec.name + "'",
                                        suggest(spec.name, names, "parameters")));
    else
      take_parameter(spec, problem.parameters[std::size_t(found - names.begin())], diagnostics);
  }
  diagnostics.throw_if_any();
}

}  // namespace

FitProblem curve_problem(const std::shared_ptr<const Curve>& curve, ObservationGroup points) {
  FitProblem problem;
  const std::vector<std::string> names = curve->names();
  const std::vector<std::string> units = curve->units(points.x_unit, points.unit);
  const VectorX start = curve->guess(points.x, points.y);
  for (std::size_t i = 0; i < names.size(); ++i) {
    FitParameter p;
    p.name = names[i], p.unit = units[i], p.start = start[Eigen::Index(i)];
    problem.parameters.push_back(std::move(p));
  }
  // shared, since the problem may be copied
  problem.predict = [curve, x = points.x](const VectorX& p, bool slopes) {
    Prediction result;
    result.values = curve->values(x, p, slopes ? &result.slopes : nullptr);
    if (!result.values.allFinite())
      return Prediction::fail("the value of the curve is not a number");
    return result;
  };
  problem.groups.push_back(std::move(points));
  return problem;
}

FitProblem curve_problem(const CampaignSpec& campaign) {
  const FitSpec& fit = *campaign.fit;
  const std::shared_ptr<const Curve> curve = make_curve(*fit.curve, campaign.parameters);
  FitProblem problem = curve_problem(
      curve, read_points(*fit.curve, std::filesystem::path(campaign.file).parent_path(),
                         curve->ordered()));
  take_parameters(campaign.parameters, problem);
  problem.loss = fit.loss, problem.loss_scale = fit.loss_scale;
  problem.iterations = fit.iterations, problem.tolerance = fit.tolerance;
  check_enough(problem, fit.curve->origin);
  return problem;
}

}  // namespace cuttle
