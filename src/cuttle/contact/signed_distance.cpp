#include "cuttle/contact/signed_distance.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/solid/solid.h"

namespace cuttle {
namespace {

/// Closer than this to a point or a line, there is no direction away from it.
constexpr double kNoDirection = 1e-12;

Distance to_ball(const Vector3& off, double r) {
  Distance result;
  const double length = off.norm();
  result.d = length - r;
  if (!(length > kNoDirection * r)) return result;
  result.n = off / length;
  result.H = (Matrix3::Identity() - result.n * result.n.transpose()) / length;
  return result;
}

/// The surface that touches all balls along the axis.
Distance to_capsule(const PlacedShape& capsule, const Vector3& x) {
  const auto& [p, q] = capsule.ends;
  const auto& [r, s] = capsule.radius;
  const double length = (q - p).norm(), taper = length > 0 ? (s - r) / length : 0;
  // one of the balls may be all of it
  if (!(length > kNoDirection * std::max(r, s)) || std::abs(taper) >= 1)
    return r >= s ? to_ball(x - p, r) : to_ball(x - q, s);
  const Vector3 u = (q - p) / length;
  const double along = u.dot(x - p);
  const Vector3 off = x - p - along * u;
  const double h = off.norm(), cosine = std::sqrt(1 - taper * taper);
  const double at = along + h * taper / cosine;  // of the ball that comes nearest
  if (at <= 0) return to_ball(x - p, r);
  if (at >= length) return to_ball(x - q, s);
  Distance result;
  const Vector3 out = h > kNoDirection * r ? Vector3(off / h) : u.unitOrthogonal();
  result.n = cosine * out - taper * u;
  result.d = result.n.dot(x - p - at * u) - (r + taper * at);
  const Vector3 around = u.cross(out);
  if (h > kNoDirection * r) result.H = cosine / h * around * around.transpose();
  return result;
}

Distance to_box(const Vector3& half, const Vector3& x) {
  Distance result;
  const Vector3 foot = x.cwiseMax(-half).cwiseMin(half), off = x - foot;
  const double length = off.norm();
  if (!(length > kNoDirection * half.maxCoeff())) {
    int k = 0;
    result.d = -(half - x.cwiseAbs()).minCoeff(&k);
    result.n = (x[k] < 0 ? -1.0 : 1.0) * Vector3::Unit(k);
    return result;
  }
  result.d = length;
  result.n = off / length;
  const Vector3 beside = (off.array() != 0).cast<double>();
  result.H = (Matrix3(beside.asDiagonal()) - result.n * result.n.transpose()) / length;
  return result;
}

Distance in_world(const Pose& X, const Distance& own) {
  return {own.d, X.R * own.n, X.R * own.H * X.R.transpose()};
}

}  // namespace

Distance signed_distance(const PlacedShape& shape, const Vector3& x) {
  switch (shape.kind) {
    case ContactShapeKind::capsule:
      return to_capsule(shape, x);
    case ContactShapeKind::box:
      return in_world(shape.X, to_box(shape.half, shape.X.R.transpose() * (x - shape.X.p)));
    case ContactShapeKind::solid:
      return in_world(shape.X, shape.solid->distance(shape.X.R.transpose() * (x - shape.X.p)));
    case ContactShapeKind::plane:
      break;
  }
  const Vector3 up = shape.X.R.col(2);
  return {up.dot(x - shape.X.p), up, Matrix3::Zero()};
}

}  // namespace cuttle
