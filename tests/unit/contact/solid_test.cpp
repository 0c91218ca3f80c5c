// Distances to solids against points of their surfaces and against differences.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "unit/contact/solids.h"

namespace cuttle {
namespace {

using testing::Random;

/// Places all over the surfaces of the four convex solids, in closed form.
std::vector<Vector3> surface(int solid, const Solid& shape) {
  Random random(7);
  std::vector<Vector3> places;
  for (int i = 0; i < 4000; ++i) {
    const double phi = random.uniform(0, 2 * std::numbers::pi), s = random.uniform(0, 1);
    const Vector3 out(0, std::cos(phi), std::sin(phi));
    const double x = random.uniform(-0.35, 0.35), r = 0.3 * std::sqrt(s);
    if (solid == 0) {
      places.push_back(0.3 * out + x * Vector3::UnitX());
      places.push_back(r * out + (i % 2 == 0 ? 0.35 : -0.35) * Vector3::UnitX());
    } else if (solid == 1) {
      places.push_back(0.4 * (1 - s) * out + 0.8 * s * Vector3::UnitX());
      places.push_back(0.4 * std::sqrt(s) * out);
    } else if (solid == 2) {
      places.push_back(random.unit_vector().cwiseProduct(Vector3(0.5, 0.3, 0.4)));
    } else {
      // between two corners of the hull and a third: inside or on it
      const auto& balls = shape.features().balls;
      places.push_back(balls[size_t(random.integer(0, int(balls.size()) - 1))].p);
    }
  }
  return places;
}

TEST(Solid, has_no_place_nearer_than_its_distance) {
  const auto solids = testing::convex_solids();
  for (int k = 0; k < 4; ++k) {
    const Solid& solid = *solids[size_t(k)];
    const std::vector<Vector3> places = surface(k, solid);
    Random random(3);
    for (int i = 0; i < 300; ++i) {
      const Vector3 x = random.vector3();
      const Distance at = solid.distance(x);
      EXPECT_NEAR(at.n.norm(), 1, 1e-12);
      EXPECT_NEAR(solid.distance(x - at.d * at.n).d, 0, 1e-12);  // the foot is on the surface
      double least = 1e300;
      for (const Vector3& place : places) least = std::min(least, (x - place).norm());
      EXPECT_GT(least, std::abs(at.d) - 1e-12) << k;
      if (k < 3) EXPECT_LT(least, std::abs(at.d) + 0.05) << k;
    }
    for (const Vector3& place : places) EXPECT_NEAR(solid.distance(place).d, 0, 1e-12);
  }
}

TEST(Solid, has_a_gradient_and_its_derivative) {
  for (const auto& solid : testing::convex_solids()) {
    Random random(4);
    int compared = 0;
    for (int i = 0; i < 300; ++i) {
      const Vector3 x = random.vector3(), w = random.unit_vector();
      const Distance at = solid->distance(x);
      if (at.d < 0.02) continue;
      const double h = 1e-6;
      const Distance before = solid->distance(x - h * w), after = solid->distance(x + h * w);
      EXPECT_NEAR((after.d - before.d) / (2 * h), at.n.dot(w), 1e-8);
      // where the foot changes from a face to an edge in between, there is no derivative
      if ((before.H - after.H).norm() > 1e-3) continue;
      EXPECT_LT(((after.n - before.n) / (2 * h) - at.H * w).norm(), 1e-6);
      ++compared;
    }
    EXPECT_GT(compared, 200);
  }
}

TEST(Solid, ellipsoid_is_right_inside_too) {
  const auto solid = ellipsoid_solid({0.5, 0.3, 0.4});
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Vector3 x =
        random.unit_vector().cwiseProduct(Vector3(0.5, 0.3, 0.4)) * random.uniform(0.9, 0.999);
    const Vector3 w = random.unit_vector();
    const double h = 1e-6;
    const Distance at = solid->distance(x), before = solid->distance(x - h * w),
                   after = solid->distance(x + h * w);
    EXPECT_LT(at.d, 0);
    EXPECT_LT(((after.n - before.n) / (2 * h) - at.H * w).norm(), 1e-5);
  }
  EXPECT_NEAR(solid->distance(Vector3::Zero()).d, -0.3, 1e-12);
}

// There Newton's method has no pole, and a robot in a plane stays in it.
TEST(Solid, ellipsoid_is_right_in_the_plane_across_its_shortest_axis) {
  const Vector3 a(3, 2, 1);
  const auto solid = ellipsoid_solid(a);
  for (const Vector3& x : {Vector3(2.6, 1.45, 0), Vector3(2.2, 1.2, 0), Vector3(-3.5, 0.1, 0),
                           Vector3(0, -2.5, 0), Vector3(1, 0.5, 0)}) {
    double nearest = 1e9;
    for (int i = 0; i <= 4000; ++i)
      for (int j = 0; j <= 20; ++j) {
        const double phi = 2 * std::numbers::pi * i / 4000, s = 0.05 * j;
        const Vector3 out(std::sqrt(1 - s * s) * std::cos(phi),
                          std::sqrt(1 - s * s) * std::sin(phi), s);
        nearest = std::min(nearest, (x - a.cwiseProduct(out)).norm());
      }
    const Distance at = solid->distance(x);
    const double sign = x.cwiseQuotient(a).norm() < 1 ? -1 : 1;
    // the nearest of so many places is 2e-5 farther; along s the nets of places are coarse
    EXPECT_LE(sign * at.d, nearest + 1e-12) << x.transpose();
    EXPECT_NEAR(sign * at.d, nearest, x.x() == 1 ? 2e-3 : 2e-5) << x.transpose();
    const Distance beside = solid->distance(x + Vector3(0, 0, 1e-7));
    EXPECT_NEAR(at.d, beside.d, 1e-6) << x.transpose();
  }
}

TEST(SignedDistance, of_capsules_and_boxes_has_its_derivatives) {
  Random random(6);
  for (int i = 0; i < 400; ++i) {
    const PlacedShape shape =
        i % 2 == 0 ? testing::random_box(random)
                   : testing::capsule(random.vector3(), random.vector3(), random.uniform(0.1, 0.2),
                                      random.uniform(0.1, 0.4));
    const Vector3 x = 2 * random.vector3(), w = random.unit_vector();
    const Distance at = signed_distance(shape, x);
    if (at.d < 0.02) continue;
    const double h = 1e-6;
    const Distance before = signed_distance(shape, x - h * w),
                   after = signed_distance(shape, x + h * w);
    EXPECT_NEAR((after.d - before.d) / (2 * h), at.n.dot(w), 1e-8);
    if ((before.H - after.H).norm() > 1e-3) continue;
    EXPECT_LT(((after.n - before.n) / (2 * h) - at.H * w).norm(), 1e-6);
  }
}

TEST(Solid, mesh_of_a_box_is_the_box) {
  Random random(8);
  const Vector3 half(0.2, 0.3, 0.5);
  for (const MeshKind kind : {MeshKind::any, MeshKind::convex}) {
    const auto solid = mesh_solid(testing::box_mesh(half), kind);
    EXPECT_EQ(solid->features().balls.size(), 8u);
    EXPECT_EQ(solid->features().spines.size(), 12u);
    for (int i = 0; i < 500; ++i) {
      const Pose X{random.rotation(), random.vector3()};
      const PlacedShape mesh = testing::placed(*solid, X), box = testing::box(X, half);
      const Vector3 x = X.p + random.vector3();
      const Distance a = signed_distance(mesh, x), b = signed_distance(box, x);
      EXPECT_NEAR(a.d, b.d, 1e-14);
      EXPECT_LT((a.n - b.n).norm(), 1e-9);
      if (b.d > 1e-3) EXPECT_LT((a.H - b.H).norm(), 1e-9 / b.d);
      // and touches alike
      const PlacedShape other =
          i % 2 == 0 ? testing::sphere(random.vector3(), 0.2) : testing::random_plane(random);
      EXPECT_NEAR(testing::least_gap(testing::touches(mesh, other, 10)),
                  testing::least_gap(testing::touches(box, other, 10)), 1e-12);
    }
  }
}

}  // namespace
}  // namespace cuttle
