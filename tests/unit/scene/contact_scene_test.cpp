// Contacts, obstacles and connections are where the mechanics have them.

#include <gtest/gtest.h>

#include "cuttle/contact/part/part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/scene/solid_mesh.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

Vector3 place_in(const Channel& channel, int index, std::size_t frame = 0) {
  const float* p = channel.frame(frame) + 3 * index;
  return {p[0], p[1], p[2]};
}

/// A rod with a chain of so many capsules.
Scenario chain_scenario(int capsules) {
  Scenario scenario = build(parse_scenario(R"(
name: rod
bodies:
  - name: rod
    rod:
      length: 2
      section: {radius: 0.1}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 0}
)",
                                           "test.yaml"));
  ContactShape link;
  link.body = 0;
  link.point2 = 1;
  scenario.model.contact.shapes.assign(std::size_t(capsules), link);
  return scenario;
}

Scene frame_with(const Scenario& scenario, std::span<const double> contacts) {
  SceneSampler sampler(scenario);
  Scene scene = sampler.still();
  InputSource inputs = scenario.inputs;
  Input u;
  EXPECT_TRUE(inputs.evaluate(0, u).ok());
  sampler.append(0, scenario.initial, u, scene, contacts);
  return scene;
}

TEST(ContactScene, an_arrow_per_shape) {
  const Scenario scenario = chain_scenario(2);
  const std::vector<double> contacts = {1, 0, 0, 0, 0, 5, 2, 2, 0, 0, 0, 0, 0, 0};
  const Scene scene = frame_with(scenario, contacts);
  ASSERT_EQ(scene.arrows.size(), 2u);
  EXPECT_EQ(scene.arrows[1].kind, ArrowKind::contact);
  EXPECT_EQ(scene.arrows[1].name, "contacts.rod[1]");
  EXPECT_EQ(place_in(scene.arrow_position, 0), Vector3(1, 0, 0));
  EXPECT_EQ(place_in(scene.arrow_position, 1), Vector3(2, 0, 0));
  EXPECT_EQ(place_in(scene.arrow_vector, 0), Vector3(0, 0, 5));
  EXPECT_EQ(scene.contact_state.data, (std::vector<float>{2, 0}));
}

TEST(ContactScene, many_shapes_share_arrows_and_no_force_is_lost) {
  const int capsules = 130;
  const Scenario scenario = chain_scenario(capsules);
  std::vector<double> contacts;
  for (int i = 0; i < capsules; ++i) {
    const bool touches = i == 7 || i == 8 || i == 129;
    const double f = touches ? i : 0;
    contacts.insert(contacts.end(), {double(i), 0, 0, 0, 0, f, touches ? (i == 8 ? 3.0 : 2.0) : 0});
  }
  const Scene scene = frame_with(scenario, contacts);
  EXPECT_LE(scene.arrows.size(), 60u);
  EXPECT_EQ(scene.arrow_vector.count, int(scene.arrows.size()));
  double sum = 0;
  for (int i = 0; i < scene.arrow_vector.count; ++i) sum += place_in(scene.arrow_vector, i).z();
  EXPECT_NEAR(sum, 7 + 8 + 129, 1e-6);
  // groups of three: 6, 7, 8 act as one, where their forces do
  EXPECT_NEAR(place_in(scene.arrow_position, 2).x(), (7.0 * 7 + 8.0 * 8) / 15, 1e-6);
  EXPECT_EQ(scene.contact_state.data[2], 3);
  EXPECT_EQ(scene.contact_state.data[3], 0);
  EXPECT_EQ(scene.contact_state.data.back(), 2);
}

TEST(ContactScene, obstacles_stand_where_the_file_puts_them) {
  Scenario scenario = chain_scenario(0);
  ObstacleSpec wall, post;
  wall.name = "wall";
  wall.plane = PlaneSpec{Vector3(1, 0, 0), Vector3(-0.5, 0, 0), {}};
  post.name = "post";
  post.shape.sphere = 0.3;
  post.shape.pose.position = {1, 2, 3};
  scenario.spec.of<ObstacleSpec>() = {wall, post};
  const Scene scene = frame_with(scenario, {});
  ASSERT_EQ(scene.obstacles.size(), 2u);
  ASSERT_TRUE(scene.obstacles[0].plane());
  EXPECT_LT((scene.obstacles[0].pose.R.col(2) - Vector3::UnitX()).norm(), 1e-12);
  EXPECT_EQ(scene.obstacles[1].name, "post");

  // all corners of the ball on its sphere; the plate behind the surface, and larger than the rod
  const SceneMesh ball = obstacle_mesh(scene, scene.obstacles[1]);
  for (std::size_t i = 0; i < ball.positions.size(); i += 3) {
    const Vector3 corner(ball.positions[i], ball.positions[i + 1], ball.positions[i + 2]);
    EXPECT_NEAR((corner - Vector3(1, 2, 3)).norm(), 0.3, 1e-6);
  }
  const SceneMesh plate = obstacle_mesh(scene, scene.obstacles[0]);
  float low = 1e9f, high = -1e9f, wide = 0;
  for (std::size_t i = 0; i < plate.positions.size(); i += 3) {
    low = std::min(low, plate.positions[i]);
    high = std::max(high, plate.positions[i]);
    wide = std::max(wide, plate.positions[i + 1]);
  }
  EXPECT_NEAR(high, -0.5, 1e-6);
  EXPECT_LT(high - low, 0.05);
  EXPECT_GT(wide, 1);
}

TEST(ContactScene, contact_shapes_of_rigid_bodies_are_shells) {
  Scenario scenario = build(parse_scenario(R"(
name: ball
bodies:
  - {name: ball, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}
)",
                                           "test.yaml"));
  ContactShape capsule;
  capsule.body = 0;
  capsule.half_length = 0.2;
  capsule.radius = {0.05, 0.05};
  capsule.X_PS.p = {0, 0, 1};
  scenario.model.contact.shapes = {capsule};
  const Scene scene = frame_with(scenario, {});
  ASSERT_EQ(scene.solids.size(), 1u);
  ASSERT_EQ(scene.shells.size(), 1u);
  EXPECT_EQ(scene.shells[0].pose.p, Vector3(0, 0, 1));
  float reach = 0;
  for (const float x : scene.meshes[std::size_t(scene.shells[0].mesh)].positions)
    reach = std::max(reach, x);
  EXPECT_NEAR(reach, 0.25, 1e-6);
}

TEST(ContactScene, connections_open_and_close_as_they_were_recorded) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/docking.yaml"));
  const RunResult result = run(scenario);
  const Scene scene = make_scene(scenario, result.trajectory);
  ASSERT_EQ(scene.connections.size(), 1u);
  EXPECT_EQ(scene.connections[0].kind, "fixed");
  ASSERT_EQ(scene.frames(), result.trajectory.rows());
  const auto closed = result.trajectory.column("dock.closed");
  int times_closed = 0;
  for (std::size_t frame = 0; frame < scene.frames(); ++frame) {
    EXPECT_EQ(scene.connection_closed.frame(frame)[0], closed[frame]) << frame;
    times_closed += closed[frame] != 0;
  }
  EXPECT_GT(times_closed, 10);
  EXPECT_LT(times_closed, int(scene.frames()) - 10);
  // the two ports, at the start
  EXPECT_LT((place_in(scene.connection_position, 0) - Vector3(0.1, 0, 0)).norm(), 1e-6);
  EXPECT_LT((place_in(scene.connection_position, 1) - Vector3(0.9, 0.05, 0)).norm(), 1e-6);
}

}  // namespace
}  // namespace cuttle
