#include "cuttle/water/volume.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/math/so3.h"

namespace cuttle {

namespace {

// edges are rounded by this part of the smallest half size, so that forces are smooth also where a
// face lies flat on the water
constexpr double kRounding = 0.05;
// the height of a lying axis, as part of the same: only keeps the quotients finite
constexpr double kThin = 1e-3;

/// Sizes y_i = sqrt(n . A_i n) of an element as it stands.
struct Sizes {
  int count = 1;
  Matrix3 A[3];
  double y[3] = {1, 1, 1};
};

double smallest(const Matrix3& half) { return half.colwise().norm().minCoeff(); }

Sizes sizes_of(const VolumeElement& e, const Vector3& n) {
  Sizes s;
  const double small = smallest(e.half);
  if (e.shape == VolumeShape::ball) {
    s.A[0] = e.half * e.half.transpose();
  } else if (e.shape == VolumeShape::cylinder) {
    const Vector3 axis = e.half.col(0).normalized();
    const Matrix3 along = axis * axis.transpose();
    s.count = 2;
    s.A[0] = e.half.rightCols<2>() * e.half.rightCols<2>().transpose() +
             std::pow(kRounding * small, 2) * along;
    s.A[1] = 4 * e.half.col(0) * e.half.col(0).transpose() +
             std::pow(kThin * small, 2) * (Matrix3::Identity() - along);
  } else {
    s.count = 3;
    for (int i = 0; i < 3; ++i) {
      const Vector3 edge = e.half.col(i).normalized();
      s.A[i] = 4 * e.half.col(i) * e.half.col(i).transpose() +
               std::pow(kRounding * small, 2) * (Matrix3::Identity() - edge * edge.transpose());
    }
  }
  for (int i = 0; i < s.count; ++i) s.y[i] = std::sqrt(n.dot(s.A[i] * n));
  return s;
}

CutEnergy cut(const VolumeElement& e, double h, const Sizes& s) {
  if (e.shape == VolumeShape::ball) return cut_ball(h, s.y[0]);
  if (e.shape == VolumeShape::cylinder) return cut_cylinder(h, s.y[0], s.y[1]);
  return cut_box(h, Vector3(s.y[0], s.y[1], s.y[2]));
}

/// Adds one element cut by the surface. With the energy -V Phi(h, n): force V Phi_h n at the
/// centre and the couple V Phi_n x n.
void add_element(const VolumeElement& e, const Vector3& n, double height, bool with_tangent,
                 Submersion& sum) {
  if (e.volume == 0) return;
  const double h = height + n.dot(e.center);
  const double reach = reach_from(e.center, e);
  if (h >= reach) return;
  if (h <= -reach) {
    const Submersion whole = submerged(e.volume, e.center, n, height, with_tangent);
    sum.volume += whole.volume;
    sum.wrench += whole.wrench;
    sum.potential += whole.potential;
    if (with_tangent) sum.stiffness += whole.stiffness;
    return;
  }
  const Sizes s = sizes_of(e, n);
  const CutEnergy phi = cut(e, h, s);

  // gradient and Hessian per n: y_i = sqrt(n . A_i n) has the gradient p_i = A_i n / y_i
  Vector3 p[3], phi_n = Vector3::Zero();
  for (int i = 0; i < s.count; ++i) {
    p[i] = s.A[i] * n / s.y[i];
    phi_n += phi.y[i] * p[i];
  }
  const Vector3 force = e.volume * phi.h * n;
  sum.volume += e.volume * phi.h;
  sum.wrench.head<3>() += e.center.cross(force) + e.volume * phi_n.cross(n);
  sum.wrench.tail<3>() += force;
  sum.potential -= e.volume * phi.value;
  if (!with_tangent) return;

  Vector3 phi_hn = Vector3::Zero();
  Matrix3 phi_nn = Matrix3::Zero();
  for (int i = 0; i < s.count; ++i) {
    phi_hn += phi.hy[i] * p[i];
    phi_nn += phi.y[i] / s.y[i] * (s.A[i] - p[i] * p[i].transpose());
    for (int j = 0; j < s.count; ++j) phi_nn += phi.yy(i, j) * p[i] * p[j].transpose();
  }
  // per displacement twist (theta; d): dn = n x theta, dh = n . (d + theta x c)
  using Rows = Eigen::Matrix<double, 3, 6>;
  Eigen::Matrix<double, 1, 6> dh;
  dh << e.center.cross(n).transpose(), n.transpose();
  Rows dn = Rows::Zero();
  dn.leftCols<3>() = hat(n);
  const Eigen::Matrix<double, 1, 6> ds = phi.hh * dh + phi_hn.transpose() * dn;
  const Rows d_force = e.volume * (phi.h * dn + n * ds);
  const Rows d_phi_n = phi_hn * dh + phi_nn * dn;
  const Rows d_couple = e.volume * (hat(phi_n) * dn - hat(n) * d_phi_n);
  sum.volume_gradient += e.volume * ds.transpose();
  sum.stiffness.topRows<3>() -= hat(e.center) * d_force + d_couple;
  sum.stiffness.bottomRows<3>() -= d_force;
}

}  // namespace

double reach_from(const Vector3& place, const VolumeElement& e) {
  return (e.center - place).norm() + e.half.norm() + 2 * kRounding * smallest(e.half);
}

Submersion submersion(std::span<const VolumeElement> elements, const Vector3& n, double height,
                      bool with_tangent) {
  Submersion sum;
  for (const VolumeElement& e : elements) add_element(e, n, height, with_tangent, sum);
  return sum;
}

Submersion submerged(double volume, const Vector3& center, const Vector3& n, double height,
                     bool with_tangent) {
  Submersion sum;
  const Vector3 force = volume * n;
  sum.volume = volume;
  sum.wrench << center.cross(force), force;
  sum.potential = -volume * (height + n.dot(center));
  if (with_tangent) {
    // dn = n x theta
    sum.stiffness.topLeftCorner<3, 3>() = -hat(center) * hat(force);
    sum.stiffness.bottomLeftCorner<3, 3>() = -hat(force);
  }
  return sum;
}

namespace {

using std::numbers::pi;

/// A profile over eta = height / half height: the share s under water, its slope, its integrals
/// Psi (zero at eta = 1, so Psi = eta below -1) and Psi1 (likewise).
struct CutProfile {
  double slope = 0, share = 0, Psi = 0, Psi1 = 0;
};

/// Spherical cap.
CutProfile cap(double eta) {
  if (eta >= 1) return {};
  if (eta <= -1) return {0, 1, eta, 0};
  const double out = 1 - eta;
  return {-0.75 * (1 - eta * eta), 0.25 * out * out * (2 + eta), -out * out * out * (3 + eta) / 16,
          0};
}

/// Segment of a circle.
CutProfile segment(double eta) {
  if (eta >= 1) return {};
  if (eta <= -1) return {0, 1, eta, 0.5 * eta * eta + 0.125};
  const double root = std::sqrt(1 - eta * eta), cube = root * root * root, angle = std::acos(eta);
  return {-2 * root / pi, (angle - eta * root) / pi, (eta * angle - root + cube / 3) / pi,
          ((0.5 * eta * eta + 0.125) * angle - 0.625 * eta * root + eta * cube / 12) / pi};
}

/// T = a Psi(y / a) and B = a^2 Psi1(y / a), the integral of T over y.
struct SegmentEnergy {
  double T, s, T_a, B, B_a, B_aa;
};
SegmentEnergy segment_energy(double y, double a) {
  const double eta = y / a;
  const CutProfile p = segment(eta);
  return {a * p.Psi,
          p.share,
          p.Psi - eta * p.share,
          a * a * p.Psi1,
          a * (2 * p.Psi1 - eta * p.Psi),
          2 * p.Psi1 - 2 * eta * p.Psi + eta * eta * p.share};
}

}  // namespace

CutEnergy cut_ball(double h, double a) {
  const double eta = h / a;
  const CutProfile p = cap(eta);
  CutEnergy e;
  e.value = a * p.Psi;
  e.h = p.share;
  e.hh = p.slope / a;
  e.y[0] = p.Psi - eta * p.share;
  e.hy[0] = -eta * e.hh;
  e.yy(0, 0) = eta * eta * e.hh;
  return e;
}

CutEnergy cut_cylinder(double h, double a, double w) {
  // mean of T over the height of the axis
  const SegmentEnergy p = segment_energy(h + w / 2, a), m = segment_energy(h - w / 2, a);
  CutEnergy e;
  e.value = (p.B - m.B) / w;
  e.h = (p.T - m.T) / w;
  e.hh = (p.s - m.s) / w;
  e.y[0] = (p.B_a - m.B_a) / w;
  e.y[1] = (0.5 * (p.T + m.T) - e.value) / w;
  e.hy[0] = (p.T_a - m.T_a) / w;
  e.hy[1] = (0.5 * (p.s + m.s) - e.h) / w;
  e.yy(0, 0) = (p.B_aa - m.B_aa) / w;
  e.yy(0, 1) = e.yy(1, 0) = (0.5 * (p.T_a + m.T_a) - e.y[0]) / w;
  e.yy(1, 1) = (0.25 * (p.s - m.s) - 2 * e.y[1]) / w;
  return e;
}

CutEnergy cut_box(double h, const Vector3& w) {
  // mean of min(h + x, 0), x a sum of three even distributions: differences of a fourth power,
  // Phi = -A / (w1 w2 w3), A = sum of +-(z)^4 / 24 over the corners under water
  double A = 0, A_z = 0, A_zz = 0;
  Vector3 A_w = Vector3::Zero(), A_zw = Vector3::Zero();
  Matrix3 A_ww = Matrix3::Zero();
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 side(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5);
    const double z = side.dot(w) - h;
    if (z <= 0) continue;
    const double sign = 8 * side.prod(), z2 = sign * z * z;
    A += z2 * z * z / 24;
    A_z += z2 * z / 6;
    A_zz += z2 / 2;
    A_w += z2 * z / 6 * side;
    A_zw += z2 / 2 * side;
    A_ww += z2 / 2 * side * side.transpose();
  }
  // z = -h: derivatives per h change their sign once
  const double P = w.prod();
  const Vector3 inverse = w.cwiseInverse();
  CutEnergy e;
  e.value = -A / P;
  e.h = A_z / P;
  e.hh = -A_zz / P;
  e.y = -A_w / P - e.value * inverse;
  e.hy = A_zw / P - e.h * inverse;
  e.yy = -A_ww / P + A_w * inverse.transpose() / P - inverse * e.y.transpose();
  e.yy.diagonal() += e.value * inverse.cwiseAbs2();
  return e;
}

}  // namespace cuttle
