#pragma once

#include "cuttle/math/linalg/hidden.h"

namespace cuttle {

/// The shortest x of all that come nearest to A x = b, for any A. What adds less than `cut` to the
/// columns before, relative to the largest, counts as nothing.
class LeastNorm {
 public:
  explicit LeastNorm(const MatrixX& A);  // cut: round-off
  LeastNorm(const MatrixX& A, double cut);

  VectorX solve(const VectorX& b) const;
  MatrixX solve(const MatrixX& B) const;

 private:
  struct Factors;
  Hidden<Factors> factors_;
};

/// A P = Q R.
class ColumnQr {
 public:
  ColumnQr(const MatrixX& A, double cut);

  Eigen::Index rank() const;
  /// The first columns span those of A, as many as its rank.
  MatrixX Q() const;

 private:
  struct Factors;
  Hidden<Factors> factors_;
};

/// The nearest to A X = B by least squares, A of full rank.
MatrixX least_squares(const MatrixX& A, const MatrixX& B);

/// An orthonormal basis of independent columns.
MatrixX orthonormal(const MatrixX& columns);

}  // namespace cuttle
