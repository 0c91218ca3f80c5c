// The exact derivative of a shell's balance: the same formulas in dual numbers, eight directions at
// a time. Directions are the own coordinates, then twist, velocity and acceleration of the base.

#include <algorithm>

#include "cuttle/math/se3.h"
#include "cuttle/shell/shell.h"
#include "cuttle/shell/shell_elastic.h"

namespace cuttle {
namespace {

constexpr int kBase = 18;

void seed_numbers(const double* x, int n, std::vector<Dual>& out) {
  out.resize(size_t(n));
  for (int j = 0; j < n; ++j) out[size_t(j)] = Dual(x == nullptr ? 0.0 : x[j]);
}

}  // namespace

void Shell::tangent(const Seed& seed, const double* q, const double* v, const double* a,
                    BodyWork& b, BodyTangent& t) const {
  ShellScratch& s = scratch(b);
  ShellTangentWork& work = s.tangent;
  const int n = data_.n, directions = n + kBase;
  const auto points = Eigen::Index(b.points.size());
  t.T_x.resize(n, n);
  t.T_y.resize(n, kBase);
  t.B_x.resize(6, n);
  work.zeta = work.dr = work.dbeta = MatrixX::Zero(points, n);
  work.forces.resize(data_.rings.size());

  for (int first = 0; first < directions; first += kBlock) {
    const int count = std::min(kBlock, directions - first);
    seed_numbers(q, n, work.q);
    seed_numbers(v, n, work.v);
    seed_numbers(a, n, work.a);
    Vec6<Dual> V = b.V_B.cast<Dual>(), A = s.A.cast<Dual>();
    Vec3<Dual> gravity = s.loading.weight_back.cast<Dual>();
    for (int k = 0; k < count; ++k) {
      const int at = first + k;
      if (at < n) {
        work.q[size_t(at)].d.set(k, seed.beta);
        work.v[size_t(at)].d.set(k, seed.gamma);
        work.a[size_t(at)].d.set(k, seed.mu);
      } else if (at < n + 3) {
        // the base turns: gravity turns back in its frame
        const Vector3 turned = s.loading.weight_back.cross(Vector3::Unit(at - n));
        for (int i = 0; i < 3; ++i) gravity[i].d.set(k, turned[i]);
      } else if (at >= n + 6 && at < n + 12) {
        V[at - n - 6].d.set(k, 1);
      } else if (at >= n + 12) {
        A[at - n - 12].d.set(k, 1);
      }
    }

    move_rings<Dual>(data_, work.q.data(), work.v.data(), work.a.data(), work.rings);
    std::fill(work.forces.begin(), work.forces.end(), RingForce<Dual>::zero());
    Vec6<Dual> F = inertial_forces<Dual>(data_, work.rings, V, A, work.forces);
    F += loading_forces<Dual>(data_, s.loading, work.rings, V, gravity, work.forces);
    elastic_forces(data_, work.rings, work.forces);

    // wrenches at the points on the axis stay as they are in their own frames
    for (Eigen::Index i = 1; i < points; ++i) {
      const MeridianRow& row = data_.point_rows[size_t(i - 1)];
      const RimMotion<Dual> rim = rim_at(data_, row, work.rings);
      const Vector3 f = b.points[size_t(i)].force.tail<3>();
      add_rim_force(row, Dual(0.0), Dual(f[0]), work.rings, work.forces);
      const Dual moved = rim.x - rim.x.v;  // derivatives only
      F[1] -= moved * f[2];
      F[2] += moved * f[1];
      for (int k = 0; k < count && first + k < n; ++k) {
        work.zeta(i, first + k) = rim.x.d[k];
        work.dr(i, first + k) = rim.x_v.d[k];
        work.dbeta(i, first + k) = rim.x_a.d[k];
      }
    }
    work.tau.assign(size_t(n), Dual(0.0));
    gather(data_, work.rings, work.forces, work.tau.data());
    add_edge_moment(data_, work.q.data(), work.tau.data());

    for (int k = 0; k < count; ++k) {
      const int at = first + k;
      for (int j = 0; j < n; ++j)
        (at < n ? t.T_x(j, at) : t.T_y(j, at - n)) = work.tau[size_t(j)].d[k];
      for (int row = 0; row < 6; ++row)
        (at < n ? t.B_x(row, at) : t.B_y(row, at - n)) = F[row].d[k];
    }
  }

  if (b.has_K_act)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        t.T_x(i, j) += seed.beta * b.K_act[size_t(i * b.nb + j / kBlock)][j % kBlock];

  // loads at points with a stiffness of their own
  for (const PointTangent& load : b.tangents) {
    MatrixX zeta(6, n), dV(6, n), dA(6, n), J(6, n);
    point_tangent(load.point, b, zeta, dV, dA);
    for (int row = 0; row < 6; ++row)
      for (int j = 0; j < n; ++j) J(row, j) = b.J_row(load.point, row)[j / kBlock][j % kBlock];
    const MatrixX moved = load.K * zeta + load.D * dV;
    t.T_x += J.transpose() * moved;
    t.B_x += moved;
    t.B_y.leftCols<6>() += load.K;
    t.B_y.middleCols<6>(6) += load.D;
    t.T_y.leftCols<6>() += J.transpose() * load.K;
    t.T_y.middleCols<6>(6) += J.transpose() * load.D;
  }
}

void Shell::point_tangent(int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                          Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const {
  const ShellScratch& s = scratch(b);
  const Point& p = b.points[size_t(point)];
  const Vector6 nu = b.V_B + p.r;
  const Vector6 alpha = s.A + p.beta + ad_apply(b.V_B, p.r);
  const Vector6 axis = Vector6::Unit(3);
  const auto along = s.tangent.dr.row(point);
  zeta = axis * s.tangent.zeta.row(point);
  dV = axis * along + ad(nu) * zeta;
  dA = axis * s.tangent.dbeta.row(point) + ad(b.V_B) * (axis * along) + ad(alpha) * zeta;
}

}  // namespace cuttle
