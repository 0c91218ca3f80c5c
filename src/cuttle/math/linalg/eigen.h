#pragma once

#include "cuttle/math/linalg/hidden.h"

namespace cuttle {

/// A = V diag(values) V^T of a symmetric matrix, values from the smallest on.
class SymmetricEigen {
 public:
  SymmetricEigen();
  explicit SymmetricEigen(const MatrixX& A);

  void compute(const MatrixX& A);
  bool ok() const;
  const VectorX& values() const;
  const MatrixX& vectors() const;
  /// A^(-1/2), A positive definite.
  MatrixX inverse_root() const;

 private:
  struct Factors;
  Hidden<Factors> factors_;
};

/// Of small symmetric matrices, from the smallest on.
Vector3 symmetric_eigenvalues(const Matrix3& A);
Vector6 symmetric_eigenvalues(const Matrix6& A);

/// A x = value B x, both symmetric, B positive definite: values from the smallest on.
struct SymmetricPencil {
  VectorX values;
  MatrixX vectors;
};
SymmetricPencil symmetric_pencil(const MatrixX& A, const MatrixX& B);

/// A x = value x of any square matrix.
struct GeneralEigen {
  VectorXc values;
  MatrixXc vectors;
};
GeneralEigen general_eigen(const MatrixX& A);
VectorXc eigenvalues(const MatrixX& A);

/// A = U diag(values) V^T, values from the largest on.
struct Svd {
  VectorX values;
  MatrixX U;  // thin; only if it was asked for
  MatrixX V;  // square
};
Svd svd_with_v(const MatrixX& A);
Svd svd_with_u_and_v(const MatrixX& A);
VectorX singular_values(const MatrixXc& A);

}  // namespace cuttle
