#pragma once
// The studies that a model file can ask for, one row each.

#include <span>
#include <string_view>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/compile.h"
#include "cuttle/part/subsystem.h"
#include "cuttle/record/run_result.h"

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

/// Moves the scenario's initial state to the equilibrium of its parts under the inputs at time t.
Status settle(Scenario&, const Subsystems&, double t, RunResult&);

}  // namespace cuttle
