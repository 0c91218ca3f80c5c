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
/// closed ones, it matters how it came there.
bool counts_turns(const Model&, const State& x);

/// A body whose initial coordinates the file gives, and which loops tie to a joint that is turned
/// that far: it tells where all of them are. Empty if there is none.
std::string turns_given(const ScenarioSpec& spec, const Model&, const State& x);

/// True if an initial state is where the prescribed joints have been turned to from their zeros:
/// the study begins with it, and the file gives no coordinates there. (Equilibria are turned there
/// by StaticsSolver::solve_built.)
bool starts_turned(const ScenarioSpec& spec, const Model&, const State& x);
/// True if the initial state of a scenario tells how far its prescribed joints have been turned:
/// they were turned there when it was built, or the file gives coordinates there. Otherwise they
/// have still to be turned.
bool stands_turned(const Scenario& scenario);
/// The equilibrium under u that grows out of the initial state of a scenario, which is x.
StaticsResult solve_initial(const Scenario& scenario, StaticsSolver& solver, const Input& u,
                            const StaticsOptions& options, State& x);
/// Where a motion of the scenario begins, also if its own study is none and has built it the
/// shorter way.
State motion_start(const Scenario& scenario);

/// Closes the loops with the prescribed joints within half a turn of zero and follows them to where
/// they are in x, as x is built. False if they cannot get there: x is left.
bool close_turned(const Model&, const Input& u, State& x);

}  // namespace cuttle
