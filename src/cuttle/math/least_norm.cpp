#include "cuttle/math/least_norm.h"

#include <Eigen/QR>

namespace cuttle {

struct LeastNorm::Factors {
  Eigen::CompleteOrthogonalDecomposition<MatrixX> qr;

  // Eigen takes the rank from the cut that it knows while it computes: given later, it would solve
  // with reflections of another rank, or with none
  Factors(const MatrixX& A, double cut) : qr(A.rows(), A.cols()) {
    qr.setThreshold(cut);
    qr.compute(A);
  }
};

LeastNorm::LeastNorm(const MatrixX& A, double cut)
    : factors_(std::make_shared<const Factors>(A, cut)) {}

VectorX LeastNorm::solve(const VectorX& b) const { return factors_->qr.solve(b); }
MatrixX LeastNorm::solve(const MatrixX& B) const { return factors_->qr.solve(B); }

}  // namespace cuttle
