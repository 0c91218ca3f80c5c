#pragma once
// Motions that change nothing: the coupler of a linkage that hangs on two balls may spin about its
// own axis.

#include "cuttle/math/types.h"

namespace cuttle {

/// Entries of a stiffness that are nothing but the round-off of their sums, for K or what is left
/// of it between connections.
double round_off_of_sums(const MatrixX& K, const MatrixX& left);

/// False if one of the pivots of some factors is so small that there may be an idle motion.
bool well_pivoted(const MatrixX& factors);

/// Displacements that the rows A leave free, orthonormal, along which K answers nothing but
/// round-off: whatever moves, no force along them changes.
MatrixX idle_motions(const MatrixX& K, const MatrixX& A);

}  // namespace cuttle
