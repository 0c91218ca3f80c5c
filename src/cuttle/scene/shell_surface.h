#pragma once
// The surface of a shell: both faces of its wall, its rim, and the disc that closes its base.

#include "cuttle/scene/scene.h"

namespace cuttle {

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
