#include "cuttle/compile/figures.h"

#include <fmt/format.h>

#include <string_view>

#include "cuttle/compile/columns.h"
#include "cuttle/math/constants.h"
#include "cuttle/record/swim_figure.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {

namespace {

/// Measures that every recorded column has without being asked for.
std::vector<std::string> free_measures(StudyType type) {
  if (type == StudyType::statics || type == StudyType::modes) return {"final"};
  return {"final", "min", "max"};
}

constexpr std::string_view kLimitPoints = "limit_points";
constexpr std::string_view kUnresolved = "unresolved_steps";
constexpr int kNamedLimits = 20;  // that expectations may ask for

/// limit_load, limit_load_2, limit_load_3 ...
std::string limit_name(int number) {
  return number == 1 ? "limit_load" : fmt::format("limit_load_{}", number);
}

Figure evaluate_column_figure(const Trajectory& trajectory, const FigureSpec& spec) {
  std::vector<double> times, values;
  for (const auto& [time, value] : spec.reference) {
    times.push_back(time);
    values.push_back(value);
  }
  return evaluate_figure(trajectory, {spec.name, spec.column, name_of(spec.measure), spec.time,
                                      Samples{times, values}, spec.from, spec.to});
}

void add_figures(const Scenario& scenario, const std::vector<FigureSpec>& asked,
                 RunResult& result) {
  double mass = 0;
  for (const Body& body : scenario.model.bodies) mass += body.family->mass();
  for (const FigureSpec& spec : asked)
    result.figures.push_back(is_of_swimmer(spec.measure)
                                 ? evaluate_swim_figure(result.trajectory, spec, mass)
                                 : evaluate_column_figure(result.trajectory, spec));
  if (scenario.spec.study.type == StudyType::modes) {
    const auto frequency = result.trajectory.column("frequency");
    for (std::size_t i = 0; i < frequency.size(); ++i)
      result.figures.push_back({fmt::format("mode{}.frequency", i + 1), frequency[i], "Hz"});
    const auto growth = result.trajectory.column("growth");
    for (std::size_t i = 0; i < growth.size(); ++i)
      if (growth[i] != 0)
        result.figures.push_back({fmt::format("mode{}.growth", i + 1), growth[i], "1/s"});
  }
  if (scenario.spec.study.by_arc_length()) {
    result.figures.push_back({std::string(kLimitPoints), double(result.limit_loads.size()), "-"});
    int number = 0;
    for (const double load : result.limit_loads)
      result.figures.push_back({limit_name(++number), load, "-"});
  }
  if (!scenario.nets.empty() && scenario.spec.study.type == StudyType::dynamics)
    result.figures.push_back({std::string(kUnresolved), double(result.solver.unresolved), "-"});
  result.named_figures = result.figures.size();
  if (scenario.spec.study.type == StudyType::modes)
    for (const Column& column : mode_columns()) {
      if (column.name == "frequency") continue;  // has its place above
      const auto values = result.trajectory.column(column.name);
      for (std::size_t i = 0; i < values.size(); ++i)
        if (column.name != "growth" || values[i] == 0)
          result.figures.push_back(
              {fmt::format("mode{}.{}", i + 1, column.name), values[i], column.unit});
    }
  if (scenario.spec.study.type == StudyType::dynamics)
    result.figures.push_back({"energy_residual", result.energy_residual, "-"});
  for (const Column& column : result.trajectory.columns())
    for (const std::string& measure : free_measures(scenario.spec.study.type))
      result.figures.push_back(evaluate_figure(
          result.trajectory, {column.name + "." + measure, column.name, measure, 0, {}}));
}

}  // namespace

bool is_of_limits(const std::string& figure) {
  return figure == kLimitPoints || figure.starts_with(limit_name(1));
}

void add_figures(const Scenario& scenario, RunResult& result) {
  add_figures(scenario, scenario.spec.figures, result);
}

std::vector<Figure> possible_figures(const Scenario& scenario) {
  return possible_figures(scenario, scenario.spec.figures);
}

std::vector<Figure> possible_figures(const Scenario& scenario,
                                     const std::vector<FigureSpec>& asked) {
  const StudySpec& study = scenario.spec.study;
  // the figures of a record without rows have their units, and no values
  RunResult blank;
  blank.trajectory = Trajectory({"t", "s", "", ""}, recorded_columns(scenario), {}, {});
  add_figures(scenario, asked, blank);
  if (study.by_arc_length())
    for (int i = 1; i <= kNamedLimits; ++i) blank.figures.push_back({limit_name(i), kNaN, "-"});
  if (study.type == StudyType::modes)
    for (int i = 1; i <= study.count; ++i)
      for (const Column& column : mode_columns())
        blank.figures.push_back({fmt::format("mode{}.{}", i, column.name), kNaN, column.unit});
  for (Figure& figure : blank.figures) figure.value = kNaN;
  return blank.figures;
}

}  // namespace cuttle
