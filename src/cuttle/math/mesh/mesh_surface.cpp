#include "cuttle/math/mesh/mesh_surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cuttle {
namespace {

constexpr int kLeaf = 4;        // triangles of a leaf
constexpr int kDeep = 64;       // levels of a tree that halves
constexpr double kNear = 1e-9;  // of a length: nearer to the surface the foot has no direction
constexpr double kAlike = 0.8660254037844387;  // cosine of 30 degrees

double box_distance2(const TriangleTree::Node& node, const Vector3& x) {
  return (node.low - x).cwiseMax(x - node.high).cwiseMax(0.0).squaredNorm();
}

/// Calls `look(face)` for the triangles of all boxes nearer than the root of what it returns last.
template <class Look>
void walk(const TriangleTree& tree, const Vector3& x, double limit2, const Look& look) {
  std::array<std::pair<int, double>, kDeep> open;
  int count = 0;
  const auto push = [&](int node) {
    const double d2 = box_distance2(tree.nodes()[size_t(node)], x);
    if (d2 <= limit2) open[size_t(count++)] = {node, d2};
  };
  push(0);
  while (count > 0) {
    const auto [index, d2] = open[size_t(--count)];
    if (d2 > limit2) continue;
    const TriangleTree::Node& node = tree.nodes()[size_t(index)];
    if (node.count > 0) {
      for (const int face : tree.faces(node)) limit2 = look(face, limit2);
      continue;
    }
    const int a = index + 1, b = node.next;
    const bool a_first =
        box_distance2(tree.nodes()[size_t(a)], x) <= box_distance2(tree.nodes()[size_t(b)], x);
    push(a_first ? b : a);
    push(a_first ? a : b);
  }
}

}  // namespace

TrianglePlace nearest_on_triangle(const Vector3& a, const Vector3& b, const Vector3& c,
                                  const Vector3& x) {
  const Vector3 ab = b - a, ac = c - a, ax = x - a;
  const double d1 = ab.dot(ax), d2 = ac.dot(ax);
  if (d1 <= 0 && d2 <= 0) return {a, 0};
  const Vector3 bx = x - b;
  const double d3 = ab.dot(bx), d4 = ac.dot(bx);
  if (d3 >= 0 && d4 <= d3) return {b, 1};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + d1 / (d1 - d3) * ab, 3};
  const Vector3 cx = x - c;
  const double d5 = ab.dot(cx), d6 = ac.dot(cx);
  if (d6 >= 0 && d5 <= d6) return {c, 2};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + d2 / (d2 - d6) * ac, 5};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 4};
  const double sum = va + vb + vc;
  return {a + vb / sum * ab + vc / sum * ac, 6};
}

TriangleTree::TriangleTree(const TriangleMesh& mesh) : order_(mesh.faces.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vector3> middles;
  middles.reserve(mesh.faces.size());
  for (const std::array<int, 3>& f : mesh.faces)
    middles.push_back(
        (mesh.points[size_t(f[0])] + mesh.points[size_t(f[1])] + mesh.points[size_t(f[2])]) / 3);
  build(middles, mesh, 0, int(order_.size()));
}

int TriangleTree::build(const std::vector<Vector3>& middles, const TriangleMesh& mesh, int first,
                        int count) {
  const int index = int(nodes_.size());
  nodes_.emplace_back();
  Eigen::AlignedBox3d box, of_middles;
  for (int i = first; i < first + count; ++i) {
    const int face = order_[size_t(i)];
    for (const int corner : mesh.faces[size_t(face)]) box.extend(mesh.points[size_t(corner)]);
    of_middles.extend(middles[size_t(face)]);
  }
  nodes_[size_t(index)].low = box.min();
  nodes_[size_t(index)].high = box.max();
  if (count <= kLeaf) {
    nodes_[size_t(index)].first = first;
    nodes_[size_t(index)].count = count;
    return index;
  }
  int axis = 0;
  of_middles.diagonal().maxCoeff(&axis);
  const int half = count / 2;
  std::nth_element(order_.begin() + first, order_.begin() + first + half,
                   order_.begin() + first + count, [&](int i, int j) {
                     return std::pair(middles[size_t(i)][axis], i) <
                            std::pair(middles[size_t(j)][axis], j);
                   });
  build(middles, mesh, first, half);
  nodes_[size_t(index)].next = build(middles, mesh, first + half, count - half);
  return index;
}

