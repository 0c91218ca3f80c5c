#pragma once
// Whole matrices of the connections, for statics, modes and tests. All of them allocate.

#include "cuttle/connection/connection_rows.h"

namespace cuttle {

/// The closed connections at the kinematics of ws.
struct DenseRows {
  MatrixX A;               // (rows x nv); columns of prescribed coordinates are zero
  VectorX gap;             // (rows)
  VectorX rate;            // (rows) A v
  std::vector<int> index;  // (rows) place in a list of all rows of all connections
};
DenseRows dense_rows(const Model&, const State& x, const Workspace& ws);

/// Those of one connection, A alone (rows x nv); none if it is open.
MatrixX connection_rows(const Model&, const State& x, size_t connection, const Workspace& ws);

/// Part of the stiffness that the connections add between two bodies: their forces on the first
/// body turn with the second one. (nv x nv) for multipliers of all rows.
MatrixX cross_stiffness(const Model&, const State& x, const VectorX& lambda, const Workspace& ws);

/// Multipliers of an equilibrium, for all rows of all connections: A^T lambda holds the forces that
/// inverse_dynamics leaves in ws.tau, in the sense of least squares. Leaves ws after
/// inverse_dynamics with these forces, so that drives feel them.
VectorX static_multipliers(const Model&, const State& x, const Input& u, Workspace& ws);

/// Orthonormal combinations Q (rows x rank) of the rows of A, so that the rows of Q^T A are
/// independent; all else is below `cut` of the largest. Rows in natural units: if all are below
/// `cut`, there are none.
MatrixX independent_combinations(const MatrixX& A, double cut);

/// Basis of the velocities that A leaves free: A Z = 0, orthonormal columns.
MatrixX null_space(const MatrixX& A);

}  // namespace cuttle
