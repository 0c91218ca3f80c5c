#include "cuttle/math/linalg/product.h"

#include <unsupported/Eigen/MatrixFunctions>

namespace cuttle {

MatrixX times(const MatrixX& A, const MatrixX& B) { return A * B; }

MatrixX transpose_times(const MatrixX& A, const MatrixX& B) { return A.transpose() * B; }

VectorX apply(const MatrixX& A, const VectorX& x) { return A * x; }

VectorX apply_transpose(const MatrixX& A, const VectorX& x) { return A.transpose() * x; }

MatrixX congruent(const MatrixX& Z, const MatrixX& A) { return transpose_times(Z, A) * Z; }

MatrixX exponential(const MatrixX& A) { return A.exp(); }

MatrixX times_diagonal(const MatrixX& A, const VectorX& scale) { return A * scale.asDiagonal(); }

}  // namespace cuttle
