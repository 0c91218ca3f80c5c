// Two boxes: depth against the hull of all differences, places against the boxes themselves.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "cuttle/contact/boxes.h"
#include "cuttle/math/turn_between.h"
#include "unit/contact/shapes.h"

namespace cuttle {
namespace {

using testing::box;
using testing::least_gap;
using testing::moved;
using testing::Random;
using testing::random_box;
using testing::touches;

constexpr int kEdgeFeatures = 1728;  // from here on: crossings of edges

double reach_of(const PlacedShape& box, const Vector3& n) {
  return (box.X.R.transpose() * n).cwiseAbs().dot(box.half);
}

std::vector<Vector3> corners_of(const PlacedShape& box) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    const Vector3 side((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
    corners.push_back(box.X * box.half.cwiseProduct(side));
  }
  return corners;
}

/// How far b must be moved to be free of a: the distance of the origin to the hull of all
/// differences of corners, by trying the planes through any three of them. Below zero: apart.
double depth_by_hull(const PlacedShape& a, const PlacedShape& b) {
  std::vector<Vector3> points;
  for (const Vector3& p : corners_of(a))
    for (const Vector3& q : corners_of(b)) points.push_back(p - q);
  double least = 1e300;
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = i + 1; j < points.size(); ++j)
      for (size_t k = j + 1; k < points.size(); ++k) {
        Vector3 n = (points[j] - points[i]).cross(points[k] - points[i]);
        if (n.norm() < 1e-6) continue;
        n.normalize();
        double low = 0, high = 0;
        for (size_t m = 0; m < points.size() && (low > -1e-9 || high < 1e-9); ++m) {
          const double side = n.dot(points[m] - points[i]);
          low = std::min(low, side);
          high = std::max(high, side);
        }
        if (high < 1e-9) least = std::min(least, n.dot(points[i]));
        if (low > -1e-9) least = std::min(least, -n.dot(points[i]));
      }
  return least;
}

bool inside(const PlacedShape& box, const Vector3& x, double tolerance) {
  return ((box.X.R.transpose() * (x - box.X.p)).cwiseAbs() - box.half).maxCoeff() <= tolerance;
}

TEST(BoxBox, depth_is_the_shortest_way_out) {
  Random random(11);
  int overlapping = 0, exact = 0, crossings = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const PlacedShape a = random_box(random), b = random_box(random);
    const double depth = depth_by_hull(a, b);
    const auto found = touches(a, b, 0);
    if (depth < -1e-6) {
      EXPECT_TRUE(found.empty()) << trial;
    }
    if (depth < 1e-6) continue;
    ++overlapping;
    ASSERT_FALSE(found.empty()) << trial;
    const Vector3& n = found[0].n;
    EXPECT_GT(n.dot(b.X.p - a.X.p), 0);
    const double way_out = reach_of(a, n) + reach_of(b, n) - n.dot(b.X.p - a.X.p);
    if (std::abs(way_out - depth) < 1e-9) {
      EXPECT_NEAR(-least_gap(found), depth, 1e-9) << trial;
      crossings += found[0].feature >= kEdgeFeatures ? 1 : 0;
      ++exact;
    }
    // near ties are decided for a face of a: 2 % of the smallest half edge, twice; or edges whose
    // normal is within 2.6 degrees of that of the face
    const double size = std::max(a.half.norm(), b.half.norm());
    EXPECT_GE(way_out, depth - 1e-9) << trial;
    EXPECT_LE(way_out, depth + 0.045 * size) << trial;
  }
  EXPECT_GT(overlapping, 150);           // 175
  EXPECT_GT(exact, 0.85 * overlapping);  // 157
  EXPECT_GT(crossings, 20);              // 65
}

