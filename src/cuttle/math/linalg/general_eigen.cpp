#include <Eigen/Eigenvalues>

#include "cuttle/math/linalg/eigen.h"

namespace cuttle {

GeneralEigen general_eigen(const MatrixX& A) {
  const Eigen::EigenSolver<MatrixX> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXc eigenvalues(const MatrixX& A) {
  return Eigen::EigenSolver<MatrixX>(A, false).eigenvalues();
}

}  // namespace cuttle
