#include "cuttle/study/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/figures.h"
#include "cuttle/math/constants.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/record/figure.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/study/studies.h"

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

void check_expectations(const Scenario& scenario, RunResult& result) {
  for (const ExpectSpec& spec : scenario.spec.expect) {
    // a figure that the run could not produce (fewer modes than asked for) never passes
    Figure figure{spec.figure, kNaN, "-"};
    const auto found = std::find_if(result.figures.begin(), result.figures.end(),
                                    [&](const Figure& f) { return f.name == spec.figure; });
    if (found != result.figures.end()) figure = *found;
    if (found == result.figures.end() && is_of_limits(spec.figure))
      result.warnings.push_back(warning_text(spec.origin.warning(
          "figure", fmt::format("the path has {} limit points, so there is no {}",
                                result.limit_loads.size(), spec.figure))));
    result.expect.push_back(check_expectation(
        figure, spec.value, {spec.tolerance.value, spec.tolerance.relative}, spec.source));
  }
}

}  // namespace

RunResult run(const ScenarioSpec& spec, const RunOptions& options) {
  return run(build(spec), options);
}

RunResult run(const Scenario& scenario, const RunOptions& options) {
  return run(Scenario(scenario), options);
}

RunResult run(Scenario&& scenario, const RunOptions& options) {
  const InterruptScope heard(options.interrupted);
  RunResult result;
  result.warnings = scenario.warnings;
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
