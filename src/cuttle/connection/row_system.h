#pragma once
// G lambda = r for symmetric, positive semidefinite G: least squares where rows are redundant.

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

class RowSystem {
 public:
  /// Starts a matrix of that size. Rows of rotations and of displacements are scaled apart.
  void start(int size);
  void add(int i, int j, double value);  // i >= j
  void finish(const std::vector<bool>& turns);

  /// Writes lambda. Returns the part of r that no lambda reaches, relative to r: contradictory
  /// rows.
  double solve(const VectorX& r, VectorX& lambda);

  int size() const { return size_; }
  int rank() const { return rank_; }

 private:
  void factor_dense();
  void factor_sparse();

  int size_ = 0, rank_ = 0;
  bool dense_ = true, full_rank_ = true;
  VectorX scale_, scaled_, solution_, residual_;
  MatrixX G_;
  Eigen::LLT<MatrixX> llt_;
  Eigen::SelfAdjointEigenSolver<MatrixX> eigen_;
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::SparseMatrix<double> sparse_;
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> cholesky_;
};

}  // namespace cuttle
