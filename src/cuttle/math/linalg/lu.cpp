#include "cuttle/math/linalg/lu.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace cuttle {

struct Lu::Factors {
  Eigen::PartialPivLU<MatrixX> lu;
};

Lu::Lu() : factors_(make_hidden<Factors>()) {}
Lu::Lu(const MatrixX& A) : Lu() { compute(A); }

void Lu::compute(const MatrixX& A) { factors_->lu.compute(A); }
double Lu::rcond() const { return factors_->lu.rcond(); }
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

struct FullLu::Factors {
  Eigen::FullPivLU<MatrixX> lu;
};

FullLu::FullLu(const MatrixX& A) : factors_(make_hidden<Factors>()) { factors_->lu.compute(A); }

bool FullLu::invertible() const { return factors_->lu.isInvertible(); }
Eigen::Index FullLu::rank() const { return factors_->lu.rank(); }
const MatrixX& FullLu::factors() const { return factors_->lu.matrixLU(); }
MatrixX FullLu::kernel() const { return factors_->lu.kernel(); }
VectorX FullLu::solve(const VectorX& b) const { return factors_->lu.solve(b); }
MatrixX FullLu::solve(const MatrixX& B) const { return factors_->lu.solve(B); }

VectorXc solve_complex(const MatrixXc& A, const VectorXc& b) { return A.fullPivLu().solve(b); }

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
