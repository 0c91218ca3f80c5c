#pragma once
// The surface of a rod: what moves with a section is fixed in its frame, so the vertices are
// computed once and a frame only places the sections.

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// The closed surface of a rod piece: rings of corners, strips between them, two flat caps.
struct RodSurface {
  std::vector<int> section;               // (vertices) which section of the piece it moves with
  std::vector<float> positions, normals;  // (vertices x 3) in the frame of that section [m], [-]
  std::vector<std::uint32_t> triangles;   // (triangles x 3), outside counter-clockwise
};
RodSurface rod_surface(const SceneRod& rod);

/// Entry `index` of a channel of positions or rotations (w, x, y, z) at a frame.
Eigen::Vector3f position_at(const Channel& positions, std::size_t frame, int index);
Eigen::Quaternionf rotation_at(const Channel& rotations, std::size_t frame, int index);

/// The surface in the world at a frame; `first` is the piece's first section in the channels.
SceneMesh place_surface(const RodSurface& surface, const Channel& positions,
                        const Channel& rotations, std::size_t frame, int first);

/// The mesh of a solid in the world at a frame.
SceneMesh place_solid(const Scene& scene, const SceneSolid& solid, std::size_t frame);

// The surface of a shell: both faces of its wall, its rim, and the disc that closes its base.

inline constexpr int kShellSides = 48;  // around the axis

/// A circle around x of the body, with the normal of the surface there.
struct ShellCircle {
  int ring = 0;  // of the meridian
  float x = 0, r = 0;
  float normal_x = 0, normal_r = 0;
  bool on_axis = false;  // a point
  bool joined = true;    // to the circle after it
};

/// The circles of the whole surface at a frame, in the order in which they are joined: the disc at
/// the base, outside, rim or caps, inside, the disc from within.
std::vector<ShellCircle> shell_circles(const Scene& scene, const SceneMeridian& meridian,
                                       std::size_t frame);

/// The closed surface that circles span, in the frame of the body: kShellSides vertices per circle.
SceneMesh shell_mesh(const std::vector<ShellCircle>& circles, int direction);

/// The surface in the world at a frame.
SceneMesh place_shell(const Scene& scene, const SceneMeridian& meridian, std::size_t frame);

}  // namespace cuttle
