#include "cuttle/contact/touch_smooth.h"

#include <cmath>

#include "cuttle/contact/solid/solid.h"

// The parallel surface at a depth inside of the smooth solid is as near to the other shape as a
// ball of that radius: where both normals are opposite. Alternating feet come near, Newton's method
// to the last digit.

namespace cuttle {
namespace {

/// Feet on the other shape and on the parallel surface by turns. False: the other reaches further
/// in than the parallel surface.
bool approach(const PlacedShape& smooth, const PlacedShape& other, double deep, Vector3& c) {
  for (int i = 0; i < 30; ++i) {
    const Distance at = signed_distance(other, c);
    const Vector3 foot = c - at.d * at.n;
    const Distance back = signed_distance(smooth, foot);
    if (back.d < -deep) return false;
    const Vector3 next = foot - (back.d + deep) * back.n;
    const double moved = (next - c).norm();
    c = next;
    if (moved < 1e-3 * deep) return true;
  }
  return true;
}

/// Newton's method for opposite normals; false: it got stuck, where a foot changes its face.
bool finish(const PlacedShape& smooth, const PlacedShape& other, double deep, Vector3& c) {
  const auto residual = [&](const Distance& a, const Distance& b) {
    return (a.n + b.n).norm() + std::abs(a.d + deep) / deep;
  };
  Distance a = signed_distance(smooth, c), b = signed_distance(other, c);
  for (int i = 0; i < 20; ++i) {
    const double before = residual(a, b);
    if (before < 1e-14) return true;
    const Vector3 u = a.n.unitOrthogonal(), v = a.n.cross(u);
    Matrix3 J;
    J.row(0) = u.transpose() * (a.H + b.H);
    J.row(1) = v.transpose() * (a.H + b.H);
    J.row(2) = a.n.transpose();
    const Vector3 step = -(J.inverse() * Vector3(u.dot(a.n + b.n), v.dot(a.n + b.n), a.d + deep));
    bool better = false;
    for (double share = 1; share > 1e-3 && !better; share *= 0.5) {
      const Vector3 next = c + share * step;
      const Distance na = signed_distance(smooth, next), nb = signed_distance(other, next);
      if (!(residual(na, nb) < before)) continue;
      better = true;
      c = next;
      a = na;
      b = nb;
    }
    if (!better) return before < 1e-11;
  }
  return false;
}

}  // namespace

SmoothTouch touch_smooth(const PlacedShape& smooth, const PlacedShape& other) {
  const double deep = smooth.solid->features().round;
  const Pose& X = smooth.X;
  const Vector3 n = signed_distance(other, X.p).n;
  Vector3 c = X * smooth.solid->place_with_normal(-(X.R.transpose() * n)) + deep * n;
  if (other.kind != ContactShapeKind::plane)
    for (int round = 0; round < 8; ++round) {
      if (!approach(smooth, other, deep, c)) {
        // so deep that only the foot of the other counts
        const Distance at = signed_distance(other, c);
        const Vector3 foot = c - at.d * at.n;
        const Distance in = signed_distance(smooth, foot);
        return {in.d, in.n, foot - 0.5 * in.d * in.n};
      }
      if (finish(smooth, other, deep, c)) break;
    }
  const Distance at = signed_distance(other, c);
  return {at.d - deep, -at.n, c - 0.5 * (deep + at.d) * at.n};
}

}  // namespace cuttle
