#pragma once
// Where studies of robots with loops begin.

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/close_built.h"
#include "cuttle/compile/compile.h"

namespace cuttle {

/// Robots with prescribed joints beyond half a turn that no given coordinates tell of, and that it
/// was not tried to turn there when the scenario was built: they are turned there from zero.
std::vector<LoopRobot> turns_to_go(const Scenario& scenario);
/// The equilibrium under u that grows out of the initial state of a scenario, which is x.
StaticsResult initial_equilibrium(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                                  const StaticsOptions& options, State& x);
/// Where a motion of the scenario begins, also if its own study is none and has built it the
/// shorter way.
State motion_start(const Scenario& scenario);

}  // namespace cuttle
