#include "cuttle/io/scene_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "cuttle/io/scene_check.h"
#include "cuttle/io/scene_json.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

constexpr const char* kSceneFormat = "cuttle-scene/1";

OrderedJson list(const Vector3& v) { return {v[0], v[1], v[2]}; }
OrderedJson list(const Vector4& v) { return {v[0], v[1], v[2], v[3]}; }

OrderedJson body_json(const SceneBody& body) {
  return {{"name", body.name},     {"family", body.family}, {"joint", body.joint},
          {"parent", body.parent}, {"dof", body.dof},       {"mass", body.mass}};
}

OrderedJson rod_json(const SceneRod& rod) {
  OrderedJson outline = OrderedJson::array();
  for (const OutlineCorner& c : rod.outline) outline.push_back({c.y, c.z, c.normal_y, c.normal_z});
  return {{"body", rod.body},     {"first", rod.first},   {"abscissa", rod.abscissa},
          {"half_y", rod.half_y}, {"half_z", rod.half_z}, {"outline", outline}};
}

constexpr std::array kShellRims = {std::pair(ShellRim::open, "open"),
                                   std::pair(ShellRim::capped, "capped"),
                                   std::pair(ShellRim::pole, "pole")};

OrderedJson meridian_json(const SceneMeridian& m) {
  const auto rim = std::ranges::find(kShellRims, m.rim, &std::pair<ShellRim, const char*>::first);
  return {{"body", m.body},     {"first", m.first},       {"direction", m.direction},
          {"rim", rim->second}, {"abscissa", m.abscissa}, {"half_thickness", m.half_thickness}};
}

SceneMeridian read_meridian(const OrderedJson& json) {
  const std::string name = json.at("rim");
  const auto rim = std::ranges::find(kShellRims, name, &std::pair<ShellRim, const char*>::second);
  if (rim == kShellRims.end()) throw std::runtime_error("a rim of unknown kind: " + name);
  SceneMeridian m{json.at("body"),
                  json.at("first"),
                  json.at("direction"),
                  rim->first,
                  json.at("abscissa").get<std::vector<double>>(),
                  json.at("half_thickness").get<std::vector<double>>()};
  if (m.half_thickness.size() != m.abscissa.size())
    throw std::runtime_error("a meridian whose lists differ in length");
  return m;
}

OrderedJson axes_json(const std::vector<Vector3>& axes) {
  OrderedJson json = OrderedJson::array();
  for (const Vector3& axis : axes) json.push_back(list(axis));
  return json;
}

OrderedJson joint_json(const SceneJoint& joint) {
  return {{"body", joint.body}, {"kind", joint.kind}, {"axes", axes_json(joint.axes)}};
}

OrderedJson connection_json(const SceneConnection& connection) {
  return {
      {"name", connection.name}, {"kind", connection.kind}, {"axes", axes_json(connection.axes)}};
}

OrderedJson solid_json(const SceneSolid& s) {
  return {{"body", s.body},
          {"mesh", s.mesh},
          {"position", list(s.pose.p)},
          {"rotation", list(rotation_to_quaternion(s.pose.R))}};
}

OrderedJson obstacle_json(const SceneObstacle& o) {
  return {{"name", o.name},
          {"mesh", o.mesh},
          {"position", list(o.pose.p)},
          {"rotation", list(rotation_to_quaternion(o.pose.R))}};
}

constexpr std::array kArrowKinds = {std::pair(ArrowKind::force, "force"),
                                    std::pair(ArrowKind::moment, "moment"),
                                    std::pair(ArrowKind::contact, "contact")};

const char* kind_name(ArrowKind kind) {
  return std::ranges::find(kArrowKinds, kind, &std::pair<ArrowKind, const char*>::first)->second;
}

ArrowKind read_arrow_kind(const std::string& name) {
  for (const auto& [kind, text] : kArrowKinds)
    if (name == text) return kind;
  throw std::runtime_error("an arrow of unknown kind: " + name);
}

constexpr std::array kFittingKinds = {std::pair(FittingKind::thruster, "thruster"),
                                      std::pair(FittingKind::fin, "fin"),
                                      std::pair(FittingKind::jet, "jet")};

OrderedJson fitting_json(const SceneFitting& f) {
  const auto kind =
      std::ranges::find(kFittingKinds, f.kind, &std::pair<FittingKind, const char*>::first);
  return {{"name", f.name}, {"kind", kind->second}, {"body", f.body}, {"mesh", f.mesh}};
}

SceneFitting read_fitting(const OrderedJson& json) {
  const std::string name = json.at("kind");
  for (const auto& [kind, text] : kFittingKinds)
    if (name == text) return {json.at("name"), kind, json.at("body"), json.at("mesh")};
  throw std::runtime_error("a fitting of unknown kind: " + name);
}

