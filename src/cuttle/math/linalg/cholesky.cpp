#include <Eigen/Cholesky>

#include "cuttle/math/linalg/lu.h"

namespace cuttle {

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
