#include "cuttle/scene/scene_surface.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

class SurfaceBuilder {
 public:
  explicit SurfaceBuilder(const SceneRod& rod) : rod_(rod) {}

  RodSurface build() {
    const int last = rod_.sections() - 1;
    for (int i = 0; i <= last; ++i) add_ring(i);
    for (int i = 0; i < last; ++i) add_strip(i);
    add_cap(0, -1);
    add_cap(last, 1);
    return std::move(surface_);
  }

 private:
  std::uint32_t corners() const { return std::uint32_t(rod_.outline.size()); }
  std::uint32_t next(std::uint32_t corner) const { return (corner + 1) % corners(); }

  // the two copies of a sharp corner: there is nothing between them
  bool is_edge(std::uint32_t corner) const {
    const OutlineCorner &a = rod_.outline[corner], &b = rod_.outline[next(corner)];
    return a.y == b.y && a.z == b.z;
  }

  bool is_point(int section) const {
    return rod_.half_y[std::size_t(section)] == 0 && rod_.half_z[std::size_t(section)] == 0;
  }

  // rate of a half width along the rod
  float slope(const std::vector<double>& half, int section) const {
    const auto before = std::size_t(std::max(section - 1, 0));
    const auto after = std::size_t(std::min(section + 1, rod_.sections() - 1));
    const double length = rod_.abscissa[after] - rod_.abscissa[before];
    return length > 0 ? float((half[after] - half[before]) / length) : 0;
  }

  void add_vertex(int section, float y, float z, const Eigen::Vector3f& normal) {
    surface_.section.push_back(section);
    surface_.positions.insert(surface_.positions.end(), {0, y, z});
    surface_.normals.insert(surface_.normals.end(), {normal.x(), normal.y(), normal.z()});
  }

  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    surface_.triangles.insert(surface_.triangles.end(), {a, b, c});
  }

  void add_ring(int section) {
    const auto half_y = float(rod_.half_y[std::size_t(section)]);
    const auto half_z = float(rod_.half_z[std::size_t(section)]);
    const float slope_y = slope(rod_.half_y, section), slope_z = slope(rod_.half_z, section);
    // a point has the proportions of the sections that shrink to it
    const float a = is_point(section) ? std::abs(slope_y) : half_y;
    const float b = is_point(section) ? std::abs(slope_z) : half_z;
    for (const OutlineCorner& c : rod_.outline) {
      // gradient of the swept outline, times a b; the taper tilts it along the rod
      const float y = c.normal_y * b, z = c.normal_z * a;
      Eigen::Vector3f normal(-(y * c.y * slope_y + z * c.z * slope_z), y, z);
      if (!(normal.norm() > 0)) normal = {0, c.normal_y, c.normal_z};
      add_vertex(section, c.y * half_y, c.z * half_z, normal.normalized());
    }
  }

  void add_strip(int section) {
    const std::uint32_t here = std::uint32_t(section) * corners(), there = here + corners();
    for (std::uint32_t c = 0; c < corners(); ++c) {
      if (is_edge(c)) continue;
      const std::uint32_t d = next(c);
      if (!is_point(section)) add_triangle(here + c, here + d, there + d);
      if (!is_point(section + 1)) add_triangle(here + c, there + d, there + c);
    }
  }

  // a fan about the centre line, looking along `side` times the x axis
  void add_cap(int section, int side) {
    if (is_point(section)) return;
    const Eigen::Vector3f normal(float(side), 0, 0);
    const auto centre = std::uint32_t(surface_.section.size());
    add_vertex(section, 0, 0, normal);
    for (const OutlineCorner& c : rod_.outline)
      add_vertex(section, c.y * float(rod_.half_y[std::size_t(section)]),
                 c.z * float(rod_.half_z[std::size_t(section)]), normal);
    for (std::uint32_t c = 0; c < corners(); ++c) {
      if (is_edge(c)) continue;
      const std::uint32_t a = centre + 1 + c, b = centre + 1 + next(c);
      add_triangle(centre, side > 0 ? a : b, side > 0 ? b : a);
    }
  }

  const SceneRod& rod_;
  RodSurface surface_;
};

void push(std::vector<float>& list, const Eigen::Vector3f& v) {
  list.insert(list.end(), {v.x(), v.y(), v.z()});
}

Eigen::Vector3f vector_at(const std::vector<float>& list, std::size_t index) {
  return {list[3 * index], list[3 * index + 1], list[3 * index + 2]};
}

}  // namespace

RodSurface rod_surface(const SceneRod& rod) {
  if (rod.sections() < 2 || rod.outline.size() < 3) return {};
  return SurfaceBuilder(rod).build();
}

Eigen::Vector3f position_at(const Channel& positions, std::size_t frame, int index) {
  const float* p = positions.frame(frame) + 3 * index;
  return {p[0], p[1], p[2]};
}

Eigen::Quaternionf rotation_at(const Channel& rotations, std::size_t frame, int index) {
  const float* q = rotations.frame(frame) + 4 * index;
  return Eigen::Quaternionf(q[0], q[1], q[2], q[3]).normalized();
}

SceneMesh place_surface(const RodSurface& surface, const Channel& positions,
                        const Channel& rotations, std::size_t frame, int first) {
  SceneMesh mesh;
  mesh.triangles = surface.triangles;
  for (std::size_t i = 0; i < surface.section.size(); ++i) {
    const int section = first + surface.section[i];
    const Eigen::Quaternionf R = rotation_at(rotations, frame, section);
    push(mesh.positions,
         position_at(positions, frame, section) + R * vector_at(surface.positions, i));
    push(mesh.normals, R * vector_at(surface.normals, i));
  }
  return mesh;
}

SceneMesh place_solid(const Scene& scene, const SceneSolid& solid, std::size_t frame) {
  const SceneMesh& shape = scene.meshes[std::size_t(solid.mesh)];
  const Eigen::Matrix3f R_WB =
      rotation_at(scene.body_rotation, frame, solid.body).toRotationMatrix();
  const Eigen::Matrix3f R_WS = R_WB * solid.pose.R.cast<float>();
  const Eigen::Vector3f p_WS =
      position_at(scene.body_position, frame, solid.body) + R_WB * solid.pose.p.cast<float>();
  SceneMesh mesh;
  mesh.triangles = shape.triangles;
  for (std::size_t i = 0; 3 * i < shape.positions.size(); ++i) {
    push(mesh.positions, p_WS + R_WS * vector_at(shape.positions, i));
    push(mesh.normals, R_WS * vector_at(shape.normals, i));
  }
  return mesh;
}

}  // namespace cuttle
