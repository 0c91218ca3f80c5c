// A shell is drawn where its meridian is: known shapes at rest and stretched, surfaces by their
// volume, jets by the water that they push.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/io/read_scenario.h"
#include "cuttle/io/scene_file.h"
#include "cuttle/math/constants.h"
#include "cuttle/scene/run_box.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/scene/scene_surface.h"
#include "cuttle/study/run.h"
#include "support/runs.h"
#include "unit/scene/mesh_measures.h"
#include "unit/scene/one_frame.h"

namespace cuttle {
namespace {

constexpr double kR = 0.1, kHalf = 2e-3;  // [m] radius and half thickness of all shells here

/// One curvature and one stretch coordinate, so that q = (mu, lambda - 1).
std::string shell_text(const std::string& profile, const std::string& more = "") {
  return R"(
name: shell
gravity: [0, 0, 0]
water: {density: 1000}
bodies:
  - name: bell
    joint: free
    shell:
      profile: )" +
         profile + R"(
      thickness: 4 mm
      material: {young: 1 MPa, density: 1000}
      modes: {curvature: 1, stretch: 1}
)" + more;
}
const std::string kSphere = "{radius: 100 mm, angle: 90 deg, pieces: [{arc: [100 mm, 90 deg]}]}";
const std::string kCapped = "      edge: capped\n";
const std::string kTube = "{radius: 100 mm, angle: 90 deg, pieces: [{line: 300 mm}]}";
const std::string kTubeBack = "{radius: 100 mm, angle: -90 deg, pieces: [{line: 300 mm}]}";

/// The shell with a stretch of its meridian (and its rate), the same everywhere.
Scene stretched(const std::string& text, double lambda, double rate = 0) {
  const Scenario scenario = testing::scenario_of(text);
  const Body& body = scenario.model.bodies[0];
  State x = scenario.initial;
  x.q[body.q + 1] = lambda - 1;
  x.v[body.v + 1] = rate;
  return testing::one_frame(scenario, x);
}

Vector3 triple(const Channel& channel, int index) {
  const float* p = channel.frame(0) + 3 * index;
  return {p[0], p[1], p[2]};
}

SceneMesh mesh_of(const Scene& scene) { return place_shell(scene, scene.meridians[0], 0); }

// regular polygons instead of circles
constexpr double kSide = 2 * kPi / kShellSides;
const double kPolygon = std::sin(kSide) / kSide;

TEST(ShellScene, a_half_sphere_at_rest_is_a_sphere) {
  const Scene scene = stretched(shell_text(kSphere, kCapped), 1);
  ASSERT_EQ(scene.meridians.size(), 1u);
  const SceneMeridian& meridian = scene.meridians[0];
  EXPECT_EQ(meridian.rim, ShellRim::pole);
  EXPECT_EQ(meridian.direction, 1);
  ASSERT_GE(meridian.rings(), 35);
  for (int i = 0; i < meridian.rings(); ++i) {
    const double x = scene.ring_place.data[size_t(2 * i)];
    const double r = scene.ring_place.data[size_t(2 * i + 1)];
    EXPECT_NEAR((r * r + x * x) / (kR * kR), 1, 2e-7);  // of floats; measured 7e-8
    EXPECT_NEAR(std::atan2(x, r), meridian.abscissa[size_t(i)] / kR, 1e-6);
    EXPECT_NEAR(scene.hoop_strain.data[size_t(i)], 0, 1e-6);
    EXPECT_NEAR(meridian.half_thickness[size_t(i)], kHalf, 1e-12);
  }
  EXPECT_EQ(scene.ring_place.data[size_t(2 * meridian.rings() - 1)], 0);
  // where it is held it bends most
  const auto& s = meridian.abscissa;
  EXPECT_LT(s[1] - s[0], 0.4 * (s[s.size() - 1] - s[s.size() - 2]));
}

