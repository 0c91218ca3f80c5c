#include <fmt/format.h>

#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/sim/arc_length.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

/// Equilibria of a scenario as a path: z is q, and behind it the forces of the connections.
class EquilibriumPath {
 public:
  explicit EquilibriumPath(Scenario& scenario)
      : model_(scenario.model),
        inputs_(scenario.inputs),
        solver_(scenario.model),
        x_(scenario.initial),
        turned_(scenario.initial) {}

  /// The first point, at a load.
  StaticsResult settle(double load, const StaticsOptions& options) {
    x_.t = load;
    if (Status status = evaluate_at_rest(inputs_, load, u_); !status.ok()) return {status};
    StaticsResult first = solver_.solve_built(u_, options, x_);
    turned_ = x_;
    return first;
  }

  VectorX unknowns() const {
    VectorX z(model_.nq + solver_.connection_forces().size());
    z << x_.q, solver_.connection_forces();
    return z;
  }

  PathProblem problem() {
    PathProblem problem;
    problem.residual = [this](const VectorX& z, double load, VectorX& r) {
      Status status = place(z, load);
      if (status.ok()) solver_.residual(u_, x_, r);
      return status;
    };
    problem.tangent = [this](const VectorX& z, double load, MatrixX& K) {
      Status status = place(z, load);
      if (status.ok()) solver_.tangent(u_, x_, K);
      return status;
    };
    problem.retract = [this](const VectorX& z, const VectorX& d, VectorX& out) {
      const auto rows = solver_.connection_forces().size();
      VectorX moved(model_.nq);
      retract(model_, z.head(model_.nq), d.head(model_.nv), moved);
      out.resize(z.size());
      out << moved, z.tail(rows) + d.tail(rows);
    };
    problem.weight = solver_.step_weight();
    return problem;
  }

  /// Stays at a point of the path.
  Status take(const PathPoint& point) {
    VectorX r;
    if (Status status = place(point.z, point.load); !status.ok()) return status;
    solver_.residual(u_, x_, r);
    turned_ = x_;
    return solver_.check(x_);
  }

  const State& state() const { return x_; }
  const Input& input() const { return u_; }

 private:
  Status place(const VectorX& z, double load) {
    if (Status status = evaluate_at_rest(inputs_, load, u_); !status.ok()) return status;
    if (solver_.turn_to(u_, turned_) > StaticsSolver::kMostTurn)
      return Status::fail(Status::Code::diverged,
                          "a prescribed joint turns too far in one step of the path", load);
    x_.t = load;
    x_.q = z.head(model_.nq);
    x_.v.setZero();
    normalize(model_, u_, x_.q, x_.v);
    solver_.set_connection_forces(z.tail(solver_.connection_forces().size()));
    return {};
  }

  const Model& model_;
  InputSource& inputs_;
  StaticsSolver solver_;
  State x_;
  State turned_;  // the last point: connections do not count turns from there
  Input u_;
};

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
  EquilibriumPath equilibria(scenario);
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
