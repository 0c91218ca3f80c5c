#pragma once

#include <span>

#include "cuttle/math/types.h"

namespace cuttle {

/// Nodes in ascending order and weights: integral of f over [0, 1] ~ sum_i weights[i] f(nodes[i]).
struct Quadrature {
  VectorX nodes, weights;
};

/// Gauss-Legendre on [0, 1] with n >= 1 nodes: exact for polynomials of degree 2n - 1.
Quadrature gauss_legendre(int n);

// Polynomial families on 0 <= s <= 1. Each function fills value[k] and derivative[k] = d/ds
// value[k] for the degrees k = 0 .. value.size() - 1; both spans have the same size. None
// allocates.

/// Legendre polynomials of 2s - 1: orthogonal on [0, 1], value 1 at s = 1.
void shifted_legendre(double s, std::span<double> value, std::span<double> derivative);

/// Chebyshev polynomials of the first kind of 2s - 1.
void shifted_chebyshev(double s, std::span<double> value, std::span<double> derivative);

/// 1, s, s^2, ...
void monomials(double s, std::span<double> value, std::span<double> derivative);

}  // namespace cuttle
