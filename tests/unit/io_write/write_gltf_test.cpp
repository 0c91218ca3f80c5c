// The file is taken apart again by the rules of the standard and compared with the scene.

#include "cuttle/io/write_gltf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "cuttle/io/replace_file.h"
#include "cuttle/scene/scene_surface.h"
#include "cuttle/scene/solid_mesh.h"
#include "unit/io_write/sample_result.h"
#include "unit/io_write/sample_scene.h"

namespace cuttle {
namespace {

using Json = nlohmann::json;

std::uint32_t number_at(const std::string& bytes, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// A .glb in its parts; the constructor checks the frame of the file.
class Glb {
 public:
  Glb(const Scene& scene, std::size_t max_frames = 1000) {
    const TemporaryFolder folder;
    write_gltf(scene, folder.path() / "a.glb", max_frames);
    const std::string file = text_of(folder.path() / "a.glb");
    EXPECT_EQ(file.substr(0, 4), "glTF");
    EXPECT_EQ(number_at(file, 4), 2u);
    EXPECT_EQ(number_at(file, 8), file.size());
    const std::size_t text = number_at(file, 12);
    EXPECT_EQ(file.substr(16, 4), "JSON");
    EXPECT_EQ(text % 4, 0u);
    json = Json::parse(file.substr(20, text));
    const std::size_t binary = number_at(file, 20 + text);
    EXPECT_EQ(file.substr(24 + text, 4), std::string("BIN\0", 4));
    EXPECT_EQ(28 + text + binary, file.size());
    EXPECT_LE(json["buffers"][0]["byteLength"].get<std::size_t>(), binary);
    bytes = file.substr(28 + text);
  }

  std::vector<float> floats(int accessor) const {
    const Json& a = json["accessors"][std::size_t(accessor)];
    EXPECT_EQ(a["componentType"], 5126);
    const std::map<std::string, std::size_t> widths = {{"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}};
    std::vector<float> values(a["count"].get<std::size_t>() * widths.at(a["type"]));
    const Json& view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
    const std::size_t offset = view["byteOffset"].get<std::size_t>() + a.value("byteOffset", 0u);
    EXPECT_LE(offset + 4 * values.size(), bytes.size());
    std::memcpy(values.data(), bytes.data() + offset, 4 * values.size());
    return values;
  }

  int node(const std::string& name) const {
    for (std::size_t i = 0; i < json["nodes"].size(); ++i)
      if (json["nodes"][i]["name"] == name) return int(i);
    return -1;
  }

  /// The sampler that moves a node, null if it stands still.
  const Json* sampler(int animation, int node_index, const std::string& path) const {
    const Json& a = json["animations"][std::size_t(animation)];
    for (const Json& channel : a["channels"])
      if (channel["target"]["node"] == node_index && channel["target"]["path"] == path)
        return &a["samplers"][channel["sampler"].get<std::size_t>()];
    return nullptr;
  }

  Json json;
  std::string bytes;
};

TEST(WriteGltf, obstacles_stand_still_in_the_world) {
  const Scene scene = touching_scene();
  const Glb glb(scene);
  for (const SceneObstacle& obstacle : scene.obstacles) {
    const int node = glb.node(obstacle.name);
    ASSERT_GE(node, 0) << obstacle.name;
    EXPECT_EQ(glb.sampler(0, node, "translation"), nullptr);
    const Json& children = glb.json["nodes"][0]["children"];
    EXPECT_NE(std::ranges::find(children, Json(node)), children.end()) << "turned with the world";
    const Json& mesh = glb.json["nodes"][std::size_t(node)]["mesh"];
    const Json& primitive = glb.json["meshes"][mesh.get<std::size_t>()]["primitives"][0];
    EXPECT_EQ(glb.floats(primitive["attributes"]["POSITION"]),
              obstacle_mesh(scene, obstacle).positions);
  }
}

TEST(WriteGltf, the_last_key_of_every_section_is_the_last_frame) {
  const Scene scene = sample_scene();
  const Glb glb(scene);
  ASSERT_EQ(glb.json["animations"].size(), 1u);
  const std::size_t last = scene.frames() - 1;
  for (int i = 1; i < 6; ++i) {
    const int node = glb.node("arm section " + std::to_string(i));
    ASSERT_GE(node, 0);
    const Json* moves = glb.sampler(0, node, "translation");
    const Json* turns = glb.sampler(0, node, "rotation");
    ASSERT_TRUE(moves && turns) << i;
    const std::vector<float> p = glb.floats((*moves)["output"]), q = glb.floats((*turns)["output"]);
    ASSERT_EQ(p.size(), 3 * scene.frames());
    const float* position = scene.section_position.frame(last) + 3 * i;
    const float* rotation = scene.section_rotation.frame(last) + 4 * i;
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(p[3 * last + k], position[k]);
    for (std::size_t k = 0; k < 4; ++k)  // glTF has w last
      EXPECT_NEAR(q[4 * last + k], rotation[(k + 1) % 4], 1e-6);
  }
}

TEST(WriteGltf, times_are_shared_and_rise_from_zero) {
  Scene scene = sample_scene();
  for (double& t : scene.axis) t += 3;  // a run need not start at 0
  const Glb glb(scene);
  std::set<int> inputs;
  for (const Json& sampler : glb.json["animations"][0]["samplers"])
    inputs.insert(sampler["input"].get<int>());
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(glb.floats(*inputs.begin()), (std::vector<float>{0, 0.25f, 0.5f, 0.75f, 1}));
}

TEST(WriteGltf, what_stands_still_has_no_keys) {
  const Glb glb(sample_scene());
  EXPECT_EQ(glb.sampler(0, glb.node("arm section 0"), "translation"), nullptr);
  EXPECT_EQ(glb.sampler(0, glb.node("hub"), "translation"), nullptr);
  EXPECT_NE(glb.sampler(0, glb.node("hub"), "rotation"), nullptr);
}

// the hub turns through 4 rad: its quaternion must not jump to the other sign on the way
TEST(WriteGltf, rotations_never_change_sign) {
  Scene scene = sample_scene(9);
  for (std::size_t f = 1; f < 9; f += 2)
    for (std::size_t k = 0; k < 4; ++k) scene.body_rotation.data[8 * f + k] *= -1;
  const Glb glb(scene);
  const std::vector<float> q = glb.floats((*glb.sampler(0, glb.node("hub"), "rotation"))["output"]);
  for (std::size_t i = 4; i < q.size(); i += 4)
    EXPECT_GT(q[i] * q[i - 4] + q[i + 1] * q[i - 3] + q[i + 2] * q[i - 2] + q[i + 3] * q[i - 1], 0);
}

// the vertices of a joint in its frame, put in place by the node, are the surface of the scene
TEST(WriteGltf, skinning_gives_the_surface_of_the_scene) {
  const Scene scene = sample_scene();
  const Glb glb(scene);
  const Json& node = glb.json["nodes"][std::size_t(glb.node("arm"))];
  const Json& mesh = glb.json["meshes"][node["mesh"].get<std::size_t>()];
  const Json& skin = glb.json["skins"][node["skin"].get<std::size_t>()];
  EXPECT_FALSE(skin.contains("inverseBindMatrices"));
  ASSERT_EQ(skin["joints"].size(), 6u);
  const Json& attributes = mesh["primitives"][0]["attributes"];
  const std::vector<float> local = glb.floats(attributes["POSITION"]);
  const RodSurface surface = rod_surface(scene.rods[0]);
  EXPECT_EQ(local, surface.positions);
  for (std::size_t i = 0; i < skin["joints"].size(); ++i) {
    const Json& joint = glb.json["nodes"][skin["joints"][i].get<std::size_t>()];
    EXPECT_EQ(joint["name"], "arm section " + std::to_string(i));
    EXPECT_EQ(joint["translation"][0].get<float>(), scene.section_position.frame(0)[3 * i]);
  }
}

TEST(WriteGltf, bounds_are_those_of_the_vertices) {
  const Glb glb(sample_scene());
  for (const Json& mesh : glb.json["meshes"]) {
    const int accessor = mesh["primitives"][0]["attributes"]["POSITION"];
    const std::vector<float> p = glb.floats(accessor);
    const Json& a = glb.json["accessors"][std::size_t(accessor)];
    for (std::size_t c = 0; c < 3; ++c) {
      float low = p[c], high = p[c];
      for (std::size_t i = c; i < p.size(); i += 3) {
        low = std::min(low, p[i]);
        high = std::max(high, p[i]);
      }
      EXPECT_EQ(a["min"][c].get<float>(), low);
      EXPECT_EQ(a["max"][c].get<float>(), high);
    }
  }
}

TEST(WriteGltf, the_root_turns_up_to_up) {
  const Glb glb(sample_scene());
  const Json& q =
      glb.json["nodes"][glb.json["scenes"][0]["nodes"][0].get<std::size_t>()]["rotation"];
  const Eigen::Quaterniond R(q[3].get<double>(), q[0].get<double>(), q[1].get<double>(),
                             q[2].get<double>());
  EXPECT_LT((R * Vector3::UnitZ() - Vector3::UnitY()).norm(), 1e-12);
  EXPECT_LT((R * Vector3::UnitX() - Vector3::UnitX()).norm(), 1e-12);
}

TEST(WriteGltf, fewer_frames_keep_both_ends) {
  const Glb glb(sample_scene(101), 11);
  const Json* sampler = glb.sampler(0, glb.node("arm section 5"), "translation");
  const std::vector<float> times = glb.floats((*sampler)["input"]);
  ASSERT_EQ(times.size(), 11u);
  EXPECT_FLOAT_EQ(times[5], 0.5f);
  EXPECT_EQ(times.back(), 1);
}

TEST(WriteGltf, one_frame_does_not_move) {
  EXPECT_FALSE(Glb(sample_scene(1)).json.contains("animations"));
  // of many frames the last one
  const Glb glb(sample_scene(5), 1);
  EXPECT_FALSE(glb.json.contains("animations"));
  const Scene scene = sample_scene(5);
  const Json& tip = glb.json["nodes"][std::size_t(glb.node("arm section 5"))]["translation"];
  EXPECT_EQ(tip[1].get<float>(), scene.section_position.frame(4)[3 * 5 + 1]);
}

TEST(WriteGltf, a_load_path_takes_eight_seconds) {
  Scene scene = sample_scene();
  scene.study = "load_path";
  for (double& load : scene.axis) load *= 0.3;
  const Glb glb(scene);
  const int input = glb.json["animations"][0]["samplers"][0]["input"];
  EXPECT_EQ(glb.floats(input), (std::vector<float>{0, 2, 4, 6, 8}));
}

TEST(WriteGltf, every_mode_swings_there_and_back) {
  Scene scene = sample_scene(10);
  scene.study = "modes";
  scene.modes = {{1.5, 0}, {7.25, 0}};
  const Glb glb(scene);
  ASSERT_EQ(glb.json["animations"].size(), 2u);
  EXPECT_EQ(glb.json["animations"][1]["name"], "mode 2, 7.25 Hz");
  const Json* sampler = glb.sampler(1, glb.node("arm section 5"), "translation");
  const std::vector<float> times = glb.floats((*sampler)["input"]);
  const std::vector<float> p = glb.floats((*sampler)["output"]);
  ASSERT_EQ(times.size(), 9u);  // five there, four back
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_FLOAT_EQ(times[i], float(i) * 0.25f);
    const std::size_t frame = 5 + (i < 5 ? i : 8 - i);
    EXPECT_EQ(p[3 * i + 1], scene.section_position.frame(frame)[3 * 5 + 1]);
  }
}

TEST(WriteGltf, a_number_that_is_none_is_an_error_with_its_place) {
  Scene scene = sample_scene();
  scene.section_position.data[18 * 2] = std::nanf("");
  try {
    write_gltf(scene, "/nowhere/a.glb");
    FAIL() << "must throw";
  } catch (const OutputError& e) {
    EXPECT_STREQ(
        e.what(),
        "/nowhere/a.glb: error: cannot write: section_position is not finite at t = 0.5 s");
  }
}

}  // namespace
}  // namespace cuttle
