#include "cuttle/sim/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/base/names.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/math/constants.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/build_warnings.h"
#include "cuttle/sim/check_run.h"
#include "cuttle/sim/free_motion.h"
#include "cuttle/sim/method_check.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/studies.h"
#include "cuttle/sim/swim_figure.h"
#include "cuttle/solve/table.h"

namespace cuttle {

std::span<const StudyKind> study_table() {
  static constexpr StudyKind table[] = {
      {StudyType::dynamics, "dynamics", run_dynamics},
      {StudyType::statics, "statics", run_statics},
      {StudyType::load_path, "load_path", run_load_path},
      {StudyType::modes, "modes", run_modes},
  };
  return table;
}

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

bool is_limit(const std::string& figure) {
  return figure == kLimitPoints || figure.starts_with(limit_name(1));
}

/// Columns and figures that the file names must exist: known before anything is computed.
void check_columns(const Scenario& scenario) {
  Diagnostics diagnostics;
  const std::vector<std::string> columns = names_of_all(recorded_columns(scenario));
  for (const FigureSpec& figure : scenario.spec.figures) {
    // those of a swimmer know their columns
    if (is_of_swimmer(figure.measure) && figure.measure != Measure::strouhal) continue;
    if (std::find(columns.begin(), columns.end(), figure.column) == columns.end())
      diagnostics.add(figure.origin.error("column",
                                          fmt::format("no such column: '{}'", figure.column),
                                          suggest(figure.column, columns, "columns")));
  }
  diagnostics.throw_if_any();
}

void check_figures(const Scenario& scenario) {
  if (scenario.spec.expect.empty()) return;
  Diagnostics diagnostics;
  const std::vector<std::string> names = names_of_all(possible_figures(scenario));
  for (const ExpectSpec& expect : scenario.spec.expect)
    if (std::find(names.begin(), names.end(), expect.figure) == names.end())
      diagnostics.add(expect.origin.error(
          "figure", fmt::format("no such figure: '{}'", expect.figure),
          is_limit(expect.figure) && !scenario.spec.study.by_arc_length()
              ? "limit points are found by a study with type: load_path, control: arc_length"
              : suggest(expect.figure, names, "figures")));
  diagnostics.throw_if_any();
}

/// Times of figures must lie in the motion.
void check_figure_times(const Scenario& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.spec.study;
  for (const FigureSpec& figure : scenario.spec.figures) {
    if (is_of_swimmer(figure.measure) && study.type != StudyType::dynamics)
      diagnostics.add(figure.origin.error("measure", "a robot swims only in a study of dynamics"));
    if (study.type != StudyType::dynamics) continue;
    const auto check = [&](const char* field, double time) {
      if (time > study.duration)
        diagnostics.add(figure.origin.error(
            field, fmt::format("must be <= duration = {} s, got {} s", study.duration, time)));
    };
    if (figure.measure == Measure::at) check("time", figure.time);
    if (figure.from) check("from", *figure.from);
    if (figure.to) check("to", *figure.to);
  }
}

/// Can anything move where the study begins?
bool begins_free(const Scenario& scenario) {
  Input u;
  InputSource inputs = scenario.inputs;
  const bool known = inputs.evaluate(start_time(scenario.spec.study), u).ok();
  return !known || moves(scenario.model, scenario.initial, u);
}

/// A study needs something that it can find out: free coordinates, or, but for modes, prescribed
/// ones, whose motion needs forces, or the forces that hold all of it.
void check_freedom(const Scenario& scenario, Diagnostics& diagnostics) {
  const Model& model = scenario.model;
  const StudySpec& study = scenario.spec.study;
  const bool modes = study.type == StudyType::modes;
  bool driven = false;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) driven |= step.prescribed();
  const bool opens = std::ranges::any_of(scenario.spec.of<ConnectionSpec>(),
                                         [](const auto& c) { return c.opens.has_value(); });
  const bool asked = std::ranges::any_of(scenario.spec.probes, [](const ProbeSpec& probe) {
    return probe.is("reaction") || probe.is("connection");
  });
  const bool may_hold = modes || !(driven || opens || asked);
  if (!scenario.nets.empty() || model.bodies.empty() || !may_hold || begins_free(scenario)) return;
  const std::string nothing =
      fmt::format("nothing can {}: no coordinate is free", modes ? "vibrate" : "move");
  for (std::size_t i = 0; i < model.connections.size(); ++i)
    if (scenario.initial.connections[i].closed && count_free(model) > 0) {
      diagnostics.add(scenario.spec.of<ConnectionSpec>()[i].origin.error(
          "type", nothing + "; the connections hold all of them",
          "give a connection that leaves something free, or another joint"));
      return;
    }
  // a file need not have a study
  const Origin& place =
      study.origin.mark.file.empty() ? scenario.spec.bodies.front().origin : study.origin;
  diagnostics.add(place.error("type", nothing, "give a joint that moves, or a rod"));
}

