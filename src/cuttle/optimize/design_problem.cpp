#include "cuttle/optimize/design_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"
#include "cuttle/math/constants.h"

namespace cuttle {

namespace {

// parts of the range: the error of central differences is about the square of it
constexpr double kDifferenceStep = 1e-4;
// a bound is kept within this part of its size; a bound of zero within this number
constexpr double kKept = 1e-6;

bool finite(const Trial& trial) {
  return std::isfinite(trial.objective) && trial.limits.allFinite();
}

}  // namespace

const char* to_string(SlopeSource source) {
  switch (source) {
    case SlopeSource::exact:
      return "exact";
    case SlopeSource::differences:
      return "central differences";
    case SlopeSource::none:
      break;
  }
  return "none";
}

bool better(const Trial& a, const Trial& b) {
  if (a.good() != b.good()) return a.good();
  if (!a.good()) return false;
  if (a.feasible() != b.feasible()) return a.feasible();
  return a.feasible() ? a.cost < b.cost : a.violation < b.violation;
}

DesignProblem::DesignProblem(const CampaignSpec& campaign, Evaluator& evaluator,
                             const Columns& columns, SlopeSource source)
    : space_(campaign.parameters),
      evaluator_(&evaluator),
      columns_(columns),
      source_(source),
      sign_(campaign.optimize->goal == Goal::maximize ? -1 : 1),
      objective_(
          columns_.compile(campaign.optimize->objective, campaign.optimize->origin, "objective")),
      constraints_(campaign.optimize->constraints.size()) {
  for (std::size_t i = 0; i < constraints_; ++i) add_limits(campaign.optimize->constraints[i], i);
}

void DesignProblem::add_limits(const ConstraintSpec& constraint, std::size_t number) {
  const bool along = !constraint.for_X.empty();
  const Expression formula =
      along ? columns_.compile(constraint.formula, constraint.origin, "formula", {"X"})
            : columns_.compile(constraint.formula, constraint.origin, "formula");
  const auto add = [&](double sign, double bound) {
    const double scale = bound == 0 ? 1 : std::abs(bound);
    Limit limit{formula, {}, sign, bound, scale, number};
    if (!along) limits_.push_back(limit);
    for (const double X : constraint.for_X) {
      limit.X = {X};
      limits_.push_back(limit);
    }
  };
  if (constraint.at_most) add(1, *constraint.at_most);
  if (constraint.at_least) add(-1, *constraint.at_least);
}

std::vector<double> DesignProblem::tolerances() const {
  return std::vector<double>(limits_.size(), kKept);
}

std::vector<Outcome> DesignProblem::run(const std::vector<ParameterPoint>& points, Want want) {
  std::vector<Outcome> outcomes = evaluator_->evaluate(points, want);
  for (const Outcome& outcome : outcomes) runs_ += outcome.kind != Outcome::Kind::interrupted;
  return outcomes;
}

double DesignProblem::limit_value(const Limit& limit, std::vector<double> row) const {
  row.insert(row.end(), limit.X.begin(), limit.X.end());
  return limit.formula.value(row);
}

Trial DesignProblem::assess(const VectorX& unit, const ParameterPoint& point,
                            const Outcome& outcome) const {
  Trial trial;
  trial.unit = unit;
  trial.point = point;
  trial.interrupted = outcome.kind == Outcome::Kind::interrupted;
  trial.warnings = outcome.warnings;
  trial.row = columns_.row(point, outcome);
  trial.objective = outcome.good() ? objective_.value(trial.row) : kNaN;
  trial.cost = sign_ * trial.objective;

  trial.limits.resize(limits());
  trial.constraints.assign(constraints_, kNaN);
  std::vector<double> nearest(constraints_, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    const double value = limit_value(limit, trial.row);
    const double excess = limit.sign * (value - limit.bound) / limit.scale;
    trial.limits[Eigen::Index(i)] = excess;
    if (excess > kKept) trial.violation += excess;
    if (excess > nearest[limit.constraint]) {
      nearest[limit.constraint] = excess;
      trial.constraints[limit.constraint] = value;
    }
  }
  if (outcome.kind == Outcome::Kind::failed)
    trial.failure = outcome.reason.empty() ? "failed" : outcome.reason;
  else if (outcome.good() && !finite(trial))
    trial.failure = std::isfinite(trial.objective) ? "a constraint is not a number"
                                                   : "the objective is not a number";
  return trial;
}

std::vector<Trial> DesignProblem::evaluate(const std::vector<VectorX>& units) {
  std::vector<ParameterPoint> points;
  for (const VectorX& unit : units) points.push_back(space_.point(unit));
  const std::vector<Outcome> outcomes = run(points, Want::values);
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < units.size(); ++i)
    trials.push_back(assess(units[i], points[i], outcomes[i]));
  return trials;
}

