// How fast a motion is, whatever vibrates in it.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/solve/step_control.h"

namespace cuttle {
namespace {

/// Pace after some swings of size 0.1 at rate w, with a vibration of size `ripple` on another
/// coordinate.
double pace_of(double w, double ripple) {
  MotionPace pace;
  const VectorX reach = Eigen::Vector2d(2, 1);
  VectorX q = VectorX::Zero(2);
  pace.start(0, q);
  EXPECT_EQ(pace.time(), 0);
  const double h = 0.01 / w;
  for (int i = 1; i < 3000; ++i) {
    q << 0.1 * std::sin(w * h * i), ripple * std::sin(1e4 * w * h * i);
    pace.go_on(h * i, q, reach);
  }
  return pace.time();
}

TEST(MotionPace, IsAFifthOfWhatASwingGoesThrough) {
  // 0.02 of 0.1 sin(w t), at most near its turning points: 0.2 / w and more
  for (const double w : {1.0, 300.0}) {
    EXPECT_GT(w * pace_of(w, 0), 0.19);
    EXPECT_LT(w * pace_of(w, 0), 0.9);
  }
}

TEST(MotionPace, SmallVibrationsDoNotCount) {
  EXPECT_GT(pace_of(1, 0.004), 0.15);
  EXPECT_LT(pace_of(1, 0.05), 0.05);
}

TEST(MotionPace, ForgetsAtAStart) {
  MotionPace pace;
  const VectorX reach = VectorX::Ones(1);
  pace.start(0, VectorX::Zero(1));
  pace.go_on(1, VectorX::Constant(1, 3), reach);
  EXPECT_EQ(pace.time(), 1);
  pace.start(1, VectorX::Constant(1, 3));
  EXPECT_EQ(pace.time(), 0);
}

}  // namespace
}  // namespace cuttle
