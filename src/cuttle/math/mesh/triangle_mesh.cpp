#include "cuttle/math/mesh/triangle_mesh.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace cuttle {
namespace {

constexpr double kSharp = 0.8660254037844387;  // cosine of 30 degrees

Vector3 area_vector(const TriangleMesh& mesh, const std::array<int, 3>& face) {
  const Vector3& a = mesh.points[size_t(face[0])];
  const Vector3 u = mesh.points[size_t(face[1])] - a, v = mesh.points[size_t(face[2])] - a;
  return 0.5 * u.cross(v);
}

int root_of(std::vector<int>& parent, int i) {
  while (parent[size_t(i)] != i) i = parent[size_t(i)] = parent[size_t(parent[size_t(i)])];
  return i;
}

}  // namespace

VolumeMoments volume_moments(const TriangleMesh& mesh) {
  VolumeMoments m;
  if (mesh.points.empty()) return m;
  // tetrahedra over a place in the middle, where rounding is least
  const Vector3 middle = box_of(mesh).center();
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
  for (const std::array<int, 3>& face : mesh.faces) {
    const Vector3 a = mesh.points[size_t(face[0])] - middle;
    const Vector3 b = mesh.points[size_t(face[1])] - middle;
    const Vector3 c = mesh.points[size_t(face[2])] - middle;
    const double volume = a.dot(b.cross(c)) / 6;
    const Vector3 sum = a + b + c;
    m.volume += volume;
    m.area += area_vector(mesh, face).norm();
    first += volume / 4 * sum;
    second += volume / 20 *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  if (!(std::abs(m.volume) > 0)) return m;
  const Vector3 off = first / m.volume;
  m.center = middle + off;
  second -= m.volume * off * off.transpose();
  m.inertia = second.trace() * Matrix3::Identity() - second;
  return m;
}

EqualEllipsoid equal_ellipsoid(const VolumeMoments& moments) {
  EqualEllipsoid result;
  const Eigen::SelfAdjointEigenSolver<Matrix3> eigen(moments.inertia);
  const Vector3 I = eigen.eigenvalues();
  for (int k = 0; k < 3; ++k)
    result.semi_axes[k] = std::sqrt(std::max(1e-12 * I.sum(), I.sum() - 2 * I[k]));
  const double ball = 4.0 / 3.0 * std::numbers::pi * result.semi_axes.prod();
  result.semi_axes *= std::cbrt(moments.volume / ball);
  result.axes = eigen.eigenvectors();
  if (result.axes.determinant() < 0) result.axes.col(0) = -result.axes.col(0);
  return result;
}

Eigen::AlignedBox3d box_of(const TriangleMesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Vector3& x : mesh.points) box.extend(x);
  return box;
}

Vector3 face_normal(const TriangleMesh& mesh, int face) {
  const std::array<int, 3>& f = mesh.faces[size_t(face)];
  const Vector3 area = area_vector(mesh, f);
  const Vector3& a = mesh.points[size_t(f[0])];
  const double longest = std::max((mesh.points[size_t(f[1])] - a).squaredNorm(),
                                  (mesh.points[size_t(f[2])] - a).squaredNorm());
  const double size = area.norm();
  return size > 1e-14 * longest ? Vector3(area / size) : Vector3(Vector3::Zero());
}

std::vector<MeshEdge> edges_of(const TriangleMesh& mesh) {
  std::vector<MeshEdge> edges;
  edges.reserve(3 * mesh.faces.size());
  for (size_t f = 0; f < mesh.faces.size(); ++f)
    for (size_t k = 0; k < 3; ++k)
      edges.push_back({mesh.faces[f][k], mesh.faces[f][(k + 1) % 3], int(f), -1});
  const auto ends = [](const MeshEdge& e) {
    return std::pair(std::min(e.from, e.to), std::max(e.from, e.to));
  };
  std::sort(edges.begin(), edges.end(), [&](const MeshEdge& l, const MeshEdge& r) {
    return std::tuple(ends(l), l.from, l.face) < std::tuple(ends(r), r.from, r.face);
  });
  std::vector<MeshEdge> joined;
  for (const MeshEdge& edge : edges) {
    const bool second = !joined.empty() && joined.back().other < 0 &&
                        joined.back().from == edge.to && joined.back().to == edge.from;
    if (second)
      joined.back().other = edge.face;
    else
      joined.push_back(edge);
  }
  return joined;
}

std::vector<int> smooth_patches(const TriangleMesh& mesh) {
  std::vector<int> parent(mesh.faces.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const MeshEdge& edge : edges_of(mesh)) {
    if (edge.other < 0) continue;
    const Vector3 n = face_normal(mesh, edge.face), m = face_normal(mesh, edge.other);
    if (n.dot(m) < kSharp && !n.isZero(0) && !m.isZero(0)) continue;
    const int a = root_of(parent, edge.face), b = root_of(parent, edge.other);
    parent[size_t(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> number(parent.size(), -1);
  int count = 0;
  for (size_t f = 0; f < parent.size(); ++f) {
    int& first = number[size_t(root_of(parent, int(f)))];
    if (first < 0) first = count++;
    number[f] = first;
  }
  return number;
}

TriangleMesh height_mesh(const std::vector<double>& x, const std::vector<double>& y,
                         const std::vector<std::vector<double>>& heights, double bottom) {
  TriangleMesh mesh;
  const int columns = int(x.size()), rows = int(y.size());
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      mesh.points.emplace_back(x[size_t(i)], y[size_t(j)], heights[size_t(j)][size_t(i)]);
  const auto top = [&](int i, int j) { return j * columns + i; };
  for (int j = 0; j + 1 < rows; ++j)
    for (int i = 0; i + 1 < columns; ++i) {
      mesh.faces.push_back({top(i, j), top(i + 1, j), top(i + 1, j + 1)});
      mesh.faces.push_back({top(i, j), top(i + 1, j + 1), top(i, j + 1)});
    }
  // once around the border, counter-clockwise; the same at the bottom, and its middle
  std::vector<int> border;
  for (int i = 0; i + 1 < columns; ++i) border.push_back(top(i, 0));
  for (int j = 0; j + 1 < rows; ++j) border.push_back(top(columns - 1, j));
  for (int i = columns - 1; i > 0; --i) border.push_back(top(i, rows - 1));
  for (int j = rows - 1; j > 0; --j) border.push_back(top(0, j));
  const int first = int(mesh.points.size()), count = int(border.size());
  for (const int p : border) {
    const Vector3 above = mesh.points[size_t(p)];
    mesh.points.emplace_back(above.x(), above.y(), bottom);
  }
  const int middle = int(mesh.points.size());
  mesh.points.emplace_back(0.5 * (x.front() + x.back()), 0.5 * (y.front() + y.back()), bottom);
  for (int k = 0; k < count; ++k) {
    const int next = (k + 1) % count;
    mesh.faces.push_back({border[size_t(k)], first + k, first + next});
    mesh.faces.push_back({border[size_t(k)], first + next, border[size_t(next)]});
    mesh.faces.push_back({middle, first + next, first + k});
  }
  return mesh;
}

}  // namespace cuttle
