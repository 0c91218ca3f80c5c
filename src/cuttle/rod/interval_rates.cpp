#include "cuttle/rod/interval_rates.h"

namespace cuttle {

StudyStumpff study_stumpff(const StudyLanes& x) {
  // f(a + e b) = f(a) + e f'(a) b, with c_k' = (k c_{k+2} - c_{k+1}) / 2
  const auto [c] = detail::stumpff_values(x.a);
  const Lanes c2 = c[2], c3 = c[3];
  const Lanes d2 = 0.5 * (2.0 * c[4] - c[3]), d3 = 0.5 * (3.0 * c[5] - c[4]);
  const Lanes dd2 = 0.25 * (8.0 * c[6] - 5.0 * c[5] + c[4]);
  const Lanes dd3 = 0.25 * (15.0 * c[7] - 7.0 * c[6] + c[5]);
  const Lanes ddd2 = 0.125 * (48.0 * c[8] - 33.0 * c[7] + 9.0 * c[6] - c[5]);
  const Lanes ddd3 = 0.125 * (105.0 * c[9] - 57.0 * c[8] + 12.0 * c[7] - c[6]);
  return {{c2, d2 * x.b},  {c3, d3 * x.b},    {d2, dd2 * x.b},
          {d3, dd3 * x.b}, {dd2, ddd2 * x.b}, {dd3, ddd3 * x.b}};
}

TangentMap tangent_map(const Vec6<Lanes>& Omega, const Vec6<Lanes>& Omega_dot,
                       const Vec6<Lanes>& Omega_ddot) {
  const Line w = twist_line(Omega), w1 = twist_line(Omega_dot), w2 = twist_line(Omega_ddot);
  const StudyLanes x = dot(w, w), x1 = 2.0 * dot(w, w1), x2 = 2.0 * (dot(w1, w1) + dot(w, w2));
  const StudyStumpff s = study_stumpff(x);
  const StudyLanes c2_dot = s.d2 * x1, c3_dot = s.d3 * x1;
  const StudyLanes c2_ddot = s.dd2 * x1 * x1 + s.d2 * x2, c3_ddot = s.dd3 * x1 * x1 + s.d3 * x2;
  // A = c1 1 + c2 [w] + c3 w w^T, c1 = 1 - x c3
  const StudyLanes c1 = 1.0 + -(x * s.c3), c1_dot = -(x1 * s.c3 + x * c3_dot);
  const StudyLanes c1_ddot = -(x2 * s.c3 + 2.0 * (x1 * c3_dot) + x * c3_ddot);
  TangentMap map;
  map.A = detail::diagonal_skew_symmetric<StudyLanes>(c1, w * s.c2, w, w * (0.5 * s.c3));
  map.A_dot = detail::diagonal_skew_symmetric<StudyLanes>(c1_dot, w * c2_dot + w1 * s.c2, w,
                                                          w * (0.5 * c3_dot) + w1 * s.c3);
  map.A_ddot = detail::diagonal_skew_symmetric<StudyLanes>(
      c1_ddot, w * c2_ddot + w1 * (2.0 * c2_dot) + w2 * s.c2, w,
      w * (0.5 * c3_ddot) + w1 * (2.0 * c3_dot) + w2 * s.c3);
  const Line w1_c3 = w1 * (2.0 * s.c3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) map.A_ddot(i, j) += w1_c3[i] * w1[j];
  return map;
}

Mat3<StudyLanes> second_form(const Vec6<Lanes>& Omega, const Vec6<Lanes>& F_wrench) {
  const Line w = twist_line(Omega), F = wrench_line(F_wrench);
  const StudyStumpff s = study_stumpff(dot(w, w));
  const Line Fw = cross(F, w);
  // [F][w] = w F^T - (F . w) 1
  const Line skew = F * (-s.c2) - Fw * s.c3;
  const Line per_w = (Fw * s.d2 + cross(Fw, w) * s.d3) * StudyLanes(2.0) - F * s.c3;
  const StudyLanes diagonal = s.c3 * dot(F, w);
  Mat3<StudyLanes> Q = hat(skew);
  for (int i = 0; i < 3; ++i) {
    Q(i, i) += diagonal;
    for (int j = 0; j < 3; ++j) Q(i, j) += w[i] * per_w[j];
  }
  return Q;
}

}  // namespace cuttle
