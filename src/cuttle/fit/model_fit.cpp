#include "cuttle/fit/model_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"
#include "cuttle/fit/difference.h"

namespace cuttle {

namespace {

// steps of numerical slopes, in parts of the size of a parameter: runs are accurate to 1e-6 or
// better, so that the extrapolated slopes are to 1e-3 or better
constexpr double kStep = 1e-3;

ParameterPoint point_of(const VectorX& p) { return {p.begin(), p.end()}; }

double step_of(const FitParameter& parameter, double p) {
  return kStep * std::max(std::abs(p), 0.1 * parameter.scale());
}

}  // namespace

std::vector<FitParameter> fit_parameters(const std::vector<ParameterSpec>& parameters) {
  Diagnostics diagnostics;
  std::vector<FitParameter> result;
  for (const ParameterSpec& spec : parameters) {
    FitParameter p;
    p.name = spec.name, p.unit = spec.unit.empty() ? "-" : spec.unit;
    p.start = first_value(spec);
    if (spec.range) p.lower = (*spec.range)[0], p.upper = (*spec.range)[1];
    p.log_scaled = spec.scale == ParameterScale::log;
    p.prior = spec.prior;
    if (!spec.start && !spec.range && !spec.prior)
      diagnostics.add(
          spec.origin.error("", "a fit needs a start, a range or a prior for '" + spec.name + "'"));
    else if (!(p.scale() > 0))
      diagnostics.add(spec.origin.error("start", "0 does not say what a small change is",
                                        "give a range, or another start"));
    else if (p.log_scaled && !(p.start > 0))
      diagnostics.add(spec.origin.error(
          "start", fmt::format("must be > 0 with scale: log, got {:.6g}", p.start)));
    else if (!(p.start >= p.lower && p.start <= p.upper))
      diagnostics.add(
          spec.origin.error("prior",
                            fmt::format("its mean {:.6g} is not in the range [{:.6g}, {:.6g}]",
                                        p.start, p.lower, p.upper),
                            "give a start"));
    result.push_back(std::move(p));
  }
  diagnostics.throw_if_any();
  return result;
}

ModelFit::ModelFit(const CampaignSpec& campaign, FitSources sources, const Experiment& experiment,
                   const Columns& columns)
    : campaign_(campaign), experiment_(experiment), columns_(columns) {
  const FitSpec& fit = *campaign.fit;
  problem_.parameters = fit_parameters(campaign.parameters);
  problem_.groups = std::move(sources.groups);
  problem_.loss = fit.loss, problem_.loss_scale = fit.loss_scale;
  problem_.iterations = fit.iterations, problem_.tolerance = fit.tolerance;
  for (const TargetSpec& target : fit.targets) {
    const int column = columns.find(target.figure);
    expects(column >= 0, "a target is a column of the campaign");
    targets_.push_back(
        columns.compile(columns.words()[std::size_t(column)], target.origin, "figure"));
  }
  check_enough(problem_, fit.origin);
}

Prediction ModelFit::prediction_of(const ParameterPoint& point, const Outcome& outcome) const {
  if (outcome.kind == Outcome::Kind::interrupted)
    return {Prediction::Kind::interrupted, outcome.reason, {}, {}, 0};
  if (!outcome.good()) return Prediction::fail(outcome.reason);
  Prediction result;
  result.values.resize(Eigen::Index(problem_.observations()));
  const std::size_t figures = experiment_.readout().figures.size();
  const std::size_t series = outcome.values.size() - figures;
  for (std::size_t i = 0; i < series; ++i)
    result.values[Eigen::Index(i)] = outcome.values[figures + i];
  const std::vector<double> row = columns_.row(point, outcome);
  for (std::size_t i = 0; i < targets_.size(); ++i)
    result.values[Eigen::Index(series + i)] = targets_[i].value(row);
  Eigen::Index at = 0;
  for (const ObservationGroup& group : problem_.groups)
    for (std::size_t i = 0; i < group.y.size(); ++i)
      if (!std::isfinite(result.values[at++]))
        return Prediction::fail("the run does not give " + group.name);
  return result;
}

void ModelFit::note(const ParameterPoint& point, const Outcome& outcome) {
  if (outcome.kind == Outcome::Kind::interrupted) return;
  if (!known_.emplace(point, visits_.size()).second) return;
  double squares = std::numeric_limits<double>::quiet_NaN();
  if (const Prediction prediction = prediction_of(point, outcome); prediction.good()) {
    squares = 0;
    Eigen::Index row = 0;
    for (const ObservationGroup& g : problem_.groups)
      for (std::size_t i = 0; i < g.y.size(); ++i) {
        const double sigma = g.sigma.empty() ? 1 : g.sigma[i];
        squares += std::pow((prediction.values[row++] - g.y[i]) / sigma, 2);
      }
  }
  visits_.push_back({point, outcome, squares});
}

// the solver asks for some points twice: they are not run again
std::vector<Outcome> ModelFit::evaluate(Evaluator& evaluator,
                                        const std::vector<ParameterPoint>& points) {
  std::vector<ParameterPoint> missing;
  for (const ParameterPoint& point : points)
    if (!known_.contains(point)) missing.push_back(point);
  std::vector<Outcome> fresh = evaluator.evaluate(missing);
  std::vector<Outcome> outcomes;
  std::size_t next = 0;
  for (const ParameterPoint& point : points) {
    const auto known = known_.find(point);
    outcomes.push_back(known == known_.end() ? std::move(fresh[next++])
                                             : visits_[known->second].outcome);
  }
  return outcomes;
}

std::vector<Prediction> ModelFit::predict(Evaluator& evaluator,
                                          const std::vector<VectorX>& points) {
  std::vector<ParameterPoint> wanted;
  wanted.reserve(points.size());
  for (const VectorX& p : points) wanted.push_back(point_of(p));
  const std::vector<Outcome> outcomes = evaluate(evaluator, wanted);
  std::vector<Prediction> predictions;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    note(wanted[i], outcomes[i]);
    predictions.push_back(prediction_of(wanted[i], outcomes[i]));
  }
  if (progress_) {
    double best = std::numeric_limits<double>::infinity();
    for (const Visit& visit : visits_)
      if (visit.squares < best) best = visit.squares;
    progress_(long(visits_.size()), best);
  }
  return predictions;
}

