// Stiffness, damping and the exact tangent of a net as a body of the tree.

#include <algorithm>

#include "cuttle/math/se3.h"
#include "cuttle/net/body/net_body.h"
#include "cuttle/net/body/net_strains.h"

namespace cuttle {

namespace {

constexpr Seed kPosition{1, 0, 0}, kVelocity{0, 1, 0};

Vector3 in_plane(const VectorX& x, int node) { return {x[2 * node], x[2 * node + 1], 0}; }

/// Adds a matrix over the nodes of a strain to one over own coordinates.
void scatter(const NetBody& net, const LocalStrain& s, const Eigen::Matrix<double, 6, 6>& local,
             MatrixX& out) {
  for (int c = 0; c < s.size(); ++c) {
    const int column = net.own(s.nodes[size_t(c / 2)], c % 2);
    if (column < 0) continue;
    for (int r = 0; r < s.size(); ++r)
      if (const int row = net.own(s.nodes[size_t(r / 2)], r % 2); row >= 0)
        out(row, column) += local(r, c);
  }
}

}  // namespace

// Forces that push neighbours apart have a negative stiffness across, and moments turn: both are
// left out, so that an effective inertia stays positive.
void NetBody::stiffness_at(NetScratch& work) const {
  if (work.stiff) return;
  work.stiff = true;
  for (int j = 0; j < n_; ++j) {
    const int begin = std::max(0, j - band()), end = std::min(n_, j + band() + 1);
    work.K.col(j).segment(begin, end - begin).setZero();
    work.D.col(j).segment(begin, end - begin).setZero();
  }
  for_each_strain(data(), work.input, work.x, [&](const LocalStrain& s, const StrainLaw& law) {
    const Eigen::Matrix<double, 6, 6> square = s.slope * s.slope.transpose();
    const double force = law.stiffness * (s.value - law.rest);
    Eigen::Matrix<double, 6, 6> K = law.stiffness * square;
    if (s.count == 2 && force > 0) K += force * s.bend;
    scatter(*this, s, K, work.K);
    if (law.viscosity > 0) scatter(*this, s, law.viscosity * square, work.D);
  });
  for (int j = 0; j < n_; ++j) work.D(j, j) += data().drag[coordinate_[size_t(j)] / 2];
}

const MatrixX& NetBody::stiffness(const BodyWork& b) const {
  stiffness_at(scratch(b));
  return scratch(b).K;
}

const MatrixX& NetBody::damping(const BodyWork& b) const {
  stiffness_at(scratch(b));
  return scratch(b).D;
}

void NetBody::add_effective_inertia(double beta, double gamma, const double* a_old,
                                    BodyWork& b) const {
  NetScratch& s = scratch(b);
  stiffness_at(s);
  double* p_q = doubles(b.p_q.data());
  for (int i = 0; i < n_; ++i) {
    double* row = doubles(&b.M_qq[size_t(i * b.nb)]);
    const int end = std::min(n_, i + b.band + 1);
    for (int j = std::max(0, i - b.band); j < end; ++j) {
      const double extra = beta * s.K(j, i) + gamma * s.D(j, i);  // symmetric: by columns
      if (j >= i) row[j] += extra;
      p_q[i] -= extra * a_old[j];
    }
  }
}

void NetBody::tangent(const Seed& seed, const double*, const double*, const double*, BodyWork& b,
                      BodyTangent& t) const {
  scratch(b).seed = seed;
  own_tangent(seed, b, t.T_x, t.B_x);
  base_tangent(b, t.T_y, t.B_y);
}

void NetBody::derivatives(const double*, const double*, const double*, BodyWork& b,
                          BodyDerivatives& d) const {
  own_tangent(kPosition, b, d.T_q, d.B_q);
  own_tangent(kVelocity, b, d.T_v, d.B_v);
  base_tangent(b, d.T_y, d.B_y);
}

void NetBody::own_tangent(const Seed& seed, const BodyWork& b, MatrixX& T_x, MatrixX& B_x) const {
  T_x.setZero(n_, n_);
  B_x.setZero(6, n_);
  add_strain_tangent(seed, scratch(b), T_x);
  add_node_tangent(seed, b, T_x, B_x);
  for (int k = 1; k < n_points(); ++k)
    if (!b.points[size_t(k)].force.isZero(0)) add_point_tangent(seed, k, b, T_x, B_x);
  for (const PointTangent& load : b.tangents) add_load_tangent(seed, load, b, T_x, B_x);
}

// d(f s_x) with f = k (s - rest) + c s':  (k s_x + c (s_xx v)) s_x + f s_xx, and c s_x s_x by rates
void NetBody::add_strain_tangent(const Seed& seed, const NetScratch& work, MatrixX& T_x) const {
  for_each_strain(data(), work.input, work.x, [&](const LocalStrain& s, const StrainLaw& law) {
    const double force = law.stiffness * (s.value - law.rest) + law.viscosity * rate_of(s, work.v);
    const double along = seed.beta * law.stiffness + seed.gamma * law.viscosity;
    Eigen::Matrix<double, 6, 6> local = along * s.slope * s.slope.transpose();
    local += seed.beta * force * s.bend;
    if (law.viscosity > 0) {
      Eigen::Matrix<double, 6, 1> v = Eigen::Matrix<double, 6, 1>::Zero();
      for (int k = 0; k < s.count; ++k)
        v.segment<2>(2 * k) = work.v.segment<2>(2 * s.nodes[size_t(k)]);
      const Eigen::Matrix<double, 6, 1> turned = s.bend * v;
      local += seed.beta * law.viscosity * s.slope * turned.transpose();
    }
    scatter(*this, s, local, T_x);
  });
  for (int j = 0; j < n_; ++j) T_x(j, j) += seed.gamma * data().drag[coordinate_[size_t(j)] / 2];
}

void NetBody::add_node_tangent(const Seed& seed, const BodyWork& b, MatrixX& T_x,
                               MatrixX& B_x) const {
  const NetScratch& s = scratch(b);
  const Matrix3 w = hat(Vector3(b.V_B.head<3>())), alpha = hat(Vector3(s.A.head<3>()));
  Matrix3 per_step = seed.beta * (alpha + w * w) + 2 * seed.gamma * w;
  per_step.diagonal().array() += seed.mu;
  for (int node = 0; node < data().nodes(); ++node) {
    const Vector3 f = node_force(node, b), p = in_plane(s.x, node);
    for (int k = 0; k < 2; ++k) {
      const int column = own(node, k);
      if (column < 0) continue;
      const Vector3 df = data().mass[node] * per_step.col(k);
      for (int r = 0; r < 2; ++r)
        if (const int row = own(node, r); row >= 0) T_x(row, column) += df[r];
      B_x.col(column).head<3>() += p.cross(df) + seed.beta * Vector3::Unit(k).cross(f);
      B_x.col(column).tail<3>() += df;
    }
  }
}

// A wrench W at a point stays as it is in the frame of the point, where it is a force f and a
// moment about the point; own coordinates do the work f . dp + m dphi.
void NetBody::add_point_tangent(const Seed& seed, int point, const BodyWork& b, MatrixX& T_x,
                                MatrixX& B_x) const {
  if (seed.beta == 0) return;
  const PointColumns columns = columns_of(point, scratch(b));
  const PointMotion& m = columns.motion;
  const Vector6& W = b.points[size_t(point)].force;
  const Vector2 f = W.segment<2>(3), p = m.place();
  const double moment = W[2] - (p.x() * f.y() - p.y() * f.x());
  for (int c = 0; c < 4; ++c) {
    const int column = columns.own[size_t(c)];
    if (column < 0) continue;
    const Vector2 turned = m.turn(c) * Vector2(-f.y(), f.x());
    B_x.col(column) += seed.beta * cross_wrench(columns.J[size_t(c)], W);
    for (int r = 0; r < 4; ++r)
      if (const int row = columns.own[size_t(r)]; row >= 0)
        T_x(row, column) += seed.beta * (m.step(r).dot(turned) + moment * m.turn_slope(r, c));
  }
}

void NetBody::add_load_tangent(const Seed& seed, const PointTangent& load, const BodyWork& b,
                               MatrixX& T_x, MatrixX& B_x) const {
  if (load.point == 0) return;
  const PointColumns columns = columns_of(load.point, scratch(b));
  for (int c = 0; c < 4; ++c) {
    const int column = columns.own[size_t(c)];
    if (column < 0) continue;
    const Vector6 &J = columns.J[size_t(c)], &J1 = columns.J1[size_t(c)];
    const Vector6 dV = seed.beta * (J1 + ad_apply(b.V_B, J)) + seed.gamma * J;
    const Vector6 moved = load.K * (seed.beta * J) + load.D * dV;
    B_x.col(column) += moved;
    for (int r = 0; r < 4; ++r)
      if (const int row = columns.own[size_t(r)]; row >= 0)
        T_x(row, column) += columns.J[size_t(r)].dot(moved);
  }
}

void NetBody::base_tangent(const BodyWork& b, MatrixX& T_y,
                           Eigen::Matrix<double, 6, 18>& B_y) const {
  const NetScratch& s = scratch(b);
  T_y.setZero(n_, 18);
  B_y.setZero();
  const Vector3 w = b.V_B.head<3>(), v = b.V_B.tail<3>();
  for (int node = 0; node < data().nodes(); ++node) {
    const Vector3 p = in_plane(s.x, node), u = in_plane(s.v, node);
    Eigen::Matrix<double, 3, 18> df;
    df.leftCols<6>().setZero();
    df.middleCols<3>(6) = -hat(Vector3(v + w.cross(p) + 2 * u)) - hat(w) * hat(p);
    df.middleCols<3>(9) = hat(w);
    df.middleCols<3>(12) = -hat(p);
    df.rightCols<3>() = Matrix3::Identity();
    df *= data().mass[node];
    B_y.topRows<3>() += hat(p) * df;
    B_y.bottomRows<3>() += df;
    for (int k = 0; k < 2; ++k)
      if (const int row = own(node, k); row >= 0) T_y.row(row) += df.row(k);
  }
  for (const PointTangent& load : b.tangents) {
    B_y.leftCols<6>() += load.K;
    B_y.middleCols<6>(6) += load.D;
    if (load.point == 0) continue;
    const PointColumns columns = columns_of(load.point, s);
    for (int r = 0; r < 4; ++r) {
      const int row = columns.own[size_t(r)];
      if (row < 0) continue;
      T_y.row(row).head<6>() += columns.J[size_t(r)].transpose() * load.K;
      T_y.row(row).segment<6>(6) += columns.J[size_t(r)].transpose() * load.D;
    }
  }
}

// as those of rods, rod/tangent_sweep.h
void NetBody::vary_point(const Seed& seed, int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                         Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const {
  zeta.setZero();
  dV.setZero();
  dA.setZero();
  if (point == 0) return;
  const Vector6 &V = b.V_B, &r = b.points[size_t(point)].r, relative = V - r;
  const PointColumns columns = columns_of(point, scratch(b));
  for (int c = 0; c < 4; ++c) {
    const int column = columns.own[size_t(c)];
    if (column < 0) continue;
    const Vector6 &J = columns.J[size_t(c)], &J1 = columns.J1[size_t(c)],
                  &J2 = columns.J2[size_t(c)];
    const Vector6 moved = seed.beta * J, eta = seed.beta * J1 + seed.gamma * J;
    const Vector6 kappa = seed.beta * J2 + 2 * seed.gamma * J1 + seed.mu * J;
    const Vector6 turned = ad_apply(V, moved);
    zeta.col(column) = moved;
    dV.col(column) = eta + turned;
    dA.col(column) =
        kappa + ad_apply(relative, eta) + ad_apply(scratch(b).A, moved) - ad_apply(r, turned);
  }
}

void NetBody::point_tangent(int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                            Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const {
  vary_point(scratch(b).seed, point, b, zeta, dV, dA);
}

void NetBody::point_derivatives(int point, const BodyWork& b, Eigen::Ref<MatrixX> Y_q,
                                Eigen::Ref<MatrixX> Y_v) const {
  vary_point(kPosition, point, b, Y_q.topRows<6>(), Y_q.middleRows<6>(6), Y_q.bottomRows<6>());
  vary_point(kVelocity, point, b, Y_v.topRows<6>(), Y_v.middleRows<6>(6), Y_v.bottomRows<6>());
}

}  // namespace cuttle
