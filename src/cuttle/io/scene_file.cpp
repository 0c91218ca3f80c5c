#include "cuttle/io/scene_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "cuttle/io/scene_json.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

constexpr const char* kFormat = "cuttle-scene/1";

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

OrderedJson joint_json(const SceneJoint& joint) {
  OrderedJson axes = OrderedJson::array();
  for (const Vector3& axis : joint.axes) axes.push_back(list(axis));
  return {{"body", joint.body}, {"kind", joint.kind}, {"axes", axes}};
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
  for (const SceneMesh& mesh : scene.meshes)
    for (const float x : mesh.positions) size = std::max(size, double(std::abs(x)));
  return size;
}

/// Colours are seen in 256 shades, places to a part in 65000 of their range, unless the robot goes
/// so far that this would show. Arrows keep their zero, and their sizes differ too much.
NumberType packed_type(const Scene& scene, const NamedChannel& named, double robot) {
  for (const auto field : {&Scene::curvature, &Scene::torsion, &Scene::stretch, &Scene::speed})
    if (named.channel == field) return NumberType::u8;
  if (named.channel == &Scene::arrow_vector || named.channel == &Scene::tension)
    return NumberType::f32;
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
    scene.solids.push_back(
        {s.at("body"),
         s.at("mesh"),
         {quaternion_to_rotation(vector4(s.at("rotation"))), vector3(s.at("position"))}});
  for (const OrderedJson& r : json.at("rods")) scene.rods.push_back(read_rod(r));
  for (const OrderedJson& c : json.at("cables"))
    scene.cables.push_back({c.at("name"), c.at("first"), c.at("points")});
  for (const OrderedJson& a : json.at("arrows"))
    scene.arrows.push_back({a.at("name"),
                            a.at("kind") == "force" ? ArrowKind::force : ArrowKind::moment,
                            a.at("unit")});
  for (const OrderedJson& j : json.at("joints")) {
    SceneJoint joint{j.at("body"), j.at("kind"), {}};
    for (const OrderedJson& axis : j.at("axes")) joint.axes.push_back(vector3(axis));
    scene.joints.push_back(std::move(joint));
  }
  for (const OrderedJson& p : json.at("points")) scene.points.push_back({p.at("name")});
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("a scene that does not hold together: ") + what);
}

/// Whoever draws a scene may follow its numbers without looking.
void check_indices(const Scene& scene) {
  const auto is_body = [&](int i) { return i >= 0 && i < int(scene.bodies.size()); };
  const auto fits = [](int first, int count, const Channel& channel) {
    return first >= 0 && count >= 0 && first <= channel.count - count;
  };
  for (const SceneMesh& mesh : scene.meshes) {
    const std::size_t vertices = mesh.positions.size() / 3;
    require(mesh.positions.size() == 3 * vertices && mesh.normals.size() == 3 * vertices, "mesh");
    require(mesh.triangles.size() % 3 == 0, "triangles");
    for (const std::uint32_t vertex : mesh.triangles) require(vertex < vertices, "triangles");
  }
  for (const SceneSolid& solid : scene.solids)
    require(is_body(solid.body) && solid.mesh >= 0 && solid.mesh < int(scene.meshes.size()),
            "solids");
  for (const SceneRod& rod : scene.rods)
    require(is_body(rod.body) && fits(rod.first, rod.sections(), scene.section_position), "rods");
  for (const SceneCable& cable : scene.cables)
    require(fits(cable.first, cable.points, scene.cable_position), "cables");
  for (const SceneJoint& joint : scene.joints) require(is_body(joint.body), "joints");

  // as many numbers as things
  require(scene.body_position.count == int(scene.bodies.size()) &&
              scene.body_rotation.count == scene.body_position.count,
          "bodies");
  for (const Channel* field :
       {&scene.section_rotation, &scene.curvature, &scene.torsion, &scene.stretch, &scene.speed})
    require(field->count == scene.section_position.count, "sections");
  require(scene.tension.count == int(scene.cables.size()), "tensions");
  require(scene.arrow_position.count == int(scene.arrows.size()) &&
              scene.arrow_vector.count == scene.arrow_position.count,
          "arrows");
  require(scene.point_position.count == int(scene.points.size()), "points");
}

}  // namespace

OrderedJson scene_json(const Scene& scene, ScenePacking packing, ByteStore& store) {
  OrderedJson json = {
      {"format", kFormat},
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
  json["bodies"] = json_list(scene.bodies, body_json);
  json["meshes"] = json_list(scene.meshes, [&](const SceneMesh& m) -> OrderedJson {
    return {{"positions", store.add(m.positions)},
            {"normals", store.add(m.normals)},
            {"triangles", store.add(m.triangles)}};
  });
  json["solids"] = json_list(scene.solids, [](const SceneSolid& s) -> OrderedJson {
    return {{"body", s.body},
            {"mesh", s.mesh},
            {"position", list(s.pose.p)},
            {"rotation", list(rotation_to_quaternion(s.pose.R))}};
  });
  json["rods"] = json_list(scene.rods, rod_json);
  json["cables"] = json_list(scene.cables, [](const SceneCable& c) -> OrderedJson {
    return {{"name", c.name}, {"first", c.first}, {"points", c.points}};
  });
  json["arrows"] = json_list(scene.arrows, [](const SceneArrow& a) -> OrderedJson {
    return {{"name", a.name},
            {"kind", a.kind == ArrowKind::force ? "force" : "moment"},
            {"unit", a.unit}};
  });
  json["joints"] = json_list(scene.joints, joint_json);
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
  if (json.at("format") != kFormat)
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
  for (const NamedChannel& named : kSceneChannels) {
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
  check_indices(scene);
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
