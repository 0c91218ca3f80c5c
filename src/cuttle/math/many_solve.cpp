#include "cuttle/math/many_solve.h"

namespace cuttle {

bool ManySolve::factor(const MatrixX& A) {
  factors_.compute(A);
  inverse_ = factors_.factors().diagonal().cwiseInverse();
  return factors_.ok();
}

void ManySolve::start(int columns) {
  blocks_ = (columns + Lanes::kSize - 1) / Lanes::kSize;
  // at least one, so that there is a row to point at
  rows_.resize(size_t(inverse_.size() * std::max(blocks_, 1)));
}

/// L L^T x = b for `width` blocks of columns, which stay in registers row by row.
template <int width>
void ManySolve::solve_blocks(int first) {
  const MatrixX& L = factors_.factors();
  const int n = int(inverse_.size());
  const auto at = [&](int i) { return rows_.data() + i * blocks_ + first; };
  Lanes sum[width];
  const auto eliminate = [&](int i, int begin, int end, auto&& factor) {
    for (int b = 0; b < width; ++b) sum[b] = at(i)[b];
    for (int k = begin; k < end; ++k) {
      const Lanes x(factor(k));
      for (int b = 0; b < width; ++b) sum[b] -= x * at(k)[b];
    }
    const Lanes scale(inverse_[i]);
    for (int b = 0; b < width; ++b) at(i)[b] = sum[b] * scale;
  };
  for (int i = 0; i < n; ++i) eliminate(i, 0, i, [&](int k) { return L(i, k); });
  for (int i = n - 1; i >= 0; --i) eliminate(i, i + 1, n, [&](int k) { return L(k, i); });
}

void ManySolve::solve() {
  int first = 0;
  for (; first + 8 <= blocks_; first += 8) solve_blocks<8>(first);
  for (; first + 2 <= blocks_; first += 2) solve_blocks<2>(first);
  for (; first < blocks_; ++first) solve_blocks<1>(first);
}

}  // namespace cuttle
