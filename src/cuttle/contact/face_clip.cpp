#include "cuttle/contact/face_clip.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
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

}  // namespace cuttle
