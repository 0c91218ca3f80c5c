// Nets are drawn where their nodes are: circles and straight strips by closed forms, grounds by
// their profiles, forces by the record.

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <numbers>

#include "cuttle/io/read_scenario.h"
#include "cuttle/io/scene_file.h"
#include "cuttle/record/net_reading.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/scene/scene_surface.h"
#include "cuttle/scene/solid_mesh.h"
#include "cuttle/study/run.h"
#include "support/runs.h"
#include "unit/scene/mesh_measures.h"

namespace cuttle {
namespace {

const std::string kStrip =
    "{name: strip, length: 0.2, edges: 8, young: 1 MPa, width: 20 mm, thickness: 4 mm, "
    "density: 1000";
const std::string kMoves = "study: {type: dynamics, duration: 0.05, output_step: 10 ms}\n";

/// One net of one strip with more fields, and more about the net.
std::string net_text(const std::string& strip = "", const std::string& more = "",
                     const std::string& study = kMoves) {
  return "name: net\ngravity: [0, 0, 0]\nnets:\n  - name: crawler\n    segments: [" + kStrip +
         strip + "}]\n" + more + study;
}

Vector3 triple_of(const Channel& channel, int index, std::size_t frame = 0) {
  const float* p = channel.frame(frame) + 3 * index;
  return {p[0], p[1], p[2]};
}

Scene frame_of_nets(const Scenario& scenario, std::span<const double> record = {}) {
  SceneSampler sampler(scenario);
  Scene scene = sampler.still();
  State x = scenario.initial;
  std::vector<NetReading> nets;
  recall_nets(record, x, nets);
  sampler.append(0, x, {}, scene, {}, nets);
  return scene;
}

Scene scene_of_run(const std::string& text) {
  const Scenario scenario = testing::scenario_of(text);
  const RunResult result = run(scenario);
  EXPECT_TRUE(result.status.ok()) << result.status.message;
  return make_scene(scenario, result.trajectory);
}

SceneMesh strip_mesh(const Scene& scene, std::size_t rod, std::size_t frame = 0) {
  return place_surface(rod_surface(scene.rods[rod]), scene.section_position, scene.section_rotation,
                       frame, scene.rods[rod].first);
}

TEST(NetScene, a_straight_strip_is_a_plate_of_its_size) {
  const Scene scene = frame_of_nets(testing::scenario_of(net_text(", angle: 30 deg")));
  ASSERT_EQ(scene.rods.size(), 1u);
  EXPECT_EQ(scene.bodies[0].name, "crawler.strip");
  EXPECT_EQ(scene.bodies[0].family, "net");
  EXPECT_EQ(scene.bodies[0].dof, 18);
  EXPECT_NEAR(scene.bodies[0].mass, 0.2 * 0.02 * 0.004 * 1000, 1e-12);
  const SceneMesh mesh = strip_mesh(scene, 0);
  EXPECT_NEAR(volume(mesh), 0.2 * 0.02 * 0.004, 1e-10);
  EXPECT_EQ(open_edges(mesh), 0);
  EXPECT_GT(worst_normal(mesh), 0.9999);
  // the width is out of the plane, which is that of world x and z
  float wide = 0;
  for (std::size_t i = 1; i < mesh.positions.size(); i += 3)
    wide = std::max(wide, std::abs(mesh.positions[i]));
  EXPECT_NEAR(wide, 0.01, 1e-7);
}

TEST(NetScene, a_bent_strip_is_a_circle_in_its_plane) {
  const Scenario scenario = testing::scenario_of(net_text(
      ", placed_curvature: -5, start: [0.3, 0]", "    plane: {position: [1, 2, 3], x: y, y: z}\n"));
  const Scene scene = frame_of_nets(scenario);
  // of turns 2 atan(kappa / 2) and edges l: radius l / (2 sin(turn / 2)), here to the right
  const double l = 0.025, turn = 2 * std::atan(5 * l / 2), radius = l / (2 * std::sin(turn / 2));
  const Vector3 centre =
      Vector3(1, 2.3, 3) + radius * Vector3(0, std::sin(turn / 2), -std::cos(turn / 2));
  for (int i = 0; i <= 8; ++i) {
    const Vector3 p = triple_of(scene.section_position, i);
    EXPECT_NEAR((p - centre).norm(), radius, 1e-6) << i;
    const Matrix3 R = rotation_at(scene.section_rotation, 0, i).toRotationMatrix().cast<double>();
    EXPECT_LT((R.col(2) - Vector3::UnitX()).norm(), 1e-6);
    if (i > 0 && i < 8) {
      EXPECT_NEAR(R.col(0).dot(p - centre), 0, 1e-6) << i;
    }
    EXPECT_NEAR(scene.curvature.data[std::size_t(i)], 5, 1e-4) << i;
    EXPECT_NEAR(scene.stretch.data[std::size_t(i)], 1, 1e-6) << i;
  }
  EXPECT_EQ(triple_of(scene.body_position, 0), triple_of(scene.section_position, 0));
}

TEST(NetScene, a_ring_closes) {
  const Scene scene = frame_of_nets(testing::scenario_of(net_text(", closed: true")));
  ASSERT_EQ(scene.rods[0].sections(), 9);
  EXPECT_EQ(triple_of(scene.section_position, 0), triple_of(scene.section_position, 8));
  EXPECT_NEAR(scene.curvature.data[0], scene.curvature.data[4], 1e-3 * scene.curvature.data[4]);
  EXPECT_EQ(scene.curvature.data[0], scene.curvature.data[8]);
}

TEST(NetScene, glued_strips_lie_in_each_other_and_thin_ones_are_seen) {
  const Scene scene = frame_of_nets(testing::scenario_of(R"(
name: net
nets:
  - name: pair
    segments:
      - {name: a, length: 1, edges: 4, young: 1 MPa, width: 20 mm, thickness: 20 mm, density: 1}
      - {name: b, length: 1, edges: 4, young: 1 MPa, width: 20 mm, thickness: 20 mm, density: 1}
      - {name: c, length: 1, edges: 4, young: 1 MPa, width: 20 mm, thickness: 1 um, density: 1}
      - {name: d, length: 1, edges: 4, young: 1, area: 1e7, inertia: 1, density: 1}
    bonds: [{edges: [a.0, b.0], antiparallel: false}]
)"));
  ASSERT_EQ(scene.rods.size(), 4u);
  EXPECT_DOUBLE_EQ(scene.rods[0].half_y[0], 0.01);
  EXPECT_LT(scene.rods[1].half_y[0], 0.0099);
  EXPECT_GT(scene.rods[1].half_y[0], 0.0095);
  EXPECT_LT(scene.rods[1].half_z[0], 0.0099);
  EXPECT_DOUBLE_EQ(scene.rods[2].half_z[0], 0.01);
  EXPECT_NEAR(scene.rods[2].half_y[0], 0.003, 0.001);  // a few pixels of a picture of 1 m
  EXPECT_NEAR(scene.rods[3].half_y[0], 1 / 120.0, 1e-12);
  EXPECT_EQ(scene.bodies[1].dof, 2 * 3);  // two nodes belong to the first
}

TEST(NetScene, forces_of_the_ground_stand_on_its_slope) {
  const Scenario scenario = testing::scenario_of(
      net_text("", "    ground: {height: 0.75 * X, static_friction: 0.5}\n    clearance: 0\n"));
  const int nodes = scenario.nets[0]->data.nodes();
  std::vector<double> record;
  for (int i = 0; i < nodes; ++i) record.insert(record.end(), {0.1 * i, 0.075 * i, 0, 0, 0});
  std::ranges::copy(std::array{2.0, 5.0, 1.0}, record.begin() + 3 * kNetNumbers + 2);
  std::ranges::copy(std::array{3.0, 0.0, -10.0}, record.begin() + 4 * kNetNumbers + 2);
  const Scene scene = frame_of_nets(scenario, record);
  ASSERT_EQ(scene.arrows.size(), std::size_t(nodes));
  EXPECT_EQ(scene.arrows[3].kind, ArrowKind::contact);
  EXPECT_EQ(scene.arrows[3].name, "contacts.crawler." + scenario.nets[0]->node_names[3]);
  // 3 : 4 : 5
  EXPECT_LT((triple_of(scene.arrow_vector, 3) - Vector3(-5 * 0.6 + 0.8, 0, 5 * 0.8 + 0.6)).norm(),
            1e-5);
  EXPECT_LT((triple_of(scene.arrow_vector, 4) - Vector3(-8, 0, -6)).norm(), 1e-5);
  EXPECT_LT((triple_of(scene.arrow_position, 3) - Vector3(0.3, 0, 0.225)).norm(), 1e-7);
  EXPECT_EQ(scene.contact_state.count, nodes);
  EXPECT_EQ(scene.contact_state.data[3], 2);
  EXPECT_EQ(scene.contact_state.data[4], 3);
  EXPECT_EQ(scene.contact_state.data[5], 0);
}

TEST(NetScene, loads_and_probed_nodes_go_with_the_run) {
  const Scene scene = scene_of_run(net_text(
      "", "    velocity: [2, 0, 0]\n    loads: [{node: strip.last, force: [0, 1e-9 * t]}]\n",
      "probes: [{name: p, net: crawler, nodes: [strip.0, strip.last]}]\n" + kMoves));
  ASSERT_EQ(scene.frames(), 6u);
  ASSERT_EQ(scene.points.size(), 2u);
  EXPECT_EQ(scene.points[1].name, "p.strip_last");
  EXPECT_LT((triple_of(scene.point_position, 1, 5) - Vector3(0.3, 0, 0)).norm(), 1e-6);
  ASSERT_EQ(scene.arrows.size(), 1u);
  EXPECT_EQ(scene.arrows[0].kind, ArrowKind::force);
  EXPECT_EQ(triple_of(scene.arrow_position, 0, 5), triple_of(scene.point_position, 1, 5));
  EXPECT_NEAR(triple_of(scene.arrow_vector, 0, 5).z(), 0.05e-9, 1e-15);
  // nothing else pushes: all nodes keep their speed
  for (const float speed : scene.speed.data) EXPECT_NEAR(speed, 2, 1e-5);
  const Scene copy = decode_scene(encode_scene(scene, ScenePacking::full));
  EXPECT_EQ(copy.section_position.data, scene.section_position.data);
}

TEST(NetScene, a_straight_ground_is_one_plane) {
  const std::string ground = "    ground: {height: 0.75 * X + 0.1}\n    clearance: 0\n";
  const Scene scene = scene_of_run(
      net_text("", ground + "  - name: other\n    plane: {position: [0, 0.1, 0]}\n    segments: [" +
                       kStrip + "}]\n" + ground));
  ASSERT_EQ(scene.obstacles.size(), 1u);
  const SceneObstacle& plane = scene.obstacles[0];
  EXPECT_EQ(plane.name, "crawler.ground");
  ASSERT_TRUE(plane.plane());
  EXPECT_LT((plane.pose.R.col(2) - Vector3(-0.6, 0, 0.8)).norm(), 1e-6);
  EXPECT_NEAR(plane.pose.p.z(), 0.75 * plane.pose.p.x() + 0.1, 1e-9);
}

TEST(NetScene, a_curved_ground_is_a_slab_with_its_profile_under_the_whole_run) {
  const Scene scene = scene_of_run(net_text(
      ", start: [0, 1]", "    velocity: [20, 0, 0]\n    ground: {height: 0.1 * sin(3 * X)}\n"));
  ASSERT_EQ(scene.obstacles.size(), 1u);
  ASSERT_FALSE(scene.obstacles[0].plane());
  const SceneMesh mesh = obstacle_mesh(scene, scene.obstacles[0]);
  EXPECT_EQ(open_edges(mesh), 0);
  EXPECT_GT(worst_normal(mesh), 0.99);
  Eigen::AlignedBox3d box;
  for (std::uint32_t i = 0; 3 * i < mesh.positions.size(); ++i) {
    const Vector3 p = vertex(mesh, i);
    box.extend(p);
    if (mesh.normals[3 * i + 2] > 0.5) {
      EXPECT_NEAR(p.z(), 0.1 * std::sin(3 * p.x()), 1e-6);
    }
  }
  EXPECT_LT(box.min().x(), 0);
  EXPECT_GT(box.max().x(), 20 * 0.05 + 0.2);
  EXPECT_NEAR(box.sizes().y(), 0.04, 1e-6);
  // the sine, integrated over its length down to the bottom
  const auto stem = [](double x) { return -0.1 / 3 * std::cos(3 * x); };
  const double area = stem(box.max().x()) - stem(box.min().x()) - box.sizes().x() * box.min().z();
  EXPECT_NEAR(volume(mesh), area * box.sizes().y(), 1e-4 * volume(mesh));
}

TEST(NetScene, modes_swing_about_the_equilibrium) {
  const Scene scene = scene_of_run(
      net_text("", "    clamps: [{segment: strip}]\n", "study: {type: modes, count: 2}\n"));
  ASSERT_EQ(scene.modes.size(), 2u);
  const std::size_t each = scene.frames() / 2;
  EXPECT_GT(scene.modes[1].frequency, 2 * scene.modes[0].frequency);
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (int i = 0; i <= 8; ++i) {
      const Vector3 a = triple_of(scene.section_position, i, mode * each);
      const Vector3 b = triple_of(scene.section_position, i, mode * each + each - 1);
      EXPECT_LT(((a + b) / 2 - Vector3(0.025 * i, 0, 0)).norm(), 1e-6);
    }
  EXPECT_NEAR(std::abs(triple_of(scene.section_position, 8, 0).z()), 0.02, 1e-6);
}

// strips that hang on each other one by one: a look at every pair of them would take minutes
TEST(NetScene, many_strips_are_drawn_in_no_time) {
  const Scenario scenario = testing::scenario_of(R"(
name: chain
nets:
  - name: chain
    segments:
      - {name: a, length: 0.1, edges: 5, young: 1 MPa, width: 10 mm, thickness: 1 mm, density: 1000, repeat: {count: 1000, bond: [4, 0]}}
study: {type: statics}
)");
  const std::clock_t begin = std::clock();
  const Scene scene = frame_of_nets(scenario);
  EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 5);  // measured 0.02
  ASSERT_EQ(scene.rods.size(), 1000u);
  EXPECT_EQ(scene.rods.back().first, 999 * scene.rods.front().sections());
}

}  // namespace
}  // namespace cuttle
