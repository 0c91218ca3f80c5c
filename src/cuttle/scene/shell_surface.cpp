#include "cuttle/scene/shell_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "cuttle/scene/scene_surface.h"

namespace cuttle {
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
