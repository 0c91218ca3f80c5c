#include "cuttle/contact/touch.h"

#include <algorithm>
#include <utility>

#include "cuttle/contact/boxes.h"
#include "cuttle/contact/segment.h"
#include "cuttle/contact/touch_solids.h"

namespace cuttle {
namespace {

// Closer than this share of their size two axes meet, and the line between them has no direction.
constexpr double kMeet = 1e-12;

double radius_at(const PlacedShape& capsule, double s) {
  if (is_point(capsule.ends)) return std::max(capsule.radius[0], capsule.radius[1]);
  return capsule.radius[0] + s * (capsule.radius[1] - capsule.radius[0]);
}

/// A direction square to two axes that meet.
Vector3 square_to(const Segment& p, const Segment& q) {
  const Vector3 u = p[1] - p[0], v = q[1] - q[0], k = u.cross(v);
  if (k.squaredNorm() > 1e-12 * u.squaredNorm() * v.squaredNorm()) return k.normalized();
  const Vector3& longer = u.squaredNorm() > v.squaredNorm() ? u : v;
  return longer.squaredNorm() > 0 ? longer.unitOrthogonal() : Vector3::UnitZ();
}

void touch_capsules(const PlacedShape& a, const PlacedShape& b, TouchList& list) {
  const SegmentPlaces at = closest_places(a.ends, b.ends);
  const Vector3 x_a = place_on(a.ends, at.s), x_b = place_on(b.ends, at.t);
  const double r_a = radius_at(a, at.s), r_b = radius_at(b, at.t);
  const double distance = (x_b - x_a).norm();
  Touch touch;
  touch.gap = distance - r_a - r_b;
  if (!(touch.gap < list.reach())) return;
  const double size = r_a + r_b + (a.ends[1] - a.ends[0]).norm() + (b.ends[1] - b.ends[0]).norm();
  touch.n = distance > kMeet * size ? Vector3((x_b - x_a) / distance) : square_to(a.ends, b.ends);
  touch.x = 0.5 * (x_a + r_a * touch.n + x_b - r_b * touch.n);
  touch.along = {at.s, at.t};
  list.add(touch);
}

void touch_capsule_plane(const PlacedShape& capsule, const PlacedShape& plane, TouchList& list) {
  const Vector3 up = plane.X.R.col(2);
  const int ends = is_point(capsule.ends) ? 1 : 2;
  for (int end = 0; end < ends; ++end) {
    const Vector3& centre = capsule.ends[size_t(end)];
    const double r = radius_at(capsule, end);
    Touch touch;
    touch.gap = up.dot(centre - plane.X.p) - r;
    touch.n = -up;
    touch.x = centre - (r + 0.5 * touch.gap) * up;
    touch.along = {double(end), 0};
    touch.feature = end;
    list.add(touch);
  }
}

void touch_box_plane(const PlacedShape& box, const PlacedShape& plane, TouchList& list) {
  const Vector3 up = plane.X.R.col(2);
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 side((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1,
                       (corner & 4) != 0 ? 1 : -1);
    const Vector3 x = box.X * box.half.cwiseProduct(side);
    Touch touch;
    touch.gap = up.dot(x - plane.X.p);
    touch.n = -up;
    touch.x = x - 0.5 * touch.gap * up;
    touch.feature = corner;
    list.add(touch);
  }
}

}  // namespace

int find_touches(const PlacedShape& a, const PlacedShape& b, double reach,
                 std::array<Touch, kMaxTouches>& out) {
  using enum ContactShapeKind;
  if (a.kind == solid || b.kind == solid) {
    TouchList list(out, reach);
    touch_solids(a, b, list);
    return list.count();
  }
  // capsules before boxes before planes
  if (a.kind > b.kind) {
    const int count = find_touches(b, a, reach, out);
    for (int i = 0; i < count; ++i) {
      Touch& touch = out[size_t(i)];
      touch.n = -touch.n;
      std::swap(touch.along[0], touch.along[1]);
    }
    return count;
  }
  TouchList list(out, reach);
  if (a.kind == capsule && b.kind == capsule) touch_capsules(a, b, list);
  if (a.kind == capsule && b.kind == box) touch_capsule_box(a, b, list);
  if (a.kind == capsule && b.kind == plane) touch_capsule_plane(a, b, list);
  if (a.kind == box && b.kind == box) touch_boxes(a, b, list);
  if (a.kind == box && b.kind == plane) touch_box_plane(a, b, list);
  return list.count();
}

}  // namespace cuttle