TEST(BoxBox, surfaces_are_half_a_gap_before_and_behind_the_place) {
  Random random(12);
  int count = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const PlacedShape a = random_box(random), b = random_box(random);
    for (const Touch& touch : touches(a, b, 0)) {
      const Vector3 on_a = touch.x - 0.5 * touch.gap * touch.n;
      const Vector3 on_b = touch.x + 0.5 * touch.gap * touch.n;
      EXPECT_TRUE(inside(a, on_a, 1e-8)) << trial;
      EXPECT_TRUE(inside(b, on_b, 1e-8)) << trial;
      EXPECT_FALSE(inside(a, on_a, -1e-8)) << trial;
      EXPECT_FALSE(inside(b, on_b, -1e-8)) << trial;
      ++count;
    }
  }
  EXPECT_GT(count, 300);  // 334
}

TEST(BoxBox, swapped_gives_the_same_places_unless_a_tie_is_decided_otherwise) {
  Random random(13);
  int pairs = 0, same = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const PlacedShape a = random_box(random), b = random_box(random);
    const auto found = touches(a, b, 0), swapped = touches(b, a, 0);
    EXPECT_EQ(found.empty(), swapped.empty());
    if (found.empty()) continue;
    ++pairs;
    bool equal = found.size() == swapped.size();
    for (const Touch& touch : found)
      equal = equal && std::any_of(swapped.begin(), swapped.end(), [&](const Touch& other) {
                return (touch.x - other.x).norm() < 1e-9 && (touch.n + other.n).norm() < 1e-9 &&
                       std::abs(touch.gap - other.gap) < 1e-9;
              });
    same += equal ? 1 : 0;
    const double tie = 0.02 * std::min(a.half.minCoeff(), b.half.minCoeff());
    EXPECT_NEAR(least_gap(found), least_gap(swapped), 2 * tie) << trial;
  }
  EXPECT_GT(same, 0.9 * pairs);
}

TEST(BoxBox, resting_flat_touches_with_four_corners) {
  Random random(14);
  for (int trial = 0; trial < 50; ++trial) {
    const Pose X = {random.rotation(), random.vector3()};
    const double turn = random.uniform(-3, 3);
    const Matrix3 R = Eigen::AngleAxisd(turn, Vector3::UnitZ()).toRotationMatrix();
    const PlacedShape table = moved(X, box(Pose::identity(), {1, 1, 0.2}));
    const PlacedShape brick = moved(X, box({R, {0.1, -0.2, 0.299}}, {0.3, 0.2, 0.1}));
    const auto found = touches(table, brick, 0.01);
    ASSERT_EQ(found.size(), 4u);
    std::set<int> features;
    for (const Touch& touch : found) {
      features.insert(touch.feature);
      EXPECT_NEAR(touch.gap, -0.001, 1e-12);
      EXPECT_LT((touch.n - X.R.col(2)).norm(), 1e-12);
      EXPECT_NEAR(X.R.col(2).dot(touch.x - X.p), 0.1995, 1e-12);
    }
    EXPECT_EQ(features.size(), 4u);
  }
}

TEST(BoxBox, equal_faces_have_four_touches_whatever_the_small_turn) {
  const PlacedShape lower = box(Pose::identity(), {0.5, 0.5, 0.5});
  std::set<int> features;
  for (const double turn : {0.0, 1e-12, -1e-9, 1e-6, -1e-6, 1e-4, -1e-3, 5e-3}) {
    const Matrix3 R =
        Eigen::AngleAxisd(turn, Vector3(0.2, -0.1, 1).normalized()).toRotationMatrix();
    const auto found = touches(lower, box({R, {turn, -turn, 0.99}}, {0.5, 0.5, 0.5}), 0);
    ASSERT_EQ(found.size(), 4u) << turn;
    for (const Touch& touch : found) {
      features.insert(touch.feature);
      EXPECT_NEAR(touch.gap, -0.01, 2e-3);
      EXPECT_LT((touch.n - Vector3::UnitZ()).norm(), 1e-12);
    }
  }
  EXPECT_EQ(features.size(), 4u);  // the same four all the time
}

