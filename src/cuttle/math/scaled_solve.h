#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// Solves A x = b, A square, with rows and columns in units of all sorts: they are brought to size
/// one first. Where rows are redundant, the solution of least norm. False if a number is not
/// finite.
bool solve_scaled(const MatrixX& A, const VectorX& b, VectorX& x);

}  // namespace cuttle
