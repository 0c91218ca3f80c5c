#pragma once

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Turns forward dynamics into one quasi-Newton iteration of an implicit stage with
/// q = q_bar + beta a, v = v_bar + gamma a: stiffness and damping of strains and joints join the
/// inertia, M + gamma D + beta K, at the previous iterate a_old.
struct EffectiveInertia {
  double beta = 0, gamma = 0;
  const double* a_old = nullptr;  // (nv)
};

/// Writes ws.a, the accelerations at (x, u); also A_B of the bodies and all factors of the tree
/// sweep. Cost linear in the bodies. Never allocates.
void forward_dynamics(const Model&, const State&, const Input&, Workspace&,
                      const EffectiveInertia& effective = {});

/// Reads ws (kinematics, loads). Writes the terms of all bodies, then eliminates leaf to root.
void factor_tree(const Model&, const State&, const Input&, const EffectiveInertia&, Workspace&);

/// Reads the factors. Writes ws.a and the accelerations of all frames, root to leaf.
void solve_tree(const Model&, Workspace&);

}  // namespace cuttle