OrderedJson water_json(const std::optional<SceneWater>& water) {
  if (!water) return nullptr;
  return {{"density", water->density},
          {"up", list(water->up)},
          {"level", water->level ? OrderedJson(*water->level) : OrderedJson(nullptr)}};
}

template <class Item, class Convert>
OrderedJson json_list(const std::vector<Item>& items, Convert convert) {
  OrderedJson json = OrderedJson::array();
  for (const Item& item : items) json.push_back(convert(item));
  return json;
}

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

Vector3 vector3(const OrderedJson& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

Vector4 vector4(const OrderedJson& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>(),
          json.at(3).get<double>()};
}

Pose read_pose(const OrderedJson& json) {
  return {quaternion_to_rotation(vector4(json.at("rotation"))), vector3(json.at("position"))};
}

std::vector<Vector3> read_axes(const OrderedJson& json) {
  std::vector<Vector3> axes;
  for (const OrderedJson& axis : json) axes.push_back(vector3(axis));
  return axes;
}

SceneRod read_rod(const OrderedJson& json) {
  SceneRod rod;
  rod.body = json.at("body");
  rod.first = json.at("first");
  rod.abscissa = json.at("abscissa").get<std::vector<double>>();
  rod.half_y = json.at("half_y").get<std::vector<double>>();
  rod.half_z = json.at("half_z").get<std::vector<double>>();
  for (const OrderedJson& c : json.at("outline"))
    rod.outline.push_back(
        {c.at(0).get<float>(), c.at(1).get<float>(), c.at(2).get<float>(), c.at(3).get<float>()});
  if (rod.half_y.size() != rod.abscissa.size() || rod.half_z.size() != rod.abscissa.size())
    throw std::runtime_error("a rod whose lists differ in length");
  return rod;
}

void read_parts(const OrderedJson& json, const std::string& data, Scene& scene) {
  for (const OrderedJson& b : json.at("bodies"))
    scene.bodies.push_back(
        {b.at("name"), b.at("family"), b.at("joint"), b.at("parent"), b.at("dof"), b.at("mass")});
  for (const OrderedJson& m : json.at("meshes"))
    scene.meshes.push_back({read_array<float>(m.at("positions"), data),
                            read_array<float>(m.at("normals"), data),
                            read_array<std::uint32_t>(m.at("triangles"), data)});
  for (const OrderedJson& s : json.at("solids"))
    scene.solids.push_back({s.at("body"), s.at("mesh"), read_pose(s)});
  for (const OrderedJson& r : json.at("rods")) scene.rods.push_back(read_rod(r));
  for (const OrderedJson& c : json.at("cables"))
    scene.cables.push_back({c.at("name"), c.at("first"), c.at("points")});
  for (const OrderedJson& a : json.at("arrows"))
    scene.arrows.push_back({a.at("name"), read_arrow_kind(a.at("kind")), a.at("unit")});
  for (const OrderedJson& j : json.at("joints"))
    scene.joints.push_back({j.at("body"), j.at("kind"), read_axes(j.at("axes"))});
  for (const OrderedJson& p : json.at("points")) scene.points.push_back({p.at("name")});
}

/// What files of the first days do not have.
void read_late_parts(const OrderedJson& json, Scene& scene) {
  const auto items = [&](const char* name) {
    return json.value(name, OrderedJson(OrderedJson::array()));
  };
  for (const OrderedJson& s : items("shells"))
    scene.shells.push_back({s.at("body"), s.at("mesh"), read_pose(s)});
  for (const OrderedJson& o : items("obstacles"))
    scene.obstacles.push_back({o.at("name"), o.at("mesh"), read_pose(o)});
  for (const OrderedJson& c : items("connections"))
    scene.connections.push_back({c.at("name"), c.at("kind"), read_axes(c.at("axes"))});
  for (const OrderedJson& m : items("meridians")) scene.meridians.push_back(read_meridian(m));
  for (const OrderedJson& f : items("fittings")) scene.fittings.push_back(read_fitting(f));
  for (const OrderedJson& place : items("currents")) scene.currents.push_back(vector3(place));
  if (const OrderedJson water = json.value("water", OrderedJson(nullptr)); !water.is_null()) {
    scene.water = {water.at("density"), vector3(water.at("up")), {}};
    if (!water.at("level").is_null()) scene.water->level = water.at("level").get<double>();
  }
  scene.up = json.value("up", picture_up(scene.gravity));
}

}  // namespace

