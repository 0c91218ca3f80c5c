#pragma once
// What all studies of equilibria share.

#include <string_view>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/close_built.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/scenario.h"
#include "cuttle/record/run_result.h"

namespace cuttle {

/// What a study says to the solver.
StaticsOptions statics_options(const StudySpec& study);

/// The inputs at time t with everything at rest: prescribed coordinates stand still.
Status evaluate_at_rest(InputSource&, double t, Input&);

/// Adds what a search for an equilibrium did.
void count_equilibrium(const StaticsResult&, SolverReport&);

/// Newton's method failed after part of the load was carried: what helps.
void add_limit_hint(const Scenario&, bool carried, Status&);

/// For an equilibrium under u that is unstable: goes from `start` in parts of the inputs and of
/// what else is no entry of u, and downhill in energy wherever Newton's method would go on along an
/// unstable branch. The way says where, and whether the mirror image is equally valid. A failure
/// leaves x.
StaticsResult find_stable(StaticsSolver&, const Input& u, const StaticsOptions&, const State& start,
                          State& x);

inline constexpr std::string_view kUnstableEquilibrium =
    "the equilibrium is unstable: a disturbance would take the robot elsewhere";

// Where studies of robots with loops begin.

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
