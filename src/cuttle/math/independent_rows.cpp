#include "cuttle/math/independent_rows.h"

#include <Eigen/Dense>
#include <algorithm>

namespace cuttle {
namespace {

// Singular values below this are round-off. Rows count radians and metres, so that where all of
// them are redundant there is still a size to compare with: one.
constexpr double kRedundant = 1e-10;

}  // namespace

// A = U S Q^T
IndependentRows::IndependentRows(const MatrixX& A) {
  Q_.resize(A.cols(), 0);
  to_reduced_.resize(0, A.rows());
  if (A.rows() == 0 || A.cols() == 0) return;
  const Eigen::BDCSVD<MatrixX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorX& size = svd.singularValues();
  const double least = kRedundant * std::max(1.0, size[0]);
  const Eigen::Index rank = (size.array() > least).count();
  Q_ = svd.matrixV().leftCols(rank);
  to_reduced_ =
      size.head(rank).cwiseInverse().asDiagonal() * svd.matrixU().leftCols(rank).transpose();
}

}  // namespace cuttle
