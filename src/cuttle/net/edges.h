#pragma once
// Edges of nets and how their directions turn.

#include "cuttle/math/types.h"

namespace cuttle {

/// From node i to node j.
inline Vector2 edge(const VectorX& x, int i, int j) {
  return {x[2 * j] - x[2 * i], x[2 * j + 1] - x[2 * i + 1]};
}

/// Second derivative of the direction angle of a vector, from the inverse of its square.
inline Eigen::Matrix2d angle_hessian(const Vector2& a, double inverse_square) {
  const double q = inverse_square * inverse_square;
  const double diagonal = 2 * a.x() * a.y() * q;
  const double other = (a.y() * a.y() - a.x() * a.x()) * q;
  Eigen::Matrix2d H;
  H << diagonal, other, other, -diagonal;
  return H;
}

}  // namespace cuttle
