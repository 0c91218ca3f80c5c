#pragma once
// Products of matrices of any size, compiled once: written with Eigen's operators, each expression
// is a template that is compiled where it stands. They return new matrices: what is multiplied in
// every step of a motion keeps to Eigen's noalias().

#include "cuttle/math/types.h"

namespace cuttle {

MatrixX times(const MatrixX& A, const MatrixX& B);               // A B
MatrixX transpose_times(const MatrixX& A, const MatrixX& B);     // A^T B
VectorX apply(const MatrixX& A, const VectorX& x);               // A x
VectorX apply_transpose(const MatrixX& A, const VectorX& x);     // A^T x
MatrixX congruent(const MatrixX& Z, const MatrixX& A);           // Z^T A Z
MatrixX exponential(const MatrixX& A);                           // 1 + A + A^2/2 + ...
MatrixX times_diagonal(const MatrixX& A, const VectorX& scale);  // A diag(scale)

}  // namespace cuttle