// the base keeps its radius, everything else moves away from it by the stretch
TEST(ShellScene, a_stretched_half_sphere_is_an_ellipse_about_its_base) {
  constexpr double kLambda = 0.9;
  const Scene scene = stretched(shell_text(kSphere, kCapped), kLambda);
  const SceneMeridian& meridian = scene.meridians[0];
  for (int i = 0; i + 1 < meridian.rings(); ++i) {
    const double angle = meridian.abscissa[size_t(i)] / kR, r0 = kR * std::cos(angle);
    const double r = kR + kLambda * (r0 - kR);
    EXPECT_NEAR(scene.ring_place.data[size_t(2 * i)], kLambda * kR * std::sin(angle), 1e-8);
    EXPECT_NEAR(scene.ring_place.data[size_t(2 * i + 1)], r, 1e-8);
    EXPECT_NEAR(scene.hoop_strain.data[size_t(i)], r / r0 - 1, 1e-6 * (1 + kR / r0));
  }
}

TEST(ShellScene, the_wall_of_a_tube_is_closed_and_hollow) {
  const double area = kPi * (std::pow(kR + kHalf, 2) - std::pow(kR - kHalf, 2));
  for (const std::string& profile : {kTube, kTubeBack}) {
    const Scene scene = stretched(shell_text(profile), 1.1);
    EXPECT_EQ(scene.meridians[0].rim, ShellRim::open);
    const SceneMesh mesh = mesh_of(scene);
    EXPECT_NEAR(volume(mesh) / (kPolygon * area * 1.1 * 0.3), 1, 1e-5);
    EXPECT_EQ(open_edges(mesh), 0);
    EXPECT_GT(worst_normal(mesh), std::cos(0.51 * kSide));
    // nothing in the opening: only the rim is at the edge
    const double edge = (profile == kTube ? 1 : -1) * 1.1 * 0.3;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
      if (std::abs(mesh.positions[i] - edge) > 1e-3) continue;
      EXPECT_GT(std::hypot(mesh.positions[i + 1], mesh.positions[i + 2]), kR - 1.01 * kHalf);
    }
  }
}

TEST(ShellScene, a_cap_closes_a_tube) {
  const Scene scene = stretched(shell_text(kTube, kCapped), 1);
  EXPECT_EQ(scene.meridians[0].rim, ShellRim::capped);
  const SceneMesh mesh = mesh_of(scene);
  const double area = kPi * (std::pow(kR + kHalf, 2) - std::pow(kR - kHalf, 2));
  EXPECT_NEAR(volume(mesh) / (kPolygon * area * 0.3), 1, 1e-4);
  EXPECT_EQ(open_edges(mesh), 0);
}

TEST(ShellScene, the_wall_of_a_half_sphere_has_its_thickness_everywhere) {
  const SceneMesh mesh = mesh_of(stretched(shell_text(kSphere, kCapped), 1));
  const double wall = 2 * kPi / 3 * (std::pow(kR + kHalf, 3) - std::pow(kR - kHalf, 3));
  // chords along the meridian, too: measured 3.8e-4
  EXPECT_NEAR(volume(mesh) / (kPolygon * wall), 1, 6e-4);
  EXPECT_EQ(open_edges(mesh), 0);
  EXPECT_GT(worst_normal(mesh), 0.99);
  for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
    const Vector3 p(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]);
    if (std::abs(p.x()) < 1e-4 && std::hypot(p.y(), p.z()) < 1e-6) continue;  // middle of the base
    EXPECT_NEAR(std::abs(p.norm() - kR), kHalf, 1e-7) << p.transpose();
  }
}

TEST(ShellScene, the_surface_goes_with_its_body) {
  const Scenario scenario = testing::scenario_of(shell_text(kTube));
  State x = scenario.initial;
  const Vector3 step(0.3, -0.2, 0.5);
  x.q.segment<3>(scenario.model.bodies[0].steps[0].q + 4) = step;
  const Scene rest = testing::one_frame(scenario, scenario.initial),
              moved = testing::one_frame(scenario, x);
  const SceneMesh a = mesh_of(rest), b = mesh_of(moved);
  ASSERT_LT((triple(moved.body_position, 0) - step).norm(), 1e-6) << "the joint as it is known";
  for (std::uint32_t i = 0; i < a.positions.size() / 3; i += 97)
    EXPECT_LT((vertex(b, i) - vertex(a, i) - step).norm(), 1e-6);
  EXPECT_EQ(moved.ring_place.data, rest.ring_place.data);
}

