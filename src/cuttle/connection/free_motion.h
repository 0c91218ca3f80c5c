#pragma once
// The directions in which a robot can move.

#include "cuttle/core/workspace.h"

namespace cuttle {

/// How many coordinates are not prescribed.
int count_free(const Model& model);

/// Columns of the identity for all coordinates that are not prescribed (nv x n).
MatrixX free_columns(const Model& model);

/// An orthonormal basis of the displacements that prescribed joints and closed connections leave
/// free (nv x n). Updates the kinematics of ws.
MatrixX free_basis(const Model& model, const State& x, const Input& u, Workspace& ws);

/// Can anything move? Prescribed joints do not count; rows of closed connections may repeat each
/// other. An island whose rows are too many to be ranked in no time counts as one that moves.
bool moves(const Model& model, const State& x, const Input& u);

/// How many rows of closed connections hold what others hold already: the forces of these are one
/// of many solutions. Islands whose rows are too many to be ranked in no time are not counted.
int redundant_rows(const Model& model, const State& x, const Input& u);

/// How a displacement changes in the eyes of the moving joint: g = g0 exp(x) gives
/// x' = dv - N x, N = ad(v) (nv x nv). Zero for coordinates that are numbers.
MatrixX moving_frames(const Model& model, const VectorX& v);

/// Connections hold the velocities, too, A v = 0: how these must change with displacements along Z
/// (nv x n). By differences of kinematics, which are smooth; zero for a robot at rest.
MatrixX velocity_slope(const Model& model, const State& x, const Input& u, const MatrixX& Z,
                       Workspace& ws);

}  // namespace cuttle
