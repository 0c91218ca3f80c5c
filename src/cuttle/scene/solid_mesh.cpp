#include "cuttle/scene/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "cuttle/math/turn_between.h"
#include "cuttle/scene/run_box.h"

namespace cuttle {

namespace {

constexpr int kCircleCorners = 40;  // corners of a circle
constexpr int kArc = 20;            // steps of a half circle

void add_vertex(const Vector3& position, const Vector3& normal, SceneMesh& mesh) {
  for (int i = 0; i < 3; ++i) {
    mesh.positions.push_back(float(position[i]));
    mesh.normals.push_back(float(normal[i]));
  }
}

void add_triangle(std::size_t a, std::size_t b, std::size_t c, SceneMesh& mesh) {
  for (const std::size_t vertex : {a, b, c}) mesh.triangles.push_back(std::uint32_t(vertex));
}

/// A corner of a profile that turns about the x axis, with its normal.
struct ProfilePoint {
  double x, r, normal_x, normal_r;
};

/// The profile runs along rising x, from axis to axis; a sharp edge has two points.
SceneMesh revolve(const std::vector<ProfilePoint>& profile) {
  SceneMesh mesh;
  for (const ProfilePoint& p : profile)
    for (int j = 0; j < kCircleCorners; ++j) {
      const double phi = 2 * std::numbers::pi * j / kCircleCorners;
      add_vertex({p.x, p.r * std::cos(phi), p.r * std::sin(phi)},
                 {p.normal_x, p.normal_r * std::cos(phi), p.normal_r * std::sin(phi)}, mesh);
    }
  for (std::size_t i = 0; i + 1 < profile.size(); ++i)
    for (std::size_t j = 0; j < kCircleCorners; ++j) {
      const std::size_t a = i * kCircleCorners + j,
                        d = i * kCircleCorners + (j + 1) % kCircleCorners;
      const std::size_t b = a + kCircleCorners, c = d + kCircleCorners;
      const bool edge = profile[i].x == profile[i + 1].x && profile[i].r == profile[i + 1].r;
      if (profile[i].r > 0 && !edge) add_triangle(a, d, c, mesh);
      if (profile[i + 1].r > 0 && !edge) add_triangle(a, c, b, mesh);
    }
  return mesh;
}

/// Half a circle of radius 1 between two angles from the -x axis, about the centre (x, 0).
void add_arc(double x, double radius, double from, double to, std::vector<ProfilePoint>& profile) {
  for (int i = 0; i <= kArc; ++i) {
    const double angle = from + (to - from) * i / kArc;
    const double c = -std::cos(angle);
    const double s = angle == 0 || angle == std::numbers::pi ? 0.0 : std::sin(angle);
    profile.push_back({x + radius * c, radius * s, c, s});
  }
}

SceneMesh ellipsoid_mesh(const Vector3& semi) {
  std::vector<ProfilePoint> profile;
  add_arc(0, 1, 0, std::numbers::pi, profile);
  SceneMesh mesh = revolve(profile);
  for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
    Vector3 normal;
    for (int k = 0; k < 3; ++k) {
      mesh.positions[i + std::size_t(k)] *= float(semi[k]);
      normal[k] = mesh.normals[i + std::size_t(k)] / semi[k];
    }
    normal.normalize();
    for (int k = 0; k < 3; ++k) mesh.normals[i + std::size_t(k)] = float(normal[k]);
  }
  return mesh;
}

SceneMesh cylinder_mesh(double radius, double length) {
  const double h = length / 2;
  return revolve({{-h, 0, -1, 0},
                  {-h, radius, -1, 0},
                  {-h, radius, 0, 1},
                  {h, radius, 0, 1},
                  {h, radius, 1, 0},
                  {h, 0, 1, 0}});
}

SceneMesh cone_mesh(double radius, double length) {
  const double side = std::hypot(radius, length), n_x = radius / side, n_r = length / side;
  return revolve({{0, 0, -1, 0}, {0, radius, -1, 0}, {0, radius, n_x, n_r}, {length, 0, n_x, n_r}});
}

SceneMesh capsule_mesh(double radius, double length) {
  std::vector<ProfilePoint> profile;
  add_arc(-length / 2, radius, 0, std::numbers::pi / 2, profile);
  add_arc(length / 2, radius, std::numbers::pi / 2, std::numbers::pi, profile);
  return revolve(profile);
}

SceneMesh box_mesh(const Vector3& edges) {
  SceneMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      // the other two axes in an order that makes a right-handed triple with the outward normal
      const int u = (axis + (side > 0 ? 1 : 2)) % 3, v = (axis + (side > 0 ? 2 : 1)) % 3;
      const std::size_t first = mesh.positions.size() / 3;
      for (const auto& [a, b] :
           {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
        Vector3 corner;
        corner[axis] = side;
        corner[u] = a;
        corner[v] = b;
        add_vertex(corner.cwiseProduct(edges) / 2, side * Vector3::Unit(axis), mesh);
      }
      add_triangle(first, first + 1, first + 2, mesh);
      add_triangle(first, first + 2, first + 3, mesh);
    }
  return mesh;
}

/// Smooth within its patches, sharp between them.
SceneMesh patched_mesh(const TriangleMesh& surface) {
  const std::vector<int> patches = smooth_patches(surface);
  std::map<std::pair<int, int>, std::size_t> numbers;  // of a point in a patch
  std::vector<Vector3> positions, normals;
  std::vector<std::array<std::size_t, 3>> faces;
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    std::array<std::size_t, 3>& face = faces.emplace_back();
    const Vector3 n = face_normal(surface, int(f));
    for (std::size_t k = 0; k < 3; ++k) {
      const int p = surface.faces[f][k];
      const auto [found, fresh] = numbers.try_emplace({p, patches[f]}, positions.size());
      face[k] = found->second;
      if (fresh) {
        positions.push_back(surface.points[std::size_t(p)]);
        normals.emplace_back(Vector3::Zero());
      }
      const Vector3& x = surface.points[std::size_t(p)];
      const Vector3 u = surface.points[std::size_t(surface.faces[f][(k + 1) % 3])] - x;
      const Vector3 v = surface.points[std::size_t(surface.faces[f][(k + 2) % 3])] - x;
      normals[face[k]] += std::atan2(u.cross(v).norm(), u.dot(v)) * n;
    }
  }
  SceneMesh mesh;
  for (std::size_t i = 0; i < positions.size(); ++i)
    add_vertex(positions[i], normals[i].normalized(), mesh);
  for (const auto& [a, b, c] : faces) add_triangle(a, b, c, mesh);
  return mesh;
}

}  // namespace

