#include "cuttle/io/scene_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "cuttle/math/so3.h"

namespace cuttle {

namespace {

/// Largest extent of the numbers of a channel, over the frames from `first` on.
double extent(const Channel& channel, std::size_t first, std::size_t frames) {
  double largest = 0;
  for (int c = 0; c < channel.width && channel.count > 0; ++c) {
    float low = std::numeric_limits<float>::max(), high = -low;
    for (std::size_t f = first; f < first + frames; ++f)
      for (int i = 0; i < channel.count; ++i) {
        const float x = channel.frame(f)[i * channel.width + c];
        low = std::min(low, x);
        high = std::max(high, x);
      }
    largest = std::max(largest, double(high) - double(low));
  }
  return largest;
}

/// Size of the robot at the start, thickness included.
double robot_size(const Scene& scene) {
  if (scene.frames() == 0) return 0;
  double size = std::max(extent(scene.body_position, 0, 1), extent(scene.section_position, 0, 1));
  for (const SceneRod& rod : scene.rods) size = std::max(size, rod.half_y.front());
  for (const float x : scene.ring_place.data) size = std::max(size, double(std::abs(x)));
  for (const SceneSolid& solid : scene.solids)
    for (const float x : scene.meshes[std::size_t(solid.mesh)].positions)
      size = std::max(size, double(std::abs(x)));
  return size;
}

/// Colours are seen in 256 shades, places to a part in 65000 of their range, unless the robot goes
/// so far that this would show. Arrows keep their zero, and their sizes differ too much.
NumberType packed_type(const Scene& scene, const NamedChannel& named, double robot) {
  for (const auto field : {&Scene::curvature, &Scene::torsion, &Scene::stretch, &Scene::speed,
                           &Scene::contact_state, &Scene::connection_closed, &Scene::hoop_strain})
    if (named.channel == field) return NumberType::u8;
  for (const auto field : {&Scene::arrow_vector, &Scene::tension, &Scene::current_velocity})
    if (named.channel == field) return NumberType::f32;
  const double step = extent(scene.*named.channel, 0, scene.frames()) / 65535;
  return named.width == 3 && step > 1e-4 * robot ? NumberType::f32 : NumberType::i16;
}

void add_pose(JsonMembers& m, const Pose& pose) {
  m("position", pose.p);
  m("rotation", rotation_to_quaternion(pose.R));
}

}  // namespace

// --------------------------------------------------------------------- objects of which it is made

void json_members(JsonMembers& m, const SceneBody& body) {
  m.object("SceneBody");
  m("name", body.name);
  m("family", body.family);
  m("joint", body.joint);
  m("parent", body.parent);
  m("dof", body.dof);
  m("mass", body.mass);
}

void json_members(JsonMembers& m, const SceneMesh& mesh) {
  m.object("SceneMesh");
  m("positions", m.store().add(mesh.positions));
  m("normals", m.store().add(mesh.normals));
  m("triangles", m.store().add(mesh.triangles));
}

void json_members(JsonMembers& m, const SceneSolid& solid) {
  m.object("SceneSolid");
  m("body", solid.body);
  m("mesh", solid.mesh);
  add_pose(m, solid.pose);
}

void json_members(JsonMembers& m, const SceneObstacle& obstacle) {
  m.object("SceneObstacle",
           "A shape fixed in the world; mesh -1 is an infinite plane, z its normal.");
  m("name", obstacle.name);
  m("mesh", obstacle.mesh);
  add_pose(m, obstacle.pose);
}

void json_members(JsonMembers& m, const SceneRod& rod) {
  std::vector<std::array<float, 4>> outline;
  for (const OutlineCorner& c : rod.outline) outline.push_back({c.y, c.z, c.normal_y, c.normal_z});
  m.object("SceneRod", "`first` is its first section in the channels; a corner: y, z and normal.");
  m("body", rod.body);
  m("first", rod.first);
  m("abscissa", rod.abscissa);
  m("half_y", rod.half_y);
  m("half_z", rod.half_z);
  m("outline", outline);
}

void json_members(JsonMembers& m, const SceneMeridian& meridian) {
  m.object("SceneMeridian", "The wall of a shell: a surface of revolution about x of its body.");
  m("body", meridian.body);
  m("first", meridian.first);
  m("direction", meridian.direction);
  m("rim", meridian.rim);
  m("abscissa", meridian.abscissa);
  m("half_thickness", meridian.half_thickness);
}

void json_members(JsonMembers& m, const SceneCable& cable) {
  m.object("SceneCable");
  m("name", cable.name);
  m("first", cable.first);
  m("points", cable.points);
}

void json_members(JsonMembers& m, const SceneArrow& arrow) {
  m.object("SceneArrow");
  m("name", arrow.name);
  m("kind", arrow.kind);
  m("unit", arrow.unit);
}

void json_members(JsonMembers& m, const SceneJoint& joint) {
  m.object("SceneJoint");
  m("body", joint.body);
  m("kind", joint.kind);
  m("axes", joint.axes);
}

void json_members(JsonMembers& m, const SceneConnection& connection) {
  m.object("SceneConnection",
           "A joint that closes a loop; both of its frames are in the channels.");
  m("name", connection.name);
  m("kind", connection.kind);
  m("axes", connection.axes);
}

void json_members(JsonMembers& m, const SceneWater& water) {
  m.object("SceneWater", "What all bodies are in; without a level the surface is far above.");
  m("density", water.density);
  m("up", water.up);
  m("level", water.level);
}

void json_members(JsonMembers& m, const SceneFitting& fitting) {
  m.object("SceneFitting", "x is the axis, points to the leading edge, or out of the opening.");
  m("name", fitting.name);
  m("kind", fitting.kind);
  m("body", fitting.body);
  m("mesh", fitting.mesh);
}

void json_members(JsonMembers& m, const ScenePoint& point) {
  m.object("ScenePoint");
  m("name", point.name);
}

void json_members(JsonMembers& m, const SceneMode& mode) {
  m.object("SceneMode");
  m("frequency", mode.frequency);
  m("growth", mode.growth);
}

/// What the frames run over.
struct SceneAxis {
  const Scene& scene;
};

void json_members(JsonMembers& m, const SceneAxis& axis) {
  m.object("SceneAxis");
  m("name", axis.scene.axis_name);
  m("unit", axis.scene.axis_unit);
  m("values", m.store().add(axis.scene.axis));
}

/// A channel as files have it.
struct SceneChannel {
  int count = 0, width = 0;
  const char* unit = "";
  ArrayReference values;
};

void json_members(JsonMembers& m, const SceneChannel& channel) {
  m.object("SceneChannel");
  m("count", channel.count);
  m("width", channel.width);
  m("unit", channel.unit);
  m("values", channel.values);
}

/// Number in kSceneChannels.
enum class ChannelName : std::size_t {};

constexpr auto kChannelNames = [] {
  std::array<Choice<ChannelName>, kSceneChannels.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i)
    names[i] = {ChannelName(i), kSceneChannels[i].name, ""};
  return names;
}();
constexpr std::span<const Choice<ChannelName>> choices(ChannelName) { return kChannelNames; }
constexpr const char* json_name(ChannelName) { return "ChannelName"; }

