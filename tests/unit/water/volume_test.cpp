// The part of a volume under water: closed forms, and force as the gradient of energy.

#include "cuttle/water/volume.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/math/quadrature.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

std::vector<ShapeWater> shapes() {
  return {sphere_water(0.3, kWater),        ellipsoid_water({0.3, 0.1, 0.2}, kWater),
          cylinder_water(0.1, 0.5, kWater), capsule_water(0.1, 0.3, kWater),
          cone_water(0.2, 0.4, kWater),     box_water({0.3, 0.2, 0.1}, kWater)};
}

TEST(Submersion, SphereIsACap) {
  const ShapeWater ball = sphere_water(0.3, kWater);
  double worst = 0;
  for (double h : {-0.29, -0.1, 0.0, 0.17, 0.28}) {
    const double depth = 0.3 - h;
    const double cap = pi * depth * depth * (0.9 - depth) / 3;
    worst = std::max(
        worst, std::abs(submersion(ball.elements, Vector3::UnitZ(), h, false).volume / cap - 1));
  }
  EXPECT_LT(worst, 1e-13);  // measured 2e-16
}

TEST(Submersion, EllipsoidIsExactAtEveryAttitude) {
  // volume and centroid of the part below a plane, by quadrature in scaled coordinates
  std::mt19937_64 random(1);
  const Vector3 semi(0.3, 0.1, 0.2);
  const ShapeWater shape = ellipsoid_water(semi, kWater);
  double worst = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const Vector3 n = random_vector3(random, 1).normalized();
    const double height = 0.15 * random_number(random);
    const Submersion under = submersion(shape.elements, n, height, false);
    // discs across m = A n of the unit ball; points x = A y, height + n . x = height + a s
    const Vector3 An = semi.cwiseProduct(n);
    const double a = An.norm(), top = std::clamp(-height / a, -1.0, 1.0);
    const Quadrature rule = gauss_legendre(8);
    double volume = 0, first = 0;
    for (int i = 0; i < 8; ++i) {
      const double s = -1 + (top + 1) * rule.nodes[i];
      const double disc = pi * (1 - s * s) * (top + 1) * rule.weights[i] * semi.prod();
      volume += disc;
      first += disc * s;
    }
    const Vector3 centroid = semi.cwiseProduct(An / a) * first;  // times the volume
    Vector6 wrench;
    wrench << centroid.cross(n), volume * n;
    worst = std::max(worst, (under.wrench - wrench).norm() / shape.volume);
    worst = std::max(worst, std::abs(under.potential + height * volume + centroid.dot(n)));
  }
  EXPECT_LT(worst, 1e-14);  // measured 3e-16
}

TEST(Submersion, LyingCylinderIsASegmentOfACircle) {
  const ShapeWater shape = cylinder_water(0.1, 0.5, kWater);
  double worst = 0;
  for (double h : {-0.07, 0.02, 0.09}) {
    const double segment = 0.01 * std::acos(h / 0.1) - h * std::sqrt(0.01 - h * h);
    const double found = submersion(shape.elements, Vector3::UnitY(), h, false).volume;
    worst = std::max(worst, std::abs(found / (0.5 * segment) - 1));
  }
  EXPECT_LT(worst, 1e-5);  // measured 3e-6: a lying axis keeps a height of 1e-3
}

TEST(Submersion, StandingCylinderAndBoxGoInEvenly) {
  // away from their rounded edges; so their stiffness is that of the waterplane
  const ShapeWater cylinder = cylinder_water(0.1, 0.5, kWater), box = box_water({0.3, 0.2, 0.1}, 1);
  for (double h : {-0.2, 0.0, 0.11}) {
    const Submersion under = submersion(cylinder.elements, Vector3::UnitX(), h, true);
    EXPECT_NEAR(under.volume, pi * 0.01 * (0.25 - h), 1e-14);
    EXPECT_NEAR(under.stiffness(3, 3), pi * 0.01, 1e-12);
    // waterplane and depth of the centroid: I - V (distance to the centre of buoyancy)
    const double moment = pi * 1e-4 / 4 - under.volume * (0.25 + h) / 2;
    EXPECT_NEAR(under.stiffness(1, 1), moment, 3e-3 * pi * 1e-4 / 4);
  }
  for (double h : {-0.04, 0.0, 0.03}) {
    const Submersion under = submersion(box.elements, Vector3::UnitZ(), h, true);
    EXPECT_NEAR(under.volume, 0.06 * (0.05 - h), 1e-14);
    EXPECT_NEAR(under.stiffness(5, 5), 0.06, 1e-11);
    const double inertia = 0.3 * std::pow(0.2, 3) / 12;
    EXPECT_NEAR(under.stiffness(0, 0), inertia - under.volume * (0.05 + h) / 2, 1e-3 * inertia);
  }
}

