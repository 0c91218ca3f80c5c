#pragma once
// What there is to see of a run: shapes that never change, and numbers per frame that move them.
// Plain data: the report, the live view and the exports draw it without knowing any mechanics.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cuttle/math/pose.h"

namespace cuttle {

/// Numbers per frame: (frames x count x width), frame after frame.
struct Channel {
  int count = 0, width = 1;
  std::vector<float> data;

  std::size_t frame_size() const { return std::size_t(count) * std::size_t(width); }
  const float* frame(std::size_t index) const { return data.data() + index * frame_size(); }
};

struct SceneBody {
  std::string name, family, joint;
  int parent = -1;  // body, or -1 for the world
  int dof = 0;      // free coordinates of the joint and of the body
  double mass = 0;  // [kg]
};

/// A closed surface of triangles, with a normal at every vertex.
struct SceneMesh {
  std::vector<float> positions, normals;  // (vertices x 3) [m], [-]
  std::vector<std::uint32_t> triangles;   // (triangles x 3), outside counter-clockwise
};

/// A rigid shape: a mesh placed in the base frame of a body.
struct SceneSolid {
  int body = 0;
  int mesh = 0;
  Pose pose;
};

/// A corner of the unit outline of a section, with its outward normal; both in (y, z).
struct OutlineCorner {
  float y = 0, z = 0, normal_y = 0, normal_z = 0;
};

/// A smooth piece of a rod: sections along x, each with the outline scaled by its half widths.
struct SceneRod {
  int body = 0;
  int first = 0;                       // its first section in the channels
  std::vector<double> abscissa;        // (sections) [m] from the base of the body
  std::vector<double> half_y, half_z;  // (sections) [m]
  std::vector<OutlineCorner> outline;  // closed: the last corner joins the first

  int sections() const { return int(abscissa.size()); }
};

/// A polyline.
struct SceneCable {
  std::string name;
  int first = 0, points = 0;  // in cable_position
};

enum class ArrowKind { force, moment };

struct SceneArrow {
  std::string name;
  ArrowKind kind = ArrowKind::force;
  std::string unit;
};

/// The joint in front of a body, drawn at the body's base frame.
struct SceneJoint {
  int body = 0;
  std::string kind;
  std::vector<Vector3> axes;  // in the base frame; empty: no preferred axis
};

/// A place that a probe watches.
struct ScenePoint {
  std::string name;
};

struct SceneMode {
  double frequency = 0;  // [Hz]
  double growth = 0;     // [1/s]
};

struct Scene {
  std::string name, title;
  std::string study;                 // dynamics, statics, load_path, modes
  std::string axis_name, axis_unit;  // what the frames run over
  std::vector<double> axis;          // (frames)
  std::size_t stride = 1;            // every so many rows of the record became a frame
  std::vector<SceneMode> modes;      // study modes: frames / modes each, from -1 to +1 of the shape
  std::array<double, 3> gravity = {0, 0, 0};  // [m/s^2]

  std::vector<SceneBody> bodies;
  std::vector<SceneMesh> meshes;
  std::vector<SceneSolid> solids;
  std::vector<SceneRod> rods;
  std::vector<SceneCable> cables;
  std::vector<SceneArrow> arrows;
  std::vector<SceneJoint> joints;
  std::vector<ScenePoint> points;

  // positions [m] and unit quaternions (w, x, y, z), all in the world
  Channel body_position, body_rotation;        // base frames
  Channel section_position, section_rotation;  // x along the rod
  Channel curvature, torsion, stretch, speed;  // of sections [1/m, 1/m, -, m/s]
  Channel cable_position, tension;             // tension [N] per cable
  Channel arrow_position, arrow_vector;        // [m], [N or N m]
  Channel point_position;

  std::size_t frames() const { return axis.size(); }
};

/// All channels with the names that they have in files, in the order of files.
struct NamedChannel {
  const char* name;
  int width;
  const char* unit;
  Channel Scene::*channel;
};
inline constexpr std::array kSceneChannels = {
    NamedChannel{"body_position", 3, "m", &Scene::body_position},
    NamedChannel{"body_rotation", 4, "-", &Scene::body_rotation},
    NamedChannel{"section_position", 3, "m", &Scene::section_position},
    NamedChannel{"section_rotation", 4, "-", &Scene::section_rotation},
    NamedChannel{"curvature", 1, "1/m", &Scene::curvature},
    NamedChannel{"torsion", 1, "1/m", &Scene::torsion},
    NamedChannel{"stretch", 1, "-", &Scene::stretch},
    NamedChannel{"speed", 1, "m/s", &Scene::speed},
    NamedChannel{"cable_position", 3, "m", &Scene::cable_position},
    NamedChannel{"tension", 1, "N", &Scene::tension},
    NamedChannel{"arrow_position", 3, "m", &Scene::arrow_position},
    NamedChannel{"arrow_vector", 3, "-", &Scene::arrow_vector},
    NamedChannel{"point_position", 3, "m", &Scene::point_position},
};

/// Numbers of one frame, over all channels.
std::size_t frame_size(const Scene& scene);

/// The same scene with the frames of these numbers only; the axis goes with them.
Scene with_frames(const Scene& scene, const std::vector<std::size_t>& frames);

}  // namespace cuttle
