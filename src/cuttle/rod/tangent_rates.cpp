// How the Jacobians of a rod change with time and with its strains, interval by interval.

#include "cuttle/rod/interval_rates.h"
#include "cuttle/rod/tangent_sweep.h"

namespace cuttle {
namespace {

void set_lane(Vec6<Lanes>& x, int lane, const Vector6& value) {
  for (int i = 0; i < 6; ++i) x[i].set(lane, value[i]);
}

}  // namespace

// J += Ad(g) T_L z along the rod, so
//   J'  += Ad(g) (T_L z)' + ad(r) Ad(g) T_L z,
//   J'' += Ad(g) (T_L z)'' + 2 ad(r) Ad(g) (T_L z)' + (ad(r') + ad(r) ad(r)) Ad(g) T_L z
// with r of the interval's start; r' is its beta.
void TangentSweep::group_rates(const IntervalGroup& group, const GroupWork& local, int first,
                               int last) {
  const IntervalStrain<Lanes>& s = local.strain;
  const Lanes half = group.h * 0.5, none(0);
  const Vec6<Lanes> Omega = (s.xi1 + s.xi2) * half + ad_apply(s.xi1, s.xi2) * group.c;
  const Vec6<Lanes> Omega_dot =
      (s.rate1 + s.rate2) * half + (ad_apply(s.xi1, s.rate2) + ad_apply(s.rate1, s.xi2)) * group.c;
  const Vec6<Lanes> Omega_ddot =
      (s.acc1 + s.acc2) * half + (ad_apply(s.xi1, s.acc2) + ad_apply(s.acc1, s.xi2) +
                                  ad_apply(s.rate1, s.rate2) * Lanes(2.0)) *
                                     group.c;
  const TangentMap map = tangent_map(Omega, Omega_dot, Omega_ddot);

  Vec6<Lanes> r, r_dot;
  r.fill(none);
  r_dot.fill(none);
  for (int i = first; i < last; ++i) {
    if (skipped(i)) continue;
    const Point& start = b_.points[size_t(data_.from[size_t(i)])];
    set_lane(r, i - first, start.r);
    set_lane(r_dot, i - first, start.beta);
  }
  for (size_t m = 0; m < group.modes.size(); ++m)
    for (int point = 1; point <= 2; ++point) {
      const int mode = group.modes[m];
      const double sign = point == 1 ? -1 : 1;
      const Line z = twist_line(strain_step(half, group.c, point == 1 ? s.xi2 : s.xi1, sign, mode));
      const Line z_dot =
          twist_line(strain_step(none, group.c, point == 1 ? s.rate2 : s.rate1, sign, mode));
      const Line z_ddot =
          twist_line(strain_step(none, group.c, point == 1 ? s.acc2 : s.acc1, sign, mode));
      const Line rate = map.A_dot * z + map.A * z_dot;
      const Line acc = map.A_ddot * z + map.A_dot * (z_dot * StudyLanes(2.0)) + map.A * z_ddot;
      const Vec6<Lanes>& column = point == 1 ? local.column1[mode] : local.column2[mode];
      const Vec6<Lanes> rate_B = Ad_apply(local.g_from, twist_of(rate));
      const Vec6<Lanes> turned = ad_apply(r, column);
      const size_t d = 2 * m + size_t(point) - 1;
      work_.group.first[d] = rate_B + turned;
      work_.group.second[d] = Ad_apply(local.g_from, twist_of(acc)) +
                              ad_apply(r, rate_B * Lanes(2.0) + turned) + ad_apply(r_dot, column);
    }
}

void TangentSweep::jacobian_rates(const IntervalGroup& group, int first, int last) {
  int number[6] = {};  // of the first direction of a mode
  for (size_t m = 0; m < group.modes.size(); ++m) number[group.modes[m]] = 2 * int(m);
  for (int i = first; i < last; ++i) {
    if (skipped(i)) continue;
    const int lane = i - first, from = data_.from[size_t(i)];
    for (std::vector<Lanes>* all : {&work_.J1, &work_.J2}) {
      std::copy_n(rows(*all, from), 6 * nb_, rows(*all, i + 1));
      const Vec6<Lanes>* parts = all == &work_.J1 ? work_.group.first : work_.group.second;
      for (const BasisStrip& strip : data_.strips[size_t(i)]) {
        const auto* c1 = doubles(parts[number[strip.mode]].data()) + lane;
        const auto* c2 = doubles(parts[number[strip.mode] + 1].data()) + lane;
        Lanes* to = rows(*all, i + 1) + strip.block;
        for (int row = 0; row < 6; ++row)
          to[row * nb_] +=
              strip.phi1 * Lanes(c1[kBlock * row]) + strip.phi2 * Lanes(c2[kBlock * row]);
      }
    }
  }
}

/// Second derivatives of F . T_L z: z^T Q z, and z of one Zanna point turns with the strain of the
/// other.
void TangentSweep::group_forms(const IntervalGroup& group, const GroupWork& local, int first,
                               int last) {
  Vec6<Lanes> F;
  F.fill(Lanes(0));
  for (int i = first; i < last; ++i) set_lane(F, i - first, work_.suffix[size_t(i + 1)]);
  F = AdT_apply(local.g_from, F);
  const IntervalStrain<Lanes>& s = local.strain;
  const Lanes half = group.h * 0.5;
  const Vec6<Lanes> Omega = (s.xi1 + s.xi2) * half + ad_apply(s.xi1, s.xi2) * group.c;
  const Mat3<StudyLanes> Q = second_form(Omega, F);
  const Vec6<Lanes> TF = local.motion.step.dexp.apply_transpose(F) * group.c;

  Line z[12], Qz[12];
  const size_t count = 2 * group.modes.size();
  for (size_t d = 0; d < count; ++d) {
    const bool one = d % 2 == 0;
    z[d] = twist_line(
        strain_step(half, group.c, one ? s.xi2 : s.xi1, one ? -1 : 1, group.modes[d / 2]));
    Qz[d] = Q * z[d];
  }
  for (size_t row = 0; row < count; ++row)
    for (size_t d = 0; d < count; ++d) {
      Lanes sum(0);
      for (int k = 0; k < 3; ++k) sum += z[d][k].a * Qz[row][k].b + z[d][k].b * Qz[row][k].a;
      work_.group.form[row][d] = sum;
    }
  for (size_t d = 0; d < count; ++d) {
    Vec6<Lanes> unit;
    unit.fill(Lanes(0));
    unit[group.modes[d / 2]] = Lanes(1);
    // TF . ad(e_d) e_row = -(e_d x* TF)_row
    const Vec6<Lanes> turned = cross_wrench(unit, TF);
    for (size_t row = 0; row < count; ++row) {
      if (row % 2 == d % 2) continue;
      const Lanes part = turned[group.modes[row / 2]];
      work_.group.form[row][d] += row % 2 == 0 ? part : -part;
    }
  }
}

/// Phi^T form Phi of one interval.
void TangentSweep::add_form(int i, int directions) {
  const auto& strips = data_.strips[size_t(i)];
  const IntervalGroup& group = data_.groups[size_t(i / kBlock)];
  const int lane = i % kBlock;
  int number[6] = {};
  for (size_t m = 0; m < group.modes.size(); ++m) number[group.modes[m]] = 2 * int(m);
  std::fill_n(work_.form_phi.begin(), size_t(directions * nb_), Lanes(0));
  for (const BasisStrip& strip : strips)
    for (int row = 0; row < directions; ++row) {
      const Lanes* form = work_.group.form[row] + number[strip.mode];
      work_.form_phi[size_t(row * nb_ + strip.block)] +=
          strip.phi1 * Lanes(form[0][lane]) + strip.phi2 * Lanes(form[1][lane]);
    }
  for (const BasisStrip& strip : strips) {
    const auto* g1 = doubles(work_.form_phi.data() + number[strip.mode] * nb_);
    const auto* g2 = doubles(work_.form_phi.data() + (number[strip.mode] + 1) * nb_);
    // in registers: T might be the strip itself, for all that the compiler knows
    const Lanes phi1 = strip.phi1, phi2 = strip.phi2;
    Lanes* const T = work_.T_form.data() + strip.block;
    for (int j = 0; j < b_.n; ++j) T[j * nb_] += phi1 * Lanes(g1[j]) + phi2 * Lanes(g2[j]);
  }
}

}  // namespace cuttle
