#pragma once
// How the loops of a robot are closed before it is studied.

#include <string>
#include <vector>

#include "cuttle/connection/closed_state.h"
#include "cuttle/connection/loop_robots.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Robots with closed loops of which the file gives no initial coordinates.
std::vector<LoopRobot> robots_not_given(const ScenarioSpec& spec, const Model&, const State& x);

/// Connections do not count turns: where a prescribed joint stands at more than half a turn between
/// closed ones, it matters how it came there. This is a body whose initial coordinates the file
/// gives, and which loops tie to such a joint: it tells where all of them are. Empty if there is
/// none.
std::string turns_given(const ScenarioSpec& spec, const Model&, const State& x);

/// True if a study begins with the initial state itself, so that joints are turned there when it is
/// built. (Equilibria do it themselves, by StaticsSolver::solve_built.)
bool begins_turned(const StudySpec& study);
/// As the file places everything at time t, before any loop is closed.
State placed_state(const ScenarioSpec& spec, const Model&, const Input& u, double t);

/// Closes the loops of a state as it is built, as they close when all that is prescribed there
/// moves from zero. Returns Scenario::not_followed.
std::vector<std::string> close_built(const ScenarioSpec& spec, const Model&, const Input& u,
                                     State& x);

}  // namespace cuttle
