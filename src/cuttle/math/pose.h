#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// Rigid transform: x -> R x + p. Named X_AB it holds the axes (R_AB) and the origin of B in A.
template <class T>
struct PoseT {
  Mat3<T> R;
  Vec3<T> p;

  static PoseT identity() { return {Mat3<T>::Identity(), Vec3<T>::Zero()}; }

  PoseT inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

template <class T>
PoseT<T> operator*(const PoseT<T>& a, const PoseT<T>& b) {
  return {a.R * b.R, a.R * b.p + a.p};
}

/// The point x_B given in B, expressed in A: X_AB * x_B.
template <class T, class D>
Vec3<T> operator*(const PoseT<T>& a, const Eigen::MatrixBase<D>& x) {
  EIGEN_STATIC_ASSERT_VECTOR_SPECIFIC_SIZE(D, 3);
  return a.R * x + a.p;
}

using Pose = PoseT<double>;

}  // namespace cuttle
