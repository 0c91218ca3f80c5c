#pragma once

#include "cuttle/math/linalg/hidden.h"

namespace cuttle {

/// P A = L U of a square matrix.
class Lu {
 public:
  Lu();
  explicit Lu(const MatrixX& A);

  void compute(const MatrixX& A);
  /// About the reciprocal of its condition number.
  double rcond() const;
  /// 1, -1, or 0 if it is zero or no number. The determinant itself would under- or overflow.
  int determinant_sign() const;
  /// L below the diagonal, U from there on.
  const MatrixX& factors() const;

  VectorX solve(const VectorX& b) const;
  MatrixX solve(const MatrixX& B) const;
  void solve(const VectorX& b, VectorX& x) const;  // x is not b

 private:
  struct Factors;
  Hidden<Factors> factors_;
};

/// P A Q = L U of any matrix: gives its rank.
class FullLu {
 public:
  explicit FullLu(const MatrixX& A);

  bool invertible() const;
  Eigen::Index rank() const;
  const MatrixX& factors() const;
  /// Columns x with A x = 0.
  MatrixX kernel() const;

  VectorX solve(const VectorX& b) const;
  MatrixX solve(const MatrixX& B) const;

 private:
  struct Factors;
  Hidden<Factors> factors_;
};

/// The same for one complex equation A x = b.
VectorXc solve_complex(const MatrixXc& A, const VectorXc& b);

/// A = L L^T of a symmetric, positive definite matrix, of which the lower half is read.
class Cholesky {
 public:
  Cholesky();
  explicit Cholesky(const MatrixX& A);

  void compute(const MatrixX& A);
  /// False: the matrix was not positive definite.
  bool ok() const;
  /// L in the lower half.
  const MatrixX& factors() const;

  VectorX solve(const VectorX& b) const;
  MatrixX solve(const MatrixX& B) const;
  void solve(const VectorX& b, VectorX& x) const;

 private:
  struct Factors;
  Hidden<Factors> factors_;
};

}  // namespace cuttle
