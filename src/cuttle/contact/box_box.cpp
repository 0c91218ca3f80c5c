#include "cuttle/contact/box_box.h"

#include <algorithm>
#include <cmath>

#include "cuttle/contact/face_clip.h"

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

}  // namespace cuttle
