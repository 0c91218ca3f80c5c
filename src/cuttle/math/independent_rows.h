#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// Rows A x = b of which some may follow from others, as an equal system Q^T x = reduced(b) with
/// orthonormal Q. Which rows do is a question of geometry: it is decided here, on rows in natural
/// units, before they meet forces and stiffnesses of any size. A row that should be zero is
/// round-off in a robot that does not stand along the axes, and never gets a size of its own.
class IndependentRows {
 public:
  /// A in natural units: rows of order one (rad, m), columns per change of order one.
  explicit IndependentRows(const MatrixX& A);

  /// (n x rank)
  const MatrixX& Q() const { return Q_; }
  Eigen::Index rank() const { return Q_.cols(); }

  /// Right sides of the rows, in the sense of least squares, for those of Q.
  VectorX reduced(const VectorX& b) const { return to_reduced_ * b; }
  /// The smallest y with A^T y = Q mu.
  VectorX expanded(const VectorX& mu) const { return to_reduced_.transpose() * mu; }

 private:
  MatrixX Q_;
  MatrixX to_reduced_;  // (rank x rows)
};

}  // namespace cuttle
