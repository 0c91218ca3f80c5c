#include "cuttle/analysis/equilibrium.h"

namespace cuttle {

StaticsOptions statics_options(const StudySpec& study) {
  StaticsOptions options;
  options.tolerance = study.tolerance;
  options.load_steps = study.load_steps;
  return options;
}

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

}  // namespace cuttle
