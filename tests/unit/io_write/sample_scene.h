#pragma once

#include <cmath>
#include <numbers>

#include "cuttle/scene/scene.h"

namespace cuttle {

/// A unit cube about the origin that shares its corners (normals point from the centre).
inline SceneMesh cube_mesh() {
  SceneMesh mesh;
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k) {
      const float side = (i >> k) & 1 ? 0.5f : -0.5f;
      mesh.positions.push_back(side);
      mesh.normals.push_back(2 * side / std::sqrt(3.0f));
    }
  mesh.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return mesh;
}

inline std::vector<OutlineCorner> square_corners() {
  return {{1, -1, 1, 0},  {1, 1, 1, 0},    {1, 1, 0, 1},    {-1, 1, 0, 1},
          {-1, 1, -1, 0}, {-1, -1, -1, 0}, {-1, -1, 0, -1}, {1, -1, 0, -1}};
}

inline std::vector<OutlineCorner> round_corners(int count) {
  std::vector<OutlineCorner> corners;
  for (int i = 0; i < count; ++i) {
    const double phi = 2 * std::numbers::pi * i / count;
    const auto y = float(std::cos(phi)), z = float(std::sin(phi));
    corners.push_back({y, z, y, z});
  }
  return corners;
}

/// A rod of a length with equal sections.
inline SceneRod even_rod(double length, int sections, double half_y, double half_z,
                         std::vector<OutlineCorner> outline) {
  SceneRod rod;
  for (int i = 0; i < sections; ++i) rod.abscissa.push_back(length * i / (sections - 1));
  rod.half_y.assign(std::size_t(sections), half_y);
  rod.half_z.assign(std::size_t(sections), half_z);
  rod.outline = std::move(outline);
  return rod;
}

/// Adds one frame of a rod that is bent in the x-y plane with a constant curvature.
inline void append_bent(const SceneRod& rod, double curvature, Channel& positions,
                        Channel& rotations) {
  positions.width = 3;
  rotations.width = 4;
  positions.count = rotations.count = rod.sections();
  for (const double s : rod.abscissa) {
    const double a = curvature * s;
    const double x = curvature == 0 ? s : std::sin(a) / curvature;
    const double y = curvature == 0 ? 0 : (1 - std::cos(a)) / curvature;
    for (const double v : {x, y, 0.0}) positions.data.push_back(float(v));
    for (const double v : {std::cos(a / 2), 0.0, 0.0, std::sin(a / 2)})
      rotations.data.push_back(float(v));
  }
}

/// A cube that turns about z, a rod that bends, and a straight cable; `frames` frames over a
/// second.
inline Scene sample_scene(int frames = 5) {
  Scene scene;
  scene.name = "sample";
  scene.title = "a <sample> & more";
  scene.study = "dynamics";
  scene.axis_name = "t";
  scene.axis_unit = "s";
  scene.bodies = {{"hub", "rigid", "revolute", -1, 1, 1.0}, {"arm", "rod", "fixed", 0, 2, 0.1}};
  scene.meshes = {cube_mesh()};
  scene.solids = {{0, 0, {Matrix3::Identity(), Vector3(0, 0, 0.25)}}};
  scene.rods = {even_rod(1, 6, 0.05, 0.02, square_corners())};
  scene.rods[0].body = 1;
  scene.cables = {{"pull", 0, 3}};
  scene.cable_position.width = 3;
  scene.cable_position.count = 3;
  for (auto* c : {&scene.curvature, &scene.torsion, &scene.stretch, &scene.speed}) c->count = 6;
  scene.tension.count = 1;
  scene.body_position = {2, 3, {}};
  scene.body_rotation = {2, 4, {}};
  for (int f = 0; f < frames; ++f) {
    const double t = frames > 1 ? double(f) / (frames - 1) : 0;
    scene.axis.push_back(t);
    for (const double v : {0.0, 0.0, 0.0, 0.0, 0.0, 0.0})
      scene.body_position.data.push_back(float(v));
    for (const double v : {std::cos(2 * t), 0.0, 0.0, std::sin(2 * t), 1.0, 0.0, 0.0, 0.0})
      scene.body_rotation.data.push_back(float(v));
    append_bent(scene.rods[0], 1.5 * t, scene.section_position, scene.section_rotation);
    for (int i = 0; i < 6; ++i) {
      scene.curvature.data.push_back(float(1.5 * t));
      scene.torsion.data.push_back(0);
      scene.stretch.data.push_back(1);
      scene.speed.data.push_back(float(i) / 5);
    }
    for (const double v : {0.0, 0.1, 0.0, 0.5, 0.1 + t, 0.0, 1.0, 0.1, 0.0})
      scene.cable_position.data.push_back(float(v));
    scene.tension.data.push_back(float(10 * t));
  }
  return scene;
}

/// The same with a floor, a post, a contact that sticks and then opens, and a connection.
inline Scene touching_scene(int frames = 5) {
  Scene scene = sample_scene(frames);
  scene.obstacles = {{"floor", -1, {Matrix3::Identity(), Vector3(0, 0, -0.3)}},
                     {"post", 0, {Matrix3::Identity(), Vector3(2, 0, 0)}}};
  scene.arrows = {{"loads.tip", ArrowKind::force, "N"}, {"contacts.hub", ArrowKind::contact, "N"}};
  scene.connections = {{"dock", "revolute", {Vector3::UnitY()}}};
  scene.arrow_position = scene.arrow_vector = {2, 3, {}};
  scene.contact_state = scene.connection_closed = {1, 1, {}};
  scene.connection_position = {2, 3, {}};
  scene.connection_rotation = {2, 4, {}};
  for (int f = 0; f < frames; ++f) {
    const bool closed = 2 * f < frames;
    for (const double v : {1.0, 0.0, 0.0, 0.1, 0.2, -0.3})
      scene.arrow_position.data.push_back(float(v));
    for (const double v : {0.0, 1.0, 0.0, 0.5, 0.0, 4.0})
      scene.arrow_vector.data.push_back(closed ? float(v) : 0);
    scene.contact_state.data.push_back(closed ? 2 : 0);
    for (const double v : {0.5, 0.0, 0.0, 0.6, 0.0, 0.0})
      scene.connection_position.data.push_back(float(v));
    for (int i = 0; i < 2; ++i)
      for (const double v : {1.0, 0.0, 0.0, 0.0})
        scene.connection_rotation.data.push_back(float(v));
    scene.connection_closed.data.push_back(closed ? 0 : 1);
  }
  return scene;
}

}  // namespace cuttle
