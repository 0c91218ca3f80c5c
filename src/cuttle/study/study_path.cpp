#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/equilibrium_path.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/compile/columns.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/study/studies.h"

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

/// Where equilibria of a path become unstable although its load does not turn back.
class BranchWatch {
 public:
  void look(StaticsSolver& solver, const EquilibriumPath& at, double load) {
    if (!unstable_ && !solver.stable(at.input(), at.state())) unstable_ = load;
  }
  /// A path that is unstable from its start or from a limit point on is what was asked for.
  void end() { watching_ = false; }
  bool watching() const { return watching_ && !unstable_; }

  void tell(RunResult& result) const {
    if (unstable_)
      result.warnings.push_back(fmt::format(
          "from load {:.6g} on the equilibria of this path are unstable: it has passed a "
          "bifurcation, which control: arc_length does not leave; control: load does",
          *unstable_));
  }

 private:
  bool watching_ = true;
  std::optional<double> unstable_;
};

void tell_of_the_end(const ScenarioSpec& spec, const ArcLength& path, RunResult& result) {
  const StudySpec& study = spec.study;
  const double load = path.point().load;
  // a file that asks for limit points wants no more than to pass them
  const bool asked = std::ranges::any_of(
      spec.expect, [](const ExpectSpec& expect) { return expect.figure.starts_with("limit_"); });
  if (!path.ended())
    result.warnings.push_back(
        fmt::format("the path ends after {} steps at load {:.6g}, before the load has left [from, "
                    "to]: use more steps, or a larger arc_step",
                    study.steps, load));
  else if (!asked && std::abs(load - study.to) > std::abs(load - study.from))
    result.warnings.push_back(fmt::format(
        "the path comes back to load {:.6g}, where it ends: load {:.6g} is not reached; let `from` "
        "lie further back, or use control: load, which continues beyond the limit point",
        load, study.to));
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
  BranchWatch branch;
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
  if (result.status.ok() && !solver.stable(equilibria.input(), equilibria.state())) branch.end();
  while (result.status.ok() && !path.ended() && points < study.steps) {
    if (result.status = interruption(path.point().load); !result.status.ok()) break;
    result.status = path.advance();
    if (!result.status.ok()) break;
    ++result.solver.steps;
    if (path.limit()) {
      result.limit_loads.push_back(path.limit()->load);
      branch.end();
      record(*path.limit());
    }
    if (result.status.ok() && points < study.steps) record(path.point());
    if (result.status.ok() && branch.watching()) branch.look(solver, equilibria, path.point().load);
  }
  count_path(path, result);
  if (result.status.ok()) tell_of_the_end(scenario.spec, path, result);
  branch.tell(result);
  result.trajectory = std::move(recorder.trajectory());
}

}  // namespace cuttle
