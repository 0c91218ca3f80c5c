#include "cuttle/contact/segment.h"

#include <algorithm>

namespace cuttle {
namespace {

constexpr double kParallel = 1e-12;  // squared sine

double snapped(double s) { return s < kSnap ? 0 : s > 1 - kSnap ? 1 : s; }

}  // namespace

SegmentPlaces closest_places(const Segment& p, const Segment& q) {
  const Vector3 u = p[1] - p[0], v = q[1] - q[0], w = q[0] - p[0];
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  const double uw = u.dot(w), vw = v.dot(w);
  if (is_point(p)) return {0, is_point(q) ? 0 : snapped(-vw / vv)};
  if (is_point(q)) return {snapped(uw / uu), 0};

  // on p: the foot of the common normal, or the middle of the shadow of q
  const Vector3 k = u.cross(v);
  double s = 0;
  if (const double kk = k.squaredNorm(); kk > kParallel * uu * vv) {
    s = std::clamp(w.cross(v).dot(k) / kk, 0.0, 1.0);
  } else {
    const double first = uw / uu, last = (uw + uv) / uu;
    s = 0.5 * (std::clamp(first, 0.0, 1.0) + std::clamp(last, 0.0, 1.0));
  }
  // from there to q, and back if that is beyond its ends
  double t = (s * uv - vw) / vv;
  if (t < 0 || t > 1) {
    t = t < 0 ? 0 : 1;
    s = (uw + t * uv) / uu;
  }
  return {snapped(s), snapped(t)};
}

}  // namespace cuttle
