#pragma once

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Writes ws.tau = M a + bias - forces: what must be added to the generalised forces of springs,
/// actors and inputs for the accelerations a (null: zero) at (x, u). Prescribed coordinates move as
/// u says, and their entry is the effort that this takes. Cost linear in the bodies.
void inverse_dynamics(const Model&, const State&, const Input&, const double* a, Workspace&,
                      bool with_tangent = false);

/// Generalised forces of Point::force and p_q of all bodies, leaf to root; overwrites both. Reads
/// the kinematics of ws. Never allocates after the first call.
void project_forces(const Model&, Workspace&, VectorX& tau);

}  // namespace cuttle
