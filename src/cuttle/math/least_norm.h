#pragma once

#include <memory>

#include "cuttle/math/types.h"

namespace cuttle {

/// The shortest x of all that come nearest to A x = b, for any A. Singular directions weaker than
/// `cut`, relative to the largest, count as none. Compiled once: Eigen's templates behind it cost
/// seconds in every file that names them.
class LeastNorm {
 public:
  LeastNorm(const MatrixX& A, double cut);

  VectorX solve(const VectorX& b) const;
  MatrixX solve(const MatrixX& B) const;

 private:
  struct Factors;
  std::shared_ptr<const Factors> factors_;
};

}  // namespace cuttle