// -------------------------------------------------------------------------------------- the header

void json_members(JsonMembers& m, const PackedScene& packed) {
  const auto& [scene, packing] = packed;
  m.object("SceneHeader", "The scene as stored in a file.");
  m("format", FixedText{kSceneFormat});
  m("name", scene.name);
  m("title", scene.title);
  m("study", scene.study);
  m("axis", SceneAxis{scene});
  m("frames", scene.frames());
  m("stride", scene.stride);
  m("modes", scene.modes);
  m("gravity", scene.gravity);
  m("up", scene.up);
  m("water", scene.water);
  m("currents", scene.currents);
  m("bodies", scene.bodies);
  m("meshes", scene.meshes);
  m("solids", scene.solids);
  m("shells", scene.shells);
  m("obstacles", scene.obstacles);
  m("rods", scene.rods);
  m("meridians", scene.meridians);
  m("cables", scene.cables);
  m("arrows", scene.arrows);
  m("joints", scene.joints);
  m("connections", scene.connections);
  m("fittings", scene.fittings);
  m("points", scene.points);
  ByName<SceneChannel, ChannelName> channels;
  const double robot = robot_size(scene);
  for (const NamedChannel& named : kSceneChannels) {
    const Channel& channel = scene.*named.channel;
    const bool small = packing == ScenePacking::small;
    const NumberType type = small ? packed_type(scene, named, robot) : NumberType::f32;
    channels.items.emplace_back(named.name,
                                SceneChannel{channel.count, channel.width, named.unit,
                                             m.store().add(channel.data, type, channel.width)});
  }
  m("channels", channels);
}

