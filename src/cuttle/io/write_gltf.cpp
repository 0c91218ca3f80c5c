#include "cuttle/io/write_gltf.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <span>

#include "cuttle/io/export_frames.h"
#include "cuttle/io/gltf_document.h"
#include "cuttle/scene/cable_tube.h"
#include "cuttle/scene/scene_surface.h"
#include "cuttle/scene/solid_mesh.h"

namespace cuttle {
namespace {

using Json = GltfDocument::Json;

// 0xRRGGBB as on screens; bodies take them in turn. The page has the same
// (viewer/src/scene/colour.ts).
constexpr std::array kRodColours = {0x3f78b5, 0xd98244, 0x45997c, 0xa9629f,
                                    0xc2a041, 0x5aa5c4, 0xb85c5c};
constexpr std::array kSolidColours = {0xb4bac2, 0xa8a49d, 0xc3beb4, 0x97a1ac, 0xbcb3b3};
constexpr int kCableColour = 0x30343a;
constexpr int kObstacleColour = 0xd9dce0;
constexpr int kFinColour = 0x8793a0;
constexpr int kWaterColour = 0x3d8fd1;
constexpr double kWaterOpacity = 0.2;
constexpr std::array<std::uint32_t, 6> kSquare = {0, 1, 2, 0, 2, 3};

// glTF wants the amount of light, screens count in steps for the eye (sRGB)
double linear(int step) {
  const double v = step / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// One thing that moves: an entry of a channel of positions and one of rotations.
struct Track {
  const Channel& positions;
  const Channel& rotations;
  int index;

  std::array<float, 3> position(std::size_t frame) const {
    const Eigen::Vector3f p = position_at(positions, frame, index);
    return {p.x(), p.y(), p.z()};
  }
  /// (x, y, z, w), of the two signs the one nearer to `near`.
  std::array<float, 4> rotation(std::size_t frame, const std::array<float, 4>& near) const {
    Eigen::Vector4f q = rotation_at(rotations, frame, index).coeffs();
    if (q.dot(Eigen::Vector4f(near.data())) < 0) q = -q;
    return {q[0], q[1], q[2], q[3]};
  }
};

Json rotation_json(const Matrix3& R) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(R).normalized();
  return {q.x(), q.y(), q.z(), q.w()};
}

class GltfWriter {
 public:
  GltfWriter(const Scene& scene, std::size_t max_frames)
      : scene_(scene),
        rest_(rest_frame(scene, max_frames)),
        clips_(clips(scene, max_frames)),
        document_("cuttle " CUTTLE_VERSION) {}

  void write(const std::filesystem::path& path) {
    // the world has z up, or down; glTF has y up
    root_ = add_node({{"name", scene_.name}}, {});
    const double quarter = -scene_.up[2] * std::numbers::pi / 2;
    document_.at("nodes", root_)["rotation"] =
        rotation_json(Eigen::AngleAxisd(quarter, Vector3::UnitX()).matrix());
    tops_ = {root_};
    for (const Clip& clip : clips_) {
      times_.push_back(document_.add_keys(clip.seconds, 1));
      animations_.push_back(
          {{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}});
    }
    add_obstacles();
    add_solids();
    add_rods();
    add_shells();
    add_cables();
    add_fittings();
    add_water();

    for (Json& animation : animations_)
      if (!animation["channels"].empty()) document_.add("animations", std::move(animation));
    document_["scenes"] = Json::array({{{"name", scene_.name}, {"nodes", tops_}}});
    if (!scene_.title.empty()) document_["scenes"][0]["extras"] = {{"title", scene_.title}};
    document_["scene"] = 0;
    document_.write(path);
  }

 private:
  int add_node(Json node, std::optional<int> parent) {
    const int index = document_.add("nodes", std::move(node));
    if (parent) document_.at("nodes", *parent)["children"].push_back(index);
    return index;
  }

  /// A node that moves, with its keys in every clip.
  int add_moving_node(const std::string& name, int parent, const Track& track) {
    const auto p = track.position(rest_);
    const auto q = track.rotation(rest_, {0, 0, 0, 1});
    const int node = add_node({{"name", name}, {"translation", p}, {"rotation", q}}, parent);
    for (std::size_t c = 0; c < clips_.size(); ++c) {
      std::vector<float> positions, rotations;
      bool moves = false, turns = false;
      auto last = q;
      for (const std::size_t frame : clips_[c].frames) {
        const auto now = track.position(frame);
        last = track.rotation(frame, last);
        moves |= now != p;
        turns |= last != q;
        positions.insert(positions.end(), now.begin(), now.end());
        rotations.insert(rotations.end(), last.begin(), last.end());
      }
      // what keeps its place needs no keys
      if (moves) add_channel(c, node, "translation", document_.add_keys(positions, 3));
      if (turns) add_channel(c, node, "rotation", document_.add_keys(rotations, 4));
    }
    return node;
  }

  void add_channel(std::size_t clip, int node, const char* path, int output) {
    Json& animation = animations_[clip];
    animation["samplers"].push_back({{"input", times_[clip]}, {"output", output}});
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", path}}}});
  }

