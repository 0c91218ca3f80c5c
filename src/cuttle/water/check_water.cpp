#include <fmt/format.h>

#include <algorithm>

#include "cuttle/signal/expression.h"
#include "cuttle/water/build_water.h"
#include "cuttle/water/wet_family.h"

namespace cuttle {

namespace {

constexpr double kTimeRounding = 1e-9;  // of the time of a study

// The times that a study looks at: [s], or loads.
struct Times {
  double from = 0, to = 0;
};

Times times_of(const StudySpec& study) {
  if (study.type == StudyType::dynamics) return {0, study.duration};
  if (study.type == StudyType::load_path)
    return {std::min(study.from, study.to), std::max(study.from, study.to)};
  return {};
}

void check_current(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const CurrentSpec& current = scenario.water->current;
  const Times times = times_of(scenario.study);
  for (size_t i = 0; current.uniform && i < 3; ++i) {
    const SignalSpec& signal = (*current.uniform)[i];
    if (signal.kind != SignalSpec::Kind::table || signal.times.empty()) continue;
    const double first = signal.times.front(), last = signal.times.back();
    const double slack = kTimeRounding * (times.to - times.from);
    if (first > times.from + slack || last < times.to - slack)
      diagnostics.add(signal.origin.error(
          "",
          fmt::format("the {} from {:.6g} s to {:.6g} s does not cover the run from {:.6g} s to "
                      "{:.6g} s",
                      signal.csv.empty() ? "table" : "file " + signal.csv, first, last, times.from,
                      times.to),
          "a current is not extrapolated: add rows, or shorten the study"));
  }
  if (current.profile && current.interpolation == Interpolation::step)
    diagnostics.add(current.origin.error("interpolation", "a current cannot jump with the height",
                                         "use linear, cubic or smooth"));
  for (size_t i = 0; current.field && i < 3; ++i) {
    const std::string& text = (*current.field)[i];
    if (text.empty()) continue;
    const Expression formula(text, {"x", "y", "z", "t"}, {}, current.origin);
    if (formula.uses("k") || formula.uses("n"))
      diagnostics.add(
          current.origin.error("field", "k and n are defined only in copies made by repeat"));
  }
}

}  // namespace

void report_no_water(const Origin& origin, Diagnostics& diagnostics) {
  diagnostics.add(origin.error("", "has no effect: there is no water in this model",
                               "give the model water: {density: 1000}"));
}

void check_water(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  if (scenario.water) check_current(scenario, diagnostics);
  const bool wet = scenario.water.has_value() || scenario.origin.given("water");
  for (const BodySpec& body : scenario.bodies)
    if (const WetFamily* const family = wet_family_of(body); family && family->check)
      family->check(body, wet, diagnostics);
}

}  // namespace cuttle
