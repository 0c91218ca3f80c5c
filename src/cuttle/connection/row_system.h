#pragma once
// G lambda = r for symmetric, positive semidefinite G: least squares where rows are redundant.

#include <Eigen/SparseCholesky>
#include <utility>
#include <vector>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/types.h"

namespace cuttle {

class RowSystem {
 public:
  /// Starts a matrix of that size.
  void start(int size);
  void add(int i, int j, double value);  // i >= j
  /// Every row in units of its own size, unless that is what cancellation left of it: `kept` of it,
  /// 0 .. 1 (TreeColumns::kept). Then the size before counts, and the row may vanish.
  void finish(const VectorX& kept);

  /// Writes lambda. Returns the part of r that no lambda reaches, relative to r: contradictory
  /// rows.
  double solve(const VectorX& r, VectorX& lambda);

  /// The same for corrections, which are as small as they like to be: what hangs on weak rows only
  /// (eigenvalues about 1e-8 and less) is left as it is. There r is known to round-off, and the
  /// solution to nothing. What strong rows hold is not touched by that: 1 - (1e-8 / value)^2 of it
  /// is taken.
  void correct(const VectorX& r, VectorX& lambda);

  int size() const { return size_; }
  int rank() const { return rank_; }
  /// About the smallest eigenvalue of the scaled rows that counts; 0 where it was not determined
  /// (sparse).
  double weakest() const { return weakest_; }

 private:
  void fill_sparse();
  void factor_dense();
  void factor_sparse();
  /// residual_ = scaled_ - G solution_
  void update_residual();

  int size_ = 0, rank_ = 0;
  double weakest_ = 0;
  bool dense_ = true, full_rank_ = true;
  VectorX scale_, scaled_, solution_, residual_;
  MatrixX G_;
  Cholesky dense_cholesky_;
  SymmetricEigen eigen_;
  // sparse: the lower half; its pattern is kept as long as it stays the same
  using Lower = Eigen::SparseMatrix<double>;
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<std::pair<int, int>> pattern_;  // places of the entries
  std::vector<Eigen::Index> slots_;           // and where they are in the matrix
  std::vector<Eigen::Index> diagonal_;
  Lower sparse_;
  Eigen::SimplicialLLT<Lower, Eigen::Lower> cholesky_;
};

}  // namespace cuttle
