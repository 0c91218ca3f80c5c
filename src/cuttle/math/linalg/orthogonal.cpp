#include "cuttle/math/linalg/orthogonal.h"

#include <Eigen/QR>
#include <limits>

namespace cuttle {

// Eigen looks for the largest entry, also of matrices that have none.
struct LeastNorm::Factors {
  Eigen::CompleteOrthogonalDecomposition<MatrixX> qr;
  Eigen::Index unknowns = 0;
  bool empty = false;

  void compute(const MatrixX& A) {
    unknowns = A.cols();
    empty = A.size() == 0;
    if (!empty) qr.compute(A);
  }
};

LeastNorm::LeastNorm(const MatrixX& A) : factors_(make_hidden<Factors>()) { factors_->compute(A); }

// Eigen takes the rank from the cut that it knows while it computes: given later, it would solve
// with reflections of another rank, or with none
LeastNorm::LeastNorm(const MatrixX& A, double cut) : factors_(make_hidden<Factors>()) {
  factors_->qr.setThreshold(cut);
  factors_->compute(A);
}

VectorX LeastNorm::solve(const VectorX& b) const {
  if (factors_->empty) return VectorX::Zero(factors_->unknowns);
  return factors_->qr.solve(b);
}
MatrixX LeastNorm::solve(const MatrixX& B) const {
  if (factors_->empty) return MatrixX::Zero(factors_->unknowns, B.cols());
  return factors_->qr.solve(B);
}

struct ColumnQr::Factors {
  Eigen::ColPivHouseholderQR<MatrixX> qr;
  Eigen::Index rows = 0;
  bool empty = false;
};

ColumnQr::ColumnQr(const MatrixX& A, double cut) : factors_(make_hidden<Factors>()) {
  factors_->qr.setThreshold(cut);
  factors_->rows = A.rows();
  factors_->empty = A.size() == 0;
  if (!factors_->empty) factors_->qr.compute(A);
}

Eigen::Index ColumnQr::rank() const { return factors_->empty ? 0 : factors_->qr.rank(); }
MatrixX ColumnQr::Q() const {
  if (factors_->empty) return MatrixX::Identity(factors_->rows, factors_->rows);
  return factors_->qr.householderQ();
}

MatrixX least_squares(const MatrixX& A, const MatrixX& B) {
  if (A.size() == 0) return MatrixX::Zero(A.cols(), B.cols());
  return A.colPivHouseholderQr().solve(B);
}

MatrixX orthonormal(const MatrixX& columns) {
  return Eigen::HouseholderQR<MatrixX>(columns).householderQ() *
         MatrixX::Identity(columns.rows(), columns.cols());
}

}  // namespace cuttle
