#pragma once
// One Magnus interval of a rod, for any scalar: 8 intervals side by side (Lanes), or one with its
// derivatives (Dual).

#include "cuttle/math/se3.h"

namespace cuttle {

/// Strain, strain rate and strain acceleration at the two Zanna points.
template <class T>
struct IntervalStrain {
  Vec6<T> xi1, xi2;      // [1/m; -]
  Vec6<T> rate1, rate2;  // time derivatives
  Vec6<T> acc1, acc2;
};

/// exp Omega of an interval, its twist and bias in the frame of the interval's start.
template <class T>
struct IntervalMotion {
  ExpStep<T> step;
  Vec6<T> u;      // T_L(Omega) Omega'
  Vec6<T> u_dot;  // its time derivative
};

/// Fourth-order Magnus step with two Zanna points [Zanna99], as in [Mathew22]; h length, c =
/// sqrt(3) h^2/12.
template <class T, class L>
[[gnu::always_inline]] inline IntervalMotion<T> interval_motion(const L& h, const L& c,
                                                                const IntervalStrain<T>& s) {
  const T half = T(h * 0.5), cc = T(c);
  const Vec6<T> Omega = (s.xi1 + s.xi2) * half + ad_apply(s.xi1, s.xi2) * cc;
  const Vec6<T> Omega_dot =
      (s.rate1 + s.rate2) * half + (ad_apply(s.xi1, s.rate2) + ad_apply(s.rate1, s.xi2)) * cc;
  const Vec6<T> Omega_ddot =
      (s.acc1 + s.acc2) * half +
      (ad_apply(s.xi1, s.acc2) + ad_apply(s.acc1, s.xi2) + ad_apply(s.rate1, s.rate2) * T(2.0)) *
          cc;
  IntervalMotion<T> m;
  m.step = exp_step(Omega);
  const DexpRate<T> rate = dexp_rate(m.step, Omega, Omega_dot, Omega_ddot);
  m.u = rate.u;
  m.u_dot = rate.u_dot;
  return m;
}

/// Column `mode` of T_L (h/2 -+ c ad(xi)): twist at the interval's end per unit strain rate at
/// Zanna point 1 (sign -1, xi = xi2) or 2 (sign +1, xi = xi1).
template <class T, class L>
[[gnu::always_inline]] inline Vec6<T> interval_column(const ExpStep<T>& step, const L& h,
                                                      const L& c, const Vec6<T>& xi, double sign,
                                                      int mode) {
  Vec6<T> unit;
  unit.fill(T(0.0));
  unit[mode] = T(1.0);
  Vec6<T> z = ad_apply(xi, unit) * T(c * sign);
  z[mode] = z[mode] + T(h * 0.5);
  return step.dexp.apply(z);
}

}  // namespace cuttle
