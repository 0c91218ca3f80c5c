// Bristles that slide, against the differential equation b s' = p(t) - k s that they follow.

#include "cuttle/dynamics/bristles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cuttle {
namespace {

BristleRule rule_of(double k, double b) {
  BristleRule rule;
  rule.static_friction = rule.kinetic_friction = 0.5;
  rule.tangential_stiffness = k;
  rule.tangential_damping = b;
  return rule;
}

/// What `slid` says of the stretch when the force is -pull at the end.
Vector3 stretch_after(const BristleRule& rule, const SlidBristles& slid, const Vector3& pull) {
  return slid.share * slid.travel + (1 - slid.share) / rule.tangential_stiffness * pull;
}

const Vector3 kStretch(1e-3, -2e-3, 0), kPull(3, 1, 0), kLater(2, 4, 0);

TEST(Bristles, stretch_as_a_linear_force_lets_them) {
  const double h = 0.01;
  // x = k h / b from 1e-4 to 20
  for (const double b : {1e6, 400.0, 100.0, 5.0}) {
    const BristleRule rule = rule_of(1e4, b);
    const auto rate = [&](double t, const Vector3& s) {
      return Vector3((kPull + t / h * (kLater - kPull) - 1e4 * s) / b);
    };
    Vector3 s = kStretch;
    const int steps = 2000;
    const double d = h / steps;
    for (int i = 0; i < steps; ++i) {
      const double t = i * d;
      const Vector3 a = rate(t, s), m = rate(t + d / 2, s + d / 2 * a),
                    n = rate(t + d / 2, s + d / 2 * m), e = rate(t + d, s + d * n);
      s += d / 6 * (a + 2 * m + 2 * n + e);
    }
    const SlidBristles slid = slide(rule, h, kStretch, kPull);
    EXPECT_LT((stretch_after(rule, slid, kLater) - s).norm(), 1e-12 * s.norm()) << b;
    const Vector3 s_rate = (kLater - 1e4 * slid.travel) / slid.damping;
    EXPECT_LT((s_rate - rate(h, s)).norm(), 1e-9 * (kLater.norm() / b + s.norm() / h)) << b;
  }
}

// the force at which they stick is the same with s and b as with what stands for them
TEST(Bristles, that_slid_hold_on_without_a_jump) {
  const BristleRule rule = rule_of(1e4, 50);
  const Vector3 v(0.02, -0.03, 0);
  const SlidBristles slid = slide(rule, 0.004, kStretch, kPull);
  const Vector3 pull = 1e4 * slid.travel + slid.damping * v;
  const Vector3 s = stretch_after(rule, slid, pull);
  EXPECT_LT((1e4 * s + 50 * v - pull).norm(), 1e-13 * pull.norm());
}

TEST(Bristles, have_limits_without_a_time_without_a_damper_and_after_a_long_time) {
  const SlidBristles none = slide(rule_of(1e4, 50), 0, kStretch, kPull);
  EXPECT_EQ(none.travel, kStretch);
  EXPECT_EQ(none.damping, 50);
  EXPECT_EQ(none.share, 1);
  // they are as long as their force says, at any time
  const SlidBristles undamped = slide(rule_of(1e4, 0), 0.01, kStretch, kPull);
  EXPECT_LT((undamped.travel - kPull / 1e4).norm(), 1e-18);
  EXPECT_NEAR(undamped.damping, 1e4 * 0.01, 1e-12);
  EXPECT_EQ(undamped.share, 0);
  const double ever = std::numeric_limits<double>::infinity();
  for (const double b : {0.0, 50.0}) {
    const BristleRule rule = rule_of(1e4, b);
    const SlidBristles slid = slide(rule, ever, kStretch, kPull);
    EXPECT_LT((stretch_after(rule, slid, kLater) - kLater / 1e4).norm(), 1e-18) << b;
  }
}

}  // namespace
}  // namespace cuttle
