#pragma once

#include <memory>

#include "cuttle/compile/scenario.h"
#include "cuttle/connection/constraint_solver.h"

namespace cuttle {

/// The solver of a scenario's connections as its study wants them; null if there are none.
std::unique_ptr<ConstraintSolver> make_constraints(const Scenario&);

/// Fills ws with all that a record reads: drive efforts of prescribed joints need the accelerations
/// of the motion, if there is one. `constraints`: null if the model has no connections.
void update_forces(const Model&, const State&, const Input&, bool moving,
                   ConstraintSolver* constraints, Workspace&);

}  // namespace cuttle
