#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// No NaN and no infinity among the numbers. Without a branch, so that it may be asked in every
/// evaluation: zero times either of them is NaN.
inline bool all_finite(const VectorX& x) {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) sum += 0 * x[i];
  return sum == 0;
}

}  // namespace cuttle
