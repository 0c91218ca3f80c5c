#pragma once
// The studies that a model file can ask for, one row each.

#include <span>
#include <string_view>

#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"
#include "cuttle/sim/statics.h"
#include "cuttle/sim/subsystem.h"
#include "cuttle/solve/table.h"

namespace cuttle {

/// A study fills trajectory, solver, energy_residual and status of the result.
struct StudyKind {
  StudyType type;
  std::string_view name;
  void (*run)(Scenario&, const RunOptions&, RunResult&);
};

std::span<const StudyKind> study_table();

void run_dynamics(Scenario&, const RunOptions&, RunResult&);
void run_statics(Scenario&, const RunOptions&, RunResult&);
void run_load_path(Scenario&, const RunOptions&, RunResult&);
void run_modes(Scenario&, const RunOptions&, RunResult&);

/// The load path of a model that has nets and no bodies.
void run_net_path(Scenario&, const RunOptions&, RunResult&);

/// The load path by arc length.
void run_arc_length(Scenario&, const RunOptions&, RunResult&);

/// The inputs at time t with everything at rest: prescribed coordinates stand still.
Status evaluate_at_rest(InputSource&, double t, Input&);

/// Adds what a search for an equilibrium did.
void count_equilibrium(const StaticsResult&, RunResult&);

/// Moves the scenario's initial state to the equilibrium of its parts under the inputs at time t.
Status settle(Scenario&, const Subsystems&, double t, RunResult&);

/// Newton's method failed after part of the load was carried: what helps.
void add_limit_hint(const Scenario&, bool carried, Status&);

/// What a study says to the solvers.
StaticsOptions statics_options(const StudySpec& study);
IntegratorOptions integrator_options(const StudySpec& study);

inline constexpr std::string_view kUnstableEquilibrium =
    "the equilibrium is unstable: a disturbance would take the robot elsewhere";

}  // namespace cuttle
