#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// Nodes in ascending order and weights: integral of f over [0, 1] ~ sum_i weights[i] f(nodes[i]).
struct Quadrature {
  VectorX nodes, weights;
};

/// Gauss-Legendre on [0, 1] with n >= 1 nodes: exact for polynomials of degree 2n - 1.
Quadrature gauss_legendre(int n);

}  // namespace cuttle