// equilibria tell their slopes; targets are formulas of their figures
Prediction ModelFit::exact(Evaluator& evaluator, const VectorX& p) {
  const ParameterPoint point = point_of(p);
  const Outcome outcome = evaluator.evaluate(point, Want::slopes);
  note(point, outcome);
  Prediction result = prediction_of(point, outcome);
  if (!result.good() || outcome.slopes.size() == 0) return result;
  result.slopes.resize(result.values.size(), p.size());
  for (std::size_t i = 0; i < targets_.size(); ++i)
    result.slopes.row(Eigen::Index(i)) = columns_.slope(targets_[i], point, outcome).transpose();
  return result;
}

FitResult ModelFit::run(Evaluator& evaluator, const Progress& progress) {
  progress_ = progress;
  const auto n = Eigen::Index(problem_.parameters.size());
  VectorX lower(n), upper(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    lower[i] = problem_.parameters[std::size_t(i)].lower;
    upper[i] = problem_.parameters[std::size_t(i)].upper;
  }
  const PredictMany many = [&](const std::vector<VectorX>& points) {
    return predict(evaluator, points);
  };
  problem_.predict = [&](const VectorX& p, bool slopes) -> Prediction {
    if (!slopes) return many({p}).front();
    if (experiment_.has_slopes()) {
      Prediction result = exact(evaluator, p);
      if (!result.good() || result.slopes.size() > 0) return result;
    }
    VectorX h(n);
    for (Eigen::Index i = 0; i < n; ++i) h[i] = step_of(problem_.parameters[std::size_t(i)], p[i]);
    return predict_with_slopes(many, p, h, lower, upper);
  };
  FitResult result = solve_fit(problem_);
  problem_.predict = nullptr;
  return result;
}

CampaignTable ModelFit::table() const {
  CampaignTable table;
  const std::vector<std::string>& names = columns_.names();
  table.columns.push_back({"sample", "-", "index", {}});
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.columns.push_back({names[i], columns_.units()[i], columns_.role(i), {}});
  }
  table.columns.push_back({"squares", "-", "objective", {}});
  for (std::size_t k = 0; k < visits_.size(); ++k) {
    const Visit& visit = visits_[k];
    const std::vector<double> row = columns_.row(visit.point, visit.outcome);
    table.columns.front().values.push_back(double(k + 1));
    for (std::size_t i = 0; i < row.size(); ++i) table.columns[i + 1].values.push_back(row[i]);
    table.columns.back().values.push_back(visit.squares);
    table.add_end(visit.outcome.good() ? "ok" : visit.outcome.reason, visit.outcome.warnings);
  }
  return table;
}

}  // namespace cuttle
