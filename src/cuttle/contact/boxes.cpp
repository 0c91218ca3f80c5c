#include "cuttle/contact/boxes.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/segment.h"

namespace cuttle {

namespace {

// Ties would let the kind of touch flicker. So a face of b must be better than one of a, and a
// crossing of edges better than a face, by this share of the smallest half edge ...
constexpr double kBetter = 0.02;
// ... and edges whose common normal is as good as that of the face never count.
constexpr double kSameNormal = 0.999;
constexpr double kParallelEdges = 1e-6;  // squared sine

/// A direction that may separate two boxes.
struct Direction {
  double separation = -1e300;
  Vector3 n = Vector3::UnitZ();  // from a to b
  int i = 0, j = 0;              // the axis of the face; of the edges of a and of b
};

double reach_along(const PlacedShape& box, const Vector3& n) {
  return (box.X.R.transpose() * n).cwiseAbs().dot(box.half);
}

void keep_better(const PlacedShape& a, const PlacedShape& b, const Vector3& n, int i, int j,
                 Direction& best) {
  const double along = n.dot(b.X.p - a.X.p);
  const double separation = std::abs(along) - reach_along(a, n) - reach_along(b, n);
  if (separation > best.separation) best = {separation, along < 0 ? Vector3(-n) : n, i, j};
}

Direction best_face(const PlacedShape& a, const PlacedShape& b, const PlacedShape& owner) {
  Direction best;
  for (int k = 0; k < 3; ++k) keep_better(a, b, owner.X.R.col(k), k, 0, best);
  return best;
}

Direction best_edges(const PlacedShape& a, const PlacedShape& b) {
  Direction best;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vector3 k = a.X.R.col(i).cross(b.X.R.col(j));
      if (k.squaredNorm() > kParallelEdges) keep_better(a, b, k.normalized(), i, j, best);
    }
  return best;
}

/// The edge along axis k that is farthest in direction n: its middle, and its number 0..11.
struct Edge {
  Vector3 middle;
  int number = 0;
};
Edge farthest_edge(const PlacedShape& box, int k, const Vector3& n) {
  Vector3 corner = box.half;
  int number = 0;
  for (int m = 0; m < 3; ++m) {
    if (m == k) continue;
    const bool back = box.X.R.col(m).dot(n) < 0;
    number = 2 * number + (back ? 1 : 0);
    if (back) corner[m] = -corner[m];
  }
  corner[k] = 0;
  return {box.X * corner, 4 * k + number};
}

/// Crossing of two edges: the feet of their common normal.
void touch_edges(const PlacedShape& a, const PlacedShape& b, const Direction& edges,
                 TouchList& list) {
  const Edge edge_a = farthest_edge(a, edges.i, edges.n);
  const Edge edge_b = farthest_edge(b, edges.j, -edges.n);
  const Vector3 u = a.X.R.col(edges.i), v = b.X.R.col(edges.j), k = u.cross(v);
  const Vector3 w = edge_b.middle - edge_a.middle;
  const double s = w.cross(v).dot(k) / k.squaredNorm(), t = w.cross(u).dot(k) / k.squaredNorm();
  const double h_a = a.half[edges.i], h_b = b.half[edges.j];
  const Vector3 x_a = edge_a.middle + std::clamp(s, -h_a, h_a) * u;
  const Vector3 x_b = edge_b.middle + std::clamp(t, -h_b, h_b) * v;
  // apart, and one passes the end of the other
  if (edges.separation > 0 && (x_b - x_a).norm() >= list.reach()) return;
  Touch touch;
  touch.gap = edges.separation;
  touch.n = edges.n;
  touch.x = 0.5 * (x_a + x_b);
  touch.feature = kFaceFeatures + 12 * edge_a.number + edge_b.number;
  list.add(touch);
}

}  // namespace

void touch_boxes(const PlacedShape& a, const PlacedShape& b, TouchList& list) {
  const Direction of_a = best_face(a, b, a), of_b = best_face(a, b, b);
  const Direction edges = best_edges(a, b);
  if (std::max({of_a.separation, of_b.separation, edges.separation}) >= list.reach()) return;
  const double better = kBetter * std::min(a.half.minCoeff(), b.half.minCoeff());
  const bool on_b = of_b.separation > of_a.separation + better;
  const Direction& face = on_b ? of_b : of_a;
  const bool crossing =
      edges.separation > face.separation + better && std::abs(edges.n.dot(face.n)) < kSameNormal;
  const int before = list.count();
  if (!crossing) touch_faces(on_b ? b : a, on_b ? a : b, face.i, face.n, on_b, list);
  if (crossing || (list.count() == before && edges.separation > face.separation))
    touch_edges(a, b, edges, list);
}

namespace {

// Corners of the common part nearer to a corner of a face than this share of the smallest half
// edge are that corner: so faces that almost match have four touches, not eight.
constexpr double kSameCorner = 0.02;
constexpr double kOnPlane = 1e-9;  // of the same

/// A corner of a polygon, and the line to the next one: 0..3 edge of the other face, 4..7 border
/// of the base face.
struct Corner {
  Vector3 x;
  int line = 0;
};

struct Polygon {
  std::array<Corner, 12> corners;  // a cut adds at most one: 8
  int size = 0;

