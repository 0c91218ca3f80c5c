#include "cuttle/scene/scene_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

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

namespace {

class CircleList {
 public:
  CircleList(const Scene& scene, const SceneMeridian& meridian, std::size_t frame)
      : meridian_(meridian), places_(scene.ring_place.frame(frame) + 2 * meridian.first) {}

  std::vector<ShellCircle> build() {
    const int last = meridian_.rings() - 1;
    const auto forth = float(meridian_.direction);
    add_disc(0, 1, -forth, false);
    for (int i = 0; i <= last; ++i) add_wall(i, 1);
    end_strip();
    if (meridian_.rim == ShellRim::open) {
      for (const int side : {1, -1}) add(last, side, false, slope(last));
      end_strip();
    }
    if (meridian_.rim == ShellRim::capped) {
      add_disc(last, 1, forth, true);
      add_disc(last, -1, -forth, false);
    }
    for (int i = last; i >= 0; --i) add_wall(i, -1);
    end_strip();
    add_disc(0, -1, forth, true);
    return std::move(circles_);
  }

 private:
  // (x, r)
  Eigen::Vector2f place(int ring) const { return {places_[2 * ring], places_[2 * ring + 1]}; }

  /// Unit tangent of the parabola through a ring and its neighbours.
  Eigen::Vector2f slope(int ring) const {
    const std::vector<double>& s = meridian_.abscissa;
    const int middle = std::clamp(ring, 1, std::max(meridian_.rings() - 2, 1));
    Eigen::Vector2f sum = Eigen::Vector2f::Zero();
    for (int i = middle - 1; i <= middle + 1; ++i) {
      const int j = i == middle - 1 ? middle : middle - 1,
                k = i == middle + 1 ? middle : middle + 1;
      const auto at = [&](int n) { return s[std::size_t(n)]; };
      const double weight = (2 * at(ring) - at(j) - at(k)) / ((at(i) - at(j)) * (at(i) - at(k)));
      sum += float(weight) * place(i);
    }
    return sum.norm() > 0 ? Eigen::Vector2f(sum.normalized()) : Eigen::Vector2f(1, 0);
  }

  /// Away from the axis where the wall is a cylinder.
  Eigen::Vector2f outwards(int ring) const {
    if (is_pole(ring)) return {float(meridian_.direction), 0};
    const Eigen::Vector2f t = slope(ring);
    return float(meridian_.direction) * Eigen::Vector2f(-t.y(), t.x());
  }

  bool is_pole(int ring) const {
    return meridian_.rim == ShellRim::pole && ring == meridian_.rings() - 1;
  }

  /// The circle of a ring on one side of the wall, or its middle.
  void add(int ring, int side, bool middle, const Eigen::Vector2f& normal) {
    const auto half = float(meridian_.half_thickness[std::size_t(ring)]);
    const Eigen::Vector2f p = place(ring) + float(side) * half * outwards(ring);
    const bool on_axis = middle || is_pole(ring);
    circles_.push_back({.ring = ring,
                        .x = p.x(),
                        .r = on_axis ? 0 : std::max(p.y(), 0.0f),
                        .normal_x = normal.x(),
                        .normal_r = normal.y(),
                        .on_axis = on_axis});
  }

  void add_wall(int ring, int side) { add(ring, side, false, float(side) * outwards(ring)); }

  void add_disc(int ring, int side, float normal, bool to_axis) {
    for (const bool middle : {!to_axis, to_axis}) add(ring, side, middle, {normal, 0});
    end_strip();
  }

  void end_strip() { circles_.back().joined = false; }

  const SceneMeridian& meridian_;
  const float* places_;
  std::vector<ShellCircle> circles_;
};

void add_strip(std::uint32_t here, std::uint32_t there, bool turned, bool from_axis, bool to_axis,
               SceneMesh& mesh) {
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (turned) std::swap(b, c);
    mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
  };
  for (std::uint32_t k = 0; k < kShellSides; ++k) {
    const std::uint32_t next = (k + 1) % kShellSides;
    if (!from_axis) add(here + k, here + next, there + next);
    if (!to_axis) add(here + k, there + next, there + k);
  }
}

}  // namespace

std::vector<ShellCircle> shell_circles(const Scene& scene, const SceneMeridian& meridian,
                                       std::size_t frame) {
  if (meridian.rings() < 3) return {};
  return CircleList(scene, meridian, frame).build();
}

SceneMesh shell_mesh(const std::vector<ShellCircle>& circles, int direction) {
  SceneMesh mesh;
  for (std::size_t i = 0; i < circles.size(); ++i) {
    const ShellCircle& c = circles[i];
    for (int k = 0; k < kShellSides; ++k) {
      const double phi = 2 * std::numbers::pi * k / kShellSides;
      const auto y = float(std::cos(phi)), z = float(std::sin(phi));
      mesh.positions.insert(mesh.positions.end(), {c.x, c.r * y, c.r * z});
      mesh.normals.insert(mesh.normals.end(), {c.normal_x, c.normal_r * y, c.normal_r * z});
    }
    if (!c.joined) continue;
    const auto here = std::uint32_t(i) * kShellSides;
    add_strip(here, here + kShellSides, direction < 0, c.on_axis, circles[i + 1].on_axis, mesh);
  }
  return mesh;
}

SceneMesh place_shell(const Scene& scene, const SceneMeridian& meridian, std::size_t frame) {
  SceneMesh mesh = shell_mesh(shell_circles(scene, meridian, frame), meridian.direction);
  const Eigen::Vector3f p = position_at(scene.body_position, frame, meridian.body);
  const Eigen::Quaternionf q = rotation_at(scene.body_rotation, frame, meridian.body);
  for (std::size_t i = 0; i + 2 < mesh.positions.size(); i += 3) {
    Eigen::Map<Eigen::Vector3f> position(&mesh.positions[i]), normal(&mesh.normals[i]);
    position = (p + q * position).eval();
    normal = (q * normal).eval();
  }
  return mesh;
}

}  // namespace cuttle
