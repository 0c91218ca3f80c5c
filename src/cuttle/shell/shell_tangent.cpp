// The exact derivative of a shell's balance: the same formulas in dual numbers, eight directions at
// a time. Directions are the own coordinates, then twist, velocity and acceleration of the base.

#include <algorithm>

#include "cuttle/math/se3.h"
#include "cuttle/shell/shell.h"
#include "cuttle/shell/shell_elastic.h"

namespace cuttle {
namespace {

constexpr int kBase = 18;

void set_numbers(const double* x, int n, std::vector<Dual>& out) {
  out.resize(size_t(n));
  for (int j = 0; j < n; ++j) out[size_t(j)] = Dual(x == nullptr ? 0.0 : x[j]);
}

/// What the formulas depend on, with derivatives along up to eight directions from `first` on.
struct Directions {
  int first = 0, count = 0;
  Vec6<Dual> V, A;
  Vec3<Dual> gravity, flow;
};

/// Seeds direction `at` in lane k: own coordinates, then twist, velocity, acceleration of the base.
void seed_direction(const Seed& seed, int n, int at, int k, const ShellLoading& load,
                    ShellTangentWork& work, Directions& d) {
  if (at < n) {
    work.q[size_t(at)].d.set(k, seed.beta);
    work.v[size_t(at)].d.set(k, seed.gamma);
    work.a[size_t(at)].d.set(k, seed.mu);
  } else if (at < n + 3) {
    // the base turns: gravity and flow turn back in its frame
    const Vector3 axis = Vector3::Unit(at - n);
    for (int i = 0; i < 3; ++i) {
      d.gravity[i].d.set(k, load.weight_back.cross(axis)[i]);
      d.flow[i].d.set(k, load.flow.cross(axis)[i]);
    }
  } else if (at < n + 6) {
    for (int i = 0; i < 3; ++i) d.flow[i].d.set(k, load.flow_gradient(i, at - n - 3));
  } else if (at < n + 12) {
    d.V[at - n - 6].d.set(k, 1);
  } else {
    d.A[at - n - 12].d.set(k, 1);
  }
}

/// Wrenches at the points on the axis stay as they are in their own frames; how the points move
/// along the own directions is kept.
void add_points(const ShellData& data, const BodyWork& b, const Directions& d,
                ShellTangentWork& work, Vec6<Dual>& F) {
  for (size_t i = 1; i < b.points.size(); ++i) {
    const MeridianRow& row = data.point_rows[i - 1];
    const RimMotion<Dual> rim = rim_at(data, row, work.rings);
    const Vector3 f = b.points[i].force.tail<3>();
    add_rim_force(row, Dual(0.0), Dual(f[0]), work.rings, work.forces);
    const Dual moved = rim.x - rim.x.v;  // derivatives only
    F[1] -= moved * f[2];
    F[2] += moved * f[1];
    for (int k = 0; k < d.count && d.first + k < data.n; ++k) {
      work.zeta(Eigen::Index(i), d.first + k) = rim.x.d[k];
      work.dr(Eigen::Index(i), d.first + k) = rim.x_v.d[k];
      work.dbeta(Eigen::Index(i), d.first + k) = rim.x_a.d[k];
    }
  }
}

/// Derivatives of the balance to their columns.
void scatter(const Directions& d, const Vec6<Dual>& F, const ShellTangentWork& work,
             BodyTangent& t) {
  const auto n = int(work.tau.size());
  for (int k = 0; k < d.count; ++k) {
    const int at = d.first + k;
    for (int j = 0; j < n; ++j)
      (at < n ? t.T_x(j, at) : t.T_y(j, at - n)) = work.tau[size_t(j)].d[k];
    for (int row = 0; row < 6; ++row) (at < n ? t.B_x(row, at) : t.B_y(row, at - n)) = F[row].d[k];
  }
}

}  // namespace

void Shell::tangent(const Seed& seed, const double* q, const double* v, const double* a,
                    BodyWork& b, BodyTangent& t) const {
  differentiate(seed, data_.n + kBase, q, v, a, b, t);
  for (const PointTangent& load : b.tangents) add_point_tangent(load, b, t);
}

void Shell::differentiate(const Seed& seed, int last, const double* q, const double* v,
                          const double* a, BodyWork& b, BodyTangent& t) const {
  ShellScratch& s = scratch(b);
  ShellTangentWork& work = s.tangent;
  const int n = data_.n;
  t.T_x.resize(n, n);
  t.T_y.setZero(n, kBase);
  t.B_y.setZero();
  t.B_x.resize(6, n);
  work.resize(b.points.size(), n);
  work.forces.resize(data_.rings.size());

  for (int first = 0; first < last; first += kBlock) {
    Directions d{first,
                 std::min(kBlock, last - first),
                 b.V_B.cast<Dual>(),
                 s.A.cast<Dual>(),
                 s.loading.weight_back.cast<Dual>(),
                 s.loading.flow.cast<Dual>()};
    set_numbers(q, n, work.q);
    set_numbers(v, n, work.v);
    set_numbers(a, n, work.a);
    for (int k = 0; k < d.count; ++k) seed_direction(seed, n, first + k, k, s.loading, work, d);

    move_rings<Dual>(data_, work.q.data(), work.v.data(), work.a.data(), work.rings);
    std::fill(work.forces.begin(), work.forces.end(), RingForce<Dual>::zero());
    Vec6<Dual> F = inertial_forces<Dual>(data_, work.rings, d.V, d.A, d.flow, work.forces);
    F += loading_forces<Dual>(data_, s.loading, work.rings, d.V, d.flow, d.gravity, work.forces);
    elastic_forces(data_, work.rings, work.forces);
    add_points(data_, b, d, work, F);
    work.tau.assign(size_t(n), Dual(0.0));
    gather(data_, work.rings, work.forces, work.tau.data());
    add_edge_moment(data_, work.q.data(), work.v.data(), work.tau.data());
    scatter(d, F, work, t);
  }
  if (b.has_K_act)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        t.T_x(i, j) += seed.beta * b.K_act[size_t(i * b.nb + j / kBlock)][j % kBlock];
}

void Shell::derivatives(const double* q, const double* v, const double* a, BodyWork& b,
                        BodyDerivatives& d) const {
  // velocities first: the motion of the points along positions is kept
  ShellTangentWork& work = scratch(b).tangent;
  differentiate({0, 1, 0}, data_.n, q, v, a, b, work.per_v);
  for (const PointTangent& load : b.tangents) add_point_tangent(load, b, work.per_v);
  tangent({1, 0, 0}, q, v, a, b, work.per_q);
  d.T_q = work.per_q.T_x;
  d.B_q = work.per_q.B_x;
  d.T_y = work.per_q.T_y;
  d.B_y = work.per_q.B_y;
  d.T_v = work.per_v.T_x;
  d.B_v = work.per_v.B_x;
}

/// A load at a point with a stiffness of its own.
void Shell::add_point_tangent(const PointTangent& load, BodyWork& b, BodyTangent& t) const {
  ShellTangentWork& work = scratch(b).tangent;
  point_tangent(load.point, b, work.columns[0], work.columns[1], work.columns[2]);
  MatrixX& moved = work.columns[3];
  moved = load.K.lazyProduct(work.columns[0]);
  moved += load.D.lazyProduct(work.columns[1]);
  t.B_x += moved;
  t.B_y.leftCols<6>() += load.K;
  t.B_y.middleCols<6>(6) += load.D;
  // a point moves along the axis only: row 3 of J
  const Eigen::Map<const VectorX> J(doubles(b.J_row(load.point, 3)), data_.n);
  if (load.point == 0) return;
  t.T_x.noalias() += J * moved.row(3);
  t.T_y.leftCols<6>().noalias() += J * load.K.row(3);
  t.T_y.middleCols<6>(6).noalias() += J * load.D.row(3);
}

void Shell::point_tangent(int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                          Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const {
  const ShellScratch& s = scratch(b);
  const Point& p = b.points[size_t(point)];
  const Vector6 nu = b.V_B + p.r;
  const Vector6 alpha = s.A + p.beta + ad_apply(b.V_B, p.r);
  // displacement, twist and acceleration along the axis, and what the base's motion makes of them
  const Vector6 axis = Vector6::Unit(3);
  const Vector6 per_zeta = ad_apply(nu, axis), per_dr = ad_apply(b.V_B, axis);
  const Vector6 acc_per_zeta = ad_apply(alpha, axis);
  const auto moved = s.tangent.zeta.row(point), rate = s.tangent.dr.row(point);
  zeta.noalias() = axis * moved;
  dV.noalias() = axis * rate + per_zeta * moved;
  dA.noalias() = axis * s.tangent.dbeta.row(point) + per_dr * rate + acc_per_zeta * moved;
}

void Shell::point_derivatives(int point, const BodyWork& b, Eigen::Ref<MatrixX> Y_q,
                              Eigen::Ref<MatrixX> Y_v) const {
  point_tangent(point, b, Y_q.topRows<6>(), Y_q.middleRows<6>(6), Y_q.bottomRows<6>());
  // x' = J v and x'' = J a + J' v along the axis: per velocity J and 2 J'
  const ShellTangentWork& work = scratch(b).tangent;
  const Vector6 axis = Vector6::Unit(3), per_J = ad_apply(b.V_B, axis);
  Y_v.topRows<6>().setZero();
  Y_v.middleRows<6>(6).noalias() = axis * work.zeta.row(point);
  Y_v.bottomRows<6>().noalias() = axis * (2 * work.dr.row(point)) + per_J * work.zeta.row(point);
}

}  // namespace cuttle
