#pragma once
// How the loops of a robot are closed before it is studied.

#include "cuttle/sim/build.h"
#include "cuttle/sim/closed_state.h"
#include "cuttle/sim/loop_robots.h"
#include "cuttle/sim/statics.h"

namespace cuttle {

/// Connections do not count turns: where a prescribed joint stands at more than half a turn between
/// closed ones, it matters how it came there. This is a body whose initial coordinates the file
/// gives, and which loops tie to such a joint: it tells where all of them are. Empty if there is
/// none.
std::string turns_given(const ScenarioSpec& spec, const Model&, const State& x);

/// True if a study begins with the initial state itself, so that joints are turned there when it is
/// built. (Equilibria do it themselves, by StaticsSolver::solve_built.)
bool begins_turned(const StudySpec& study);
/// Robots with prescribed joints beyond half a turn that no given coordinates tell of, and that it
/// was not tried to turn there when the scenario was built: they are turned there from zero.
std::vector<LoopRobot> turns_to_go(const Scenario& scenario);
/// The equilibrium under u that grows out of the initial state of a scenario, which is x.
StaticsResult initial_equilibrium(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                                  const StaticsOptions& options, State& x);
/// Where a motion of the scenario begins, also if its own study is none and has built it the
/// shorter way.
State motion_start(const Scenario& scenario);

/// Closes the loops of a state as it is built, as they close when all that is prescribed there
/// moves from zero. Returns Scenario::not_followed.
std::vector<std::string> close_built(const ScenarioSpec& spec, const Model&, const Input& u,
                                     State& x);

}  // namespace cuttle
