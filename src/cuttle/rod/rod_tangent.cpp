// Exact derivative of a rod's balance in all own directions at once, base frame held fixed.
// Along the rod, with zeta = beta J the displacement of a point (columns, base coordinates):
//   d u^ = Ad(g) du - ad(u^) zeta,   dr += d u^,
//   d beta += Ad(g) du' - ad(Ad(g) u') zeta - ad(u^) dr + ad(r) d u^          (before the interval)
// At a station, D the derivative seen from the moving section:
//   D nu = dr + ad(nu) zeta,   D alpha = d beta + ad(V) dr + ad(alpha) zeta
//   d f = M D alpha + (D nu) x* (M nu) + nu x* (M D nu) + zeta x* f
// Interval derivatives (du, du', d(T_L Z)) are needed in two directions per active mode only: the
// strains at the two Zanna points; the basis distributes them to the coordinates.

#include <algorithm>

#include "cuttle/math/dual.h"
#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_scratch.h"

namespace cuttle {
namespace {

/// The matrix of x -> x x* f.
Matrix6 wrench_matrix(const Vector6& f) {
  const Matrix3 moment = hat(f.head<3>()), force = hat(f.tail<3>());
  Matrix6 W;
  W << -moment, -force, -force, Matrix3::Zero();
  return W;
}

/// A direction of an interval: strain `mode` at Zanna point 1 or 2.
struct Direction {
  int point = 1, mode = 0;
};

/// Derivatives of one interval in its directions, in the frame of its start.
struct IntervalTangent {
  int count = 0;
  Direction direction[12];
  double du[6][12], du_dot[6][12];  // of u and u'
  double column[12][12];  // of F . T_L Z e: row = direction of the column, column = direction
};

Vec6<Dual> dual_row(const Vec6<Lanes>& x, int lane) {
  Vec6<Dual> y;
  for (int i = 0; i < 6; ++i) y[i] = Dual(x[i][lane]);
  return y;
}

/// Fills the tangent of interval `lane` of a group; F is the wrench of all that lies beyond it, in
/// the frame of its start. Statics need no rates: `moving` leaves them out.
void interval_tangent(const IntervalGroup& group, const IntervalStrain<Lanes>& strain, int lane,
                      const Seed& seed, const Vector6& F, bool moving, IntervalTangent& t) {
  t.count = 0;
  for (int mode : group.modes) {
    t.direction[t.count++] = {1, mode};
    t.direction[t.count++] = {2, mode};
  }
  const double h = group.h[lane], c = group.c[lane];
  for (int first = 0; first < t.count; first += kBlock) {
    const int pack = std::min(kBlock, t.count - first);
    IntervalStrain<Dual> s{dual_row(strain.xi1, lane),   dual_row(strain.xi2, lane),
                           dual_row(strain.rate1, lane), dual_row(strain.rate2, lane),
                           dual_row(strain.acc1, lane),  dual_row(strain.acc2, lane)};
    for (int k = 0; k < pack; ++k) {
      const Direction& d = t.direction[first + k];
      (d.point == 1 ? s.xi1 : s.xi2)[d.mode].d.set(k, seed.beta);
      (d.point == 1 ? s.rate1 : s.rate2)[d.mode].d.set(k, seed.gamma);
      (d.point == 1 ? s.acc1 : s.acc2)[d.mode].d.set(k, seed.mu);
    }

    ExpStep<Dual> step;
    if (moving) {
      const IntervalMotion<Dual> motion = interval_motion(h, c, s);
      step = motion.step;
      for (int row = 0; row < 6; ++row)
        for (int k = 0; k < pack; ++k) {
          t.du[row][first + k] = motion.u[row].d[k];
          t.du_dot[row][first + k] = motion.u_dot[row].d[k];
        }
    } else {
      const Vec6<Dual> Omega = (s.xi1 + s.xi2) * Dual(0.5 * h) + ad_apply(s.xi1, s.xi2) * Dual(c);
      step = exp_step(Omega);
    }

    // F . T_L Z e = (T_L^T F) . Z e, with Z e = h/2 e -+ c ad(xi) e
    const Vec6<Dual> TF = step.dexp.apply_transpose(F.cast<Dual>());
    const Vec6<Dual> ad1 = cross_wrench(s.xi1, TF), ad2 = cross_wrench(s.xi2, TF);
    for (int row = 0; row < t.count; ++row) {
      const Direction& d = t.direction[row];
      const Dual value = d.point == 1 ? TF[d.mode] * (0.5 * h) + ad2[d.mode] * c
                                      : TF[d.mode] * (0.5 * h) - ad1[d.mode] * c;
      for (int k = 0; k < pack; ++k) t.column[row][first + k] = value.d[k];
    }
  }
}

}  // namespace

void Rod::tangent(const Seed& seed, const double*, const double*, const double*, BodyWork& b,
                  BodyTangent& t) const {
  auto& scratch = static_cast<RodScratch&>(*b.scratch);
  RodTangentWork& work = scratch.tangent;
  const int n = data_.n, points = n_points(), intervals = int(data_.from.size());
  const bool moving = seed.gamma != 0 || seed.mu != 0;
  work.seed = seed;
  work.resize(points, n);

  // the wrench of all that lies beyond a point, the point included
  for (int k = 0; k < points; ++k) work.suffix[size_t(k)] = b.points[size_t(k)].force;
  for (int i = intervals - 1; i >= 0; --i)
    work.suffix[size_t(data_.from[size_t(i)])] += work.suffix[size_t(i + 1)];

  // all points below each other, so that the sums over points are single products
  for (int k = 0; k < points; ++k)
    for (int row = 0; row < 6; ++row) {
      if (k > 0 && data_.passive[size_t(k - 1)] && !b.passive_points) continue;
      const auto* J = doubles(b.J_row(k, row));
      for (int j = 0; j < n; ++j) work.J(6 * k + row, j) = J[j];
    }
  t.B_x.setZero(6, n);
  t.B_y.setZero();
  work.dr.setZero();
  work.dbeta.setZero();
  // nothing pulls at passive points: they add nothing
  for (int i = 0; i < intervals; ++i)
    if (!data_.passive[size_t(i)] || b.passive_points) add_interval_tangent(i, moving, b);
  for (int k = 0; k < points; ++k)
    if (k == 0 || !data_.passive[size_t(k - 1)]) add_point_tangent(k, moving, b, t);
  for (int i = 0; i < intervals; ++i)
    if (!data_.passive[size_t(i)]) add_interval_stiffness(i, b);

  t.T_x = seed.beta * data_.K + seed.gamma * data_.D;
  if (b.has_K_act)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        t.T_x(i, j) += seed.beta * b.K_act[size_t(i * b.nb + j / kBlock)][j % kBlock];
  t.T_x.noalias() += work.J.transpose() * work.d_force;
  t.T_x.noalias() += work.phi.transpose() * work.block_phi;
  t.T_y.resize(n, 18);
  t.T_y.noalias() = work.J.transpose() * work.base_force;
}

void Rod::add_interval_tangent(int i, bool moving, BodyWork& b) const {
  auto& scratch = static_cast<RodScratch&>(*b.scratch);
  RodTangentWork& work = scratch.tangent;
  const int from = data_.from[size_t(i)], to = i + 1;
  const IntervalGroup& group = data_.groups[size_t(i / kBlock)];
  const GroupWork& local = scratch.groups[size_t(i / kBlock)];
  const int lane = i % kBlock;
  const Pose& g = b.points[size_t(from)].X_BP;

  IntervalTangent d;
  interval_tangent(group, local.strain, lane, work.seed, AdT_apply(g, work.suffix[size_t(to)]),
                   moving, d);

  // (d(T_L Z))^T F, distributed by the basis: a row of Phi per direction
  const auto division = size_t(data_.interval_division[size_t(i)]);
  const int first = data_.division_column[division], count = data_.divisions[division].n();
  auto phi = work.phi.middleRows(12 * i, d.count);
  phi.setZero();
  for (int r = 0; r < d.count; ++r)
    for (int j = first; j < first + count; ++j) {
      if (data_.column_mode[size_t(j)] != d.direction[r].mode) continue;
      const auto& values = d.direction[r].point == 1 ? group.phi1 : group.phi2;
      phi(r, j) = values[size_t(j - group.column)][lane];
    }
  const Eigen::Map<const Eigen::Matrix<double, 12, 12, Eigen::RowMajor>> block(&d.column[0][0]);
  work.block_phi.middleRows(12 * i, d.count) =
      block.topLeftCorner(d.count, d.count).lazyProduct(phi);
  if (!moving) return;

  // dr and d beta of the end point
  const Eigen::Map<const Eigen::Matrix<double, 6, 12, Eigen::RowMajor>> du(&d.du[0][0]),
      du_dot(&d.du_dot[0][0]);
  const Matrix6 AdG = Ad(g);
  Vector6 u, u_dot;
  for (int row = 0; row < 6; ++row) {
    u[row] = local.motion.u[row][lane];
    u_dot[row] = local.motion.u_dot[row][lane];
  }
  const Matrix6 ad_u = ad(Vector6(AdG * u)), ad_u_dot = ad(Vector6(AdG * u_dot));
  const Eigen::Matrix<double, 6, 12> du_B = AdG * du, du_dot_B = AdG * du_dot;
  const auto J = work.J.middleRows<6>(6 * from);
  const auto dr_from = work.dr.middleRows<6>(6 * from);
  work.columns = du_B.leftCols(d.count).lazyProduct(phi);
  work.columns -= (work.seed.beta * ad_u).lazyProduct(J);
  work.dr.middleRows<6>(6 * to) = dr_from + work.columns;
  auto dbeta = work.dbeta.middleRows<6>(6 * to);
  dbeta = work.dbeta.middleRows<6>(6 * from);
  dbeta += du_dot_B.leftCols(d.count).lazyProduct(phi);
  dbeta -= (work.seed.beta * ad_u_dot).lazyProduct(J);
  dbeta -= ad_u.lazyProduct(dr_from);
  dbeta += ad(b.points[size_t(from)].r).lazyProduct(work.columns);
}

void Rod::add_interval_stiffness(int i, BodyWork& b) const {
  // -(T_L Z)^T Ad(g)^T (zeta x* F): T_L Z is the step of J, so it goes to both ends
  RodTangentWork& work = static_cast<RodScratch&>(*b.scratch).tangent;
  const int from = data_.from[size_t(i)];
  if (from == 0) return;
  const Matrix6 W = work.seed.beta * wrench_matrix(work.suffix[size_t(i + 1)]);
  work.columns = W.lazyProduct(work.J.middleRows<6>(6 * from));
  work.d_force.middleRows<6>(6 * (i + 1)) -= work.columns;
  work.d_force.middleRows<6>(6 * from) += work.columns;
}

void Rod::add_point_tangent(int k, bool moving, BodyWork& b, BodyTangent& t) const {
  auto& scratch = static_cast<RodScratch&>(*b.scratch);
  RodTangentWork& work = scratch.tangent;
  const Point& point = b.points[size_t(k)];
  const Vector6 nu = b.V_B + point.r;
  const Vector6 alpha = scratch.A + point.beta + ad_apply(b.V_B, point.r);

  // d f = M D alpha + G D nu + (f x* and the load's own K) zeta
  Matrix6 M = Matrix6::Zero(), G = Matrix6::Zero(), K = Matrix6::Zero();
  if (data_.weight[size_t(k)] > 0) {
    const GroupWork& local = scratch.groups[size_t((k - 1) / kBlock)];
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) M(i, j) = local.M(i, j)[(k - 1) % kBlock];
    if (moving) G = wrench_matrix(M * nu) - ad(nu).transpose() * M;
  }
  for (const PointTangent& load : b.tangents)
    if (load.point == k) {
      K += load.K;
      G += load.D;
    }

