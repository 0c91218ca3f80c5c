// Water in exports: up is up, the surface hides nothing, fins turn, the current has its vectors.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "cuttle/io/write_gltf.h"
#include "cuttle/io/write_vtk.h"
#include "cuttle/scene/solid_mesh.h"
#include "unit/io_write/sample_result.h"
#include "unit/io_write/sample_scene.h"
#include "unit/io_write/vtk_array.h"

namespace cuttle {
namespace {

using Json = nlohmann::json;

/// The sample with a surface, two places of one current, and a fin that turns about z.
Scene wet_scene() {
  Scene scene = sample_scene();
  scene.water = {1000, Vector3::UnitZ(), 3.0};
  scene.currents = {Vector3(1, 0, 0), Vector3(2, 0, 0)};
  scene.fittings = {{"thrusters.jet", FittingKind::thruster, 0, -1},
                    {"fins.tail", FittingKind::fin, 0, 0}};
  scene.current_velocity = {1, 3, {}};
  scene.fitting_position = {2, 3, {}};
  scene.fitting_rotation = {2, 4, {}};
  for (std::size_t i = 0; i < scene.frames(); ++i) {
    const auto half = 0.1f * float(i);
    const auto add = [](Channel& channel, std::initializer_list<float> numbers) {
      channel.data.insert(channel.data.end(), numbers);
    };
    add(scene.current_velocity, {0.5f, float(i), 0});
    add(scene.fitting_position, {0, 0, 0, 1, 2, 3});
    add(scene.fitting_rotation, {1, 0, 0, 0, std::cos(half), 0, 0, std::sin(half)});
  }
  return scene;
}

Json gltf_of(const Scene& scene) {
  const TemporaryFolder folder;
  write_gltf(scene, folder.path() / "a.glb", 1000);
  const std::string file = text_of(folder.path() / "a.glb");
  std::uint32_t text = 0;
  std::memcpy(&text, file.data() + 12, sizeof text);
  return Json::parse(file.substr(20, text));
}

const Json* find_named(const Json& list, const std::string& name) {
  const auto found =
      std::ranges::find_if(list, [&](const Json& item) { return item.value("name", "") == name; });
  return found == list.end() ? nullptr : &*found;
}

TEST(WriteWater, up_of_the_scene_is_y_of_gltf) {
  for (const double up : {1.0, -1.0}) {
    Scene scene = wet_scene();
    scene.up = {0, 0, up};
    const Json json = gltf_of(scene);
    const Json& q = json["nodes"][0]["rotation"];
    const Eigen::Quaterniond turn(q[3].get<double>(), q[0].get<double>(), q[1].get<double>(),
                                  q[2].get<double>());
    EXPECT_LT((turn * Vector3(0, 0, up) - Vector3::UnitY()).norm(), 1e-12) << up;
    EXPECT_LT((turn * Vector3::UnitX() - Vector3::UnitX()).norm(), 1e-12) << up;
  }
}

TEST(WriteWater, gltf_has_a_clear_surface_and_a_fin_that_turns) {
  const Json json = gltf_of(wet_scene());
  const Json* const water = find_named(json["materials"], "water");
  ASSERT_NE(water, nullptr);
  EXPECT_EQ((*water)["alphaMode"], "BLEND");
  EXPECT_EQ((*water)["doubleSided"], true);
  EXPECT_LT((*water)["pbrMetallicRoughness"]["baseColorFactor"][3].get<double>(), 0.5);
  ASSERT_NE(find_named(json["nodes"], "water"), nullptr);
  EXPECT_EQ(find_named(json["nodes"], "thrusters.jet"), nullptr) << "only a sign";

  const Json* const fin = find_named(json["nodes"], "fins.tail");
  ASSERT_NE(fin, nullptr);
  const auto node = fin - &json["nodes"][0];
  int turns = 0, moves = 0;
  for (const Json& channel : json["animations"][0]["channels"]) {
    if (channel["target"]["node"] != node) continue;
    ++(channel["target"]["path"] == "rotation" ? turns : moves);
  }
  EXPECT_EQ(turns, 1);
  EXPECT_EQ(moves, 0);
}

TEST(WriteWater, vtk_has_the_outline_of_the_surface_fins_and_the_current) {
  const TemporaryFolder folder;
  const Scene scene = wet_scene();
  write_vtk(scene, folder.path(), "wet");
  const std::string file = text_of(folder.path() / "wet_0003.vtp");
  const auto points = array_of<float>(file, "points"), current = array_of<float>(file, "current");
  ASSERT_EQ(current.size(), points.size());
  // the places come last, and share their current
  const std::size_t n = points.size();
  EXPECT_EQ(std::vector<float>(points.end() - 6, points.end()),
            (std::vector<float>{1, 0, 0, 2, 0, 0}));
  EXPECT_EQ(std::vector<float>(current.end() - 6, current.end()),
            (std::vector<float>{0.5f, 3, 0, 0.5f, 3, 0}));
  EXPECT_EQ(std::ranges::count(current, 0.0f), std::ptrdiff_t(n - 4)) << "elsewhere nothing";
  // before them the surface, four corners at its level
  const auto square = water_square(scene);
  for (std::size_t i = 0; i < 4; ++i) {
    const float* const corner = &points[n - 6 - 12 + 3 * i];
    for (int k = 0; k < 3; ++k) EXPECT_FLOAT_EQ(corner[k], float(square[i][k]));
    EXPECT_FLOAT_EQ(corner[2], 3);
  }
  // before those the fin: the cube of the sample, turned about z by 0.6 at (1, 2, 3)
  const float* const corner = &points[n - 6 - 12 - 24];
  const Vector3 expected =
      Vector3(1, 2, 3) + Eigen::AngleAxisd(0.6, Vector3::UnitZ()) * Vector3(-0.5, -0.5, -0.5);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(corner[k], expected[k], 1e-6);

  const auto parts = array_of<std::int32_t>(file, "part");
  EXPECT_EQ(std::ranges::count(parts, 5), 12);
  EXPECT_EQ(std::ranges::count(parts, 6), 1);
  EXPECT_EQ(std::ranges::count(parts, 7), 2);
}

}  // namespace
}  // namespace cuttle
