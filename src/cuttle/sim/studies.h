#pragma once
// The studies that a model file can ask for, one row each.

#include <span>
#include <string_view>

#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"

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

/// Moves the scenario's initial state to the equilibrium under the inputs at time t.
Status settle(Scenario&, double t, RunResult&);

}  // namespace cuttle
