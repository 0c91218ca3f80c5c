#include "cuttle/campaign/experiment_slopes.h"

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/parameter_slope.h"
#include "cuttle/motion/recorder.h"

namespace cuttle {

namespace {

/// The column whose last value a figure is; empty: it is something else. An equilibrium has one
/// row, so that its first, last, smallest and mean values are one.
std::string column_of(const Scenario& scenario, const std::string& figure) {
  for (const FigureSpec& spec : scenario.spec.figures) {
    if (spec.name != figure) continue;
    const auto is = [&](Measure measure) { return spec.measure == measure; };
    const bool value = is(Measure::final) || is(Measure::initial) || is(Measure::min) ||
                       is(Measure::max) || is(Measure::mean);
    return value ? spec.column : "";
  }
  const std::string end = ".final";
  return figure.ends_with(end) ? figure.substr(0, figure.size() - end.size()) : "";
}

bool has_prescribed(const Model& model) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) return true;
  return false;
}

/// A change of the parameter that is large.
double scale_of(const ParameterSpec& p, double value) {
  const double width = p.range ? 0.1 * ((*p.range)[1] - (*p.range)[0]) : 0;
  const double scale = std::max(std::abs(value), width);
  return scale > 0 ? scale : 1;
}

}  // namespace

bool offers_slopes(const Scenario& scenario, const std::vector<std::string>& figures) {
  if (scenario.spec.study.type != StudyType::statics || scenario.model.bodies.empty()) return false;
  if (!scenario.nets.empty() || scenario.model.touches()) return false;
  if (has_prescribed(scenario.model)) return false;
  return std::none_of(figures.begin(), figures.end(), [&](const std::string& figure) {
    return column_of(scenario, figure).empty();
  });
}

MatrixX equilibrium_slopes(const SlopeProblem& problem, const RunResult& result,
                           const ParameterPoint& point) {
  const Scenario scenario = problem.scenario(point);
  const std::vector<std::string>& figures = problem.figures;
  std::vector<std::string> columns;
  for (const std::string& figure : figures) columns.push_back(column_of(scenario, figure));
  const ReadOff read_off = [&](const Scenario& moved, const State& x, const Input& u) -> VectorX {
    Recorder recorder(moved, {"t", "s", "time", ""});
    recorder.record(0, x, u);
    VectorX values(Eigen::Index(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i)
      values[Eigen::Index(i)] = recorder.trajectory().column(columns[i]).back();
    return values;
  };

  State x = scenario.initial;
  const auto q = result.trajectory.q(result.trajectory.rows() - 1);
  std::copy(q.begin(), q.end(), x.q.data());
  MatrixX slopes(Eigen::Index(figures.size()), Eigen::Index(point.size()));
  // a parameter without neighbours (a whole number) has no slope
  try {
    for (std::size_t i = 0; i < point.size(); ++i) {
      const ScenarioOf scenario_of = [&](double value) {
        ParameterPoint moved = point;
        moved[i] = value;
        return problem.scenario(moved);
      };
      VectorX slope;
      const double scale = scale_of(problem.parameters[i], point[i]);
      if (!equilibrium_slope(scenario_of, point[i], scale, x, read_off, slope).ok()) return {};
      slopes.col(Eigen::Index(i)) = slope;
    }
  } catch (const InputError&) {
    return {};
  }
  return slopes;
}

}  // namespace cuttle