OrderedJson scene_json(const Scene& scene, ScenePacking packing, ByteStore& store) {
  OrderedJson json = {
      {"format", kSceneFormat},
      {"name", scene.name},
      {"title", scene.title},
      {"study", scene.study},
      {"axis",
       {{"name", scene.axis_name}, {"unit", scene.axis_unit}, {"values", store.add(scene.axis)}}},
      {"frames", scene.frames()},
      {"stride", scene.stride}};
  json["modes"] = json_list(scene.modes, [](const SceneMode& m) -> OrderedJson {
    return {{"frequency", m.frequency}, {"growth", m.growth}};
  });
  json["gravity"] = scene.gravity;
  json["up"] = scene.up;
  json["water"] = water_json(scene.water);
  json["currents"] = axes_json(scene.currents);
  json["bodies"] = json_list(scene.bodies, body_json);
  json["meshes"] = json_list(scene.meshes, [&](const SceneMesh& m) -> OrderedJson {
    return {{"positions", store.add(m.positions)},
            {"normals", store.add(m.normals)},
            {"triangles", store.add(m.triangles)}};
  });
  json["solids"] = json_list(scene.solids, solid_json);
  json["shells"] = json_list(scene.shells, solid_json);
  json["obstacles"] = json_list(scene.obstacles, obstacle_json);
  json["rods"] = json_list(scene.rods, rod_json);
  json["meridians"] = json_list(scene.meridians, meridian_json);
  json["cables"] = json_list(scene.cables, [](const SceneCable& c) -> OrderedJson {
    return {{"name", c.name}, {"first", c.first}, {"points", c.points}};
  });
  json["arrows"] = json_list(scene.arrows, [](const SceneArrow& a) -> OrderedJson {
    return {{"name", a.name}, {"kind", kind_name(a.kind)}, {"unit", a.unit}};
  });
  json["joints"] = json_list(scene.joints, joint_json);
  json["connections"] = json_list(scene.connections, connection_json);
  json["fittings"] = json_list(scene.fittings, fitting_json);
  json["points"] = json_list(scene.points, [](const ScenePoint& p) -> OrderedJson {
    return {{"name", p.name}};
  });
  const double robot = robot_size(scene);
  for (const NamedChannel& named : kSceneChannels) {
    const Channel& channel = scene.*named.channel;
    const bool small = packing == ScenePacking::small;
    const NumberType type = small ? packed_type(scene, named, robot) : NumberType::f32;
    json["channels"][named.name] = {{"count", channel.count},
                                    {"width", channel.width},
                                    {"unit", named.unit},
                                    {"values", store.add(channel.data, type, channel.width)}};
  }
  return json;
}

EncodedScene encode_scene(const Scene& scene, ScenePacking packing) {
  ByteStore store;
  const OrderedJson json = scene_json(scene, packing, store);
  // a name that is not UTF-8 must not cost the user the picture
  std::string header = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  return {std::move(header), store.take()};
}

Scene decode_scene(const EncodedScene& encoded) {
  const OrderedJson json = OrderedJson::parse(encoded.header);
  if (json.at("format") != kSceneFormat)
    throw std::runtime_error("not a scene of format cuttle-scene/1");
  Scene scene;
  scene.name = json.at("name");
  scene.title = json.at("title");
  scene.study = json.at("study");
  scene.axis_name = json.at("axis").at("name");
  scene.axis_unit = json.at("axis").at("unit");
  scene.axis = read_array<double>(json.at("axis").at("values"), encoded.data);
  scene.stride = json.at("stride");
  for (const OrderedJson& m : json.at("modes"))
    scene.modes.push_back({m.at("frequency"), m.at("growth")});
  scene.gravity = json.at("gravity").get<std::array<double, 3>>();
  read_parts(json, encoded.data, scene);
  read_late_parts(json, scene);
  for (const NamedChannel& named : kSceneChannels) {
    if (named.late && !json.at("channels").contains(named.name)) continue;
    const OrderedJson& part = json.at("channels").at(named.name);
    Channel& channel = scene.*named.channel;
    channel = {part.at("count"), part.at("width"),
               read_array<float>(part.at("values"), encoded.data)};
    if (channel.count != 0 && channel.width != named.width)
      throw std::runtime_error(std::string("channel of a wrong width: ") + named.name);
    if (channel.count < 0 || channel.count > 1'000'000'000 ||
        channel.data.size() != scene.frames() * channel.frame_size())
      throw std::runtime_error(std::string("channel of a wrong size: ") + named.name);
  }
  check_scene(scene);
  return scene;
}

std::string last_frame(const Scene& scene) {
  std::string bytes;
  for (const NamedChannel& named : kSceneChannels) {
    const Channel& channel = scene.*named.channel;
    if (channel.frame_size() == 0) continue;
    const float* frame = channel.frame(scene.frames() - 1);
    bytes.append(reinterpret_cast<const char*>(frame), channel.frame_size() * sizeof(float));
  }
  return bytes;
}

}  // namespace cuttle