  int material(const std::string& name, int colour) {
    const Json base = {
        {"baseColorFactor",
         {linear(colour >> 16), linear(colour >> 8 & 255), linear(colour & 255), 1.0}},
        {"metallicFactor", 0.0},
        {"roughnessFactor", 0.6}};
    return document_.add("materials", {{"name", name}, {"pbrMetallicRoughness", base}});
  }

  /// The material of a body, made when it is asked for first.
  int body_material(int body, std::span<const int> colours, std::map<int, int>& known) {
    const auto found = known.find(body);
    if (found != known.end()) return found->second;
    const int colour = colours[known.size() % colours.size()];
    return known[body] = material(scene_.bodies[std::size_t(body)].name, colour);
  }

  // the shape of a solid is stored once, however many bodies have it
  Json solid_primitive(int mesh) {
    Json& primitive = primitives_[mesh];
    if (primitive.is_null()) {
      const SceneMesh& m = scene_.meshes[std::size_t(mesh)];
      primitive = {{"attributes",
                    {{"POSITION", document_.add_vertices(m.positions)},
                     {"NORMAL", document_.add_vertices(m.normals)}}},
                   {"indices", document_.add_triangles(m.triangles, m.positions.size() / 3)}};
    }
    return primitive;
  }

  // what stands in the world needs no keys
  void add_obstacles() {
    if (scene_.obstacles.empty()) return;
    const int grey = material("obstacles", kObstacleColour);
    for (const SceneObstacle& obstacle : scene_.obstacles) {
      const SceneMesh m = obstacle_mesh(scene_, obstacle);
      if (m.triangles.empty()) continue;
      const Json primitive = {
          {"attributes",
           {{"POSITION", document_.add_vertices(m.positions)},
            {"NORMAL", document_.add_vertices(m.normals)}}},
          {"indices", document_.add_triangles(m.triangles, m.positions.size() / 3)},
          {"material", grey}};
      const int mesh = document_.add(
          "meshes", {{"name", obstacle.name}, {"primitives", Json::array({primitive})}});
      add_node({{"name", obstacle.name}, {"mesh", mesh}}, root_);
    }
  }

  void add_solids() {
    std::map<int, int> body_nodes;
    for (const SceneSolid& solid : scene_.solids) {
      if (scene_.meshes[std::size_t(solid.mesh)].triangles.empty()) continue;
      const std::string& name = scene_.bodies[std::size_t(solid.body)].name;
      if (!body_nodes.count(solid.body))
        body_nodes[solid.body] =
            add_moving_node(name, root_, {scene_.body_position, scene_.body_rotation, solid.body});
      Json primitive = solid_primitive(solid.mesh);
      primitive["material"] = body_material(solid.body, kSolidColours, solid_materials_);
      const int mesh =
          document_.add("meshes", {{"name", name}, {"primitives", Json::array({primitive})}});
      const Vector3& p = solid.pose.p;
      add_node({{"name", name + " shape"},
                {"mesh", mesh},
                {"translation", {p.x(), p.y(), p.z()}},
                {"rotation", rotation_json(solid.pose.R)}},
               body_nodes[solid.body]);
    }
  }

  /// A mesh whose vertices each follow one joint. It stands outside of the root: only its joints
  /// move it.
  void add_skinned(const std::string& name, const SceneMesh& m, const std::vector<int>& follows,
                   int group, const Json& joints, int skin_material) {
    const int skin =
        document_.add("skins", {{"name", name}, {"skeleton", group}, {"joints", joints}});
    const Json primitive = {{"attributes",
                             {{"POSITION", document_.add_vertices(m.positions)},
                              {"NORMAL", document_.add_vertices(m.normals)},
                              {"JOINTS_0", document_.add_joints(follows)},
                              {"WEIGHTS_0", document_.add_weights(follows.size())}}},
                            {"indices", document_.add_triangles(m.triangles, follows.size())},
                            {"material", skin_material}};
    const int mesh =
        document_.add("meshes", {{"name", name}, {"primitives", Json::array({primitive})}});
    tops_.push_back(add_node({{"name", name}, {"mesh", mesh}, {"skin", skin}}, {}));
  }

  void add_skin(const std::string& name, const SceneRod& rod, const Channel& positions,
                const Channel& rotations, int skin_material) {
    const RodSurface surface = rod_surface(rod);
    if (surface.triangles.empty()) return;
    const int group = add_node({{"name", name + " sections"}}, root_);
    Json joints = Json::array();
    for (int i = 0; i < rod.sections(); ++i)
      joints.push_back(add_moving_node(fmt::format("{} section {}", name, i), group,
                                       {positions, rotations, rod.first + i}));
    add_skinned(name, {surface.positions, surface.normals, surface.triangles}, surface.section,
                group, joints, skin_material);
  }

  void add_rods() {
    std::map<int, int> pieces;
    for (const SceneRod& rod : scene_.rods) {
      const int piece = ++pieces[rod.body];
      std::string name = scene_.bodies[std::size_t(rod.body)].name;
      if (piece > 1) name += fmt::format(" {}", piece);
      add_skin(name, rod, scene_.section_position, scene_.section_rotation,
               body_material(rod.body, kRodColours, rod_materials_));
    }
  }

