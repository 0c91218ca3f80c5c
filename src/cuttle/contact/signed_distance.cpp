#include "cuttle/contact/signed_distance.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

Distance to_plane(const PlacedShape& plane, const Vector3& x) {
  Distance at;
  at.n = plane.X.R.col(2);
  at.d = at.n.dot(x - plane.X.p);
  return at;
}

Distance to_ball(const Vector3& centre, double radius, const Vector3& x) {
  const Vector3 way = x - centre;
  const double length = way.norm();
  Distance at;
  at.d = length - radius;
  if (!(length > 0)) return at;
  at.n = way / length;
  at.H = (Matrix3::Identity() - at.n * at.n.transpose()) / length;
  return at;
}

// The ball of the axis that is nearest is where the way to x meets the cone square.
Distance to_capsule(const PlacedShape& capsule, const Vector3& x) {
  const auto& [first, second] = capsule.ends;
  const auto& [r, s] = capsule.radius;
  const double length = (second - first).norm();
  if (length <= std::abs(s - r)) return s > r ? to_ball(second, s, x) : to_ball(first, r, x);
  const Vector3 u = (second - first) / length;
  const double taper = (s - r) / length, along = u.dot(x - first);
  const Vector3 across = x - first - along * u;
  const double off = across.norm();
  const double place = along + taper * off / std::sqrt(1 - taper * taper);
  if (place <= 0) return to_ball(first, r, x);
  if (place >= length) return to_ball(second, s, x);
  if (!(off > 0)) {
    Distance at;
    at.d = -(r + taper * place);
    at.n = u.unitOrthogonal();
    return at;
  }
  Distance at = to_ball(first + place * u, r + taper * place, x);
  const Vector3 radial = across / off;
  at.H = (Matrix3::Identity() - u * u.transpose() - radial * radial.transpose()) /
         (at.d + r + taper * place);
  return at;
}

Distance to_box(const PlacedShape& box, const Vector3& x) {
  const Vector3 y = box.X.R.transpose() * (x - box.X.p);
  const Vector3 sign = y.unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; });
  const Vector3 over = y.cwiseAbs() - box.half;
  Distance at;
  Eigen::Index face = 0;
  at.d = over.maxCoeff(&face);
  if (!(at.d > 0)) {
    at.n = sign[face] * box.X.R.col(face);
    return at;
  }
  const Vector3 out = over.cwiseMax(0);
  at.d = out.norm();
  const Vector3 n = out.cwiseProduct(sign) / at.d;
  at.n = box.X.R * n;
  const Vector3 free = out.unaryExpr([](double v) { return v > 0 ? 1.0 : 0.0; });
  const Matrix3 across = Matrix3(free.asDiagonal()) - n * n.transpose();
  at.H = box.X.R * across * box.X.R.transpose() / at.d;
  return at;
}

}  // namespace

Distance signed_distance(const PlacedShape& shape, const Vector3& x) {
  switch (shape.kind) {
    case ContactShapeKind::capsule:
      return to_capsule(shape, x);
    case ContactShapeKind::box:
      return to_box(shape, x);
    case ContactShapeKind::plane:
      break;
  }
  return to_plane(shape, x);
}

}  // namespace cuttle
