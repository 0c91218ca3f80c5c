#pragma once
// What there is to see of a run: shapes that never change, and numbers per frame that move them.
// Plain data: the report, the live view and the exports draw it without knowing any mechanics.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/math/pose.h"
#include "cuttle/part/scene_words.h"

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

/// A shape that stands in the world: a mesh, or a plane without end, whose normal is z.
struct SceneObstacle {
  std::string name;
  int mesh = -1;  // -1: a plane
  Pose pose;

  bool plane() const { return mesh < 0; }
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

/// The wall of a shell: a surface of revolution about x of its body, along a meridian that moves.
struct SceneMeridian {
  int body = 0;
  int first = 0;                       // its first ring in the channels
  int direction = 1;                   // of x from the base to the edge: 1 or -1
  ShellRim rim = ShellRim::open;       // the base is closed by a disc
  std::vector<double> abscissa;        // (rings) [m] from the base
  std::vector<double> half_thickness;  // (rings) [m]

  int rings() const { return int(abscissa.size()); }
};

/// A polyline.
struct SceneCable {
  std::string name;
  int first = 0, points = 0;  // in cable_position
};

enum class ArrowKind { force, moment, contact };

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

/// A joint that closes a loop, between two frames of bodies or of the world.
struct SceneConnection {
  std::string name, kind;
  std::vector<Vector3> axes;  // in its first frame; empty: no preferred axis
};

/// What all bodies are in.
struct SceneWater {
  double density = 0;             // [kg/m^3]
  Vector3 up = Vector3::UnitZ();  // unit, across the surface
  std::optional<double> level;    // [m] height of the surface along up; none: far above
};

/// What sits on a body, perhaps turning on it.
struct SceneFitting {
  std::string name;
  FittingKind kind = FittingKind::thruster;
  int body = 0;
  int mesh = -1;  // -1: only a sign
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
  std::array<double, 3> up = {0, 0, 1};       // of pictures: z or -z

  std::vector<SceneBody> bodies;
  std::vector<SceneMesh> meshes;
  std::vector<SceneSolid> solids;
  std::vector<SceneSolid> shells;  // contact shapes of rigid bodies, seen when asked for
  std::vector<SceneObstacle> obstacles;
  std::vector<SceneRod> rods;
  std::vector<SceneMeridian> meridians;
  std::vector<SceneCable> cables;
  std::vector<SceneArrow> arrows;
  std::vector<SceneJoint> joints;
  std::vector<SceneConnection> connections;
  std::vector<ScenePoint> points;
  std::optional<SceneWater> water;
  std::vector<Vector3> currents;       // places that show how the water moves
  std::vector<SceneFitting> fittings;  // each with an arrow of its force

  // positions [m] and unit quaternions (w, x, y, z), all in the world
  Channel body_position, body_rotation;        // base frames
  Channel section_position, section_rotation;  // x along the rod
  Channel curvature, torsion, stretch, speed;  // of sections [1/m, 1/m, -, m/s]
  Channel cable_position, tension;             // tension [N] per cable
  Channel arrow_position, arrow_vector;        // [m], [N or N m]
  Channel point_position;
  Channel contact_state;  // of contact arrows: 0 open, 1 smooth, 2 sticking, 3 sliding
  Channel connection_position, connection_rotation;  // both frames of each
  Channel connection_closed;                         // 1, or 0 while it is open
  Channel current_velocity;                          // [m/s] per place, or one for all places
  Channel fitting_position, fitting_rotation;        // with its deflection
  Channel ring_place;                                // (x, r) of rings of meridians, in the body
  Channel hoop_strain;                               // of rings

  std::size_t frames() const { return axis.size(); }
};

/// All channels with the names that they have in files, in the order of files.
struct NamedChannel {
  const char* name;
  int width;
  const char* unit;
  Channel Scene::*channel;
  bool late = false;  // files of the first days do not have it
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
    NamedChannel{"contact_state", 1, "-", &Scene::contact_state, true},
    NamedChannel{"connection_position", 3, "m", &Scene::connection_position, true},
    NamedChannel{"connection_rotation", 4, "-", &Scene::connection_rotation, true},
    NamedChannel{"connection_closed", 1, "-", &Scene::connection_closed, true},
    NamedChannel{"current_velocity", 3, "m/s", &Scene::current_velocity, true},
    NamedChannel{"fitting_position", 3, "m", &Scene::fitting_position, true},
    NamedChannel{"fitting_rotation", 4, "-", &Scene::fitting_rotation, true},
    NamedChannel{"ring_place", 2, "m", &Scene::ring_place, true},
    NamedChannel{"hoop_strain", 1, "-", &Scene::hoop_strain, true},
};

/// Which way is up in pictures: against gravity where that is mainly along z, else as the axes of
/// the world say.
std::array<double, 3> picture_up(const std::array<double, 3>& gravity, bool z_down = false);

/// The number of a mesh in the scene; equal shapes share theirs.
int add_mesh(SceneMesh mesh, Scene& scene);

/// Numbers of one frame, over all channels.
std::size_t frame_size(const Scene& scene);

/// Makes room for so many frames.
void reserve_frames(Scene& scene, std::size_t count);

/// The same scene with the frames of these numbers only; the axis goes with them.
Scene with_frames(const Scene& scene, const std::vector<std::size_t>& frames);

}  // namespace cuttle
