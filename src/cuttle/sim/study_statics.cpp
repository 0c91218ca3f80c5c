#include <cmath>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/sim/modes.h"
#include "cuttle/sim/net_runner.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/steady_motion.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

/// Newton failed after part of the load was carried: it cannot pass a limit point. Contacts and
/// nets cannot be followed along a path.
void add_limit_hint(const Scenario& scenario, bool carried, Status& status) {
  const bool followed = scenario.model.contact.empty() && scenario.nets.empty();
  const bool failed = status.code == Status::Code::diverged || status.code == Status::Code::stalled;
  if (failed && carried && followed)
    status.message += "; if this is a limit point, a load path with control: arc_length passes it";
}

}  // namespace

Status evaluate_at_rest(InputSource& inputs, double t, Input& u) {
  Status status = inputs.evaluate(t, u);
  u.u_dot.setZero();
  u.u_ddot.setZero();
  return status;
}

void count_equilibrium(const StaticsResult& step, RunResult& result) {
  result.solver.method = "newton";
  result.solver.steps += step.load_steps;
  result.solver.iterations += step.iterations;
  result.solver.evaluations += step.evaluations;
  result.solver.exact_solves += step.iterations;
}

StaticsOptions statics_options(const StudySpec& study) {
  StaticsOptions options;
  options.tolerance = study.tolerance;
  options.load_steps = study.load_steps;
  return options;
}

Status settle(Scenario& scenario, double t, RunResult& result) {
  Input u;
  if (Status status = evaluate_at_rest(scenario.inputs, t, u); !status.ok()) return status;
  StaticsSolver solver(scenario.model);
  Workspace touching(scenario.model);
  renew_memory(scenario.model, u, scenario.initial, touching);
  StaticsResult step = solver.solve(u, statics_options(scenario.spec.study), scenario.initial);
  count_equilibrium(step, result);
  add_limit_hint(scenario, step.load_steps > 0, step.status);
  // places that have closed on the way stick from now on
  if (step.status.ok()) renew_memory(scenario.model, u, scenario.initial, touching);
  if (step.status.ok() && !solver.stable(u, scenario.initial))
    result.warnings.emplace_back(kUnstableEquilibrium);
  if (!step.status.ok() || scenario.nets.empty()) return step.status;
  NetRunner nets(scenario);
  Status status = nets.settle(t, scenario.spec.study, scenario.initial);
  nets.report(result);
  return status;
}

void run_statics(Scenario& scenario, const RunOptions& options, RunResult& result) {
  result.status = settle(scenario, 0, result);
  Recorder recorder(scenario, {"t", "s", "time", ""});
  Input u;
  if (evaluate_at_rest(scenario.inputs, 0, u).ok()) recorder.record(0, scenario.initial, u);
  result.trajectory = std::move(recorder.trajectory());
  if (options.progress) options.progress(1);
}

void run_load_path(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  if (study.control == PathControl::arc_length) return run_arc_length(scenario, options, result);
  StaticsSolver solver(scenario.model);
  Recorder recorder(scenario, {"load", "-", "load parameter, the t of all signals", ""});
  recorder.trajectory().reserve(std::size_t(study.steps) + 1);
  StaticsOptions statics = statics_options(study);
  State x = scenario.initial;
  Input u;
  VectorX last_q = x.q, before_q = x.q, oldest_q = x.q;
  Workspace touching(scenario.model);

  for (int i = 0; i <= study.steps; ++i) {
    const double load = study.from + (study.to - study.from) * i / study.steps;
    if (options.interrupted && options.interrupted()) {
      result.status = Status::fail(Status::Code::interrupted, "stopped by the user", load);
      break;
    }
    result.status = evaluate_at_rest(scenario.inputs, load, u);
    if (!result.status.ok()) break;
    x.t = load;
    if (i == 0) renew_memory(scenario.model, u, x, touching);

    // the path goes on as it went: extrapolate, and fall back to the last equilibrium
    oldest_q = before_q;
    before_q = last_q;
    last_q = x.q;
    if (i == 2) x.q = 2 * last_q - before_q;
    if (i > 2) x.q = 3 * (last_q - before_q) + oldest_q;
    StaticsResult step = solver.solve(u, statics, x);
    count_equilibrium(step, result);
    if (!step.status.ok()) {
      x.q = last_q;
      step = solver.solve(u, statics, x);
      count_equilibrium(step, result);
    }
    if (!step.status.ok()) {
      result.status = step.status;
      result.status.t = load;
      add_limit_hint(scenario, i > 0 || step.load_steps > 0, result.status);
      break;
    }
    recorder.record(load, x, u);
    renew_memory(scenario.model, u, x, touching);
    if (options.progress) options.progress(double(i) / study.steps);
  }
  result.trajectory = std::move(recorder.trajectory());
}

void run_modes(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  Recorder recorder(scenario, {"mode", "-", "number of the mode", ""}, mode_columns());
  Input u;
  result.status = evaluate_at_rest(scenario.inputs, 0, u);
  if (study.about != StartFrom::steady) scenario.initial.v.setZero();
  if (result.status.ok() && study.about == StartFrom::statics)
    result.status = settle(scenario, 0, result);
  if (result.status.ok() && study.about == StartFrom::steady) {
    const SteadyResult steady =
        find_steady_motion(scenario.model, u, study.tolerance, scenario.initial);
    result.status = steady.status;
    result.solver.iterations += steady.iterations;
  }
  std::vector<NaturalMode> modes;
  Workspace ws(scenario.model);
  if (result.status.ok())
    modes = natural_modes(scenario.model, scenario.initial, u, study.count, ws, result.status);
  if (!result.status.ok() && u.u.size() == scenario.model.nu())
    recorder.record(0, scenario.initial, u, 0, {0, 0, 0});

  result.solver.method = "eigen";
  double number = 0;
  for (const NaturalMode& mode : modes) {
    // the row shows the robot displaced by a tenth of the shape
    State x = scenario.initial;
    const VectorX shift = 0.1 * mode.shape;
    retract(scenario.model, scenario.initial.q, shift, x.q);
    x.v = mode.shape;
    recorder.record(++number, x, u, 0, {mode.frequency, mode.growth, mode.damping});
  }
  result.trajectory = std::move(recorder.trajectory());
  if (options.progress) options.progress(1);
}

}  // namespace cuttle