namespace {

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("inconsistent scene: ") + what);
}

bool is_body(const Scene& scene, int i) { return i >= 0 && i < int(scene.bodies.size()); }
bool is_mesh(const Scene& scene, int i) { return i >= 0 && i < int(scene.meshes.size()); }

/// Shapes, and the numbers that they have in channels.
void check_shapes(const Scene& scene) {
  const auto fits = [](int first, int count, const Channel& channel) {
    return first >= 0 && count >= 0 && first <= channel.count - count;
  };
  for (const SceneMesh& mesh : scene.meshes) {
    const std::size_t vertices = mesh.positions.size() / 3;
    require(mesh.positions.size() == 3 * vertices && mesh.normals.size() == 3 * vertices, "mesh");
    require(mesh.triangles.size() % 3 == 0, "triangles");
    for (const std::uint32_t vertex : mesh.triangles) require(vertex < vertices, "triangles");
  }
  for (const auto* solids : {&scene.solids, &scene.shells})
    for (const SceneSolid& solid : *solids)
      require(is_body(scene, solid.body) && is_mesh(scene, solid.mesh), "solids");
  for (const SceneObstacle& obstacle : scene.obstacles)
    require(obstacle.plane() || is_mesh(scene, obstacle.mesh), "obstacles");
  for (const SceneRod& rod : scene.rods)
    require(is_body(scene, rod.body) && fits(rod.first, rod.sections(), scene.section_position),
            "rods");
  for (const SceneMeridian& meridian : scene.meridians)
    require(
        is_body(scene, meridian.body) && fits(meridian.first, meridian.rings(), scene.ring_place),
        "meridians");
  for (const SceneCable& cable : scene.cables)
    require(fits(cable.first, cable.points, scene.cable_position), "cables");
  for (const SceneJoint& joint : scene.joints) require(is_body(scene, joint.body), "joints");
  for (const SceneFitting& fitting : scene.fittings)
    require(is_body(scene, fitting.body) && (fitting.mesh == -1 || is_mesh(scene, fitting.mesh)),
            "fittings");
}

/// As many numbers as things.
void check_counts(const Scene& scene) {
  require(scene.body_position.count == int(scene.bodies.size()) &&
              scene.body_rotation.count == scene.body_position.count,
          "bodies");
  for (const Channel* field :
       {&scene.section_rotation, &scene.curvature, &scene.torsion, &scene.stretch, &scene.speed})
    require(field->count == scene.section_position.count, "sections");
  require(scene.hoop_strain.count == scene.ring_place.count, "meridians");
  require(scene.tension.count == int(scene.cables.size()), "tensions");
  require(scene.arrow_position.count == int(scene.arrows.size()) &&
              scene.arrow_vector.count == scene.arrow_position.count,
          "arrows");
  require(scene.point_position.count == int(scene.points.size()), "points");
  require(scene.contact_state.count ==
              std::ranges::count(scene.arrows, ArrowKind::contact, &SceneArrow::kind),
          "contacts");
  const int connections = int(scene.connections.size());
  require(scene.connection_position.count == 2 * connections &&
              scene.connection_rotation.count == 2 * connections &&
              scene.connection_closed.count == connections,
          "connections");
  require(scene.fitting_position.count == int(scene.fittings.size()) &&
              scene.fitting_rotation.count == scene.fitting_position.count,
          "fittings");
  const int flows = scene.current_velocity.count, places = int(scene.currents.size());
  require(flows == places || (flows == 1 && places > 0), "currents");
}

}  // namespace

void check_scene(const Scene& scene) {
  check_shapes(scene);
  check_counts(scene);
}

}  // namespace cuttle
