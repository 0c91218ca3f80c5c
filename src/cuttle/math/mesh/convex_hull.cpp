#include "cuttle/math/mesh/convex_hull.h"

#include <algorithm>
#include <map>

namespace cuttle {
namespace {

// of the size: what is no farther from a face lies in it; noisy points, such as those of files of
// floats (6e-8), may ask for more
constexpr double kInFace = 1e-9, kMostInFace = 1.0001e-6;
constexpr double kFold = 2;  // of the slack: what sticks out more tells of faces that fold over

/// A face of a hull under way, and the points that see it.
struct HullFace {
  std::array<int, 3> corners;
  std::array<int, 3> beside = {-1, -1, -1};  // across the edge from corner k to the next
  Vector3 n = Vector3::Zero();
  double offset = 0;
  std::vector<int> outside;
  bool alive = true;
};

class Hull {
 public:
  Hull(const std::vector<Vector3>& points, double slack) : points_(points), slack_(slack) {}

  TriangleMesh run() {
    if (points_.size() < 4 || !begin()) return {};
    for (size_t f = 0; f < faces_.size(); ++f)
      while (faces_[f].alive && !faces_[f].outside.empty())
        if (!add_farthest(int(f))) return {points_, {}};
    return is_convex() ? result() : TriangleMesh{points_, {}};
  }

 private:
  double height(const HullFace& face, int p) const {
    return face.n.dot(points_[size_t(p)]) - face.offset;
  }

  template <class Measure>
  int farthest(const Measure& measure) const {
    int best = 0;
    for (int p = 1; p < int(points_.size()); ++p)
      if (measure(points_[size_t(p)]) > measure(points_[size_t(best)])) best = p;
    return best;
  }

  int add_face(int a, int b, int c) {
    HullFace& face = faces_.emplace_back();
    face.corners = {a, b, c};
    const Vector3 &p = points_[size_t(a)], &q = points_[size_t(b)], &r = points_[size_t(c)];
    face.n = (q - p).cross(r - p).normalized();
    face.offset = face.n.dot((p + q + r) / 3);
    return int(faces_.size()) - 1;
  }

  /// A tetrahedron of points far from each other.
  bool begin() {
    const Vector3 x0 = points_[0];
    const int a = farthest([&](const Vector3& x) { return (x - x0).squaredNorm(); });
    const Vector3 p = points_[size_t(a)];
    const int b = farthest([&](const Vector3& x) { return (x - p).squaredNorm(); });
    const Vector3 u = (points_[size_t(b)] - p).normalized();
    const int c = farthest([&](const Vector3& x) { return (x - p).cross(u).squaredNorm(); });
    const Vector3 normal = u.cross(points_[size_t(c)] - p);
    if (!(normal.norm() > slack_)) return false;
    const Vector3 n = normal.normalized();
    const int d = farthest([&](const Vector3& x) { return std::abs(n.dot(x - p)); });
    const double high = n.dot(points_[size_t(d)] - p);
    if (!(std::abs(high) > slack_)) return false;
    const int e = high > 0 ? c : b, f = high > 0 ? b : c;  // a, e, f: d is behind
    add_face(a, e, f);
    add_face(a, d, e);
    add_face(e, d, f);
    add_face(f, d, a);
    connect({0, 1, 2, 3});
    for (int q = 0; q < int(points_.size()); ++q) give(q, {0, 1, 2, 3});
    return true;
  }

  /// Lets new faces know their neighbours among each other.
  void connect(const std::vector<int>& faces) {
    std::map<std::pair<int, int>, std::pair<int, size_t>> open;
    for (const int f : faces)
      for (size_t k = 0; k < 3; ++k) {
        HullFace& face = faces_[size_t(f)];
        if (face.beside[k] >= 0) continue;
        const int from = face.corners[k], to = face.corners[(k + 1) % 3];
        const auto found = open.find({to, from});
        if (found == open.end()) {
          open[{from, to}] = {f, k};
          continue;
        }
        face.beside[k] = found->second.first;
        faces_[size_t(found->second.first)].beside[found->second.second] = f;
      }
  }

  void give(int p, const std::vector<int>& faces) {
    int best = -1;
    double most = slack_;
    for (const int f : faces)
      if (const double h = height(faces_[size_t(f)], p); h > most) {
        most = h;
        best = f;
      }
    if (best >= 0) faces_[size_t(best)].outside.push_back(p);
  }

