#pragma once

#include "cuttle/connection/dense_rows.h"

namespace cuttle {

/// Moves x to the nearest state that closes all connections, or as near as it gets. Joints move
/// before strains do. Returns the rows there.
DenseRows close_loops(const Model&, const Input& u, State& x);

/// The largest gap that a closed loop may have [m, rad], and the one that is aimed at.
inline constexpr double kClosedLoop = 1e-9, kClosedExactly = 1e-12;
/// (nv) How willingly velocities take part in closing the loops: joints before strains, and nothing
/// that is prescribed.
VectorX closing_weights(const Model&);
/// The largest of rows [m, rad].
double largest_gap(const DenseRows& rows);

}  // namespace cuttle
