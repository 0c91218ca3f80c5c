#include "cuttle/net/banded_lu.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"

namespace cuttle {
namespace {

// the diagonal is the pivot if no entry below it is larger by this factor
constexpr double kPivotThreshold = 10;

// The two rows are not the same, so the compiler may take many entries at once: four, because rows
// are short (Clang would take 32, and the rest one by one; a caterpillar took 20 % longer).
void subtract_row(double factor, const double* __restrict from, double* __restrict to, int first,
                  int end) {
#ifdef __clang__
#pragma clang loop vectorize_width(4) interleave_count(1)
#endif
  for (int j = first; j < end; ++j) to[j] -= factor * from[j];
}

}  // namespace

BandMatrix::BandMatrix(int size, int band)
    : size_(size),
      band_(std::max(1, std::min(band, size - 1))),
      data_(static_cast<std::size_t>(size) * (3 * band_ + 1), 0.0),
      first_(static_cast<std::size_t>(size)),
      end_(static_cast<std::size_t>(size)) {
  for (int i = 0; i < size_; ++i) {
    first_[i] = std::max(0, i - band_);
    end_[i] = std::min(size_, i + band_ + 1);
  }
}

void BandMatrix::set_profile(std::vector<int> first, std::vector<int> end) {
  expects(int(first.size()) == size_ && int(end.size()) == size_, "a profile has all rows");
  for (int i = 0; i < size_; ++i) {
    expects(std::max(0, i - band_) <= first[i] && first[i] <= i && i < end[i] &&
                end[i] <= std::min(size_, i + band_ + 1),
            "a profile lies in the band");
  }
  first_ = std::move(first);
  end_ = std::move(end);
}

void BandMatrix::set_zero() { std::fill(data_.begin(), data_.end(), 0.0); }

void BandMatrix::clear_row(int i) {
  double* a = row(i);
  std::fill(a + first_[i], a + end_[i], 0.0);
}

double BandMatrix::operator()(int i, int j) const {
  return std::abs(i - j) > band_ ? 0.0 : row(i)[j];
}

MatrixX BandMatrix::dense() const {
  MatrixX A(size_, size_);
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < size_; ++j) A(i, j) = (*this)(i, j);
  }
  return A;
}

// where each row ends, and how far down each column reaches
void BandedLu::follow_profile(const BandMatrix& A) {
  const int n = A.size();
  std::fill(reach_.begin(), reach_.end(), 0);
  for (int i = 0; i < n; ++i) {
    end_[i] = A.end(i);
    reach_[A.first(i)] = i + 1;
  }
  for (int k = 1; k < n; ++k) reach_[k] = std::max(reach_[k], reach_[k - 1]);
}

// gathers the rows below k that have an entry in column k, and brings the pivot to row k
bool BandedLu::find_pivot(BandMatrix& A, VectorX& b, int k) {
  below_.clear();
  double* a = A.row(k);
  int pivot = k;
  double largest = kPivotThreshold * std::abs(a[k]);
  for (int i = k + 1; i < reach_[k]; ++i) {
    const double size = std::abs(A.row(i)[k]);
    if (size == 0) continue;
    below_.push_back(i);
    if (size > largest) pivot = i, largest = size;
  }
  if (pivot != k) {
    double* other = A.row(pivot);
    std::swap_ranges(a + k, a + std::max(end_[k], end_[pivot]), other + k);
    std::swap(end_[k], end_[pivot]);
    std::swap(b[k], b[pivot]);
  }
  return largest > 0 && std::isfinite(largest);
}

bool BandedLu::solve(BandMatrix& A, VectorX& b) {
  const int n = A.size();
  expects(b.size() == n, "right-hand side has the size of the matrix");
  end_.resize(n);
  reach_.resize(n);
  below_.reserve(A.band() + 1);
  follow_profile(A);

  // eliminate downwards, the right-hand side along with it
  for (int k = 0; k < n; ++k) {
    if (!find_pivot(A, b, k)) return false;
    const double* a = A.row(k);
    const double inverse = 1 / a[k];
    const int end = end_[k];
    for (int i : below_) {
      double* below = A.row(i);
      const double factor = below[k] * inverse;
      subtract_row(factor, a, below, k + 1, end);
      end_[i] = std::max(end_[i], end);
      b[i] -= factor * b[k];
    }
  }

  // and back
  for (int k = n - 1; k >= 0; --k) {
    const double* a = A.row(k);
    const int count = end_[k] - k - 1;
    const Eigen::Map<const VectorX> right(a + k + 1, count);
    b[k] = (b[k] - right.dot(b.segment(k + 1, count))) / a[k];
  }
  return b.allFinite();
}

}  // namespace cuttle
