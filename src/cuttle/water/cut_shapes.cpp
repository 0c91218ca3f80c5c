#include "cuttle/water/cut_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cuttle {
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
