#include "cuttle/math/se3.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cuttle/math/constants.h"
#include "unit/math/samples.h"

namespace cuttle::test {
namespace {

using Matrix4 = Eigen::Matrix4d;

/// Twist as a 4x4 matrix: the homogeneous matrices are a second way to everything here.
Matrix4 hat4(const Vector6& x) {
  Matrix4 m = Matrix4::Zero();
  m.topLeftCorner<3, 3>() = hat(x.head<3>());
  m.topRightCorner<3, 1>() = x.tail<3>();
  return m;
}

Matrix4 homogeneous(const Pose& g) {
  Matrix4 m = Matrix4::Identity();
  m.topLeftCorner<3, 3>() = g.R;
  m.topRightCorner<3, 1>() = g.p;
  return m;
}

TEST(Pose, IsTheHomogeneousMatrix) {
  Samples samples;
  const Pose a = samples.pose();
  const Pose b = samples.pose();
  const Vector3 x = samples.vector3();
  EXPECT_LT(distance(homogeneous(a * b), homogeneous(a) * homogeneous(b)), 2e-15);
  EXPECT_LT(distance(homogeneous(a.inverse()), homogeneous(a).inverse()), 2e-15);
  EXPECT_LT(distance((a * b) * x, a * Vector3(b * x)), 2e-15);
  EXPECT_LT(distance(a * Pose::identity(), a), 1e-16);
}

TEST(Se3, ExpIsThePowerSeries) {
  Samples samples;
  double worst = 0.0;
  for (int i = 0; i < 200; ++i) {
    const Vector6 x = 4.0 * samples.vector6();
    const Matrix4 truth = exponential_series(hat4(x));
    worst = std::max(worst, distance(homogeneous(exp_se3(x)), truth));
    // by two formulas: an ulp or two of numbers as large as x
    const double ulp = std::numeric_limits<double>::epsilon() * (1 + x.norm());
    EXPECT_LT(distance(exp_se3(x), exp_step(x).E), 2 * ulp);
  }
  EXPECT_LT(worst, 5e-15);  // measured 9e-16
}

// a quarter turn about z while advancing along it, about an axis through (0, 1, 0)
TEST(Se3, ExpIsAScrew) {
  Vector6 x;
  x << 0, 0, kPi / 2, kPi / 2, 0, 2;
  const Pose g = exp_se3(x);
  EXPECT_LT(distance(g * Vector3(0, 1, 5), Vector3(0, 1, 7)), 2e-15);
  EXPECT_LT(distance(g * Vector3(0, 0, 0), Vector3(1, 1, 2)), 2e-15);
}

TEST(Se3, LogUndoesExp) {
  Samples samples;
  for (const double angle : {0.0, 1e-300, 1e-12, 1e-8, 1e-4, 0.1, 0.5, 1.0, 2.0, 3.0, 3.1,
                             kPi - 1e-6, kPi - 1e-9, kPi - 1e-12}) {
    for (int i = 0; i < 20; ++i) {
      const Vector6 x = samples.twist(angle);
      const double error = distance(log_se3(exp_se3(x)), x);
      EXPECT_LT(error, 3e-15) << angle;  // measured 4e-16
    }
  }
}

TEST(Se3, LogAtHalfTurn) {
  Samples samples;
  double worst = 0.0;
  for (int i = 0; i < 50; ++i) {
    const Vector3 axis = samples.direction();
    const Pose g{2.0 * axis * axis.transpose() - Matrix3::Identity(), samples.vector3()};
    const Vector6 x = log_se3(g);
    EXPECT_NEAR(x.head<3>().norm(), kPi, 2e-15);
    worst = std::max(worst, distance(exp_se3(x), g));
  }
  EXPECT_LT(worst, 5e-15);  // measured 7e-16
}

TEST(Se3, AdjointIsConjugation) {
  Samples samples;
  for (int i = 0; i < 20; ++i) {
    const Pose g = samples.pose();
    const Pose g2 = samples.pose();
    const Vector6 x = samples.vector6();
    const Matrix4 G = homogeneous(g);
    EXPECT_LT(distance(hat4(Ad_apply(g, x)), G * hat4(x) * G.inverse()), 2e-14);
    EXPECT_LT(distance(Ad(g * g2), Ad(g) * Ad(g2)), 2e-14);
    EXPECT_LT(distance(Ad(g.inverse()) * Ad(g), Matrix6::Identity()), 2e-14);
  }
}

// the vector forms are the matrices; power is the same number in both frames
TEST(Se3, ApplyFormsAreTheMatrices) {
  Samples samples;
  for (int i = 0; i < 20; ++i) {
    const Pose g = samples.pose();
    const Vector6 V = samples.vector6();
    const Vector6 F = samples.vector6();
    EXPECT_LT(distance(Ad_apply(g, V), Ad(g) * V), 5e-15);
    EXPECT_LT(distance(Ad_inv_apply(g, V), Ad(g.inverse()) * V), 1e-14);
    EXPECT_LT(distance(AdT_apply(g, F), Ad(g).transpose() * F), 1e-14);
    EXPECT_LT(distance(Ad_invT_apply(g, F), Ad(g.inverse()).transpose() * F), 1e-14);
    EXPECT_LT(distance(ad_apply(V, F), ad(V) * F), 2e-15);
    EXPECT_LT(distance(cross_wrench(V, F), -ad(V).transpose() * F), 2e-15);
    EXPECT_NEAR(Ad_invT_apply(g, F).dot(Ad_apply(g, V)), F.dot(V), 2e-14);
  }
}

// a force along x at the arm (0, 1, 0) turns about -z: fixes the sign of the lever
TEST(Se3, WrenchLever) {
  const Pose g{Matrix3::Identity(), Vector3(0, 1, 0)};
  Vector6 F, expected;
  F << 0, 0, 0, 1, 0, 0;
  expected << 0, 0, -1, 1, 0, 0;
  EXPECT_LT(distance(Ad_invT_apply(g, F), expected), 1e-16);
}

// ad is a derivation of the bracket, and the bracket is the commutator
TEST(Se3, BracketIsALieBracket) {
  Samples samples;
  const Vector6 x = samples.vector6(), y = samples.vector6(), z = samples.vector6();
  const Vector6 left = ad_apply(x, ad_apply(y, z));
  const Vector6 right = ad_apply(ad_apply(x, y), z) + ad_apply(y, ad_apply(x, z));
  EXPECT_LT(distance(left, right), 2e-15);
  EXPECT_LT(distance(hat4(ad_apply(x, y)), hat4(x) * hat4(y) - hat4(y) * hat4(x)), 2e-15);
}

TEST(Se3, AdjointOfExpGrowsByTheBracket) {
  Samples samples;
  double worst = 0.0;
  for (const double t : {0.0, 1e-9, 0.7, 2.0, 5.0}) {
    const Vector6 x = samples.vector6();
    const Vector6 y = samples.vector6();
    const PoseT<Complex> g = exp_se3(complex_point(t * x, x));
    const Vector6 slope = derivative(Ad_apply(g, y.cast<Complex>()));
    worst = std::max(worst, distance(slope, Ad_apply(exp_se3(t * x), ad_apply(x, y))));
  }
  EXPECT_LT(worst, 5e-15);  // measured 4e-16
}

}  // namespace
}  // namespace cuttle::test
