// Reference shapes of shells: arcs, lines, splines, and what is refused.

#include "cuttle/shell/profile.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

TEST(ShellProfile, AnArcStaysOnItsCircle) {
  // from the equator of a sphere of 2 m around (0, 0): theta 90 deg, turning inwards
  const ProfilePiece arc = arc_piece({2, 0, kPi / 2, 0}, 2 * 1.2, 0.5);
  for (double X : {0.0, 0.3, 1.1, 2.4}) {
    const MeridianPoint p = arc.at(X);
    EXPECT_NEAR(std::hypot(p.r, p.x), 2, 1e-14);
    EXPECT_NEAR(p.r, 2 * std::cos(X / 2), 1e-14);
    EXPECT_NEAR(p.x, 2 * std::sin(X / 2), 1e-14);
    EXPECT_NEAR(p.theta, kPi / 2 + X / 2, 1e-15);
  }
}

TEST(ShellProfile, ASplineIsReadByArcLength) {
  // points of a quarter circle of radius 3, unevenly spaced
  std::vector<double> r, x;
  for (int i = 0; i <= 60; ++i) {
    const double angle = kPi / 2 * std::pow(i / 60.0, 1.3);
    r.push_back(3 * std::cos(angle));
    x.push_back(3 * std::sin(angle));
  }
  r.back() = 3 * std::cos(kPi / 2);
  const ProfilePiece piece = spline_piece(r, x);
  EXPECT_NEAR(piece.length, 1.5 * kPi, 1e-7);
  for (double X : {0.4, 1.7, 3.3}) {
    const MeridianPoint p = piece.at(X);
    EXPECT_NEAR(p.r, 3 * std::cos(X / 3), 1e-7);
    EXPECT_NEAR(p.x, 3 * std::sin(X / 3), 1e-7);
    EXPECT_NEAR(p.theta, kPi / 2 + X / 3, 1e-5);
    EXPECT_NEAR(p.mu, 1.0 / 3, 1e-3);
    // r' = cos theta, x' = sin theta: X is the arc length
    const double h = 1e-5;
    EXPECT_NEAR((piece.at(X + h).r - piece.at(X - h).r) / (2 * h), std::cos(p.theta), 1e-8);
    EXPECT_NEAR((piece.at(X + h).x - piece.at(X - h).x) / (2 * h), std::sin(p.theta), 1e-8);
  }
}

TEST(ShellProfile, ReversedIsTheSameCurve) {
  const ProfilePiece arc = arc_piece({0.2, 5, 0.3, 0}, 0.4, 1.5);
  const Profile profile({arc, arc_piece(arc.at(0.4), 0.3, 0)});
  const Profile back = profile.reversed();
  ASSERT_EQ(back.length(), profile.length());
  EXPECT_NEAR(back.ends()[1], 0.3, 1e-15);
  const double x_end = profile.at(0.7).x;
  EXPECT_EQ(profile.at(0).x, 0);
  for (double X : {0.0, 0.1, 0.35, 0.5, 0.7}) {
    const MeridianPoint there = profile.at(X), here = back.at(0.7 - X);
    EXPECT_NEAR(here.r, there.r, 1e-15);
    EXPECT_NEAR(here.x, there.x - x_end, 1e-15);
    EXPECT_NEAR(std::cos(here.theta), -std::cos(there.theta), 1e-15);
    EXPECT_EQ(here.mu, -there.mu);
  }
}

TEST(ShellProfile, FaultsAreNamed) {
  const Profile good({arc_piece({0.1, 0, 1.2, 0}, 0.3, 0)});
  EXPECT_EQ(profile_fault(good, false), "");
  const Profile crossing({arc_piece({0.1, 0, kPi, 0}, 0.3, 0)});
  EXPECT_NE(profile_fault(crossing, false).find("crosses its axis at X = 0.1"), std::string::npos)
      << profile_fault(crossing, false);
  // out, and back through itself
  const ProfilePiece out = arc_piece({1, 0, 0, 0}, 1, 0);
  const ProfilePiece turn = arc_piece(out.at(1), 0.3 * 1.4 * kPi, 1 / 0.3);
  const Profile eight({out, turn, arc_piece(turn.at(turn.length), 1, 0)});
  EXPECT_NE(profile_fault(eight, false).find("crosses itself"), std::string::npos)
      << profile_fault(eight, false);
  // a pole is an end for a closed shell only
  const Profile dome({arc_piece({0.1, 0, kPi / 2, 0}, 0.1 * kPi / 2, 10)});
  EXPECT_EQ(profile_fault(dome, true), "");
  EXPECT_NE(profile_fault(dome, false).find("touches its axis"), std::string::npos);
}

}  // namespace
}  // namespace cuttle