  auto d_force = work.d_force.middleRows<6>(6 * k);
  Matrix6 per_zeta = wrench_matrix(point.force) + K + M * ad(alpha);
  if (moving) per_zeta += G * ad(nu);
  d_force = (work.seed.beta * per_zeta).lazyProduct(work.J.middleRows<6>(6 * k));
  if (moving) {
    d_force += M.lazyProduct(work.dbeta.middleRows<6>(6 * k));
    d_force += Matrix6(M * ad(b.V_B) + G).lazyProduct(work.dr.middleRows<6>(6 * k));
  }
  t.B_x += d_force;

  auto base = work.base_force.middleRows<6>(6 * k);
  base.leftCols<6>() = K;
  base.middleCols<6>(6) = G - M * ad(point.r);
  base.rightCols<6>() = M;
  t.B_y += base;
}

void Rod::point_tangent(int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                        Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const {
  const auto& scratch = static_cast<const RodScratch&>(*b.scratch);
  const RodTangentWork& work = scratch.tangent;
  const Point& p = b.points[size_t(point)];
  const Vector6 nu = b.V_B + p.r;
  const Vector6 alpha = scratch.A + p.beta + ad_apply(b.V_B, p.r);
  const auto dr = work.dr.middleRows<6>(6 * point);
  zeta = work.seed.beta * work.J.middleRows<6>(6 * point);
  dV = dr + ad(nu).lazyProduct(zeta);
  dA =
      work.dbeta.middleRows<6>(6 * point) + ad(b.V_B).lazyProduct(dr) + ad(alpha).lazyProduct(zeta);
}

}  // namespace cuttle
