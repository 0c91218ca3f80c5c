#include "cuttle/analysis/idle_motions.h"

#include <algorithm>
#include <limits>

#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
namespace {

constexpr double kSuspicious = 1e-10;  // pivot, of the largest

}  // namespace

double round_off_of_sums(const MatrixX& K, const MatrixX& left) {
  return 10 * double(K.rows()) * std::numeric_limits<double>::epsilon() *
         std::max(K.cwiseAbs().maxCoeff(), left.cwiseAbs().maxCoeff());
}

bool well_pivoted(const MatrixX& factors) {
  const auto pivots = factors.diagonal().cwiseAbs();
  return pivots.minCoeff() > kSuspicious * pivots.maxCoeff();
}

// Seen from the left: away from equilibrium the forces that are out of balance turn with the robot,
// and K w is not zero along an idle motion w, but w^T K is.
MatrixX idle_motions(const MatrixX& K, const MatrixX& A) {
  const MatrixX Z = null_space(A);
  const MatrixX H = Z.transpose() * K * Z;
  if (H.size() == 0) return MatrixX(K.rows(), 0);
  const double largest = H.colwise().norm().maxCoeff(), sums = round_off_of_sums(K, H);
  if (largest <= sums) return Z;
  const ColumnQr qr(H, sums / largest);
  return Z * qr.Q().rightCols(H.cols() - qr.rank());
}

}  // namespace cuttle
