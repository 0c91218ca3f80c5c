#pragma once
// Exact derivative of a rod's balance in all own directions at once. J is the Jacobian of a point,
// J' and J'' its time derivatives, all in base coordinates. Since dr_i - J_i' = [J_i, r] for every
// coordinate i, own unknowns (dq, dv, da) = (beta, gamma, mu) move a point by
//   zeta = beta J,   eta = beta J' + gamma J,   kappa = beta J'' + 2 gamma J' + mu J,
//   dV = eta + ad(V) zeta,   dA = kappa + ad(V - r) eta + (ad(A) - ad(r) ad(V)) zeta
// and its force by d f = M dA + G dV + zeta x* f, G = (.) x* (M nu) + nu x* M (.), which is
//   d f = M kappa + H eta + Z zeta + zeta x* f,
//   N = G - M ad(r),   H = N + M ad(V),   Z = M ad(A) + N ad(V);
// the base alone moves it by M dA + N dV. J depends on q, too: per interval, with the wrench F of
// all that lies beyond it, -(T_L Z)^T Ad(g)^T (zeta x* F) and a form in its strains.

#include <span>

#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_scratch.h"

namespace cuttle {

using BaseColumns = Eigen::Matrix<double, 6, 18>;
using Columns = Vec6<Lanes>;  // six rows of 8 columns

inline Columns spread(const Vector6& x) {
  Columns y;
  for (int i = 0; i < 6; ++i) y[i] = Lanes(x[i]);
  return y;
}

/// The columns of a point in one block of 8.
[[gnu::always_inline]] inline Columns load_columns(const Lanes* rows, int stride) {
  Columns x;
  for (int i = 0; i < 6; ++i) x[i] = rows[i * stride];
  return x;
}
[[gnu::always_inline]] inline void add_columns(const Columns& x, Lanes* rows, int stride) {
  for (int i = 0; i < 6; ++i) rows[i * stride] += x[i];
}

/// (zeta, eta, kappa) of own columns along a seed.
struct Moved {
  Columns zeta, eta, kappa;

  [[gnu::always_inline]] Moved(const Seed& seed, const Columns& J, const Columns& J1,
                               const Columns& J2)
      : zeta(J * Lanes(seed.beta)),
        eta(J1 * Lanes(seed.beta) + J * Lanes(seed.gamma)),
        kappa(J2 * Lanes(seed.beta) + J1 * Lanes(2 * seed.gamma) + J * Lanes(seed.mu)) {}
};

/// One sweep over a rod, for one or two seeds.
class TangentSweep {
 public:
  TangentSweep(const RodData& data, std::span<const Seed> seeds, BodyWork& b)
      : data_(data),
        seeds_(seeds),
        b_(b),
        scratch_(static_cast<RodScratch&>(*b.scratch)),
        work_(scratch_.tangent),
        nb_(b.nb) {}

  void run(const double* v, const double* a, BaseColumns& B_y);
  /// Leaves own rows and columns of seed number `slot`.
  void collect(int slot, MatrixX& T_x, MatrixX& B_x);
  void collect_base(MatrixX& T_y) const;

 private:
  bool skipped(int interval) const { return data_.passive[size_t(interval)] && !b_.passive_points; }
  void start();
  void group_rates(const IntervalGroup&, const GroupWork&, int first, int last);
  void jacobian_rates(const IntervalGroup&, int first, int last);
  void group_forms(const IntervalGroup&, const GroupWork&, int first, int last);
  void add_form(int interval, int directions);
  void group_matrices(const GroupWork&);
  void point_forces(const GroupWork&, int point, BaseColumns& B_y);
  void interval_forces(int interval);
  void load_forces(const PointTangent&, BaseColumns& B_y);
  /// The first point whose J is not zero in a block of columns.
  int first_moved(int block) const;
  /// Points whose force changes along a block of columns.
  void find_changed(const std::vector<Lanes>& force, int block);
  Lanes* rows(std::vector<Lanes>& all, int point) const { return all.data() + point * 6 * nb_; }

  const RodData& data_;
  std::span<const Seed> seeds_;
  BodyWork& b_;
  RodScratch& scratch_;
  RodTangentWork& work_;
  int nb_;
};

}  // namespace cuttle