namespace {

/// A face without area lies on the edges around it and has no normal: each of its edges borrows
/// that of the neighbour on the far side, across the longest other one.
Vector3 normal_beyond(const TriangleMesh& mesh, const std::vector<MeshEdge>& edges,
                      const std::vector<std::array<int, 3>>& face_edges,
                      const std::vector<Vector3>& normals, int face, int by) {
  if (!normals[size_t(face)].isZero(0)) return normals[size_t(face)];
  int across = -1;
  double longest = -1;
  for (const int e : face_edges[size_t(face)]) {
    const MeshEdge& edge = edges[size_t(e)];
    const double length = (mesh.points[size_t(edge.to)] - mesh.points[size_t(edge.from)]).norm();
    if (e == by || length <= longest) continue;
    longest = length;
    across = edge.face == face ? edge.other : edge.face;
  }
  return normals[size_t(across)];
}

}  // namespace

MeshSurface::MeshSurface(TriangleMesh mesh)
    : mesh_(std::move(mesh)),
      tree_(mesh_),
      edges_(edges_of(mesh_)),
      face_edges_(mesh_.faces.size()),
      corner_normals_(mesh_.points.size(), Vector3::Zero()),
      corner_first_(mesh_.points.size() + 1, 0),
      patches_(smooth_patches(mesh_)) {
  for (int f = 0; f < int(mesh_.faces.size()); ++f) face_normals_.push_back(face_normal(mesh_, f));
  for (size_t e = 0; e < edges_.size(); ++e) {
    const MeshEdge& edge = edges_[e];
    for (const int f : {edge.face, edge.other})
      for (size_t k = 0; k < 3; ++k) {
        const int a = mesh_.faces[size_t(f)][k], b = mesh_.faces[size_t(f)][(k + 1) % 3];
        if (std::minmax(a, b) == std::minmax(edge.from, edge.to))
          face_edges_[size_t(f)][k] = int(e);
      }
  }
  const auto beyond = [&](int face, int by) {
    return normal_beyond(mesh_, edges_, face_edges_, face_normals_, face, by);
  };
  for (int e = 0; e < int(edges_.size()); ++e)
    edge_normals_.push_back(
        (beyond(edges_[size_t(e)].face, e) + beyond(edges_[size_t(e)].other, e)).normalized());
  for (size_t f = 0; f < mesh_.faces.size(); ++f)
    for (size_t k = 0; k < 3; ++k) {
      const std::array<int, 3>& face = mesh_.faces[f];
      const Vector3& x = mesh_.points[size_t(face[k])];
      const Vector3 u = mesh_.points[size_t(face[(k + 1) % 3])] - x;
      const Vector3 v = mesh_.points[size_t(face[(k + 2) % 3])] - x;
      corner_normals_[size_t(face[k])] +=
          std::atan2(u.cross(v).norm(), u.dot(v)) * beyond(int(f), -1);
      ++corner_first_[size_t(face[k]) + 1];
    }
  for (Vector3& n : corner_normals_) n.normalize();
  std::partial_sum(corner_first_.begin(), corner_first_.end(), corner_first_.begin());
  corner_faces_.resize(size_t(corner_first_.back()));
  std::vector<int> filled(corner_first_.begin(), corner_first_.end() - 1);
  for (size_t f = 0; f < mesh_.faces.size(); ++f)
    for (const int corner : mesh_.faces[f])
      corner_faces_[size_t(filled[size_t(corner)]++)] = int(f);
}

SurfacePlace MeshSurface::place_on(int face, const TrianglePlace& at, const Vector3& x) const {
  SurfacePlace place;
  place.foot = at.p;
  place.patch = patches_[size_t(face)];
  const std::array<int, 3>& f = mesh_.faces[size_t(face)];
  const Vector3 off = x - at.p;
  if (at.feature == 6) {
    place.n = face_normals_[size_t(face)];
    place.d = place.n.dot(off);
    return place;
  }
  const bool corner = at.feature < 3;
  const size_t edge = corner ? 0 : size_t(face_edges_[size_t(face)][size_t(at.feature - 3)]);
  const Vector3 pseudo =
      corner ? corner_normals_[size_t(f[size_t(at.feature)])] : edge_normals_[edge];
  const double length = off.norm();
  place.d = pseudo.dot(off) < 0 ? -length : length;
  const double size = (mesh_.points[size_t(f[1])] - mesh_.points[size_t(f[0])]).norm();
  if (!(length > kNear * size)) {
    place.n = pseudo;
    return place;
  }
  place.n = off / place.d;
  place.H = (Matrix3::Identity() - place.n * place.n.transpose()) / place.d;
  if (corner) return place;
  const Vector3 along =
      (mesh_.points[size_t(edges_[edge].to)] - mesh_.points[size_t(edges_[edge].from)])
          .normalized();
  place.H -= along * along.transpose() / place.d;
  return place;
}

