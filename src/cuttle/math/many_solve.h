#pragma once

#include <vector>

#include "cuttle/math/lanes.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// Cholesky factors of a symmetric, positive definite matrix, for many right-hand sides at once:
/// they are held as rows of eight, so that one pass serves them all.
class ManySolve {
 public:
  /// Reads the lower half. False if the matrix is not positive definite.
  bool factor(const MatrixX& A);

  /// Makes room for right-hand sides, all of them unset.
  void start(int columns);
  /// The rows of the right-hand sides, and of the solutions after `solve`.
  double* row(int i) { return doubles(rows_.data() + i * blocks_); }
  const double* row(int i) const { return doubles(rows_.data() + i * blocks_); }
  void solve();

 private:
  template <int width>
  void solve_blocks(int first);

  Cholesky factors_;
  VectorX inverse_;  // of the diagonal of L
  int blocks_ = 0;
  std::vector<Lanes> rows_;  // (n x blocks)
};

/// Solves A x = b, A square, with rows and columns in units of all sorts: they are brought to size
/// one first. Where rows are redundant, the solution of least norm. False if a number is not
/// finite.
bool solve_scaled(const MatrixX& A, const VectorX& b, VectorX& x);

}  // namespace cuttle
