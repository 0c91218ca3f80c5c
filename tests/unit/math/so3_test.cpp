#include "cuttle/math/so3.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/constants.h"
#include "cuttle/math/turn_between.h"
#include "unit/math/samples.h"

namespace cuttle::test {
namespace {

constexpr double kAngles[] = {0.0, 1e-300, 1e-12, 1e-8, 1e-4, 0.1,        0.5,        1.0,
                              2.0, 2.9,    3.0,   3.1,  3.14, kPi - 1e-6, kPi - 1e-9, kPi - 1e-12};

// a positive turn about z takes x to y: fixes every sign below
TEST(So3, RightHanded) {
  const Matrix3 R = exp_so3(Vector3(0.0, 0.0, kPi / 2));
  EXPECT_LT(distance(R * Vector3::UnitX(), Vector3::UnitY()), 1e-15);
  EXPECT_LT(distance(hat(Vector3(0.0, 0.0, 1.0)) * Vector3::UnitX(), Vector3::UnitY()), 1e-16);
  EXPECT_LT(distance(cross(Vector3::UnitX(), Vector3::UnitY()), Vector3::UnitZ()), 1e-16);
}

TEST(So3, ExpIsThePowerSeries) {
  Samples samples;
  double worst = 0.0;
  double drift = 0.0;
  for (int i = 0; i < 200; ++i) {
    const Vector3 theta = 4.0 * samples.vector3();
    const Matrix3 R = exp_so3(theta);
    worst = std::max(worst, distance(R, exponential_series(hat(theta))));
    drift = std::max(drift, distance(R.transpose() * R, Matrix3::Identity()));
  }
  EXPECT_LT(worst, 5e-15);  // measured 7e-16
  EXPECT_LT(drift, 5e-15);  // measured 1.3e-15
}

TEST(So3, LogUndoesExp) {
  Samples samples;
  for (const double angle : kAngles) {
    for (int i = 0; i < 20; ++i) {
      const Vector3 theta = angle * samples.direction();
      const double error = distance(log_so3(exp_so3(theta)), theta);
      EXPECT_LT(error, 3e-15) << angle;  // measured 9e-16
      // small angles keep their digits
      if (angle < 0.1) {
        EXPECT_LE(error, 3e-16 * angle) << angle;
      }
    }
  }
}

// at pi two logarithms are right; both must give the rotation back
TEST(So3, LogAtHalfTurn) {
  EXPECT_LT(distance(log_so3(Vector3(1, -1, -1).asDiagonal()), Vector3(kPi, 0, 0)), 1e-15);
  EXPECT_LT(distance(log_so3(Vector3(-1, 1, -1).asDiagonal()), Vector3(0, kPi, 0)), 1e-15);
  EXPECT_LT(distance(log_so3(Vector3(-1, -1, 1).asDiagonal()), Vector3(0, 0, kPi)), 1e-15);
  Samples samples;
  for (int i = 0; i < 50; ++i) {
    const Vector3 axis = samples.direction();
    const Matrix3 R = 2.0 * axis * axis.transpose() - Matrix3::Identity();
    const Vector3 theta = log_so3(R);
    EXPECT_NEAR(theta.norm(), kPi, 2e-15);
    EXPECT_LT(distance(exp_so3(theta), R), 2e-15);
  }
}

TEST(So3, QuaternionsAreRotations) {
  Samples samples;
  for (int i = 0; i < 100; ++i) {
    const Vector3 a = 5.0 * samples.vector3();
    const Vector3 b = 5.0 * samples.vector3();
    const Vector4 qa = quaternion_exp(a);
    const Vector4 qb = quaternion_exp(b);
    EXPECT_LT(distance(quaternion_to_rotation(qa), exp_so3(a)), 5e-15);
    EXPECT_LT(
        distance(quaternion_to_rotation(quaternion_multiply(qa, qb)), exp_so3(a) * exp_so3(b)),
        8e-15);

    // there and back; q and -q are one rotation
    const Vector4 back = rotation_to_quaternion(exp_so3(a));
    EXPECT_GE(back[0], 0.0);
    EXPECT_LT(std::min(distance(back, qa), distance(back, -qa)), 5e-15);
  }
}

TEST(So3, QuaternionLengthDoesNotMatter) {
  const Vector4 q = quaternion_exp(Vector3(0.3, -1.1, 0.7));
  for (const double length : {1e-3, 0.97, 1.0, 42.0}) {
    EXPECT_LT(distance(quaternion_to_rotation(length * q), quaternion_to_rotation(q)), 5e-16);
  }
}

// dR/dt = R [omega]: a left-for-right or sign error changes this at order one
TEST(So3, QuaternionRateIsBodyRate) {
  Samples samples;
  const double h = 1e-4;
  for (int i = 0; i < 20; ++i) {
    const Vector4 q = 1.3 * quaternion_exp(3.0 * samples.vector3());
    const Vector3 omega = samples.vector3();
    const Vector4 rate = quaternion_rate(q, omega);
    const Matrix3 slope =
        (quaternion_to_rotation(q + h * rate) - quaternion_to_rotation(q - h * rate)) / (2.0 * h);
    EXPECT_LT(distance(slope, quaternion_to_rotation(q) * hat(omega)), 3e-8);
    EXPECT_NEAR(q.dot(rate), 0.0, 1e-15);
  }
}

// the shortest way: about an axis across both, by the angle between them
TEST(So3, TurnBetweenDirections) {
  Samples samples;
  for (const double angle : kAngles) {
    const Vector3 from = samples.direction(), axis = from.unitOrthogonal();
    const Vector3 to = exp_so3(Vector3(angle * axis)) * from;
    const Matrix3 R = turn_between(3.0 * from, 0.2 * to).toRotationMatrix();
    EXPECT_LT(distance(R * from, to), 2e-7) << angle;  // within 1e-7 of half a turn it is one
    if (angle < 3.1) {
      EXPECT_LT(distance(R, exp_so3(Vector3(angle * axis))), 1e-13) << angle;
    }
  }
  for (const Vector3& x : {Vector3::UnitX().eval(), Vector3::UnitZ().eval()}) {
    const Matrix3 R = turn_between(x, -x).toRotationMatrix();
    EXPECT_LT(distance(R * x, -x), 1e-15);
    EXPECT_LT(distance(R.transpose() * R, Matrix3::Identity()), 1e-15);
    EXPECT_NEAR(R.determinant(), 1, 1e-15);
  }
}

}  // namespace
}  // namespace cuttle::test