  struct Rim {
    int from, to, face;
  };
  /// The line around what a point sees: one line without crossings, but for rounding.
  static bool is_one_cycle(const std::vector<Rim>& rims) {
    std::map<int, int> next;
    for (const Rim& rim : rims)
      if (!next.emplace(rim.from, rim.to).second) return false;
    if (rims.empty()) return false;
    size_t count = 0;
    int at = rims[0].from;
    do {
      const auto found = next.find(at);
      if (found == next.end()) return false;
      at = found->second;
      ++count;
    } while (at != rims[0].from && count <= rims.size());
    return count == rims.size();
  }

  /// False: rounding hides what the farthest point sees.
  bool add_farthest(int f) {
    std::vector<int>& outside = faces_[size_t(f)].outside;
    const int p =
        *std::ranges::max_element(outside, {}, [&](int q) { return height(faces_[size_t(f)], q); });
    // all faces that p sees, and the line around them
    std::vector<int> seen = {f}, homeless;
    faces_[size_t(f)].alive = false;
    std::vector<Rim> rims;
    for (size_t i = 0; i < seen.size(); ++i) {
      const HullFace face = faces_[size_t(seen[i])];
      for (size_t k = 0; k < 3; ++k) {
        const int other = face.beside[k];
        if (!faces_[size_t(other)].alive) continue;
        if (height(faces_[size_t(other)], p) > slack_) {
          faces_[size_t(other)].alive = false;
          seen.push_back(other);
        }
      }
    }
    for (const int s : seen) {
      const HullFace& face = faces_[size_t(s)];
      for (size_t k = 0; k < 3; ++k)
        if (faces_[size_t(face.beside[k])].alive)
          rims.push_back({face.corners[k], face.corners[(k + 1) % 3], face.beside[k]});
      homeless.insert(homeless.end(), face.outside.begin(), face.outside.end());
    }
    if (!is_one_cycle(rims)) return false;
    std::vector<int> fresh;
    for (const Rim& rim : rims) {
      const int face = add_face(rim.from, rim.to, p);
      fresh.push_back(face);
      faces_[size_t(face)].beside[0] = rim.face;
      HullFace& other = faces_[size_t(rim.face)];
      for (size_t k = 0; k < 3; ++k)
        if (other.corners[k] == rim.to && other.corners[(k + 1) % 3] == rim.from)
          other.beside[k] = face;
    }
    connect(fresh);
    for (const int q : homeless)
      if (q != p) give(q, fresh);
    for (const int s : seen) faces_[size_t(s)].outside.clear();
    return true;
  }

  /// Slivers whose normals are mere rounding lead to faces that fold over: these see their
  /// neighbours.
  bool is_convex() const {
    for (const HullFace& face : faces_)
      for (size_t k = 0; k < 3 && face.alive; ++k)
        for (const int corner : faces_[size_t(face.beside[k])].corners)
          if (height(face, corner) > kFold * slack_) return false;
    return true;
  }

  TriangleMesh result() const {
    TriangleMesh mesh;
    std::vector<int> number(points_.size(), -1);
    for (const HullFace& face : faces_) {
      if (!face.alive) continue;
      std::array<int, 3> corners = face.corners;
      for (int& c : corners) {
        int& mine = number[size_t(c)];
        if (mine < 0) {
          mine = int(mesh.points.size());
          mesh.points.push_back(points_[size_t(c)]);
        }
        c = mine;
      }
      mesh.faces.push_back(corners);
    }
    return mesh;
  }

  const std::vector<Vector3>& points_;
  double slack_;
  std::vector<HullFace> faces_;
};

}  // namespace

TriangleMesh convex_hull(const std::vector<Vector3>& points) {
  Eigen::AlignedBox3d box;
  for (const Vector3& x : points) box.extend(x);
  const double size = points.empty() ? 0 : box.diagonal().norm();
  TriangleMesh hull;
  for (double slack = kInFace; slack < kMostInFace; slack *= 10) {
    hull = Hull(points, slack * size).run();
    if (!hull.faces.empty() || hull.points.empty()) break;
  }
  return hull;
}

}  // namespace cuttle