SurfacePlace MeshSurface::nearest(const Vector3& x) const {
  int best = -1;
  TrianglePlace where;
  walk(tree_, x, std::numeric_limits<double>::infinity(), [&](int face, double limit2) {
    if (face_normals_[size_t(face)].isZero(0)) return limit2;
    const std::array<int, 3>& f = mesh_.faces[size_t(face)];
    const TrianglePlace at = nearest_on_triangle(
        mesh_.points[size_t(f[0])], mesh_.points[size_t(f[1])], mesh_.points[size_t(f[2])], x);
    const double d2 = (x - at.p).squaredNorm();
    if (!(d2 < limit2)) return limit2;
    best = face;
    where = at;
    return d2;
  });
  if (best >= 0) return place_on(best, where, x);
  SurfacePlace none;  // x is not finite
  none.d = std::numeric_limits<double>::quiet_NaN();
  return none;
}

bool MeshSurface::least_here(int face, const TrianglePlace& at, const Vector3& x) const {
  if (at.feature == 6) return face_normals_[size_t(face)].dot(x - at.p) > 0;
  const Vector3 off = x - at.p;
  const double slack = 1e-9 * off.norm();
  const std::array<int, 3>& f = mesh_.faces[size_t(face)];
  if (at.feature < 3) {
    // no edge may lead nearer
    const int corner = f[size_t(at.feature)];
    if (!(corner_normals_[size_t(corner)].dot(off) > 0)) return false;
    for (int k = corner_first_[size_t(corner)]; k < corner_first_[size_t(corner) + 1]; ++k)
      for (const int p : mesh_.faces[size_t(corner_faces_[size_t(k)])]) {
        const Vector3 way = mesh_.points[size_t(p)] - at.p;
        if (p != corner && off.dot(way) > slack * way.norm()) return false;
      }
    return true;
  }
  const MeshEdge& edge = edges_[size_t(face_edges_[size_t(face)][size_t(at.feature - 3)])];
  if (!(edge_normals_[size_t(face_edges_[size_t(face)][size_t(at.feature - 3)])].dot(off) > 0))
    return false;
  const Vector3 along =
      (mesh_.points[size_t(edge.to)] - mesh_.points[size_t(edge.from)]).normalized();
  // into the first face, and into the second
  return off.dot(face_normals_[size_t(edge.face)].cross(along)) <= slack &&
         off.dot(along.cross(face_normals_[size_t(edge.other)])) <= slack;
}

int MeshSurface::nearest_places(const Vector3& x, double reach,
                                std::array<SurfacePlace, kMaxPlaces>& places) const {
  places[0] = nearest(x);
  if (!(places[0].d > 0)) return 1;
  if (places[0].d >= reach) return 0;
  int count = 1;
  const auto keep = [&](const SurfacePlace& place) {
    // nearest first; a farther one of the same patch or the same foot goes
    const auto same = [&](const SurfacePlace& other) {
      const bool foot = (other.foot - place.foot).norm() <= 1e-9 * (place.d + other.d);
      return foot || (other.patch == place.patch && other.n.dot(place.n) > kAlike);
    };
    int at = 0;
    while (at < count && places[size_t(at)].d <= place.d) {
      if (same(places[size_t(at)])) return;
      ++at;
    }
    int end = at;
    for (int k = at; k < count; ++k)
      if (!same(places[size_t(k)])) places[size_t(end++)] = places[size_t(k)];
    count = std::min(end + 1, kMaxPlaces);
    for (int k = count - 1; k > at; --k) places[size_t(k)] = places[size_t(k - 1)];
    if (at < kMaxPlaces) places[size_t(at)] = place;
  };
  walk(tree_, x, reach * reach, [&](int face, double limit2) {
    if (face_normals_[size_t(face)].isZero(0)) return limit2;
    const std::array<int, 3>& f = mesh_.faces[size_t(face)];
    const TrianglePlace at = nearest_on_triangle(
        mesh_.points[size_t(f[0])], mesh_.points[size_t(f[1])], mesh_.points[size_t(f[2])], x);
    if ((x - at.p).squaredNorm() < limit2 && least_here(face, at, x)) keep(place_on(face, at, x));
    return limit2;
  });
  return count;
}

}  // namespace cuttle
