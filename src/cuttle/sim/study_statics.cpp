#include "cuttle/contact/contact_forces.h"
#include "cuttle/sim/close_loops.h"
#include "cuttle/sim/modes.h"
#include "cuttle/sim/net_runner.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/steady_motion.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
void add_limit_hint(const Scenario& scenario, bool carried, Status& status) {
  const bool failed = status.code == Status::Code::diverged || status.code == Status::Code::stalled;
  if (!failed || !carried || !scenario.nets.empty()) return;
  if (scenario.model.contact.empty())
    status.message += "; if this is a limit point, a load path with control: arc_length passes it";
  else if (!StaticsSolver(scenario.model).has_energy())
    status.message +=
        "; contacts have friction, which has no energy to go down: where the robot slips or snaps, "
        "study its motion (type: dynamics), or take the friction away";
}

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
  for (const std::string& words : step.way) result.warnings.push_back(words);
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
  StaticsResult step = initial_equilibrium(scenario, solver, u,
                                           statics_options(scenario.spec.study), scenario.initial);
  count_equilibrium(step, result);
  add_limit_hint(scenario, step.load_steps > 0, step.status);
  // places that have closed on the way stick from now on
  if (step.status.ok()) renew_memory(scenario.model, u, scenario.initial, touching);
  if (step.status.ok() && !solver.stable(u, scenario.initial))
    result.warnings.push_back(std::string(kUnstableEquilibrium) +
                              "; with load_steps the load comes in parts, which may lead to a "
                              "stable one");
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
