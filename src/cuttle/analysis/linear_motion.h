#pragma once
// Small motions about a state, as matrices.

#include "cuttle/base/status.h"
#include "cuttle/connection/free_motion.h"

namespace cuttle {

/// Small motions about an equilibrium or a steady motion, in n coordinates that prescribed joints
/// and closed connections leave free. Displacements y are seen from the moving robot, u are changes
/// of the velocities:
///   y' = u - N y,   M u' = -K y - D u
struct LinearMotion {
  MatrixX basis;         // (nv x n) displacement = basis y; orthonormal columns
  MatrixX M, K, D, N;    // (n x n)
  MatrixX K_bare;        // (n x n) K of weight and elasticity alone: tells what is round-off in K
  VectorX acceleration;  // (n) of the state itself: how far it is from being steady
  bool exact = true;     // nothing of it is by differences

  int n() const { return int(basis.cols()); }
};

/// Exact tangents at (x, u). Only where the robot moves under connections, what these make of the
/// velocities is by differences (relative error about 1e-10); forces are not, since drag |v| v has
/// no third derivative that differences could rely on. Prescribed coordinates stand still.
Status linear_motion(const Model&, const State& x, const Input& u, Workspace& ws,
                     LinearMotion& linear);

/// The same in coordinates of unit mass, split by what answers to a displacement.
struct UnitMassMotion {
  MatrixX L;             // lower Cholesky factor of M
  MatrixX K, D, N;       // (n x n)
  VectorX acceleration;  // (n)
  MatrixX right;         // (n x n) right singular vectors of K, from the stiffest
  VectorX stiffness;     // (n) singular values [1/s^2], those below the round-off are zero
  int rank = 0;          // of K

  /// Displacements that nothing answers.
  auto ignorable() const { return right.rightCols(right.cols() - rank); }
};
UnitMassMotion unit_mass_motion(const LinearMotion& linear);

}  // namespace cuttle
