#include <algorithm>
#include <cmath>
#include <optional>

#include "cuttle/math/mesh/mesh_surface.h"

namespace cuttle {
namespace {

constexpr long kMostPairs = 20'000'000;  // of boxes that are looked at

using Corners = std::array<Vector3, 3>;

/// Where the segment from p to q passes through the inside of a triangle.
std::optional<Vector3> crossing(const Vector3& p, const Vector3& q, const Corners& t, double size) {
  const Vector3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  const double area = n.norm();
  if (!(area > 0)) return std::nullopt;
  const double a = n.dot(p - t[0]) / area, b = n.dot(q - t[0]) / area, slack = 1e-9 * size;
  // it has to come out on the other side
  if (!((a > slack && b < -slack) || (a < -slack && b > slack))) return std::nullopt;
  const Vector3 x = p + a / (a - b) * (q - p);
  for (size_t k = 0; k < 3; ++k) {
    const Vector3 along = t[(k + 1) % 3] - t[k];
    if (n.dot(along.cross(x - t[k])) <= slack * area * along.norm()) return std::nullopt;
  }
  return x;
}

class CutSearch {
 public:
  explicit CutSearch(const TriangleMesh& mesh)
      : mesh_(mesh), tree_(mesh), size_(box_of(mesh).diagonal().norm()) {}

  SelfCuts run() {
    if (!mesh_.faces.empty()) within(0);
    cuts_.complete = pairs_ <= kMostPairs;
    return cuts_;
  }

 private:
  void within(int i) {
    const TriangleTree::Node& node = tree_.nodes()[size_t(i)];
    if (node.count > 0) {
      const std::span<const int> faces = tree_.faces(node);
      for (size_t k = 0; k < faces.size(); ++k)
        for (size_t m = k + 1; m < faces.size(); ++m) look_at(faces[k], faces[m]);
      return;
    }
    within(i + 1);
    within(node.next);
    between(i + 1, node.next);
  }

  void between(int i, int j) {
    if (++pairs_ > kMostPairs) return;
    const TriangleTree::Node &a = tree_.nodes()[size_t(i)], &b = tree_.nodes()[size_t(j)];
    if ((a.low.array() > b.high.array()).any() || (b.low.array() > a.high.array()).any()) return;
    if (a.count > 0 && b.count > 0) {
      for (const int f : tree_.faces(a))
        for (const int g : tree_.faces(b)) look_at(f, g);
    } else if (b.count > 0 || (a.count == 0 && (a.high - a.low).norm() > (b.high - b.low).norm())) {
      between(i + 1, j);
      between(a.next, j);
    } else {
      between(i, j + 1);
      between(i, b.next);
    }
  }

  void look_at(int f, int g) {
    const std::array<int, 3>&p = mesh_.faces[size_t(f)], &q = mesh_.faces[size_t(g)];
    for (const int i : p)
      for (const int j : q)
        if (i == j) return;
    Corners a, b;
    for (size_t k = 0; k < 3; ++k) {
      a[k] = mesh_.points[size_t(p[k])];
      b[k] = mesh_.points[size_t(q[k])];
    }
    for (size_t k = 0; k < 3; ++k) {
      auto x = crossing(a[k], a[(k + 1) % 3], b, size_);
      if (!x) x = crossing(b[k], b[(k + 1) % 3], a, size_);
      if (!x) continue;
      if (cuts_.count++ == 0) cuts_.first = *x;
      return;
    }
  }

  const TriangleMesh& mesh_;
  TriangleTree tree_;
  double size_;
  SelfCuts cuts_;
  long pairs_ = 0;
};

}  // namespace

SelfCuts self_cuts(const TriangleMesh& mesh) { return CutSearch(mesh).run(); }

}  // namespace cuttle
