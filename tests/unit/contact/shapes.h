#pragma once
// Shapes for tests of contact, and slow but plain ways to measure them.

#include <algorithm>
#include <array>
#include <vector>

#include "cuttle/contact/touch.h"
#include "cuttle/math/turn_between.h"
#include "support/random.h"

namespace cuttle::testing {

inline PlacedShape capsule(const Vector3& p, const Vector3& q, double r, double r2 = -1) {
  PlacedShape shape;
  shape.ends = {p, q};
  shape.radius = {r, r2 < 0 ? r : r2};
  return shape;
}
inline PlacedShape sphere(const Vector3& p, double r) { return capsule(p, p, r); }

inline PlacedShape box(const Pose& X, const Vector3& half) {
  PlacedShape shape;
  shape.kind = ContactShapeKind::box;
  shape.X = X;
  shape.half = half;
  return shape;
}

inline PlacedShape plane(const Vector3& p, const Vector3& normal) {
  PlacedShape shape;
  shape.kind = ContactShapeKind::plane;
  shape.X.p = p;
  shape.X.R = turn_between(Vector3::UnitZ(), normal).toRotationMatrix();
  return shape;
}

/// A panel between two places, with the directions of its axis there and its length at rest.
inline PlacedShape panel(const Vector3& p, const Vector3& a, const Vector3& q, const Vector3& b,
                         double length, double r, double r2 = -1) {
  PlacedShape shape = capsule(p, q, r, r2);
  shape.direction = {a.normalized(), b.normalized()};
  shape.length = length;
  shape.taper.fill((shape.radius[1] - shape.radius[0]) / length);
  return shape;
}

inline PlacedShape random_capsule(Random& random) {
  return capsule(random.vector3(), random.vector3(), random.uniform(0.05, 0.4));
}
inline PlacedShape random_box(Random& random) {
  const Vector3 half(random.uniform(0.1, 0.8), random.uniform(0.1, 0.8), random.uniform(0.1, 0.8));
  return box({random.rotation(), random.vector3()}, half);
}
inline PlacedShape random_plane(Random& random) {
  return plane(random.vector3(), random.unit_vector());
}

/// The shape after a motion of the world.
inline PlacedShape moved(const Pose& X, PlacedShape shape) {
  for (Vector3& end : shape.ends) end = X * end;
  for (Vector3& direction : shape.direction) direction = X.R * direction;
  shape.X = X * shape.X;
  return shape;
}

inline std::vector<Touch> touches(const PlacedShape& a, const PlacedShape& b, double reach = 1e9) {
  std::array<Touch, kMaxTouches> out;
  const int count = find_touches(a, b, reach, out);
  return {out.begin(), out.begin() + count};
}

inline double least_gap(const std::vector<Touch>& found) {
  double least = 1e300;
  for (const Touch& touch : found) least = std::min(least, touch.gap);
  return least;
}

}  // namespace cuttle::testing
