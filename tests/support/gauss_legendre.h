#pragma once

#include <cmath>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/types.h"

namespace cuttle::testing {

struct GaussRule {
  VectorX nodes;    // in [0, 1], ascending
  VectorX weights;  // sum 1
};

/// n-point Gauss rule on [0, 1] by Golub and Welsch: the eigenvalues of the Jacobi matrix are the
/// nodes. The production rule iterates on the polynomial instead, so the two can be compared.
inline GaussRule golub_welsch(int n) {
  MatrixX jacobi = MatrixX::Zero(n, n);
  for (int i = 1; i < n; ++i) {
    jacobi(i, i - 1) = jacobi(i - 1, i) = i / std::sqrt(4.0 * i * i - 1.0);
  }
  const SymmetricEigen solver(jacobi);
  return {.nodes = (0.5 * (1.0 + solver.values().array())).matrix(),
          .weights = solver.vectors().row(0).cwiseAbs2().transpose()};
}

}  // namespace cuttle::testing
