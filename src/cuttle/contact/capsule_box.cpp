#include "cuttle/contact/capsule_box.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/segment.h"

namespace cuttle {
namespace {

// An axis that rises less than this along a face or an edge lies flat on it.
constexpr double kFlat = 0.2;

/// The axis of a capsule, seen from a box.
struct Axis {
  Vector3 p, d, half;
  double r = 0, dr = 0;  // radius p + s d: r + s dr

  Vector3 at(double s) const { return p + s * d; }
  double gap(double s) const { return distance_to_box(at(s), half).distance - (r + s * dr); }
  double slope(double s) const { return distance_to_box(at(s), half).n.dot(d) - dr; }
  bool beyond(const Vector3& x, int k) const { return std::abs(x[k]) >= half[k] * (1 - 1e-6); }
};

/// Which side of the box a place belongs to: -, within, + along each axis, 0..26.
int side_code(const Axis& axis, const Vector3& x, const Vector3& n) {
  int face = 0, code = 0;
  n.cwiseAbs().maxCoeff(&face);
  for (int k = 2; k >= 0; --k) {
    const double towards = k == face ? n[k] : x[k];
    const bool aside = k == face || axis.beyond(x, k);
    code = 3 * code + (!aside ? 1 : towards < 0 ? 0 : 2);
  }
  return code;
}

/// Where the gap is least. It is convex along the axis, so its slope has one change of sign; where
/// it is level, the first place.
double lowest_place(const Axis& axis) {
  const double level = -1e-12 * axis.d.norm();
  if (axis.slope(0) >= level) return 0;
  if (axis.slope(1) < level) return 1;
  double low = 0, high = 1;
  while (high - low > 1e-14) {
    const double middle = 0.5 * (low + high);
    (axis.slope(middle) < level ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The far end of the part of the axis that lies flat along the box from `lowest` on; or -1.
double flat_end(const Axis& axis, double lowest) {
  const double length = axis.d.norm();
  const Vector3 x = axis.at(lowest), n = distance_to_box(x, axis.half).n;
  int face = 0;
  n.cwiseAbs().maxCoeff(&face);
  double low = 0, high = 1;
  for (int k = 0; k < 3; ++k) {
    const double d = axis.d[k];
    // along an edge, beside the face
    const bool along_edge = axis.beyond(x, k) && std::abs(d) <= kFlat * length;
    if (k == face || along_edge || d == 0) continue;
    const double s = (-axis.half[k] - axis.p[k]) / d, t = (axis.half[k] - axis.p[k]) / d;
    low = std::max(low, std::min(s, t));
    high = std::min(high, std::max(s, t));
  }
  if (!(low < high)) return -1;
  const double end = lowest - low > high - lowest ? low : high;
  if (end < kSnap || end > 1 - kSnap) return -1;
  // at the same edge as the lowest place: no second one
  if (side_code(axis, axis.at(end), n) == side_code(axis, x, n)) return -1;
  const double rise = axis.gap(end) - axis.gap(lowest);
  return rise <= kFlat * length * std::abs(end - lowest) ? end : -1;
}

/// The places on a capsule that may touch a box.
class CapsuleBox {
 public:
  CapsuleBox(const PlacedShape& capsule, const PlacedShape& box, TouchList& list)
      : box_(box), list_(list), chain_goes_on_(capsule.has_next) {
    axis_.p = box.X.R.transpose() * (capsule.ends[0] - box.X.p);
    axis_.d = box.X.R.transpose() * (capsule.ends[1] - capsule.ends[0]);
    axis_.half = box.half;
    axis_.r = capsule.radius[0];
    axis_.dr = capsule.radius[1] - capsule.radius[0];
    ball_ = is_point(capsule.ends);
    if (ball_) axis_.r = std::max(capsule.radius[0], capsule.radius[1]);
  }

  void run() {
    add(0, 0);
    if (ball_) return;
    if (!chain_goes_on_) add(1, 1);
    // the gap falls by no more than the way from an end
    const std::array<double, 2> ends = {axis_.gap(0), axis_.gap(1)};
    const double length = axis_.d.norm(), least = std::min(ends[0], ends[1]);
    if (!(least - 0.5 * (length + std::abs(axis_.dr)) < list_.reach())) return;
    double lowest = lowest_place(axis_);
    if (axis_.gap(lowest) < least - kSnap * length)
      add_between(lowest);
    else
      lowest = ends[1] < ends[0] ? 1 : 0;
    if (const double end = flat_end(axis_, lowest); end >= 0) add_between(end);
  }

 private:
  void add_between(double s) {
    const Vector3 x = axis_.at(s);
    add(s, 2 + side_code(axis_, x, distance_to_box(x, axis_.half).n));
  }

  void add(double s, int feature) {
    const Vector3 x = axis_.at(s);
    const BoxDistance box = distance_to_box(x, axis_.half);
    const double radius = axis_.r + s * (ball_ ? 0 : axis_.dr);
    Touch touch;
    touch.gap = box.distance - radius;
    touch.n = -(box_.X.R * box.n);
    touch.x = box_.X * (x - 0.5 * (radius + box.distance) * box.n);
    touch.along = {s, 0};
    touch.feature = feature;
    list_.add(touch);
  }

  const PlacedShape& box_;
  TouchList& list_;
  Axis axis_;
  bool chain_goes_on_ = false, ball_ = false;
};

}  // namespace

BoxDistance distance_to_box(const Vector3& x, const Vector3& half) {
  const Vector3 foot = x.cwiseMax(-half).cwiseMin(half);
  const double distance = (x - foot).norm();
  if (distance > 1e-12 * half.maxCoeff()) return {distance, (x - foot) / distance};
  // inside: the nearest face
  int k = 0;
  const double depth = (half - x.cwiseAbs()).minCoeff(&k);
  return {-depth, (x[k] < 0 ? -1.0 : 1.0) * Vector3::Unit(k)};
}

void touch_capsule_box(const PlacedShape& capsule, const PlacedShape& box, TouchList& list) {
  CapsuleBox(capsule, box, list).run();
}

}  // namespace cuttle
