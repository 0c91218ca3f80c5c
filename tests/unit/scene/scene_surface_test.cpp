// A surface is right if it encloses the volume that it should, seen from outside, and has no hole:
// the divergence theorem tells all of it.

#include "cuttle/scene/scene_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "cuttle/scene/cable_tube.h"
#include "cuttle/scene/solid_mesh.h"
#include "unit/io_write/sample_scene.h"
#include "unit/scene/mesh_measures.h"

namespace cuttle {
namespace {

SceneMesh bent(const SceneRod& rod, double curvature) {
  Channel positions, rotations;
  append_bent(rod, curvature, positions, rotations);
  return place_surface(rod_surface(rod), positions, rotations, 0, 0);
}

TEST(SceneSurface, a_straight_cylinder_encloses_its_prism) {
  constexpr int kAround = 20;
  const SceneMesh mesh = bent(even_rod(0.7, 9, 0.1, 0.1, round_corners(kAround)), 0);
  const double polygon = kAround / 2.0 * std::sin(2 * std::numbers::pi / kAround) * 0.01;
  EXPECT_NEAR(volume(mesh), polygon * 0.7, 1e-7);
  EXPECT_EQ(open_edges(mesh), 0);
  EXPECT_GT(worst_normal(mesh), 0.98);
}

TEST(SceneSurface, a_box_section_has_flat_sides_and_the_exact_volume) {
  const SceneMesh mesh = bent(even_rod(0.7, 4, 0.1, 0.03, square_corners()), 0);
  EXPECT_NEAR(volume(mesh), 0.2 * 0.06 * 0.7, 1e-8);
  EXPECT_EQ(open_edges(mesh), 0);
  EXPECT_NEAR(worst_normal(mesh), 1, 1e-6);
  // between the two copies of a corner there is nothing: 4 sides and 2 caps
  EXPECT_EQ(mesh.triangles.size() / 3, 3u * 4 * 2 + 2 * 4);
}

// Pappus: the volume of a bent bar is the section times the way of its centre, here its length
TEST(SceneSurface, bending_keeps_the_volume) {
  const auto error = [](int sections) {
    const SceneMesh mesh = bent(even_rod(0.7, sections, 0.1, 0.03, square_corners()), 2.0);
    return std::abs(volume(mesh) / (0.2 * 0.06 * 0.7) - 1);
  };
  EXPECT_LT(error(41), 3e-4);                  // measured 2.04e-4
  EXPECT_NEAR(error(21) / error(41), 4, 0.1);  // chords: second order
}

TEST(SceneSurface, a_taper_to_a_point_is_closed_and_has_a_third_of_the_volume) {
  SceneRod rod = even_rod(0.6, 5, 0.1, 0.1, square_corners());
  for (std::size_t i = 0; i < 5; ++i) rod.half_y[i] = rod.half_z[i] = 0.1 * (1 - double(i) / 4);
  const SceneMesh mesh = bent(rod, 0);
  EXPECT_NEAR(volume(mesh), 0.2 * 0.2 * 0.6 / 3, 1e-7);
  EXPECT_EQ(open_edges(mesh), 0);
  EXPECT_NEAR(worst_normal(mesh), 1, 1e-6);
}

// on a cone every normal leans by its half angle, at the tip as well
TEST(SceneSurface, normals_lean_with_the_taper) {
  constexpr double kLength = 0.6, kRadius = 0.3;
  SceneRod rod = even_rod(kLength, 5, 0, 0, round_corners(20));
  for (std::size_t i = 0; i < 5; ++i) rod.half_y[i] = rod.half_z[i] = kRadius * (1 - double(i) / 4);
  const RodSurface surface = rod_surface(rod);
  const double side = std::hypot(kLength, kRadius);
  for (std::size_t i = 0; i < 5 * rod.outline.size(); ++i) {
    const OutlineCorner& corner = rod.outline[i % rod.outline.size()];
    EXPECT_NEAR(surface.normals[3 * i], kRadius / side, 1e-6);
    EXPECT_NEAR(surface.normals[3 * i + 1], corner.y * kLength / side, 1e-6);
    EXPECT_NEAR(surface.normals[3 * i + 2], corner.z * kLength / side, 1e-6);
  }
}

TEST(SceneSurface, nothing_to_draw_gives_nothing) {
  EXPECT_TRUE(rod_surface({}).triangles.empty());
  EXPECT_TRUE(rod_surface(even_rod(1, 2, 1, 1, {})).triangles.empty());
}

TEST(SceneSurface, solids_enclose_their_volume_seen_from_outside) {
  ShapeSpec box, sphere, cylinder, cone, capsule, ellipsoid;
  box.box = Vector3(0.1, 0.2, 0.3);
  sphere.sphere = 0.2;
  ellipsoid.ellipsoid = Vector3(0.1, 0.2, 0.3);
  cylinder.cylinder = {0.1, 0.4};
  cone.cone = {0.1, 0.4};
  capsule.capsule = {0.1, 0.4};
  constexpr double pi = std::numbers::pi;
  const std::vector<std::pair<ShapeSpec, double>> cases = {
      {box, 0.006},
      {sphere, 4 * pi / 3 * 0.008},
      {ellipsoid, 4 * pi / 3 * 0.006},
      {cylinder, pi * 0.01 * 0.4},
      {cone, pi * 0.01 * 0.4 / 3},
      {capsule, pi * 0.01 * 0.4 + 4 * pi / 3 * 0.001}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const SceneMesh mesh = solid_mesh(cases[i].first);
    // facets lie inside of what is round, by 1 % at 40 corners around
    EXPECT_NEAR(volume(mesh) / cases[i].second, 0.993, 0.0071) << "case " << i;
    EXPECT_EQ(open_edges(mesh), 0) << "case " << i;
    EXPECT_GT(worst_normal(mesh), 0.95) << "case " << i;  // measured 0.967, ellipsoid
  }
}

TEST(SceneSurface, a_solid_goes_where_its_body_is) {
  const Scene scene = sample_scene();
  const SceneMesh mesh = place_solid(scene, scene.solids[0], 4);
  EXPECT_NEAR(volume(mesh), 1, 1e-5);
  // the corner (-1, -1, -1) / 2 of the cube, a quarter up, turned about z by 4 rad
  const Vector3 corner(-0.5 * std::cos(4.0) + 0.5 * std::sin(4.0),
                       -0.5 * std::sin(4.0) - 0.5 * std::cos(4.0), -0.25);
  EXPECT_LT((vertex(mesh, 0) - corner).norm(), 1e-6);
}

TEST(CableTube, is_closed_thin_and_follows_the_cable) {
  const Scene scene = sample_scene();
  const CableTube tube = cable_tube(scene, scene.cables[0], 0.001);
  const SceneMesh mesh = place_surface(rod_surface(tube.rod), tube.positions, tube.rotations, 0, 0);
  // straight at the start: a prism of eight sides and the length 1
  EXPECT_NEAR(volume(mesh), 4 * std::sin(std::numbers::pi / 4) * 1e-6, 1e-10);
  EXPECT_GT(worst_normal(mesh), 0.9);
  // every section looks along the line between its neighbours
  for (std::size_t frame = 0; frame < scene.frames(); ++frame)
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3f along = position_at(tube.positions, frame, std::min(i + 1, 2)) -
                                    position_at(tube.positions, frame, std::max(i - 1, 0));
      const Eigen::Vector3f x = rotation_at(tube.rotations, frame, i) * Eigen::Vector3f::UnitX();
      EXPECT_GT(x.dot(along.normalized()), 1 - 1e-5f);
    }
}

}  // namespace
}  // namespace cuttle
