#pragma once

#include <cmath>

#include "cuttle/math/stumpff.h"
#include "cuttle/math/types.h"

namespace cuttle {

// Sums of products without conjugation: Eigen's dot and cross conjugate complex numbers, which
// would spoil complex-step derivatives.

template <class A, class B>
[[gnu::always_inline]] inline auto dot(const Eigen::MatrixBase<A>& a,
                                       const Eigen::MatrixBase<B>& b) {
  using T = typename A::Scalar;
  return T(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

template <class A, class B>
[[gnu::always_inline]] inline auto cross(const Eigen::MatrixBase<A>& a_expression,
                                         const Eigen::MatrixBase<B>& b_expression) {
  const auto& a = a_expression.eval();
  const auto& b = b_expression.eval();
  return Vec3<typename A::Scalar>(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                  a[0] * b[1] - a[1] * b[0]);
}

/// Skew matrix [v]: [v] w = v x w.
template <class D>
auto hat(const Eigen::MatrixBase<D>& expression) {
  using T = typename D::Scalar;
  const auto& v = expression.eval();
  Mat3<T> m;
  m << T(0.0), -v[2], v[1], v[2], T(0.0), -v[0], -v[1], v[0], T(0.0);
  return m;
}

namespace detail {

/// a 1 + [w] + u v^T + v u^T: the shape of exp and of its tangent on SO(3) and SE(3).
template <class T>
[[gnu::always_inline]] inline Mat3<T> diagonal_skew_symmetric(const T& a, const Vec3<T>& w,
                                                              const Vec3<T>& u, const Vec3<T>& v) {
  const T xy = u[0] * v[1] + u[1] * v[0];
  const T xz = u[0] * v[2] + u[2] * v[0];
  const T yz = u[1] * v[2] + u[2] * v[1];
  Mat3<T> m;
  m(0, 0) = a + 2.0 * (u[0] * v[0]);
  m(1, 1) = a + 2.0 * (u[1] * v[1]);
  m(2, 2) = a + 2.0 * (u[2] * v[2]);
  m(0, 1) = xy - w[2];
  m(1, 0) = xy + w[2];
  m(0, 2) = xz + w[1];
  m(2, 0) = xz - w[1];
  m(1, 2) = yz - w[0];
  m(2, 1) = yz + w[0];
  return m;
}

}  // namespace detail

/// Rotation by |theta| about theta: R = c0 1 + c1 [theta] + c2 theta theta^T.
template <class D>
auto exp_so3(const Eigen::MatrixBase<D>& expression) {
  using T = typename D::Scalar;
  const Vec3<T> theta = expression;
  const Stumpff<T> c = stumpff(dot(theta, theta));
  return detail::diagonal_skew_symmetric<T>(c.c0, theta * c.c1, theta, theta * T(0.5 * c.c2));
}

// Quaternions are (w, x, y, z). q and -q are the same rotation.

/// Rotation of q / |q|, so the length of q does not matter.
inline Matrix3 quaternion_to_rotation(const Vector4& q) {
  const Vector3 v = q.tail<3>();
  const double s = 2.0 / q.squaredNorm();
  const double diagonal = 1.0 - s * v.squaredNorm();
  return detail::diagonal_skew_symmetric<double>(diagonal, s * q[0] * v, 0.5 * s * v, v);
}

/// Unit quaternion with w >= 0. Divides by the largest component only: exact at every angle.
inline Vector4 rotation_to_quaternion(const Matrix3& R) {
  const double trace = R.trace();
  Vector4 q;
  if (trace > 0.0) {
    q << 1.0 + trace, R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1);
  } else {
    // the axis component that is largest; i, j, k cyclic
    int i = 0;
    R.diagonal().maxCoeff(&i);
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    q[0] = R(k, j) - R(j, k);
    q[1 + i] = 1.0 + R(i, i) - R(j, j) - R(k, k);
    q[1 + j] = R(i, j) + R(j, i);
    q[1 + k] = R(i, k) + R(k, i);
  }
  q.normalize();
  return q[0] < 0.0 ? Vector4(-q) : q;
}

/// Hamilton product: quaternion_to_rotation(a * b) = R_a R_b.
inline Vector4 quaternion_multiply(const Vector4& a, const Vector4& b) {
  Vector4 q;
  q[0] = a[0] * b[0] - a.tail<3>().dot(b.tail<3>());
  q.tail<3>() = a[0] * b.tail<3>() + b[0] * a.tail<3>() + a.tail<3>().cross(b.tail<3>());
  return q;
}

/// Unit quaternion of the rotation by |theta| about theta.
inline Vector4 quaternion_exp(const Vector3& theta) {
  const Stumpff<double> c = stumpff(0.25 * theta.squaredNorm());
  Vector4 q;
  q << c.c0, 0.5 * c.c1 * theta;
  return q;
}

/// Rate of q for an angular velocity given in the body: 1/2 q (0, omega).
inline Vector4 quaternion_rate(const Vector4& q, const Vector3& omega_body) {
  Vector4 w;
  w << 0.0, 0.5 * omega_body;
  return quaternion_multiply(q, w);
}

/// Rotation vector of R with 0 <= |theta| <= pi; at pi one of the two signs.
inline Vector3 log_so3(const Matrix3& R) {
  const Vector4 q = rotation_to_quaternion(R);
  const double sine = q.tail<3>().norm();  // of half the angle
  // atan2(s, w) / s tends to 1 / w; below 1e-150 the squares in sine underflow
  const double scale = sine > 1e-150 ? 2.0 * std::atan2(sine, q[0]) / sine : 2.0;
  return scale * q.tail<3>();
}

}  // namespace cuttle
