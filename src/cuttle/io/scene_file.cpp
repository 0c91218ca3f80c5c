#include "cuttle/io/scene_file.h"

#include <array>
#include <stdexcept>

#include "cuttle/io/scene_json.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

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

/// The value that a word stands for.
template <class E>
E read_word(const std::string& name, const char* what) {
  for (const Choice<E>& choice : choices(E{}))
    if (name == choice.name) return choice.value;
  throw std::runtime_error(std::string(what) + " of unknown kind: " + name);
}

SceneMeridian read_meridian(const OrderedJson& json) {
  SceneMeridian m{json.at("body"),
                  json.at("first"),
                  json.at("direction"),
                  read_word<ShellRim>(json.at("rim"), "a rim"),
                  json.at("abscissa").get<std::vector<double>>(),
                  json.at("half_thickness").get<std::vector<double>>()};
  if (m.half_thickness.size() != m.abscissa.size())
    throw std::runtime_error("a meridian whose lists differ in length");
  return m;
}

SceneFitting read_fitting(const OrderedJson& json) {
  return {json.at("name"), read_word<FittingKind>(json.at("kind"), "a fitting"), json.at("body"),
          json.at("mesh")};
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
    scene.arrows.push_back(
        {a.at("name"), read_word<ArrowKind>(a.at("kind"), "an arrow"), a.at("unit")});
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

EncodedScene encode_scene(const Scene& scene, ScenePacking packing) {
  ByteStore store;
  const OrderedJson json = to_ordered_json(PackedScene{scene, packing}, &store);
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
