#pragma once
// What all studies of equilibria share.

#include <string_view>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/compile.h"
#include "cuttle/record/run_result.h"

namespace cuttle {

/// What a study says to the solver.
StaticsOptions statics_options(const StudySpec& study);

/// The inputs at time t with everything at rest: prescribed coordinates stand still.
Status evaluate_at_rest(InputSource&, double t, Input&);

/// Adds what a search for an equilibrium did.
void count_equilibrium(const StaticsResult&, RunResult&);

/// Newton's method failed after part of the load was carried: what helps.
void add_limit_hint(const Scenario&, bool carried, Status&);

inline constexpr std::string_view kUnstableEquilibrium =
    "the equilibrium is unstable: a disturbance would take the robot elsewhere";

}  // namespace cuttle
