#pragma once
// How the loops of a robot are closed before it is studied.

#include "cuttle/connection/dense_rows.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/statics.h"

namespace cuttle {

/// Moves x to the nearest state that closes all connections, or as near as it gets. Joints move
/// before strains do. Returns the rows there.
DenseRows close_loops(const Model&, const Input& u, State& x);

/// The largest gap that a closed loop may have [m, rad].
inline constexpr double kClosedLoop = 1e-9;
/// The largest of rows [m, rad].
double largest_gap(const DenseRows& rows);

/// Connections do not count turns: where a prescribed joint stands at more than half a turn between
/// closed ones, it matters how it came there. This is a body whose initial coordinates the file
/// gives, and which loops tie to such a joint: it tells where all of them are. Empty if there is
/// none.
std::string turns_given(const ScenarioSpec& spec, const Model&, const State& x);
/// Prescribed joints of one robot of several that stand at more than some angle and that no given
/// coordinates tell of: they have been turned there from zero.
struct TurnsToGo {
  std::vector<bool> bodies;  // of the robot: what loops tie together
  std::vector<int> q;        // coordinates of the joints, in State::q
};
/// ... at more than `least` [rad], robot by robot.
std::vector<TurnsToGo> turns_to_go(const ScenarioSpec& spec, const Model&, const State& x,
                                   double least);

/// True if a study begins with the initial state itself, so that joints are turned there when it is
/// built. (Equilibria do it themselves, by StaticsSolver::solve_built.)
bool begins_turned(const StudySpec& study);
/// Those beyond half a turn that it was not tried to turn there when the scenario was built.
std::vector<TurnsToGo> turns_to_go(const Scenario& scenario);
/// The equilibrium under u that grows out of the initial state of a scenario, which is x.
StaticsResult initial_equilibrium(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                                  const StaticsOptions& options, State& x);
/// Where a motion of the scenario begins, also if its own study is none and has built it the
/// shorter way.
State motion_start(const Scenario& scenario);

/// Closes the loops of a state as it is built, as they close when prescribed joints are turned
/// there. False if they did not follow for whole turns, or if there are too many of them to follow:
/// they are closed the shorter way.
bool close_built(const ScenarioSpec& spec, const Model&, const Input& u, State& x);

}  // namespace cuttle
