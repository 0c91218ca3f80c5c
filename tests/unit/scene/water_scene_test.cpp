// Surface, current, thrusters and fins are where the mechanics have them, and up is up.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/io/byte_store.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/scene_file.h"
#include "cuttle/math/so3.h"
#include "cuttle/scene/arrow_sources.h"
#include "cuttle/scene/run_box.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/scene/scene_surface.h"
#include "cuttle/scene/solid_mesh.h"
#include "cuttle/study/run.h"
#include "cuttle/water/fin/fin.h"

namespace cuttle {
namespace {

/// A sledge along x with a thruster that pushes along the y axis of a turned frame, and a rudder.
constexpr const char* kSledge = R"(
name: sledge
water: {density: 1000, level: 2, current: {field: ["0.3 + 0.1*y", "0.2*t", "0"]}}
bodies:
  - name: hull
    joint: {type: prismatic, axis: x}
    rigid:
      shapes: [{sphere: 0.5, mass: 1}]
      frames:
        stern: {position: [-0.5, 0.1, 0], rotation: {axis: z, angle: 90 deg}}
        keel: {position: [0, 0, -0.6], rotation: {axis: x, angle: 90 deg}}
thrusters:
  - {name: jet, body: hull, at: stern, axis: y, command: -10, linear: 0.5, quadratic: 0.02}
fins:
  - {name: rudder, body: hull, at: keel, area: 0.08, aspect_ratio: 2, deflection: 0.2}
probes: [{name: hull, frame: hull, record: [position]}]
study: {type: dynamics, duration: 1, output_step: 0.1, method: dopri5}
)";

Scene moving_frame(const Scenario& scenario, double speed, double t) {
  SceneSampler sampler(scenario);
  Scene scene = sampler.still();
  InputSource inputs = scenario.inputs;
  Input u;
  EXPECT_TRUE(inputs.evaluate(t, u).ok());
  State x = scenario.initial;
  x.t = t;
  x.v[0] = speed;
  sampler.append(t, x, u, scene);
  return scene;
}

Vector3 vector_at(const Channel& channel, int index, std::size_t frame = 0) {
  return position_at(channel, frame, index).cast<double>();
}

TEST(WaterScene, a_thruster_pushes_along_its_axis) {
  const Scene scene = moving_frame(build(parse_scenario(kSledge, "test.yaml")), 0, 0);
  ASSERT_EQ(scene.fittings.size(), 2u);
  ASSERT_EQ(scene.arrows.size(), 2u);
  EXPECT_EQ(scene.arrows[0].name, "thrusters.jet");
  EXPECT_EQ(scene.fittings[0].kind, FittingKind::thruster);
  EXPECT_LT((vector_at(scene.arrow_position, 0) - Vector3(-0.5, 0.1, 0)).norm(), 1e-6);
  // 0.5 n + 0.02 |n| n at n = -10 along y of the stern, which is -x of the world
  EXPECT_LT((vector_at(scene.arrow_vector, 0) - Vector3(7, 0, 0)).norm(), 1e-5);
  const Eigen::Quaternionf q = rotation_at(scene.fitting_rotation, 0, 0);
  EXPECT_LT((q * Eigen::Vector3f::UnitX() + Eigen::Vector3f::UnitX()).norm(), 1e-6);
}

TEST(WaterScene, a_fin_shows_its_deflection_and_its_force) {
  const double speed = 1.5, t = 0.5;
  const Scene scene = moving_frame(build(parse_scenario(kSledge, "test.yaml")), speed, t);
  const SceneFitting& fin = scene.fittings[1];
  EXPECT_EQ(fin.name, "fins.rudder");
  EXPECT_EQ(scene.arrows[1].name, "fins.rudder");

  // y of the keel is z of the world: the rudder turns about it
  const Matrix3 R = exp_so3(Vector3(std::numbers::pi / 2, 0, 0)) * exp_so3(Vector3(0, 0.2, 0));
  const Eigen::Quaternionf q = rotation_at(scene.fitting_rotation, 0, 1);
  EXPECT_LT((q.toRotationMatrix().cast<double>() - R).norm(), 1e-6);

  // motion through the water at y = 0
  const Vector3 v = R.transpose() * Vector3(speed - 0.3, -0.2 * t, 0);
  const FinLaw law{.density = 1000, .area = 0.08, .aspect_ratio = 2};
  const FinForce f = fin_force(law, v[0], v[2]);
  const Vector3 force = R * Vector3(f.x, 0, f.z);
  EXPECT_GT(force.norm(), 5);
  EXPECT_LT((vector_at(scene.arrow_vector, 1) - force).norm(), 1e-5 * force.norm());

  // the plate has the area and the proportions
  Eigen::AlignedBox3f box;
  const std::vector<float>& corners = scene.meshes[std::size_t(fin.mesh)].positions;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    box.extend(Eigen::Map<const Eigen::Vector3f>(&corners[i]));
  EXPECT_NEAR(box.sizes().x() * box.sizes().y(), 0.08, 1e-6);
  EXPECT_NEAR(box.sizes().y() / box.sizes().x(), 2, 1e-5);
}

TEST(WaterScene, the_current_is_that_of_the_places_and_times) {
  const Scenario scenario = build(parse_scenario(kSledge, "test.yaml"));
  const Scene scene = make_scene(scenario, run(scenario).trajectory);
  ASSERT_EQ(scene.frames(), 11u);
  ASSERT_FALSE(scene.currents.empty());
  EXPECT_LE(scene.currents.size(), 25u);
  ASSERT_EQ(scene.current_velocity.count, int(scene.currents.size()));
  const Eigen::AlignedBox3d box = run_box(scene);
  for (const std::size_t frame : {std::size_t(0), std::size_t(7)})
    for (std::size_t i = 0; i < scene.currents.size(); ++i) {
      const Vector3& x = scene.currents[i];
      EXPECT_LT((x - box.center()).cwiseAbs().maxCoeff(), 0.5 * box.diagonal().norm());
      EXPECT_LT(x.z(), box.max().z());
      const Vector3 u(0.3 + 0.1 * x.y(), 0.2 * scene.axis[frame], 0);
      EXPECT_LT((vector_at(scene.current_velocity, int(i), frame) - u).norm(), 1e-6);
    }
}

TEST(WaterScene, one_number_serves_where_the_water_moves_the_same_everywhere) {
  std::string text = kSledge;
  const std::string field = R"({field: ["0.3 + 0.1*y", "0.2*t", "0"]})";
  text.replace(text.find(field), field.size(), "[0.3, 0.1*t, 0]");
  const Scenario scenario = build(parse_scenario(text, "test.yaml"));
  const Scene scene = make_scene(scenario, run(scenario).trajectory);
  EXPECT_GT(scene.currents.size(), 1u);
  ASSERT_EQ(scene.current_velocity.count, 1);
  EXPECT_LT((vector_at(scene.current_velocity, 0, 10) - Vector3(0.3, 0.1, 0)).norm(), 1e-6);
}

TEST(WaterScene, places_of_the_current_are_under_water) {
  const Eigen::AlignedBox3d box(Vector3(0, 0, 0), Vector3(4, 2, 1));
  const auto height = [&](std::optional<double> level, const Vector3& up) {
    const std::vector<Vector3> places = current_places(box, {1000, up, level});
    EXPECT_EQ(places.size(), 5u * 3u);
    return places.front().z();
  };
  EXPECT_DOUBLE_EQ(height({}, Vector3::UnitZ()), 0.5);
  EXPECT_DOUBLE_EQ(height(3, Vector3::UnitZ()), 0.5);
  EXPECT_DOUBLE_EQ(height(0.4, Vector3::UnitZ()), 0.2);
  EXPECT_DOUBLE_EQ(height(-1, Vector3::UnitZ()), -1);
  // z points down and the surface is at the depth 0.4
  EXPECT_DOUBLE_EQ(height(-0.4, -Vector3::UnitZ()), 0.7);
}

TEST(WaterScene, places_of_the_current_are_inside_a_flat_box_and_about_a_tall_one) {
  const SceneWater water{1000, Vector3::UnitZ(), {}};
  const Eigen::AlignedBox3d flat(Vector3(0, 0, 0), Vector3(4, 3, 1));
  for (const Vector3& place : current_places(flat, water)) EXPECT_TRUE(flat.contains(place));
  const Eigen::AlignedBox3d tall(Vector3(0, 0, 0), Vector3(0.1, 0.1, 10));
  const std::vector<Vector3> places = current_places(tall, water);
  ASSERT_EQ(places.size(), 25u);
  EXPECT_NEAR(places.back().x() - places.front().x(), 4, 0.01);
  EXPECT_NEAR(places[12].x(), 0.05, 1e-12);
}

TEST(WaterScene, the_surface_is_at_its_level_and_turned_up) {
  const Scenario scenario = build(parse_scenario(kSledge, "test.yaml"));
  Scene scene = moving_frame(scenario, 0, 0);
  ASSERT_TRUE(scene.water && scene.water->level);
  for (const Vector3& up : {Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0.6, 0, 0.8)}) {
    scene.water->up = up;
    const auto square = water_square(scene);
    for (const Vector3& corner : square) EXPECT_NEAR(up.dot(corner), 2, 1e-12);
    const Vector3 normal = (square[1] - square[0]).cross(square[2] - square[1]);
    EXPECT_LT((normal.normalized() - up).norm(), 1e-12);
  }
}