/// What a study needs and cannot have.
void check_study(const Scenario& scenario) {
  Diagnostics diagnostics;
  const StudySpec& study = scenario.spec.study;
  if (study.type == StudyType::dynamics) {
    const IntegratorKind& kind = *find_integrator(name_of(study.method));
    if (!kind.adaptive && study.step == 0 && !scenario.model.bodies.empty())
      diagnostics.add(study.origin.error(
          "step", fmt::format("missing: method {} has a fixed step", name_of(study.method)),
          "a twentieth of the shortest relevant period is a good start"));
    check_method(scenario.model, study, diagnostics);
    if (study.step > study.duration)
      diagnostics.add(study.origin.error(
          "step", fmt::format("must be <= duration = {} s, got {} s", study.duration, study.step)));
  }
  if (study.by_arc_length() && !scenario.model.contact.empty())
    diagnostics.add(study.origin.error("control",
                                       "arc_length cannot follow contacts, which open and close",
                                       "use control: load, or leave the contacts out"));
  check_freedom(scenario, diagnostics);
  check_figure_times(scenario, diagnostics);
  for (const ExpectSpec& expect : scenario.spec.expect)
    if (expect.tolerance.relative && expect.value == 0)
      diagnostics.add(expect.origin.error("tolerance", "a percentage of zero is zero",
                                          "give an absolute tolerance: a number without %"));
  diagnostics.throw_if_any();
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

void add_figures(const Scenario& scenario, RunResult& result) {
  double mass = 0;
  for (const Body& body : scenario.model.bodies) mass += body.family->mass();
  for (const FigureSpec& spec : scenario.spec.figures)
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

void check_expectations(const Scenario& scenario, RunResult& result) {
  for (const ExpectSpec& spec : scenario.spec.expect) {
    // a figure that the run could not produce (fewer modes than asked for) never passes
    Figure figure{spec.figure, kNaN, "-"};
    const auto found = std::find_if(result.figures.begin(), result.figures.end(),
                                    [&](const Figure& f) { return f.name == spec.figure; });
    if (found != result.figures.end()) figure = *found;
    if (found == result.figures.end() && is_limit(spec.figure))
      result.warnings.push_back(to_string(
          spec.origin.error("figure", fmt::format("the path has {} limit points, so there is no {}",
                                                  result.limit_loads.size(), spec.figure))));
    result.expect.push_back(check_expectation(
        figure, spec.value, {spec.tolerance.value, spec.tolerance.relative}, spec.source));
  }
}

}  // namespace

std::vector<Figure> possible_figures(const Scenario& scenario) {
  check_columns(scenario);
  const StudySpec& study = scenario.spec.study;
  // the figures of a record without rows have their units, and no values
  RunResult blank;
  blank.trajectory = Trajectory({"t", "s", "", ""}, recorded_columns(scenario), {}, {});
  add_figures(scenario, blank);
  if (study.by_arc_length())
    for (int i = 1; i <= kNamedLimits; ++i) blank.figures.push_back({limit_name(i), kNaN, "-"});
  if (study.type == StudyType::modes)
    for (int i = 1; i <= study.count; ++i)
      for (const Column& column : mode_columns())
        blank.figures.push_back({fmt::format("mode{}.{}", i, column.name), kNaN, column.unit});
  for (Figure& figure : blank.figures) figure.value = kNaN;
  return blank.figures;
}

RunResult run(const ScenarioSpec& spec, const RunOptions& options) {
  return run(build(spec), options);
}

RunResult run(const Scenario& scenario, const RunOptions& options) {
  return run(Scenario(scenario), options);
}

void check_run(const Scenario& scenario) {
  check_columns(scenario);
  check_figures(scenario);
  check_study(scenario);
}

RunResult run(Scenario&& scenario, const RunOptions& options) {
  const InterruptScope heard(options.interrupted);
  check_run(scenario);
  RunResult result;
  result.warnings = model_warnings(scenario);
  const auto start = std::chrono::steady_clock::now();
  try {
    for (const StudyKind& kind : study_table())
      if (kind.type == scenario.spec.study.type) kind.run(scenario, options, result);
  } catch (const std::bad_alloc&) {
    throw InputError(
        scenario.spec.study.origin.error("", "there is not enough memory for this study",
                                         "use fewer rows or probes, or a smaller model"));
  }
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (result.trajectory.rows() == 0) return result;
  add_figures(scenario, result);
  check_expectations(scenario, result);
  return result;
}

}  // namespace cuttle