  /// A joint that slides along the axis of a shell and widens with its circle.
  int add_circle(const std::string& name, int parent, std::size_t circle, float rest_radius,
                 const std::vector<std::vector<ShellCircle>>& frames) {
    const int node = add_node({{"name", name}}, parent);
    std::size_t first = 0;
    for (std::size_t c = 0; c < clips_.size(); ++c) {
      std::vector<float> positions, scales;
      for (std::size_t i = first; i < first + clips_[c].frames.size(); ++i) {
        const ShellCircle& now = frames[i][circle];
        positions.insert(positions.end(), {now.x, 0, 0});
        scales.insert(scales.end(), 3, rest_radius > 0 ? now.r / rest_radius : 1);
      }
      first += clips_[c].frames.size();
      add_channel(c, node, "translation", document_.add_keys(positions, 3));
      add_channel(c, node, "scale", document_.add_keys(scales, 3));
    }
    return node;
  }

  void add_shell(const std::string& name, const SceneMeridian& meridian, int skin_material) {
    const std::vector<ShellCircle> rest = shell_circles(scene_, meridian, rest_);
    std::vector<std::vector<ShellCircle>> frames;  // of one clip after the other
    for (const Clip& clip : clips_)
      for (const std::size_t frame : clip.frames)
        frames.push_back(shell_circles(scene_, meridian, frame));
    const int group = add_moving_node(name + " circles", root_,
                                      {scene_.body_position, scene_.body_rotation, meridian.body});
    SceneMesh mesh = shell_mesh(rest, meridian.direction);
    Json joints = Json::array();
    std::vector<int> follows;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const int node =
          add_circle(fmt::format("{} circle {}", name, i), group, i, rest[i].r, frames);
      document_.at("nodes", node)["translation"] = {rest[i].x, 0, 0};
      joints.push_back(node);
      follows.insert(follows.end(), kShellSides, int(i));
    }
    // in the plane of its circle
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) mesh.positions[i] = 0;
    add_skinned(name, mesh, follows, group, joints, skin_material);
  }

  void add_shells() {
    for (const SceneMeridian& meridian : scene_.meridians)
      if (meridian.rings() > 2)
        add_shell(scene_.bodies[std::size_t(meridian.body)].name, meridian,
                  body_material(meridian.body, kRodColours, rod_materials_));
  }

  void add_cables() {
    if (scene_.cables.empty()) return;
    const double radius = usual_cable_radius(scene_);
    const int dark = material("cables", kCableColour);
    for (const SceneCable& cable : scene_.cables) {
      const CableTube tube = cable_tube(scene_, cable, radius);
      if (cable.points > 1) add_skin(cable.name, tube.rod, tube.positions, tube.rotations, dark);
    }
  }

  void add_fittings() {
    for (std::size_t i = 0; i < scene_.fittings.size(); ++i) {
      const SceneFitting& fitting = scene_.fittings[i];
      if (fitting.mesh < 0) continue;
      Json primitive = solid_primitive(fitting.mesh);
      primitive["material"] = material(fitting.name, kFinColour);
      const int mesh = document_.add(
          "meshes", {{"name", fitting.name}, {"primitives", Json::array({primitive})}});
      const int node = add_moving_node(fitting.name, root_,
                                       {scene_.fitting_position, scene_.fitting_rotation, int(i)});
      document_.at("nodes", node)["mesh"] = mesh;
    }
  }

  /// The surface of the water, which one sees through from both sides.
  void add_water() {
    if (!scene_.water || !scene_.water->level) return;
    std::vector<float> positions, normals;
    for (const Vector3& corner : water_square(scene_))
      for (int k = 0; k < 3; ++k) {
        positions.push_back(float(corner[k]));
        normals.push_back(float(scene_.water->up[k]));
      }
    const int blue = material("water", kWaterColour);
    Json& look = document_.at("materials", blue);
    look["pbrMetallicRoughness"]["baseColorFactor"][3] = kWaterOpacity;
    look["alphaMode"] = "BLEND";
    look["doubleSided"] = true;
    const Json primitive = {{"attributes",
                             {{"POSITION", document_.add_vertices(positions)},
                              {"NORMAL", document_.add_vertices(normals)}}},
                            {"indices", document_.add_triangles(kSquare, 4)},
                            {"material", blue}};
    const int mesh =
        document_.add("meshes", {{"name", "water"}, {"primitives", Json::array({primitive})}});
    add_node({{"name", "water"}, {"mesh", mesh}}, root_);
  }

  const Scene& scene_;
  std::size_t rest_;
  std::vector<Clip> clips_;
  GltfDocument document_;
  int root_ = 0;
  Json tops_ = Json::array();
  std::vector<int> times_;
  std::vector<Json> animations_;
  std::map<int, int> solid_materials_, rod_materials_;
  std::map<int, Json> primitives_;
};

}  // namespace

void write_gltf(const Scene& scene, const std::filesystem::path& path, std::size_t max_frames) {
  check_exportable(scene, path);
  GltfWriter(scene, max_frames).write(path);
}

}  // namespace cuttle
