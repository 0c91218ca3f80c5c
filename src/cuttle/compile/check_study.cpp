#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>

#include "cuttle/compile/check_scenario.h"
#include "cuttle/compile/method_check.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/part/counts.h"
#include "cuttle/solve/table.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_study.h"

namespace cuttle {
namespace {

void check_motion(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  check_ticks(study.duration, study.output_step, kMaxRows, study.origin, "output_step", "rows",
              diagnostics);
  // multistep methods take it for their first step only
  const bool fixed = study.method != Method::bdf && study.method != Method::adams;
  if (fixed || has_subsystems(scenario))
    check_ticks(study.duration, study.step, kMaxTicks, study.origin, "step", "steps", diagnostics);
  if (study.start == StartFrom::steady)
    diagnostics.add(
        study.origin.error("start", "a motion cannot start from `steady`",
                           "write rest or statics; steady is for `about` in a study of modes"));
}

/// Where the rows of a study lie: between which times, loads or numbers of modes.
struct Rows {
  double first = 0, last = 0;
  std::string early, late;  // what is wrong with a place before, and behind them
  std::string hint;
};

/// "--set study.duration=2" if that is where a field of the study comes from; else empty.
std::string setting_of(const StudySpec& study, const char* field) {
  const std::string& file = study.origin.at(field).file;
  return file.starts_with("--set ") ? file : "";
}

Rows rows_of(const StudySpec& study) {
  if (study.type == StudyType::statics) {
    const std::string text = "must be 0 s, the only time of a study of statics";
    return {0, 0, text, text, "use measure: final"};
  }
  if (study.type == StudyType::modes)
    return {1, double(study.count), "must be >= 1, the number of the first mode",
            fmt::format("must be <= count = {}, the number of the last mode", study.count),
            "rows of a study of modes are numbered: time is the number of a mode"};
  if (study.by_arc_length())
    return {0, INFINITY, "must be >= 0, the length along the path where it begins", "", ""};
  if (study.type == StudyType::load_path) {
    const auto [low, high] = std::minmax(study.from, study.to);
    const std::string path = fmt::format("the path runs from {} to {}", study.from, study.to);
    return {low, high, fmt::format("must be >= {}", low), fmt::format("must be <= {}", high), path};
  }
  Rows rows{0, study.duration, "must be >= 0 s",
            fmt::format("must be <= duration = {} s", study.duration), ""};
  if (const std::string setting = setting_of(study, "duration"); !setting.empty())
    rows.hint =
        fmt::format("the duration comes from {}: set a longer one, or this time, too", setting);
  return rows;
}

// What a figure looks at must be recorded.
void check_figure_times(const FigureSpec& figure, const StudySpec& study,
                        Diagnostics& diagnostics) {
  const Rows rows = rows_of(study);
  // give or take rounding, as figures do
  const double same = std::isfinite(rows.last) ? 1e-9 * (rows.last - rows.first) : 0;
  const char* const unit =
      study.type == StudyType::dynamics || study.type == StudyType::statics ? " s" : "";
  const auto check = [&](const char* field, double time, bool early, bool late) {
    if ((!early || time >= rows.first - same) && (!late || time <= rows.last + same)) return true;
    diagnostics.add(figure.origin.error(
        field, fmt::format("{}, got {}{}", time < rows.first ? rows.early : rows.late, time, unit),
        rows.hint));
    return false;
  };
  if (figure.measure == Measure::at) check("time", figure.time, true, true);
  // a part that begins before the first row, or ends behind the last, is not empty; in a motion it
  // is a slip all the same
  const bool motion = study.type == StudyType::dynamics;
  if (figure.from) check("from", *figure.from, false, true);
  if (figure.to) check("to", *figure.to, true, motion);
  if (figure.reference.empty()) return;
  const auto [first, last] = std::ranges::minmax(figure.reference | std::views::keys);
  const char* const field = figure.csv.empty() ? "reference" : "csv";
  if (check(field, first, true, true)) check(field, last, true, true);
}

void check_step(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  const IntegratorKind& kind = *find_integrator(name_of(study.method));
  if (!kind.adaptive && study.step == 0 && !scenario.bodies.empty())
    diagnostics.add(study.origin.error(
        "step", fmt::format("missing: method {} has a fixed step", name_of(study.method)),
        "a twentieth of the shortest relevant period is a good start"));
  if (study.step > study.duration)
    diagnostics.add(study.origin.error(
        "step", fmt::format("must be <= duration = {} s, got {} s", study.duration, study.step)));
}

}  // namespace

void check_swim_figures(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  std::vector<std::string> swimmers;
  for (const ProbeSpec& probe : scenario.probes)
    if (probe.is("swimmer")) swimmers.push_back(probe.name);
  for (const FigureSpec& figure : scenario.figures) {
    if (figure.from && figure.to && !(*figure.from < *figure.to))
      diagnostics.add(
          figure.origin.error("to", fmt::format("must be later than from = {:.6g} s, got {:.6g} s",
                                                *figure.from, *figure.to)));
    const bool known =
        std::find(swimmers.begin(), swimmers.end(), figure.swimmer) != swimmers.end();
    if (!is_of_swimmer(figure.measure) || figure.swimmer.empty() || known) continue;
    diagnostics.add(figure.origin.error("swimmer",
                                        "there is no swimmer probe '" + figure.swimmer + "'",
                                        suggest(figure.swimmer, swimmers, "swimmer probes")));
  }
}

void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.type == StudyType::dynamics) check_motion(scenario, diagnostics);
  for (const PartKind* kind : part_table())
    if (kind->check_study) kind->check_study(scenario, diagnostics);
  if (study.type == StudyType::load_path && study.from == study.to)
    diagnostics.add(study.origin.error("to", "the path has no length: from and to are equal"));
}

void check_asked(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  const bool motion = study.type == StudyType::dynamics;
  if (motion) {
    check_step(scenario, diagnostics);
    check_method(!scenario.of<ConnectionSpec>().empty(), study, diagnostics);
  }
  for (const FigureSpec& figure : scenario.figures) {
    if (is_of_swimmer(figure.measure) && !motion)
      diagnostics.add(figure.origin.error("measure", "a robot swims only in a study of dynamics"));
    // what is missing in a file has been reported
    if (is_of_swimmer(figure.measure) && figure.swimmer.empty() && figure.origin.path.empty())
      diagnostics.add(figure.origin.error("swimmer", "missing", "the name of a swimmer probe"));
    const bool beats = figure.measure == Measure::frequency || figure.measure == Measure::period;
    if (beats && study.type == StudyType::statics)
      diagnostics.add(figure.origin.error("measure", "statics has a single row, and no period",
                                          "use a study of dynamics, or of modes"));
    check_figure_times(figure, study, diagnostics);
  }
  for (const ExpectSpec& expect : scenario.expect)
    if (expect.tolerance.relative && expect.value == 0)
      diagnostics.add(expect.origin.error("tolerance", "a percentage of zero is zero",
                                          "give an absolute tolerance: a number without %"));
}

}  // namespace cuttle
