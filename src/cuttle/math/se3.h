#pragma once

#include "cuttle/math/pose.h"
#include "cuttle/math/so3.h"
#include "cuttle/math/stumpff.h"
#include "cuttle/math/types.h"

// SE(3) in vectors. Twists and wrenches are (angular; linear). Functions named _apply multiply a
// vector without forming the 6x6 matrix. All take the scalars double, complex, Lanes and Dual.
//
// se(3) is so(3) over the dual numbers: each SE(3) formula is the SO(3) one with the Stumpff
// coefficient c(x) replaced by the pair (c, c' delta), where Omega = (theta; rho),
// x = theta . theta and delta = 2 theta . rho.

namespace cuttle {

namespace detail {

template <class T>
[[gnu::always_inline]] inline Vec6<T> stack(const Vec3<T>& angular, const Vec3<T>& linear) {
  Vec6<T> v;
  v << angular, linear;
  return v;
}

}  // namespace detail

/// Lie bracket of two twists, ad(a) b.
template <class A, class B>
[[gnu::always_inline]] inline auto ad_apply(const Eigen::MatrixBase<A>& a_expression,
                                            const Eigen::MatrixBase<B>& b_expression) {
  using T = typename A::Scalar;
  const Vec6<T> a = a_expression;
  const Vec6<T> b = b_expression;
  const Vec3<T> aw = a.template head<3>(), av = a.template tail<3>();
  const Vec3<T> bw = b.template head<3>(), bv = b.template tail<3>();
  return detail::stack<T>(cross(aw, bw), cross(aw, bv) + cross(av, bw));
}

/// x x* f = -ad(x)^T f: rate of a wrench (or momentum) f carried along by the twist x.
template <class A, class B>
[[gnu::always_inline]] inline auto cross_wrench(const Eigen::MatrixBase<A>& x_expression,
                                                const Eigen::MatrixBase<B>& f_expression) {
  using T = typename A::Scalar;
  const Vec6<T> x = x_expression;
  const Vec6<T> f = f_expression;
  const Vec3<T> xw = x.template head<3>(), xv = x.template tail<3>();
  const Vec3<T> moment = f.template head<3>(), force = f.template tail<3>();
  return detail::stack<T>(cross(xw, moment) + cross(xv, force), cross(xw, force));
}

/// ad(x) as a matrix, [[w] 0; [v] [w]].
template <class D>
auto ad(const Eigen::MatrixBase<D>& x) {
  using T = typename D::Scalar;
  const Mat3<T> W = hat(x.template head<3>());
  const Mat3<T> V = hat(x.template tail<3>());
  Mat6<T> m;
  m << W, Mat3<T>::Zero(), V, W;
  return m;
}

/// Ad(X_AB) as a matrix, [R 0; [p]R R]: a twist in B becomes the same twist in A.
template <class T>
Mat6<T> Ad(const PoseT<T>& g) {
  const Mat3<T> pR = hat(g.p) * g.R;
  Mat6<T> m;
  m << g.R, Mat3<T>::Zero(), pR, g.R;
  return m;
}

/// Ad(g) V.
template <class T, class D>
[[gnu::always_inline]] inline Vec6<T> Ad_apply(const PoseT<T>& g, const Eigen::MatrixBase<D>& V) {
  const Vec3<T> w = g.R * V.template head<3>();
  const Vec3<T> v = g.R * V.template tail<3>();
  return detail::stack<T>(w, v + cross(g.p, w));
}

/// Ad(g^-1) V.
template <class T, class D>
[[gnu::always_inline]] inline Vec6<T> Ad_inv_apply(const PoseT<T>& g,
                                                   const Eigen::MatrixBase<D>& V) {
  const Vec3<T> w = V.template head<3>();
  const Vec3<T> v = V.template tail<3>() - cross(g.p, w);
  return detail::stack<T>(g.R.transpose() * w, g.R.transpose() * v);
}

/// Ad(g)^T F: a wrench in A becomes the same wrench in B, for g = X_AB.
template <class T, class D>
[[gnu::always_inline]] inline Vec6<T> AdT_apply(const PoseT<T>& g, const Eigen::MatrixBase<D>& F) {
  const Vec3<T> force = F.template tail<3>();
  const Vec3<T> moment = F.template head<3>() - cross(g.p, force);
  return detail::stack<T>(g.R.transpose() * moment, g.R.transpose() * force);
}

/// Ad(g^-1)^T F: a wrench in B becomes the same wrench in A, for g = X_AB.
template <class T, class D>
[[gnu::always_inline]] inline Vec6<T> Ad_invT_apply(const PoseT<T>& g,
                                                    const Eigen::MatrixBase<D>& F) {
  const Vec3<T> moment = g.R * F.template head<3>();
  const Vec3<T> force = g.R * F.template tail<3>();
  return detail::stack<T>(moment + cross(g.p, force), force);
}

/// A 6x6 matrix of the form [A 0; B A].
template <class T>
struct DexpT {
  Mat3<T> A, B;

