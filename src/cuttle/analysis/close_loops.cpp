#include "cuttle/analysis/close_loops.h"

#include <algorithm>

#include "cuttle/connection/loop_follower.h"

namespace cuttle {

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