TEST(BoxBox, crossings_of_borders_keep_their_features) {
  // a plank over a narrower beam, then two squares turned by about 45 degrees
  const PlacedShape beam = box(Pose::identity(), {0.1, 1, 0.1});
  const PlacedShape square = box(Pose::identity(), {0.5, 0.5, 0.1});
  std::set<int> of_plank, of_squares;
  for (int i = 0; i < 200; ++i) {
    const auto turned = [&](double angle) {
      return Pose{Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix(),
                  Vector3(0.001 * (i - 100), 0.0005 * i, 0.199)};
    };
    const auto plank = touches(beam, box(turned(0.001 * (i - 100)), {0.6, 0.2, 0.1}), 0);
    const auto squares = touches(square, box(turned(0.75 + 0.0005 * i), {0.5, 0.5, 0.1}), 0);
    EXPECT_EQ(plank.size(), 4u);
    EXPECT_EQ(squares.size(), 8u);
    for (const Touch& touch : plank) of_plank.insert(touch.feature);
    for (const Touch& touch : squares) of_squares.insert(touch.feature);
  }
  EXPECT_EQ(of_plank.size(), 4u);
  EXPECT_EQ(of_squares.size(), 8u);
}

TEST(BoxBox, crossed_edges_touch_once) {
  // two cubes on edge, one turned by a right angle: their edges cross at the origin
  const double up = std::sqrt(0.5);
  const Matrix3 on_x = Eigen::AngleAxisd(std::numbers::pi / 4, Vector3::UnitX()).toRotationMatrix();
  const Matrix3 on_y = Eigen::AngleAxisd(std::numbers::pi / 4, Vector3::UnitY()).toRotationMatrix();
  for (const double gap : {-0.01, 0.003}) {
    const auto found = touches(box({on_x, {0.1, 0, -up}}, {0.5, 0.5, 0.5}),
                               box({on_y, {0, 0.2, up + gap}}, {0.5, 0.5, 0.5}), 0.01);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].gap, gap, 1e-12);
    EXPECT_LT((found[0].n - Vector3::UnitZ()).norm(), 1e-12);
    EXPECT_LT((found[0].x - Vector3(0, 0, gap / 2)).norm(), 1e-12);
    EXPECT_GE(found[0].feature, kEdgeFeatures);
  }
}

TEST(BoxBox, corner_on_a_face_touches_with_that_corner) {
  const Matrix3 R = turn_between(Vector3(1, 1, 1), Vector3(0, 0, -1)).toRotationMatrix();
  const PlacedShape table = box(Pose::identity(), {1, 1, 1});
  const PlacedShape die = box({R, {0.3, 0.2, 1 + std::sqrt(3) * 0.2 - 0.004}}, {0.2, 0.2, 0.2});
  for (const bool swap : {false, true}) {
    const auto found = swap ? touches(die, table, 0) : touches(table, die, 0);
    ASSERT_FALSE(found.empty());
    EXPECT_NEAR(least_gap(found), -0.004, 1e-12);
    for (const Touch& touch : found)
      if (touch.gap < -0.0039) {
        EXPECT_LT((touch.x - Vector3(0.3, 0.2, 0.998)).norm(), 1e-12);
        EXPECT_NEAR(touch.n.z(), swap ? -1 : 1, 1e-12);
      }
  }
}

TEST(BoxBox, features_stay_while_a_brick_slides) {
  const PlacedShape table = box(Pose::identity(), {1, 1, 0.2});
  std::set<int> features;
  for (int i = 0; i < 400; ++i) {
    const Matrix3 R = Eigen::AngleAxisd(0.001 * i, Vector3::UnitZ()).toRotationMatrix();
    const Vector3 at(-0.4 + 0.002 * i, 0.001 * i - 0.2, 0.299);
    for (const Touch& touch : touches(table, box({R, at}, {0.3, 0.2, 0.1}), 0))
      features.insert(touch.feature);
  }
  EXPECT_EQ(features.size(), 4u);
}

}  // namespace
}  // namespace cuttle