TEST(ShellScene, the_box_of_a_run_holds_its_shells) {
  const Scene scene = stretched(shell_text(kTube), 1.5);
  const Eigen::AlignedBox3d box = run_box(scene);
  EXPECT_GE(box.max().x(), 0.45);
  EXPECT_GE(box.max().y(), kR);
  EXPECT_LE(box.min().z(), -kR);
}

// A tube that shortens pushes its volume out of the edge; the force on it is density / area
// times the square of the rate, away from the edge.
TEST(ShellScene, a_jet_has_the_force_of_its_water) {
  const std::string jet = "jets: [{name: siphon, body: bell, area_out: 10 cm^2, area_in: 40 cm^2}]";
  for (const std::string& profile : {kTube, kTubeBack})
    for (const double rate : {-0.1, 0.1}) {
      const Scene scene = stretched(shell_text(profile, jet), 1, rate);
      const double direction = profile == kTube ? 1 : -1;
      const double flow = kPi * kR * kR * 0.3 * rate, area = rate < 0 ? 1e-3 : 4e-3;
      const double thrust = (rate < 0 ? -1 : 1) * direction * 1000 * flow * flow / area;
      ASSERT_EQ(scene.arrows.size(), 1u);
      EXPECT_EQ(scene.arrows[0].name, "jets.siphon");
      EXPECT_EQ(scene.fittings[0].kind, FittingKind::jet);
      EXPECT_NEAR(triple(scene.arrow_vector, 0).x(), thrust, 1e-5 * std::abs(thrust));
      EXPECT_NEAR(triple(scene.arrow_position, 0).x(), 0.3 * direction, 1e-7);
      // x of the fitting looks out of the opening
      const float* q = scene.fitting_rotation.frame(0);
      const Eigen::Quaternionf turn(q[0], q[1], q[2], q[3]);
      EXPECT_NEAR((turn * Eigen::Vector3f::UnitX()).x(), direction, 1e-6);
    }
}

TEST(ShellScene, files_keep_meridians_and_notice_damage) {
  const Scene scene = stretched(shell_text(kTube), 1.1);
  const Scene back = decode_scene(encode_scene(scene, ScenePacking::full));
  ASSERT_EQ(back.meridians.size(), 1u);
  EXPECT_EQ(back.meridians[0].abscissa, scene.meridians[0].abscissa);
  EXPECT_EQ(back.meridians[0].rim, ShellRim::open);
  EXPECT_EQ(back.ring_place.data, scene.ring_place.data);
  EXPECT_EQ(mesh_of(back).positions, mesh_of(scene).positions);
  Scene wrong = scene;
  wrong.meridians[0].first = 3;  // its last rings are beyond the channel
  EXPECT_THROW(decode_scene(encode_scene(wrong, ScenePacking::full)), std::runtime_error);
}

TEST(ShellScene, modes_of_a_shell_are_seen) {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/shell_modes.yaml"));
  const Scene scene = make_scene(scenario, run(scenario).trajectory);
  const std::size_t each = scene.frames() / scene.modes.size();
  ASSERT_GT(scene.modes.size(), 1u);
  for (std::size_t mode = 0; mode < scene.modes.size(); ++mode) {
    double way = 0, size = 0;
    const float *low = scene.ring_place.frame(mode * each),
                *high = scene.ring_place.frame(mode * each + each - 1);
    for (int i = 0; i < 2 * scene.ring_place.count; ++i) {
      way = std::max(way, double(std::abs(high[i] - low[i])));
      size = std::max(size, 2.0 * std::abs(high[i]));
    }
    EXPECT_GT(way / size, 0.05) << mode;
    EXPECT_LT(way / size, 0.5) << mode;
  }
}

}  // namespace
}  // namespace cuttle
