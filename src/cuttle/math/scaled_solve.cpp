#include "cuttle/math/scaled_solve.h"

#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
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
