#include "cuttle/math/linalg/orthogonal.h"

#include <Eigen/QR>
#include <limits>

namespace cuttle {

struct LeastNorm::Factors {
  Eigen::CompleteOrthogonalDecomposition<MatrixX> qr;
};

LeastNorm::LeastNorm(const MatrixX& A) : factors_(make_hidden<Factors>()) {
  factors_->qr.compute(A);
}

// Eigen takes the rank from the cut that it knows while it computes: given later, it would solve
// with reflections of another rank, or with none
LeastNorm::LeastNorm(const MatrixX& A, double cut) : factors_(make_hidden<Factors>()) {
  factors_->qr.setThreshold(cut);
  factors_->qr.compute(A);
}

VectorX LeastNorm::solve(const VectorX& b) const { return factors_->qr.solve(b); }
MatrixX LeastNorm::solve(const MatrixX& B) const { return factors_->qr.solve(B); }

struct ColumnQr::Factors {
  Eigen::ColPivHouseholderQR<MatrixX> qr;
};

ColumnQr::ColumnQr(const MatrixX& A, double cut) : factors_(make_hidden<Factors>()) {
  factors_->qr.setThreshold(cut);
  factors_->qr.compute(A);
}

Eigen::Index ColumnQr::rank() const { return factors_->qr.rank(); }
MatrixX ColumnQr::Q() const { return factors_->qr.householderQ(); }

MatrixX least_squares(const MatrixX& A, const MatrixX& B) {
  return A.colPivHouseholderQr().solve(B);
}

MatrixX orthonormal(const MatrixX& columns) {
  return Eigen::HouseholderQR<MatrixX>(columns).householderQ() *
         MatrixX::Identity(columns.rows(), columns.cols());
}

}  // namespace cuttle
