#include "cuttle/math/linalg/lu.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>

namespace cuttle {

struct Lu::Factors {
  Eigen::PartialPivLU<MatrixX> lu;
};

Lu::Lu() : factors_(make_hidden<Factors>()) {}
Lu::Lu(const MatrixX& A) : Lu() { compute(A); }

void Lu::compute(const MatrixX& A) { factors_->lu.compute(A); }
// With A = L U and |L| <= 1 entry by entry, |U^-1| <= n |A^-1|: the smallest pivot is a bound.
// Eigen's estimate divides by the pivots, and where one of them is zero, passes over what is no
// number.
double Lu::rcond() const {
  const auto n = factors_->lu.rows();
  if (n == 0) return factors_->lu.rcond();
  const auto pivots = factors_->lu.matrixLU().diagonal().cwiseAbs();
  const double most = double(n) * pivots.minCoeff() / pivots.maxCoeff();
  return most > 0 ? std::min(most, factors_->lu.rcond()) : 0;
}
int Lu::determinant_sign() const {
  int sign = int(factors_->lu.permutationP().determinant());
  for (const double pivot : factors_->lu.matrixLU().diagonal())
    sign *= int(pivot > 0) - int(pivot < 0);
  return sign;
}
const MatrixX& Lu::factors() const { return factors_->lu.matrixLU(); }
VectorX Lu::solve(const VectorX& b) const { return factors_->lu.solve(b); }
MatrixX Lu::solve(const MatrixX& B) const { return factors_->lu.solve(B); }
void Lu::solve(const VectorX& b, VectorX& x) const { x = factors_->lu.solve(b); }

// Eigen looks for the largest entry, also of matrices that have none.
struct FullLu::Factors {
  Eigen::FullPivLU<MatrixX> lu;
  MatrixX nothing;  // the matrix, if it has no entries
  bool empty = false;
};

FullLu::FullLu(const MatrixX& A) : factors_(make_hidden<Factors>()) {
  factors_->empty = A.size() == 0;
  if (factors_->empty)
    factors_->nothing = A;
  else
    factors_->lu.compute(A);
}

bool FullLu::invertible() const {
  const MatrixX& nothing = factors_->nothing;
  return factors_->empty ? nothing.rows() == nothing.cols() : factors_->lu.isInvertible();
}
Eigen::Index FullLu::rank() const { return factors_->empty ? 0 : factors_->lu.rank(); }
const MatrixX& FullLu::factors() const {
  return factors_->empty ? factors_->nothing : factors_->lu.matrixLU();
}
MatrixX FullLu::kernel() const {
  const Eigen::Index unknowns = factors_->nothing.cols();
  return factors_->empty ? MatrixX(MatrixX::Identity(unknowns, unknowns))
                         : MatrixX(factors_->lu.kernel());
}
VectorX FullLu::solve(const VectorX& b) const {
  if (factors_->empty) return VectorX::Zero(factors_->nothing.cols());
  return factors_->lu.solve(b);
}
MatrixX FullLu::solve(const MatrixX& B) const {
  if (factors_->empty) return MatrixX::Zero(factors_->nothing.cols(), B.cols());
  return factors_->lu.solve(B);
}

VectorXc solve_complex(const MatrixXc& A, const VectorXc& b) {
  if (A.size() == 0) return VectorXc::Zero(A.cols());
  return A.fullPivLu().solve(b);
}

struct Cholesky::Factors {
  Eigen::LLT<MatrixX> llt;
};

Cholesky::Cholesky() : factors_(make_hidden<Factors>()) {}
Cholesky::Cholesky(const MatrixX& A) : Cholesky() { compute(A); }

void Cholesky::compute(const MatrixX& A) { factors_->llt.compute(A); }
bool Cholesky::ok() const { return factors_->llt.info() == Eigen::Success; }
const MatrixX& Cholesky::factors() const { return factors_->llt.matrixLLT(); }
VectorX Cholesky::solve(const VectorX& b) const { return factors_->llt.solve(b); }
MatrixX Cholesky::solve(const MatrixX& B) const { return factors_->llt.solve(B); }
void Cholesky::solve(const VectorX& b, VectorX& x) const { x = factors_->llt.solve(b); }

}  // namespace cuttle
