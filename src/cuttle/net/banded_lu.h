#pragma once

#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// A square matrix whose entries (i, j) vanish for |i - j| > band, with room for the rows that
/// pivoting moves up. Row by row in memory.
class BandMatrix {
 public:
  BandMatrix() = default;
  BandMatrix(int size, int band);

  int size() const { return size_; }
  int band() const { return band_; }

  /// Says which entries can differ from zero at all: those (i, j) with first[i] <= j < end[i], the
  /// diagonal among them. Whoever solves then need not search the rows for their ends.
  void set_profile(std::vector<int> first, std::vector<int> end);
  int first(int i) const { return first_[i]; }
  int end(int i) const { return end_[i]; }

  void set_zero();
  void clear_row(int i);

  /// A pointer p to row i such that p[j] is the entry (i, j).
  double* row(int i) { return data_.data() + band_ + static_cast<long>(i) * (3 * band_); }
  const double* row(int i) const {
    return data_.data() + band_ + static_cast<long>(i) * (3 * band_);
  }
  double& operator()(int i, int j) { return row(i)[j]; }
  /// 0 outside the band.
  double operator()(int i, int j) const;

  MatrixX dense() const;

 private:
  int size_ = 0, band_ = 0;
  std::vector<double> data_;
  std::vector<int> first_, end_;  // per row, of the profile
};

/// Solves A x = b for band matrices, also unsymmetric ones, by elimination with pivoting. The
/// diagonal entry stays the pivot unless another is ten times larger, and entries that are zero
/// cost nothing, so a good numbering keeps its profit. Cost at most O(size band^2).
class BandedLu {
 public:
  /// Overwrites b with x; A is used up. False if A is singular or not finite.
  bool solve(BandMatrix& A, VectorX& b);

 private:
  void follow_profile(const BandMatrix& A);
  bool find_pivot(BandMatrix& A, VectorX& b, int k);

  std::vector<int> end_;    // per row, one past the last entry that may differ from zero
  std::vector<int> reach_;  // per column, one past the last row that may have an entry there
  std::vector<int> below_;  // the rows to work on for one column
};

}  // namespace cuttle
