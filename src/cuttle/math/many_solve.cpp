#include "cuttle/math/many_solve.h"

#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"

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

namespace {

constexpr double kRedundant = 1e-10;  // what is smaller counts as zero

double inverse_size(double largest) { return largest > 0 ? 1 / largest : 1; }

}  // namespace

bool solve_scaled(const MatrixX& A, const VectorX& b, VectorX& x) {
  if (!A.allFinite() || !b.allFinite()) return false;
  const VectorX row = A.cwiseAbs().rowwise().maxCoeff().unaryExpr(&inverse_size);
  MatrixX scaled = row.asDiagonal() * A;
  const VectorX column =
      scaled.cwiseAbs().colwise().maxCoeff().transpose().unaryExpr(&inverse_size);
  scaled = (scaled * column.asDiagonal()).eval();
  const VectorX rhs = row.cwiseProduct(b);
  const FullLu lu(scaled);
  if (lu.invertible()) {
    x = column.cwiseProduct(lu.solve(rhs));
    return true;
  }
  x = column.cwiseProduct(LeastNorm(scaled, kRedundant).solve(rhs));
  return true;
}

}  // namespace cuttle
