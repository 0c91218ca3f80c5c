#pragma once
// Linear systems x' = A x + B u seen at sample times only, u held in between: exact, by one
// exponential.

#include "cuttle/math/types.h"

namespace cuttle {

/// x at the next sample = A x + B u.
struct DiscreteSystem {
  MatrixX A, B;
};
DiscreteSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time);

/// With commands that act a delay later, 0 <= delay <= sample_time:
/// x at the next sample = A x + B u + B_last (u of the sample before).
struct DelayedSystem {
  MatrixX A, B, B_last;

  /// The same with the last command as part of the state: (x, u_last).
  DiscreteSystem augmented() const;
};
DelayedSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time, double delay);

}  // namespace cuttle
