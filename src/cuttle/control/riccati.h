#pragma once
// Linear quadratic regulators: u = -K x that makes the integral (the sum) of x^T Q x + u^T R u
// least. Both Riccati equations are solved by doubling: each pass squares what the closed loop
// leaves of a disturbance, so that a few dozen reach round-off. A few steps of
// Newton's method clean up.

#include "cuttle/base/status.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct Regulator {
  Status status;        // refused: no gain stabilises, or the cost does not see what is unstable
  MatrixX K;            // (inputs x states)
  MatrixX X;            // x^T X x is the cost to come; symmetric, semidefinite
  double residual = 0;  // of the Riccati equation, relative to its terms
};

/// x' = A x + B u:  A^T X + X A - X B R^-1 B^T X + Q = 0,  K = R^-1 B^T X.
/// Q symmetric, semidefinite; R symmetric, definite.
Regulator continuous_regulator(const MatrixX& A, const MatrixX& B, const MatrixX& Q,
                               const MatrixX& R);

/// x+ = A x + B u:  A^T X A - X - A^T X B (R + B^T X B)^-1 B^T X A + Q = 0,
/// K = (R + B^T X B)^-1 B^T X A.
Regulator discrete_regulator(const MatrixX& A, const MatrixX& B, const MatrixX& Q,
                             const MatrixX& R);

}  // namespace cuttle