TEST(Submersion, TiltedBoxAndCylinderAreCutRight) {
  // the part below a tilted plane, by counting points
  std::mt19937_64 random(12);
  double worst = 0;
  for (int trial = 0; trial < 4; ++trial) {
    const Vector3 n = random_vector3(random, 1).normalized();
    const double height = 0.03 * random_number(random);
    const int count = 100;
    double box_share = 0, tube_share = 0, inside = 0;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        for (int k = 0; k < count; ++k) {
          const Vector3 y = (Vector3(i, j, k).array() + 0.5) / count - 0.5;
          const Vector3 x(0.3 * y[0], 0.2 * y[1], 0.2 * y[2]);
          const bool under = height + n.dot(x) < 0;
          box_share += under;
          const bool in_tube = x.tail<2>().norm() < 0.1;
          inside += in_tube;
          tube_share += in_tube && under;
        }
    const ShapeWater box = box_water({0.3, 0.2, 0.2}, 1), tube = cylinder_water(0.1, 0.3, 1);
    const double box_found = submersion(box.elements, n, height, false).volume / box.volume;
    const double tube_found = submersion(tube.elements, n, height, false).volume / tube.volume;
    worst = std::max(worst, std::abs(box_found - box_share / 1e6));
    worst = std::max(worst, std::abs(tube_found - tube_share / inside));
  }
  EXPECT_LT(worst, 1e-3);  // measured 2e-5 of the volume
}

TEST(Submersion, NothingAboveAndAllBelow) {
  std::mt19937_64 random(2);
  for (const ShapeWater& shape : shapes()) {
    double sum = 0;
    Vector3 moment = Vector3::Zero();
    for (const VolumeElement& e : shape.elements) {
      sum += e.volume;
      moment += e.volume * e.center;
    }
    EXPECT_NEAR(sum, shape.volume, 1e-15);
    EXPECT_LT((moment / sum - shape.center).norm(), 1e-15);
    const Vector3 n = random_vector3(random, 1).normalized();
    EXPECT_NEAR(submersion(shape.elements, n, 0.7, false).volume, 0, 1e-18);
    const Submersion deep = submersion(shape.elements, n, -0.7, true);
    const Submersion whole = submerged(shape.volume, shape.center, n, -0.7, true);
    EXPECT_LT((deep.wrench - whole.wrench).norm(), 1e-15);
    EXPECT_NEAR(deep.potential, whole.potential, 1e-15);
    EXPECT_LT((deep.stiffness - whole.stiffness).norm(), 1e-15);
  }
}

TEST(Submersion, WrenchIsTheGradientOfItsEnergyAndHasItsStiffness) {
  std::mt19937_64 random(3);
  double worst_force = 0, worst_stiffness = 0, worst_volume = 0, largest = 0;
  for (const ShapeWater& shape : shapes())
    for (int trial = 0; trial < 8; ++trial) {
      // heights where the surface cuts the shape
      const Pose X = random_pose(random, 2, 0.05);
      const Vector3 up = Vector3::UnitZ();
      Vector6 zeta;
      zeta << random_vector3(random, 1), random_vector3(random, 0.1);
      const auto at = [&](double h, bool tangent) {
        const Pose Y = X * exp_se3(Vector6(h * zeta));
        return submersion(shape.elements, Y.R.transpose() * up, up.dot(Y.p), tangent);
      };
      const Submersion here = at(0, true);
      const double scale = 1 / shape.volume;
      const double work = slope([&](double h) { return at(h, false).potential; }, 1e-4);
      worst_force = std::max(worst_force, scale * std::abs(work + here.wrench.dot(zeta)));
      const Vector6 turn = slope([&](double h) -> Vector6 { return at(h, false).wrench; }, 1e-4);
      worst_stiffness = std::max(worst_stiffness, scale * (turn + here.stiffness * zeta).norm());
      const double more = slope([&](double h) { return at(h, false).volume; }, 1e-4);
      worst_volume =
          std::max(worst_volume, scale * std::abs(more - here.volume_gradient.dot(zeta)));
      largest = std::max(largest, scale * turn.norm());
    }
  EXPECT_LT(worst_force, 1e-10);     // measured 1e-12
  EXPECT_LT(worst_stiffness, 1e-8);  // measured 3e-11
  EXPECT_LT(worst_volume, 1e-8);     // measured 2e-11
  EXPECT_GT(largest, 0.5);           // measured 1.07
}

}  // namespace
}  // namespace cuttle::testing
