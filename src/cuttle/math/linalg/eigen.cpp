#include "cuttle/math/linalg/eigen.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace cuttle {

// Eigen looks for the largest entry, also of matrices that have none.
namespace {

Svd empty_svd(const MatrixX& A) {
  return {VectorX(0), MatrixX(A.rows(), 0), MatrixX::Identity(A.cols(), A.cols())};
}

}  // namespace

Svd svd_with_v(const MatrixX& A) {
  if (A.size() == 0) return empty_svd(A);
  const Eigen::JacobiSVD<MatrixX> svd(A, Eigen::ComputeFullV);
  return {svd.singularValues(), MatrixX(), svd.matrixV()};
}

Svd svd_with_u_and_v(const MatrixX& A) {
  if (A.size() == 0) return empty_svd(A);
  const Eigen::JacobiSVD<MatrixX> svd(A, Eigen::ComputeThinU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

VectorX singular_values(const MatrixXc& A) {
  if (A.size() == 0) return {};
  return Eigen::JacobiSVD<MatrixXc>(A).singularValues();
}

GeneralEigen general_eigen(const MatrixX& A) {
  if (A.size() == 0) return {};
  const Eigen::EigenSolver<MatrixX> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXc eigenvalues(const MatrixX& A) {
  if (A.size() == 0) return {};
  return Eigen::EigenSolver<MatrixX>(A, false).eigenvalues();
}

struct SymmetricEigen::Factors {
  Eigen::SelfAdjointEigenSolver<MatrixX> solver;
  bool empty = false;
  const VectorX no_values;
  const MatrixX no_vectors;
};

SymmetricEigen::SymmetricEigen() : factors_(make_hidden<Factors>()) {}
SymmetricEigen::SymmetricEigen(const MatrixX& A) : SymmetricEigen() { compute(A); }

void SymmetricEigen::compute(const MatrixX& A) {
  factors_->empty = A.size() == 0;
  if (!factors_->empty) factors_->solver.compute(A);
}
bool SymmetricEigen::ok() const {
  return factors_->empty || factors_->solver.info() == Eigen::Success;
}
const VectorX& SymmetricEigen::values() const {
  return factors_->empty ? factors_->no_values : factors_->solver.eigenvalues();
}
const MatrixX& SymmetricEigen::vectors() const {
  return factors_->empty ? factors_->no_vectors : factors_->solver.eigenvectors();
}
MatrixX SymmetricEigen::inverse_root() const {
  return factors_->empty ? MatrixX() : MatrixX(factors_->solver.operatorInverseSqrt());
}

Vector3 symmetric_eigenvalues(const Matrix3& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(A).eigenvalues();
}
Vector6 symmetric_eigenvalues(const Matrix6& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix6>(A).eigenvalues();
}

SymmetricPencil symmetric_pencil(const MatrixX& A, const MatrixX& B) {
  if (A.size() == 0) return {};
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixX> solver(A, B);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace cuttle
