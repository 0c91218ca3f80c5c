#pragma once
// Time derivatives and the second form of one Magnus interval, eight intervals side by side.
// z = dOmega per unit strain at a Zanna point, T_L z the twist that it makes. With
// T_L = 1 + c2 [w] + c3 [w]^2 on Study numbers, w the rotation vector of Omega:
//   (T_L z)' = T_L' z + T_L z',   (T_L z)'' = T_L'' z + 2 T_L' z' + T_L z''
//   F . (d T_L(x) y) = x^T Q y,
//   Q = -c2 [F] - c3 ([F][w] + [F x w]) + 2 w (c2' F x w + c3' (F x w) x w)^T

#include "cuttle/math/lanes.h"
#include "cuttle/math/study.h"
#include "cuttle/rod/interval.h"

namespace cuttle {

using StudyLanes = Study<Lanes>;
using Line = Vec3<StudyLanes>;

/// Coefficients at x = w . w on Study numbers, with derivatives along x.
struct StudyStumpff {
  StudyLanes c2, c3, d2, d3, dd2, dd3;
};
StudyStumpff study_stumpff(const StudyLanes& x);

/// T_L and its first two time derivatives.
struct TangentMap {
  Mat3<StudyLanes> A, A_dot, A_ddot;
};
TangentMap tangent_map(const Vec6<Lanes>& Omega, const Vec6<Lanes>& Omega_dot,
                       const Vec6<Lanes>& Omega_ddot);

/// Q of a wrench F, for Study twists x and y: the e part of x^T Q y.
Mat3<StudyLanes> second_form(const Vec6<Lanes>& Omega, const Vec6<Lanes>& F);

/// z, z' or z'' of a unit strain `mode` at Zanna point 1 (sign -1, xi = xi2, rate2, acc2) or 2
/// (sign +1, xi = xi1, ...); the constant part h/2 belongs to z alone.
[[gnu::always_inline]] inline Vec6<Lanes> strain_step(const Lanes& half_h, const Lanes& c,
                                                      const Vec6<Lanes>& xi, double sign,
                                                      int mode) {
  Vec6<Lanes> unit;
  unit.fill(Lanes(0));
  unit[mode] = Lanes(1);
  Vec6<Lanes> z = ad_apply(xi, unit) * Lanes(c * sign);
  z[mode] += half_h;
  return z;
}

}  // namespace cuttle