SceneMesh solid_mesh(const ShapeSpec& shape) {
  if (shape.box) return box_mesh(*shape.box);
  if (shape.sphere) return ellipsoid_mesh(Vector3::Constant(*shape.sphere));
  if (shape.ellipsoid) return ellipsoid_mesh(*shape.ellipsoid);
  if (shape.cylinder) return cylinder_mesh((*shape.cylinder)[0], (*shape.cylinder)[1]);
  if (shape.cone) return cone_mesh((*shape.cone)[0], (*shape.cone)[1]);
  if (shape.capsule) return capsule_mesh((*shape.capsule)[0], (*shape.capsule)[1]);
  if (const TriangleMesh* const mesh = mesh_of(shape)) return patched_mesh(*mesh);
  return {};
}

namespace {

constexpr double kMargin = 0.25;  // of the size of the run, around it
constexpr double kThin = 0.004;   // of the edge

/// The edge of a square under or over a run.
double sheet_edge(const Eigen::AlignedBox3d& box) {
  const double size = box.diagonal().norm();
  return (1 + 2 * kMargin) * (size > 0 ? size : 1);
}

SceneMesh placed(const SceneMesh& mesh, const Pose& pose) {
  SceneMesh result = mesh;
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Eigen::Vector3f p = pose.p.cast<float>();
  for (std::size_t i = 0; i + 2 < result.positions.size(); i += 3) {
    Eigen::Map<Eigen::Vector3f> position(&result.positions[i]), normal(&result.normals[i]);
    position = (p + R * position).eval();
    normal = (R * normal).eval();
  }
  return result;
}

}  // namespace

SceneMesh obstacle_mesh(const Scene& scene, const SceneObstacle& obstacle) {
  if (!obstacle.plane()) return placed(scene.meshes[std::size_t(obstacle.mesh)], obstacle.pose);
  const Eigen::AlignedBox3d box = run_box(scene);
  const double edge = sheet_edge(box), thickness = kThin * edge;
  ShapeSpec plate;
  plate.box = Vector3(edge, edge, thickness);
  // under the middle of the run, with the surface on top
  Vector3 middle = obstacle.pose.R.transpose() * (box.center() - obstacle.pose.p);
  middle.z() = -thickness / 2;
  return placed(solid_mesh(plate), {obstacle.pose.R, obstacle.pose * middle});
}

std::array<Vector3, 4> water_square(const Scene& scene) {
  const SceneWater& water = *scene.water;
  const Eigen::AlignedBox3d box = run_box(scene);
  const double half = sheet_edge(box) / 2;
  const auto turn = turn_between(Vector3::UnitZ(), water.up);
  const Vector3 x = turn * Vector3(half, 0, 0), y = turn * Vector3(0, half, 0);
  const Vector3 middle = box.center() + (*water.level - water.up.dot(box.center())) * water.up;
  return {middle - x - y, middle + x - y, middle + x + y, middle - x + y};
}

}  // namespace cuttle
