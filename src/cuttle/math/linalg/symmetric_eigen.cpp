#include <Eigen/Eigenvalues>

#include "cuttle/math/linalg/eigen.h"

namespace cuttle {

struct SymmetricEigen::Factors {
  Eigen::SelfAdjointEigenSolver<MatrixX> solver;
};

SymmetricEigen::SymmetricEigen() : factors_(make_hidden<Factors>()) {}
SymmetricEigen::SymmetricEigen(const MatrixX& A) : SymmetricEigen() { compute(A); }

void SymmetricEigen::compute(const MatrixX& A) { factors_->solver.compute(A); }
bool SymmetricEigen::ok() const { return factors_->solver.info() == Eigen::Success; }
const VectorX& SymmetricEigen::values() const { return factors_->solver.eigenvalues(); }
const MatrixX& SymmetricEigen::vectors() const { return factors_->solver.eigenvectors(); }
MatrixX SymmetricEigen::inverse_root() const { return factors_->solver.operatorInverseSqrt(); }

Vector3 symmetric_eigenvalues(const Matrix3& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(A).eigenvalues();
}
Vector6 symmetric_eigenvalues(const Matrix6& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix6>(A).eigenvalues();
}

SymmetricPencil symmetric_pencil(const MatrixX& A, const MatrixX& B) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixX> solver(A, B);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace cuttle
