#include "cuttle/compile/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "cuttle/compile/columns.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/math/constants.h"
#include "cuttle/record/figure.h"
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

/// How many modes the study can find at most. Without damping there is one for each free
/// coordinate; with damping there may be two, that decay without turning back.
int most_modes(const Scenario& scenario) {
  const Model& model = scenario.model;
  long count = 0;
  if (model.bodies.empty())
    for (const auto& net : scenario.nets) count += net->free_count();
  Input u;
  InputSource inputs = scenario.inputs;
  if (!model.bodies.empty() && inputs.evaluate(scenario.initial.t, u).ok()) {
    Workspace ws(model);
    count = free_basis(model, scenario.initial, u, ws).cols();
    bool damped = !model.actors.empty() || !model.contact.empty() ||
                  scenario.spec.study.about == StartFrom::steady;
    for (std::size_t i = 0; i < model.bodies.size() && !damped; ++i) {
      const Body& body = model.bodies[i];
      for (const JointStep& step : body.steps) damped |= step.damping != 0;
      damped |= body.n() > 0 && !body.family->damping(ws.bodies[i]).isZero(0);
    }
    if (damped) count *= 2;
  }
  return int(std::min<long>(count, scenario.spec.study.count));
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

std::string hint_of_study(const Scenario& scenario, const std::string& figure) {
  const StudySpec& study = scenario.spec.study;
  if (is_of_limits(figure))
    return study.by_arc_length()
               ? ""
               : "limit points are found by a study with type: load_path, control: arc_length";
  int mode = 0;
  std::string_view rest = figure;
  if (!rest.starts_with("mode")) return "";
  rest.remove_prefix(4);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), mode);
  if (error != std::errc() || end == rest.data() + rest.size() || *end != '.') return "";
  if (study.type != StudyType::modes) return "modes are found by a study with type: modes";
  if (mode > study.count)
    return fmt::format("the study computes {} modes; set study.count: {} for more", study.count,
                       mode);
  const int most = most_modes(scenario);
  return mode > most ? fmt::format("the model has at most {} mode{}", most, most == 1 ? "" : "s")
                     : "";
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
  const int modes = study.type == StudyType::modes ? most_modes(scenario) : 0;
  for (int i = 1; i <= modes; ++i)
    for (const Column& column : mode_columns())
      blank.figures.push_back({fmt::format("mode{}.{}", i, column.name), kNaN, column.unit});
  for (Figure& figure : blank.figures) figure.value = kNaN;
  return blank.figures;
}

}  // namespace cuttle
