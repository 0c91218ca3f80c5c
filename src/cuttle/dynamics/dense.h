#pragma once
// Whole matrices and vectors of the equations of motion, for control, modes and tests:
//   M a + bias = tau
// with tau = 0 but for prescribed coordinates, which count like all others: tau is their drive.
// The tree sweeps never need these. All evaluate the kinematics at (x, u) themselves and allocate.

#include "cuttle/core/workspace.h"

namespace cuttle {

/// M (nv x nv), symmetric, by composite bodies from leaf to root.
MatrixX mass_matrix(const Model&, const State&, const Input&, Workspace&);

/// Everything but M a: centrifugal and Coriolis forces minus gravity, springs, dampers, efforts
/// and actors.
VectorX bias(const Model&, const State&, const Input&, Workspace&);

/// C v: the part of the bias that is quadratic in the velocities.
VectorX coriolis(const Model&, const State&, const Input&, Workspace&);

/// Generalised force of gravity on all inertia, added mass included; in the bias with a minus.
VectorX gravity_force(const Model&, const State&, const Input&, Workspace&);

/// Tangents of the laws of strains and joint springs and dampers, block diagonal (nv x nv).
MatrixX stiffness_matrix(const Model&, const State&, const Input&, Workspace&);
MatrixX damping_matrix(const Model&, const State&, const Input&, Workspace&);

/// B (nv x nu): derivative of the generalised force along each input entry, at u. Entries that
/// prescribe a coordinate have no force and a zero column.
MatrixX actuation_matrix(const Model&, const State&, const Input&, Workspace&);

}  // namespace cuttle
