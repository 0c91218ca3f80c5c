#pragma once
// What inputs do to the coordinates, column by column and without heap memory.

#include <span>

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Memory of actuation_columns.
struct ActuationScratch {
  Input u;
  VectorX tau;
};

/// B (nv x inputs): derivative of the generalised forces with respect to some entries of the input,
/// at u; exact for laws that are linear or quadratic there. Entries that prescribe a coordinate
/// have a zero column. Reads the kinematics of ws; overwrites loads and p_q of the bodies, but not
/// the factors of the tree. Never allocates after the first call.
void actuation_columns(const Model&, const State&, const Input& u, std::span<const int> inputs,
                       Workspace&, ActuationScratch&, MatrixX& B);

/// Generalised forces of Point::force and p_q of all bodies, leaf to root; overwrites both.
void project_forces(const Model&, Workspace&, VectorX& tau);

}  // namespace cuttle