TEST(WaterScene, up_is_against_gravity_or_as_the_axes_say) {
  using Axes = std::array<double, 3>;
  const Axes up = {0, 0, 1}, down = {0, 0, -1};
  EXPECT_EQ(picture_up({0, 0, -9.81}), up);
  EXPECT_EQ(picture_up({0, 0, 9.81}), down);
  EXPECT_EQ(picture_up({0, 0, 0}), up);
  EXPECT_EQ(picture_up({0, 0, 0}, true), down);
  EXPECT_EQ(picture_up({0, -9.81, 0}), up);
  EXPECT_EQ(picture_up({0, 0, -9.81}, true), up);
  const Scenario ned = build(read_scenario(CUTTLE_MODELS "/modules_turn.yaml"));
  EXPECT_EQ(SceneSampler(ned).still().up, down);
}

TEST(WaterScene, water_comes_back_from_a_file) {
  const Scene scene = moving_frame(build(parse_scenario(kSledge, "test.yaml")), 1, 0.5);
  const Scene back = decode_scene(encode_scene(scene, ScenePacking::full));
  ASSERT_TRUE(back.water);
  EXPECT_EQ(back.water->level, 2.0);
  EXPECT_EQ(back.currents, scene.currents);
  EXPECT_EQ(back.fittings[1].kind, FittingKind::fin);
  EXPECT_EQ(back.fittings[1].mesh, scene.fittings[1].mesh);
  for (const NamedChannel& named : kSceneChannels)
    EXPECT_EQ((back.*named.channel).data, (scene.*named.channel).data) << named.name;

  // a fitting without its mesh, places without their current
  EncodedScene damaged = encode_scene(scene, ScenePacking::full);
  OrderedJson json = OrderedJson::parse(damaged.header);
  json["fittings"][1]["mesh"] = 99;
  damaged.header = json.dump();
  EXPECT_THROW(decode_scene(damaged), std::runtime_error);
  json["fittings"][1]["mesh"] = 0;
  json["currents"].erase(0);
  damaged.header = json.dump();
  EXPECT_THROW(decode_scene(damaged), std::runtime_error);
}

TEST(WaterScene, a_file_from_before_water_goes_by_gravity) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/modules_hydrostatic.yaml"));
  Scene scene = moving_frame(scenario, 0, 0);
  scene.fittings.clear();
  EncodedScene encoded = encode_scene(scene, ScenePacking::full);
  OrderedJson json = OrderedJson::parse(encoded.header);
  for (const char* name : {"up", "water", "currents", "fittings"}) json.erase(name);
  for (const char* name : {"current_velocity", "fitting_position", "fitting_rotation"})
    json["channels"].erase(name);
  encoded.header = json.dump();
  const Scene back = decode_scene(encoded);
  EXPECT_EQ(back.up[2], -1);
  EXPECT_FALSE(back.water);
}

}  // namespace
}  // namespace cuttle
