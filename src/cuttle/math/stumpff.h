#pragma once

#include <cmath>
#include <complex>

#include "cuttle/math/dual.h"
#include "cuttle/math/lanes.h"

namespace cuttle {

/// Stumpff functions c_k(x) = sum_j (-x)^j / (k + 2j)!, here of x = |theta|^2 >= 0:
/// c0 = cos |theta|, c1 = sin |theta| / |theta|, and so on, smooth at x = 0.
/// Every exponential, its tangent and their rates on SO(3) and SE(3) are linear in them.
/// Derivatives need no new function: c_k' = (k c_{k+2} - c_{k+1}) / 2.
template <class T>
struct Stumpff {
  T c0, c1, c2, c3, c4, c5, c6, c7;
  T d1, d2, d3;  // c1', c2', c3'
  T dd2, dd3;    // c2'', c3''
};

inline bool any_above(double x, double limit) { return x > limit; }
inline bool any_above(const std::complex<double>& x, double limit) { return x.real() > limit; }

namespace detail {

/// c_0 .. c_9; the last two serve the derivatives of c_6 and c_7.
template <class T>
struct StumpffValues {
  T c[10];
};

/// Horner scheme of k! c_k(x) from term j on: 1 - x/((k+2j+1)(k+2j+2)) (1 - ...). Recursive, so
/// that all ratios are constants at every optimisation level.
template <int k, int terms, int j, class T>
[[gnu::always_inline]] inline T stumpff_series(const T& x) {
  if constexpr (j + 1 == terms) {
    return T(1.0);
  } else {
    constexpr double ratio = 1.0 / ((k + 2 * j + 1) * (k + 2 * j + 2));
    return 1.0 - (x * ratio) * stumpff_series<k, terms, j + 1>(x);
  }
}

/// Series for c8 and c9, then downwards: c_k = 1/k! - x c_{k+2}. For x <= 9.
template <int terms, class T>
[[gnu::always_inline]] inline void stumpff_downwards(const T& x, StumpffValues<T>& s) {
  s.c[9] = stumpff_series<9, terms, 0>(x) * (1.0 / 362880.0);
  s.c[8] = stumpff_series<8, terms, 0>(x) * (1.0 / 40320.0);
  s.c[7] = 1.0 / 5040.0 - x * s.c[9];
  s.c[6] = 1.0 / 720.0 - x * s.c[8];
  s.c[5] = 1.0 / 120.0 - x * s.c[7];
  s.c[4] = 1.0 / 24.0 - x * s.c[6];
  s.c[3] = 1.0 / 6.0 - x * s.c[5];
  s.c[2] = 0.5 - x * s.c[4];
  s.c[1] = 1.0 - x * s.c[3];
  s.c[0] = 1.0 - x * s.c[2];
}

/// Sine and cosine, then upwards: c_{k+2} = (1/k! - c_k) / x. For x > 9.
template <class T>
void stumpff_upwards(const T& x, StumpffValues<T>& s) {
  using std::cos, std::sin, std::sqrt;
  const T angle = sqrt(x);
  const T y = 1.0 / x;
  s.c[0] = cos(angle);
  s.c[1] = sin(angle) / angle;
  s.c[2] = (1.0 - s.c[0]) * y;
  s.c[3] = (1.0 - s.c[1]) * y;
  s.c[4] = (0.5 - s.c[2]) * y;
  s.c[5] = (1.0 / 6.0 - s.c[3]) * y;
  s.c[6] = (1.0 / 24.0 - s.c[4]) * y;
  s.c[7] = (1.0 / 120.0 - s.c[5]) * y;
  s.c[8] = (1.0 / 720.0 - s.c[6]) * y;
  s.c[9] = (1.0 / 5040.0 - s.c[7]) * y;
}

/// No sine of eight lanes at once: lane by lane in double. Rare, so kept off the hot path.
[[gnu::cold]] inline void stumpff_upwards(const Lanes& x, StumpffValues<Lanes>& s);

template <class T>
[[gnu::always_inline]] inline StumpffValues<T> stumpff_values(const T& x) {
  StumpffValues<T> s;
  if (any_above(x, 9.0)) {
    stumpff_upwards(x, s);
  } else if (any_above(x, 0.25)) {
    stumpff_downwards<10>(x, s);
  } else {
    stumpff_downwards<5>(x, s);
  }
  return s;
}

/// In each lane the branch that its own x asks for.
inline void stumpff_upwards(const Lanes& x, StumpffValues<Lanes>& s) {
  for (int lane = 0; lane < Lanes::kSize; ++lane) {
    const StumpffValues<double> one = stumpff_values(x[lane]);
    for (int k = 0; k < 10; ++k) s.c[k].set(lane, one.c[k]);
  }
}

/// The rule c_k' = (k c_{k+2} - c_{k+1}) / 2, once and twice.
template <class T>
[[gnu::always_inline]] inline void stumpff_derivatives(Stumpff<T>& s) {
  s.d1 = 0.5 * (s.c3 - s.c2);
  s.d2 = 0.5 * (2.0 * s.c4 - s.c3);
  s.d3 = 0.5 * (3.0 * s.c5 - s.c4);
  s.dd2 = 0.25 * (8.0 * s.c6 - 5.0 * s.c5 + s.c4);
  s.dd3 = 0.25 * (15.0 * s.c7 - 7.0 * s.c6 + s.c5);
}

}  // namespace detail

/// All coefficients at x, to round-off; no branch at x = 0.
template <class T>
[[gnu::always_inline]] inline Stumpff<T> stumpff(const T& x) {
  const auto [c] = detail::stumpff_values(x);
  Stumpff<T> s;
  s.c0 = c[0], s.c1 = c[1], s.c2 = c[2], s.c3 = c[3];
  s.c4 = c[4], s.c5 = c[5], s.c6 = c[6], s.c7 = c[7];
  detail::stumpff_derivatives(s);
  return s;
}

/// Duals take the values in double and the derivatives by the rule.
[[gnu::always_inline]] inline Stumpff<Dual> stumpff(const Dual& x) {
  const auto [c] = detail::stumpff_values(x.v);
  Stumpff<Dual> s;
  s.c0 = {c[0], -0.5 * c[1] * x.d};
  s.c1 = {c[1], 0.5 * (c[3] - c[2]) * x.d};
  s.c2 = {c[2], 0.5 * (2.0 * c[4] - c[3]) * x.d};
  s.c3 = {c[3], 0.5 * (3.0 * c[5] - c[4]) * x.d};
  s.c4 = {c[4], 0.5 * (4.0 * c[6] - c[5]) * x.d};
  s.c5 = {c[5], 0.5 * (5.0 * c[7] - c[6]) * x.d};
  s.c6 = {c[6], 0.5 * (6.0 * c[8] - c[7]) * x.d};
  s.c7 = {c[7], 0.5 * (7.0 * c[9] - c[8]) * x.d};
  detail::stumpff_derivatives(s);
  return s;
}

}  // namespace cuttle