  void add(const Vector3& x, int line) {
    if (size < int(corners.size())) corners[size_t(size++)] = {x, line};
  }
  const Corner& operator[](int i) const { return corners[size_t((i + size) % size)]; }
};

/// A face of a box: its axis, its side, and the two axes in it.
struct Face {
  int k = 0, u = 1, v = 2;
  double side = 1;

  Face(int axis, double direction)
      : k(axis), u((axis + 1) % 3), v((axis + 2) % 3), side(direction < 0 ? -1 : 1) {}

  int number() const { return 2 * k + (side < 0 ? 1 : 0); }
  Vector3 corner(const Vector3& half, int i) const {
    Vector3 x;
    x[k] = side * half[k];
    x[u] = (i == 0 || i == 3 ? -1 : 1) * half[u];
    x[v] = (i < 2 ? -1 : 1) * half[v];
    return x;
  }
};

/// What is left of a polygon where sign * x[axis] <= limit.
Polygon clip(const Polygon& polygon, int axis, double sign, double limit, double tolerance,
             int line) {
  Polygon rest;
  for (int i = 0; i < polygon.size; ++i) {
    const Corner &here = polygon[i], &next = polygon[i + 1];
    const double out = sign * here.x[axis] - limit, out_next = sign * next.x[axis] - limit;
    const bool in = out <= tolerance, in_next = out_next <= tolerance;
    if (in) rest.add(here.x, here.line);
    if (in == in_next) continue;
    const double s = std::clamp(out / (out - out_next), 0.0, 1.0);
    rest.add(here.x + s * (next.x - here.x), in ? line : here.line);
  }
  return rest;
}

/// The faces of two boxes over each other, in the axes of the base.
class FacePair {
 public:
  FacePair(const PlacedShape& base, const PlacedShape& other, const Face& face)
      : face_(face), half_(base.half) {
    const Pose X = base.X.inverse() * other.X;
    int k = 0;
    X.R.row(face.k).cwiseAbs().maxCoeff(&k);
    const Face other_face(k, -face.side * X.R(face.k, k));
    other_number_ = other_face.number();
    for (int i = 0; i < 4; ++i) corners_[size_t(i)] = X * other_face.corner(other.half, i);
    const double smallest = std::min(
        {half_[face.u], half_[face.v], other.half[other_face.u], other.half[other_face.v]});
    same_corner_ = kSameCorner * smallest;
    on_plane_ = kOnPlane * smallest;
  }

  Polygon common_part() const {
    Polygon polygon;
    for (int i = 0; i < 4; ++i) polygon.add(corners_[size_t(i)], i);
    for (int border = 0; border < 4 && polygon.size > 0; ++border) {
      const int axis = border % 2 == 0 ? face_.u : face_.v;
      polygon = clip(polygon, axis, border < 2 ? 1 : -1, half_[axis], on_plane_, 4 + border);
    }
    return polygon;
  }

  /// Corners of the other face, of the base face, crossings of their lines: 0..3, 4..7, 8..23.
  int code(const Polygon& polygon, int i) const {
    const Vector3& x = polygon[i].x;
    for (int c = 0; c < 4; ++c)
      if ((x - corners_[size_t(c)]).norm() <= same_corner_) return c;
    for (int c = 0; c < 4; ++c) {
      const Vector3 off = x - face_.corner(half_, c);
      if (std::hypot(off[face_.u], off[face_.v]) <= same_corner_) return 4 + c;
    }
    const int in = polygon[i - 1].line, out = polygon[i].line;
    return 8 + 4 * (std::min(in, out) % 4) + std::max(in, out) % 4;
  }

  double gap(const Vector3& x) const { return face_.side * x[face_.k] - half_[face_.k]; }
  int number() const { return 6 * face_.number() + other_number_; }

 private:
  Face face_;
  Vector3 half_;
  std::array<Vector3, 4> corners_;  // of the other face
  int other_number_ = 0;
  double same_corner_ = 0, on_plane_ = 0;
};

}  // namespace

void touch_faces(const PlacedShape& base, const PlacedShape& other, int k, const Vector3& n,
                 bool base_is_b, TouchList& list) {
  const Vector3 out = base_is_b ? Vector3(-n) : n;
  const Face face(k, base.X.R.col(k).dot(out));
  const FacePair pair(base, other, face);
  const Polygon polygon = pair.common_part();
  // of corners that count as the same one the deepest stays
  std::array<int, 24> deepest;
  deepest.fill(-1);
  for (int i = 0; i < polygon.size; ++i) {
    int& best = deepest[size_t(pair.code(polygon, i))];
    if (best < 0 || pair.gap(polygon[i].x) < pair.gap(polygon[best].x)) best = i;
  }
  for (int code = 0; code < 24; ++code) {
    if (deepest[size_t(code)] < 0) continue;
    const Vector3& x = polygon[deepest[size_t(code)]].x;
    Touch touch;
    touch.gap = pair.gap(x);
    touch.n = n;
    touch.x = base.X * x - 0.5 * touch.gap * out;
    touch.feature = ((base_is_b ? 36 : 0) + pair.number()) * 24 + code;
    list.add(touch);
  }
}

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
      : box_(box), list_(list) {
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
    add(1, 1);
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
  bool ball_ = false;
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
