#include <fmt/format.h>

#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/sim/equilibrium_path.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

PathOptions path_options(const Scenario& scenario) {
  const StudySpec& study = scenario.spec.study;
  return {.from = study.from,
          .to = study.to,
          .first_step = 1.0 / study.steps,
          .largest_step = study.arc_step,
          .kinks = scenario.inputs.breakpoints(std::min(study.from, study.to),
                                               std::max(study.from, study.to)),
          .tolerance = study.tolerance};
}

void count_path(const ArcLength& path, RunResult& result) {
  result.solver.method = "arc length";
  result.solver.rejected += path.rejected();
  result.solver.iterations += path.iterations();
  result.solver.evaluations += path.evaluations();
  result.solver.exact_solves += path.iterations();
}

}  // namespace

void run_arc_length(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  Recorder recorder(scenario, {"arc", "-", "length along the path", ""}, path_columns());
  recorder.trajectory().reserve(std::size_t(study.steps) + 1);
  StaticsSolver solver(scenario.model);
  EquilibriumPath equilibria(scenario, solver);
  const StaticsResult first = equilibria.settle(study.from, statics_options(study));
  count_equilibrium(first, result);
  ArcLength path(equilibria.problem(), path_options(scenario));
  int points = -1;
  const auto record = [&](const PathPoint& point) {
    result.status = equilibria.take(point);
    if (!result.status.ok()) return;
    recorder.record(point.arc, equilibria.state(), equilibria.input(), 0, {point.load});
    ++points;
    if (options.progress) options.progress(double(points) / study.steps);
  };
  result.status = first.status;
  if (result.status.ok()) result.status = path.start(equilibria.unknowns());
  if (result.status.ok()) record(path.point());
  while (result.status.ok() && !path.ended() && points < study.steps) {
    if (result.status = interruption(path.point().load); !result.status.ok()) break;
    result.status = path.advance();
    if (!result.status.ok()) break;
    ++result.solver.steps;
    if (path.limit()) {
      result.limit_loads.push_back(path.limit()->load);
      record(*path.limit());
    }
    if (result.status.ok() && points < study.steps) record(path.point());
  }
  count_path(path, result);
  if (result.status.ok() && !path.ended())
    result.warnings.push_back(fmt::format(
        "the path ends after {} steps at load {:.6g}, before the load has left [from, to]: give "
        "more steps, or a larger arc_step",
        study.steps, path.point().load));
  result.trajectory = std::move(recorder.trajectory());
}

}  // namespace cuttle
