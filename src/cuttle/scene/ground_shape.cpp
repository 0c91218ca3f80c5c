#include "cuttle/scene/ground_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/math/turn_between.h"

namespace cuttle {
namespace {

using Vector2 = Eigen::Vector2d;

constexpr int kSamples = 240;        // along a profile
constexpr double kStraight = 1e-7;   // of the size of the run
constexpr double kThickness = 0.02;  // of it, below the lowest place
constexpr double kWidth = 2;         // times the widest strip

/// The line of a ground in its plane.
struct GroundLine {
  std::vector<Vector2> places, normals;

  bool straight(double tolerance) const {
    const Vector2 along = (places.back() - places.front()).normalized();
    return std::ranges::all_of(places, [&](const Vector2& p) {
      const Vector2 d = p - places.front();
      return std::abs(along.x() * d.y() - along.y() * d.x()) < tolerance;
    });
  }
};

/// Left and right end of the box along a direction.
std::pair<double, double> reach_along(const Eigen::AlignedBox3d& box, const Vector3& x) {
  const double middle = x.dot(box.center()), half = 0.5 * x.cwiseAbs().dot(box.sizes());
  return {middle - half, middle + half};
}

GroundLine line_under(const GroundProfile& ground, const Eigen::AlignedBox3d& box, double share) {
  const auto [left, right] = reach_along(box, ground.x);
  const double margin = share * box.diagonal().norm(), origin = ground.x.dot(ground.origin);
  GroundLine line;
  for (int i = 0; i <= kSamples; ++i) {
    const double x = std::lerp(left - margin, right + margin, double(i) / kSamples) - origin;
    const auto [height, slope] = ground.at(x);
    if (!std::isfinite(height) || !std::isfinite(slope)) continue;
    line.places.emplace_back(x, height);
    line.normals.push_back(Vector2(-slope, 1).normalized());
  }
  return line;
}

Vector3 direction(const GroundProfile& ground, const Vector2& v) {
  return v.x() * ground.x + v.y() * ground.y;
}

Vector3 in_world(const GroundProfile& ground, const Vector2& p) {
  return ground.origin + p.x() * ground.x + p.y() * ground.y;
}

class Slab {
 public:
  Slab(const GroundProfile& ground, const GroundLine& line, double half_width, double thickness)
      : ground_(ground), out_(ground.x.cross(ground.y).normalized()), half_(half_width) {
    std::vector<Vector2> bottom = line.places;
    const auto lowest = std::ranges::min(bottom, {}, [](const Vector2& p) { return p.y(); });
    for (Vector2& p : bottom) p.y() = lowest.y() - thickness;
    const std::vector<Vector2> down(bottom.size(), Vector2(0, -1));
    for (std::size_t i = 0; i + 1 < bottom.size(); ++i) {
      const std::size_t k = i + 1;
      add_face({at(line.places[i], -1), at(line.places[k], -1), at(line.places[k], 1),
                at(line.places[i], 1)},
               {line.normals[i], line.normals[k], line.normals[k], line.normals[i]});
      add_face({at(bottom[i], 1), at(bottom[k], 1), at(bottom[k], -1), at(bottom[i], -1)},
               {down[i], down[k], down[k], down[i]});
      for (const int side : {-1, 1}) add_side(line.places, bottom, i, side);
    }
    add_end(line.places.front(), bottom.front(), -1);
    add_end(line.places.back(), bottom.back(), 1);
  }

  SceneMesh take() { return std::move(mesh_); }

 private:
  Vector3 at(const Vector2& p, int side) const {
    return in_world(ground_, p) + side * half_ * out_;
  }

  // seen from where `out` points to, x is to the right and y up
  void add_side(const std::vector<Vector2>& top, const std::vector<Vector2>& bottom, std::size_t i,
                int side) {
    const std::array corners = {at(bottom[i], side), at(bottom[i + 1], side), at(top[i + 1], side),
                                at(top[i], side)};
    add_square(corners, side * out_, side < 0);
  }

  void add_end(const Vector2& top, const Vector2& bottom, int side) {
    add_square({at(bottom, 1), at(bottom, -1), at(top, -1), at(top, 1)}, side * ground_.x,
               side < 0);
  }

  void add_square(const std::array<Vector3, 4>& corners, const Vector3& normal, bool turned) {
    const auto first = std::uint32_t(mesh_.positions.size() / 3);
    for (const Vector3& corner : corners) add_vertex(corner, normal);
    add_triangles(first, turned);
  }

  // top or bottom
  void add_face(const std::array<Vector3, 4>& corners, const std::array<Vector2, 4>& normals) {
    const auto first = std::uint32_t(mesh_.positions.size() / 3);
    for (std::size_t k = 0; k < 4; ++k) add_vertex(corners[k], direction(ground_, normals[k]));
    add_triangles(first, true);
  }

  void add_vertex(const Vector3& p, const Vector3& normal) {
    for (int k = 0; k < 3; ++k) mesh_.positions.push_back(float(p[k]));
    for (int k = 0; k < 3; ++k) mesh_.normals.push_back(float(normal[k]));
  }

  void add_triangles(std::uint32_t first, bool turned) {
    const std::uint32_t b = turned ? 2 : 1, c = turned ? 1 : 2, d = turned ? 3 : 2,
                        e = turned ? 2 : 3;
    mesh_.triangles.insert(mesh_.triangles.end(),
                           {first, first + b, first + c, first, first + d, first + e});
  }

  const GroundProfile& ground_;
  Vector3 out_;
  double half_;
  SceneMesh mesh_;
};

/// The plane with this normal through a point, unless it is there already.
void add_plane(const std::string& name, const Vector3& normal, const Vector3& point, double size,
               Scene& scene) {
  for (const SceneObstacle& other : scene.obstacles) {
    const Vector3 z = other.pose.R.col(2);
    const bool same =
        (z - normal).norm() < kStraight && std::abs(z.dot(point - other.pose.p)) < kStraight * size;
    if (other.plane() && same) return;
  }
  const auto turn = turn_between(Vector3::UnitZ(), normal);
  scene.obstacles.push_back({name, -1, {turn.toRotationMatrix(), point}});
}

}  // namespace

void add_ground(const GroundProfile& ground, const Eigen::AlignedBox3d& box, double margin,
                double half_strip, Scene& scene) {
  const double size = box.diagonal().norm();
  const GroundLine line = line_under(ground, box, margin);
  if (line.places.size() < 2) return;
  if (line.straight(kStraight * size)) {
    add_plane(ground.name, direction(ground, line.normals.front()),
              in_world(ground, line.places[line.places.size() / 2]), size, scene);
    return;
  }
  Slab slab(ground, line, kWidth * half_strip, kThickness * size);
  const int mesh = add_mesh(slab.take(), scene);
  scene.obstacles.push_back({ground.name, mesh, {Matrix3::Identity(), Vector3::Zero()}});
}

}  // namespace cuttle
