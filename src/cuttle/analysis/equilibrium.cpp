#include "cuttle/analysis/equilibrium.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/connection/loop_follower.h"

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
  const std::string friction = friction_words(scenario.model);
  if (!scenario.model.touches())
    status.message += "; if this is a limit point, a load path with control: arc_length passes it";
  else if (!friction.empty())
    status.message += "; " + friction +
                      ", which has no energy to minimise: if the robot slips or snaps, study its "
                      "motion (type: dynamics), or remove the friction";
}

Status evaluate_at_rest(InputSource& inputs, double t, Input& u) {
  Status status = inputs.evaluate(t, u);
  u.u_dot.setZero();
  u.u_ddot.setZero();
  return status;
}

void count_equilibrium(const StaticsResult& step, SolverReport& result) {
  result.solver.method = "newton";
  result.solver.steps += step.load_steps;
  result.solver.iterations += step.iterations;
  result.solver.evaluations += step.evaluations;
  result.solver.exact_solves += step.iterations;
  for (const std::string& words : step.way) result.warnings.push_back(words);
}

StaticsResult find_stable(StaticsSolver& solver, const Input& u, const StaticsOptions& options,
                          const State& start, State& x) {
  constexpr int kParts = 20;
  const int parts = std::max(options.load_steps, kParts);
  StaticsResult total;
  State at = start;
  for (int i = 0; i <= parts; ++i) {
    const double part = double(i) / parts;
    const Input some{part * u.u, u.u_dot, u.u_ddot, part * u.load};
    const State before = at;
    StaticsResult step =
        i == 0 ? solver.solve(some, options, at) : solver.solve_near(some, options, at);
    if (!step.status.ok() || !solver.stable(some, at)) {
      // from where it was, not from the branch that was found
      at = before;
      step = solver.descend(some, options, at);
      if (step.status.ok())
        total.way.push_back(fmt::format(
            "at {:.4g} of the load the equilibrium has become unstable; going downhill in energy, "
            "the robot settled in {} steps{}",
            part, step.iterations,
            step.ridges > 0 ? ": it left the unstable branch along its softest direction; if "
                              "nothing tells both sides apart, the mirror image is equally valid"
                            : ""));
    }
    total.iterations += step.iterations;
    total.evaluations += step.evaluations;
    total.ridges += step.ridges;
    ++total.load_steps;
    total.status = step.status;
    if (!step.status.ok()) return total;
    total.reached = part;
  }
  x = at;
  return total;
}

std::vector<LoopRobot> turns_to_go(const Scenario& scenario) {
  if (begins_turned(scenario.spec.study)) return {};
  std::vector<LoopRobot> robots = robots_not_given(scenario.spec, scenario.model, scenario.initial);
  std::erase_if(robots, [&](const LoopRobot& robot) { return !is_far(robot, scenario.initial.q); });
  return robots;
}

StaticsResult initial_equilibrium(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                                  const StaticsOptions& options, State& x) {
  return solver.solve_built(turns_to_go(scenario), u, options, x);
}

State motion_start(const Scenario& scenario) {
  State x = scenario.initial;
  const std::vector<LoopRobot> robots = turns_to_go(scenario);
  InputSource inputs = scenario.inputs;
  Input u;
  if (robots.empty() || !inputs.evaluate(x.t, u).ok()) return x;
  for (const LoopRobot& robot : robots) unwind(robot, x.q);
  LoopFollower follower(scenario.model, robots);
  const std::vector<Followed> ends = follower.follow(u, x, follower.affordable_parts());
  for (std::size_t i = 0; i < robots.size(); ++i)
    if (ends[i] != Followed::arrived) x.q(robots[i].q) = scenario.initial.q(robots[i].q).eval();
  return x;
}

}  // namespace cuttle
