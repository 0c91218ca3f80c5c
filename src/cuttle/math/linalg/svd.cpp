#include <Eigen/SVD>

#include "cuttle/math/linalg/eigen.h"

namespace cuttle {

Svd svd_with_v(const MatrixX& A) {
  const Eigen::JacobiSVD<MatrixX> svd(A, Eigen::ComputeFullV);
  return {svd.singularValues(), MatrixX(), svd.matrixV()};
}

Svd svd_with_u_and_v(const MatrixX& A) {
  const Eigen::JacobiSVD<MatrixX> svd(A, Eigen::ComputeThinU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

VectorX singular_values(const MatrixXc& A) {
  return Eigen::JacobiSVD<MatrixXc>(A).singularValues();
}

}  // namespace cuttle
