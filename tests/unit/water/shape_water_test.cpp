// Added mass of solids against closed forms that are not Lamb's integrals.

#include "cuttle/water/shape_water.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "cuttle/math/linalg/eigen.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

TEST(ShapeWater, SphereCarriesHalfOfItsWater) {
  const ShapeWater ball = sphere_water(0.2, kWater);
  const double half = 0.5 * kWater * 4.0 / 3.0 * pi * 0.008;
  Vector6 expected;
  expected << 0, 0, 0, half, half, half;
  EXPECT_LT((ball.added_mass - Matrix6(expected.asDiagonal())).norm(), 1e-13 * half);
}

TEST(ShapeWater, ProlateSpheroidHasItsClosedForm) {
  // with the eccentricity e: alpha = 2 (1 - e^2) / e^3 (atanh e - e), beta = gamma = 1 - alpha / 2
  double worst = 0;
  for (double ratio : {1.05, 1.5, 2.0, 5.0, 10.0}) {
    const double e2 = 1 - 1 / (ratio * ratio), e = std::sqrt(e2);
    const double alpha = 2 * (1 - e2) / (e * e2) * (std::atanh(e) - e), beta = 1 - alpha / 2;
    const AddedMassFactors k = ellipsoid_factors({ratio, 1, 1});
    worst = std::max(worst, std::abs(k.linear[0] - alpha / (2 - alpha)));
    worst = std::max(worst, std::abs(k.linear[1] - beta / (2 - beta)));
    const double turn =
        e2 * e2 * (beta - alpha) / ((2 - e2) * (2 * e2 - (2 - e2) * (beta - alpha)));
    worst = std::max(worst, std::abs(k.angular[1] - turn));
    EXPECT_EQ(k.angular[0], 0);
    EXPECT_NEAR(k.linear[1], k.linear[2], 1e-14);
  }
  EXPECT_LT(worst, 1e-12);  // measured 1e-15
}

TEST(ShapeWater, ThinDiscAndLongCylinder) {
  // broadside disc: 8/3 rho a^3, and 16/45 rho a^5 for the rotation about a diameter
  const double a = 0.3, c = 1e-6 * a;
  const ShapeWater disc = ellipsoid_water({c, a, a}, kWater);
  EXPECT_NEAR(disc.added_mass(3, 3) / (8.0 / 3.0 * kWater * a * a * a), 1, 1e-5);
  EXPECT_NEAR(disc.added_mass(1, 1) / (16.0 / 45.0 * kWater * std::pow(a, 5)), 1, 1e-5);
  // across a long cylinder: its own water; strips for the rotation
  const ShapeWater needle = cylinder_water(0.001, 1, kWater);
  EXPECT_NEAR(needle.added_mass(4, 4) / (kWater * pi * 1e-6), 1, 1e-4);
  EXPECT_NEAR(needle.added_mass(2, 2) / (kWater * pi * 1e-6 / 12), 1, 2e-4);
}

TEST(ShapeWater, EllipticCylinderIsTheLimitOfAnEllipsoid) {
  // per length rho pi b^2 when it moves along its other axis a
  const AddedMassFactors k = ellipsoid_factors({1e4, 2, 1});
  EXPECT_NEAR(k.linear[1], 0.5, 1e-6);
  EXPECT_NEAR(k.linear[2], 2.0, 1e-6);
  // rotation about the long axis: rho pi (a^2 - b^2)^2 / 8 per length of the cylinder
  const double displaced = pi * 2 * (4 + 1) / 4;
  EXPECT_NEAR(k.angular[0], pi * 9 / 8 / displaced, 1e-6);
}

TEST(ShapeWater, MovingKeepsTheEnergyOfTheWater) {
  std::mt19937_64 random(4);
  const ShapeWater box = box_water({0.3, 0.2, 0.1}, kWater);
  const Pose X = random_pose(random, 2, 0.5);
  const ShapeWater moved_box = box.moved(X);
  Vector6 V;
  V << random_vector3(random, 1), random_vector3(random, 1);
  const Vector6 V_part = Ad_inv_apply(X, V);
  EXPECT_NEAR(V.dot(moved_box.added_mass * V), V_part.dot(box.added_mass * V_part), 1e-12);
  EXPECT_LT((moved_box.center - X * box.center).norm(), 1e-15);
  ShapeWater sum = box;
  sum += moved_box;
  EXPECT_NEAR(sum.volume, 2 * box.volume, 1e-16);
  EXPECT_LT((sum.center - 0.5 * (box.center + moved_box.center)).norm(), 1e-15);
  EXPECT_EQ(sum.drags.size(), 2u);
}

TEST(ShapeWater, AllSolidsHavePositiveAddedMassAndDrag) {
  for (const ShapeWater& shape :
       {ellipsoid_water({0.3, 0.1, 0.2}, kWater), cylinder_water(0.1, 0.5, kWater),
        capsule_water(0.1, 0.3, kWater), cone_water(0.2, 0.4, kWater),
        box_water({0.3, 0.2, 0.1}, kWater), cylinder_water(0.5, 0.1, kWater)}) {
    EXPECT_GT(symmetric_eigenvalues(shape.added_mass)[0], -1e-13);
    EXPECT_LT((shape.added_mass - shape.added_mass.transpose()).norm(), 1e-13);
    for (const RigidDrag& drag : shape.drags) {
      EXPECT_GE(drag.quadratic.diagonal().minCoeff(), 0);
      EXPECT_GT(drag.quadratic.diagonal().tail<3>().minCoeff(), 0);
    }
  }
}

TEST(ShapeWater, ConeTurnsAboutItsCentre) {
  // strips of the drag, by brute force
  const double r = 0.2, L = 0.4;
  double sum = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double x = (i + 0.5) / n * L;
    sum += std::pow(std::abs(x - L / 4), 3) * 2 * r * (1 - x / L) * L / n;
  }
  EXPECT_NEAR(cone_water(r, L, kWater).drags[0].quadratic(1, 1) / (0.5 * kWater * 1.1 * sum), 1,
              1e-7);
}

}  // namespace
}  // namespace cuttle::testing