  template <class D>
  [[gnu::always_inline]] Vec6<T> apply(const Eigen::MatrixBase<D>& V) const {
    const Vec3<T> w = V.template head<3>();
    const Vec3<T> v = V.template tail<3>();
    return detail::stack<T>(A * w, A * v + B * w);
  }

  template <class D>
  [[gnu::always_inline]] Vec6<T> apply_transpose(const Eigen::MatrixBase<D>& F) const {
    const Vec3<T> moment = F.template head<3>();
    const Vec3<T> force = F.template tail<3>();
    return detail::stack<T>(A.transpose() * moment + B.transpose() * force, A.transpose() * force);
  }

  Mat6<T> matrix() const {
    Mat6<T> m;
    m << A, Mat3<T>::Zero(), B, A;
    return m;
  }
};

/// exp(Omega) with all that its derivatives share.
template <class T>
struct ExpStep {
  PoseT<T> E;     // exp(Omega)
  DexpT<T> dexp;  // T_L(Omega): dE/dt E^-1 = T_L dOmega/dt
  Stumpff<T> c;   // at x = theta . theta
  T delta;        // 2 theta . rho
};

namespace detail {

/// A = c1 1 + c2 [theta] + c3 theta theta^T, the tangent of exp on SO(3).
template <class T>
[[gnu::always_inline]] inline Mat3<T> dexp_so3(const Stumpff<T>& c, const Vec3<T>& theta) {
  return diagonal_skew_symmetric<T>(c.c1, theta * c.c2, theta, theta * T(0.5 * c.c3));
}

}  // namespace detail

/// E = exp Omega:  R = c0 1 + c1 [theta] + c2 theta theta^T,  p = A rho,
/// T_L = [A 0; B A] with
/// A = c1 1 + c2 [theta] + c3 theta theta^T,
/// B = delta (c1' 1 + c2' [theta] + c3' theta theta^T) + c2 [rho] + c3 (rho theta^T + theta rho^T).
template <class D>
[[gnu::always_inline]] inline auto exp_step(const Eigen::MatrixBase<D>& Omega) {
  using T = typename D::Scalar;
  const Vec3<T> theta = Omega.template head<3>();
  const Vec3<T> rho = Omega.template tail<3>();
  ExpStep<T> s;
  s.c = stumpff(dot(theta, theta));
  s.delta = 2.0 * dot(theta, rho);
  s.E.R =
      detail::diagonal_skew_symmetric<T>(s.c.c0, theta * s.c.c1, theta, theta * T(0.5 * s.c.c2));
  s.dexp.A = detail::dexp_so3(s.c, theta);
  s.E.p = s.dexp.A * rho;

  // the symmetric part of B is theta sigma^T + sigma theta^T
  const Vec3<T> sigma = theta * T(0.5 * s.delta * s.c.d3) + rho * s.c.c3;
  const Vec3<T> skew = theta * T(s.delta * s.c.d2) + rho * s.c.c2;
  s.dexp.B = detail::diagonal_skew_symmetric<T>(s.delta * s.c.d1, skew, theta, sigma);
  return s;
}

/// exp of a twist: the screw motion by |theta| about theta.
template <class D>
auto exp_se3(const Eigen::MatrixBase<D>& Omega) {
  using T = typename D::Scalar;
  const Vec3<T> theta = Omega.template head<3>();
  const Stumpff<T> c = stumpff(dot(theta, theta));
  PoseT<T> E;
  E.R = detail::diagonal_skew_symmetric<T>(c.c0, theta * c.c1, theta, theta * T(0.5 * c.c2));
  E.p = detail::dexp_so3(c, theta) * Omega.template tail<3>();
  return E;
}

/// T_L(Omega): for E = exp Omega, dE/dt E^-1 = T_L(Omega) dOmega/dt (twist in the outer frame).
/// The twist in the moved frame, E^-1 dE/dt = T_L(-Omega) dOmega/dt, is dexp_right.
template <class D>
auto dexp_left(const Eigen::MatrixBase<D>& Omega) {
  return exp_step(Omega).dexp;
}

template <class D>
auto dexp_right(const Eigen::MatrixBase<D>& Omega) {
  return dexp_left(-Omega);
}

/// T_L(Omega)^-1, for |theta| < 2 pi.
template <class D>
auto dexp_left_inverse(const Eigen::MatrixBase<D>& Omega) {
  using T = typename D::Scalar;
  const Vec3<T> theta = Omega.template head<3>();
  const Vec3<T> rho = Omega.template tail<3>();
  const T x = dot(theta, theta);
  const T delta = 2.0 * dot(theta, rho);
  const Stumpff<T> c = stumpff(x);

  // A^-1 = 1 - [theta]/2 + k [theta]^2,  k = (1 - c1 / (2 c2)) / x = -c2' / c2, regular at x = 0
  const T k = -c.d2 / c.c2;
  const T dk = -(c.dd2 + k * c.d2) / c.c2;
  DexpT<T> inverse;
  inverse.A =
      detail::diagonal_skew_symmetric<T>(1.0 - k * x, theta * T(-0.5), theta, theta * T(0.5 * k));

  // its dual part: x -> delta, theta -> rho, k -> k' delta
  const Vec3<T> sigma = theta * T(0.5 * dk * delta) + rho * k;
  inverse.B =
      detail::diagonal_skew_symmetric<T>(-(k + dk * x) * delta, rho * T(-0.5), theta, sigma);
  return inverse;
}

/// The twist Omega with exp(Omega) = g and |theta| <= pi; at pi one of the two signs.
inline Vector6 log_se3(const Pose& g) {
  const Vector3 theta = log_so3(g.R);
  const Stumpff<double> c = stumpff(theta.squaredNorm());
  const double k = -c.d2 / c.c2;
  const Vector3 half_turn = theta.cross(g.p);
  return detail::stack<double>(theta, g.p - 0.5 * half_turn + k * theta.cross(half_turn));
}

/// Twist of exp(Omega(t)) in the outer frame and its rate.
template <class T>
struct DexpRate {
  Vec6<T> u;      // T_L(Omega) Omega_dot
  Vec6<T> u_dot;  // d/dt of it
};

/// u and du/dt in vectors only, five brackets; c and delta belong to Omega (see ExpStep).
template <class T>
[[gnu::always_inline]] inline DexpRate<T> dexp_rate(const Stumpff<T>& c, const T& delta,
                                                    const Vec6<T>& Omega, const Vec6<T>& Omega_dot,
                                                    const Vec6<T>& Omega_ddot) {
  const Vec6<T> y1 = ad_apply(Omega, Omega_dot);
  const Vec6<T> y2 = ad_apply(Omega, y1);
  const Vec6<T> z1 = ad_apply(Omega, Omega_ddot);
  const Vec6<T> z2 = ad_apply(Omega_dot, y1) + ad_apply(Omega, z1);

  // rates of x and delta
  const Vec3<T> theta = Omega.template head<3>(), rho = Omega.template tail<3>();
  const Vec3<T> theta_dot = Omega_dot.template head<3>(), rho_dot = Omega_dot.template tail<3>();
  const T x_dot = 2.0 * dot(theta, theta_dot);
  const T delta_dot = 2.0 * (dot(theta_dot, rho) + dot(theta, rho_dot));

  DexpRate<T> rate;
  rate.u = Omega_dot + y1 * c.c2 + y2 * c.c3;
  rate.u_dot = Omega_ddot + z1 * c.c2 + z2 * c.c3 + y1 * T(x_dot * c.d2) + y2 * T(x_dot * c.d3);

  // dual parts: the angular halves feed the linear ones
  const T e2 = c.d2 * delta, e3 = c.d3 * delta;
  const T f2 = c.d2 * delta_dot + c.dd2 * (delta * x_dot);
  const T f3 = c.d3 * delta_dot + c.dd3 * (delta * x_dot);
  const Vec3<T> y1w = y1.template head<3>(), y2w = y2.template head<3>();
  const Vec3<T> z1w = z1.template head<3>(), z2w = z2.template head<3>();
  rate.u.template tail<3>() += y1w * e2 + y2w * e3;
  rate.u_dot.template tail<3>() += z1w * e2 + z2w * e3 + y1w * f2 + y2w * f3;
  return rate;
}

template <class T>
[[gnu::always_inline]] inline DexpRate<T> dexp_rate(const ExpStep<T>& step, const Vec6<T>& Omega,
                                                    const Vec6<T>& Omega_dot,
                                                    const Vec6<T>& Omega_ddot) {
  return dexp_rate(step.c, step.delta, Omega, Omega_dot, Omega_ddot);
}

template <class T>
[[gnu::always_inline]] inline DexpRate<T> dexp_rate(const Vec6<T>& Omega, const Vec6<T>& Omega_dot,
                                                    const Vec6<T>& Omega_ddot) {
  const Vec3<T> theta = Omega.template head<3>(), rho = Omega.template tail<3>();
  const T delta = 2.0 * dot(theta, rho);
  return dexp_rate(stumpff(dot(theta, theta)), delta, Omega, Omega_dot, Omega_ddot);
}

}  // namespace cuttle