Trial DesignProblem::evaluate(const VectorX& unit, bool slopes) {
  const bool exact = slopes && source_ == SlopeSource::exact;
  const ParameterPoint point = space_.point(unit);
  const Outcome outcome = run({point}, exact ? Want::slopes : Want::values).front();
  Trial trial = assess(unit, point, outcome);
  if (slopes && trial.good() && !(exact && exact_slopes(trial, outcome))) differences(trial);
  return trial;
}

void DesignProblem::add_slopes(Trial& trial) {
  expects(trial.good(), "a failed trial has no slopes");
  Outcome outcome;
  if (source_ == SlopeSource::exact) outcome = run({trial.point}, Want::slopes).front();
  trial.interrupted = outcome.kind == Outcome::Kind::interrupted;
  if (!trial.interrupted && !exact_slopes(trial, outcome)) differences(trial);
}

// false: the run does not tell them, or there is a kink
bool DesignProblem::exact_slopes(Trial& trial, const Outcome& outcome) const {
  if (!outcome.good() || outcome.slopes.size() == 0) return false;
  const VectorX dp = space_.slopes(trial.point);
  trial.cost_slope = sign_ * columns_.slope(objective_, trial.point, outcome).cwiseProduct(dp);
  trial.limit_slopes.resize(limits(), space_.size());
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    trial.limit_slopes.row(Eigen::Index(i)) =
        limit.sign / limit.scale *
        columns_.slope(limit.formula, trial.point, outcome, limit.X).cwiseProduct(dp).transpose();
  }
  return trial.cost_slope.allFinite() && trial.limit_slopes.allFinite();
}

// central, of second order; at a bound one-sided, of second order as well
void DesignProblem::differences(Trial& trial) {
  const Eigen::Index n = space_.size();
  struct Pair {
    double a, b;  // steps of the two neighbours
  };
  std::vector<Pair> pairs;
  std::vector<VectorX> units;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double h = kDifferenceStep, u = trial.unit[i];
    pairs.push_back(u + h > space_.upper()[i]   ? Pair{-h, -2 * h}
                    : u - h < space_.lower()[i] ? Pair{h, 2 * h}
                                                : Pair{h, -h});
    for (const double step : {pairs.back().a, pairs.back().b}) {
      units.push_back(trial.unit);
      units.back()[i] += step;
    }
  }
  const std::vector<Trial> near = evaluate(units);
  trial.interrupted = std::ranges::any_of(near, &Trial::interrupted);
  if (trial.interrupted) return;

  trial.cost_slope.setZero(n);
  trial.limit_slopes.setZero(limits(), n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Trial &A = near[std::size_t(2 * i)], &B = near[std::size_t(2 * i + 1)];
    const auto [a, b] = pairs[std::size_t(i)];
    // derivative at 0 of the parabola through (0, f), (a, fa), (b, fb); a straight line if one of
    // the neighbours has no value, and nothing if both have none
    double of_a = b / (a * (b - a)), of_b = -a / (b * (b - a));
    if (!A.good()) of_a = 0, of_b = 1 / b;
    if (!B.good()) of_a = A.good() ? 1 / a : 0, of_b = 0;
    if (of_a != 0) {
      trial.cost_slope[i] += of_a * (A.cost - trial.cost);
      trial.limit_slopes.col(i) += of_a * (A.limits - trial.limits);
    }
    if (of_b != 0) {
      trial.cost_slope[i] += of_b * (B.cost - trial.cost);
      trial.limit_slopes.col(i) += of_b * (B.limits - trial.limits);
    }
  }
}

}  // namespace cuttle
