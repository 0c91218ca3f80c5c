// Touches against closed forms and against plain search over the axes and surfaces of the shapes.

#include "cuttle/contact/touch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "unit/contact/shapes.h"

namespace cuttle {
namespace {

using testing::box;
using testing::capsule;
using testing::least_gap;
using testing::moved;
using testing::plane;
using testing::Random;
using testing::random_box;
using testing::random_capsule;
using testing::random_plane;
using testing::sphere;
using testing::touches;

/// Least value of a convex f on [0, 1]: sampled, then sampled finer about the best place.
template <class F>
double least_value(const F& f) {
  double low = 0, high = 1, least = 1e300;
  for (int round = 0; round < 12; ++round) {
    const double start = low, step = (high - low) / 20;
    double best = 0, best_value = 1e300;
    for (int i = 0; i <= 20; ++i)
      if (const double value = f(start + i * step); value < best_value) {
        best_value = value;
        best = start + i * step;
      }
    low = std::max(0.0, best - step);
    high = std::min(1.0, best + step);
    least = std::min(least, best_value);
  }
  return least;
}

Vector3 on_axis(const PlacedShape& capsule, double s) {
  return (1 - s) * capsule.ends[0] + s * capsule.ends[1];
}

/// Signed distance to a box by its six slabs: outside the length of what sticks out.
double box_distance(const PlacedShape& box, const Vector3& x) {
  const Vector3 over = (box.X.R.transpose() * (x - box.X.p)).cwiseAbs() - box.half;
  return over.maxCoeff() < 0 ? over.maxCoeff() : over.cwiseMax(0.0).norm();
}

void expect_sound(const std::vector<Touch>& found) {
  std::set<int> features;
  for (const Touch& touch : found) {
    EXPECT_NEAR(touch.n.norm(), 1, 1e-12);
    EXPECT_TRUE(touch.x.allFinite());
    EXPECT_TRUE(std::isfinite(touch.gap));
    EXPECT_GE(touch.feature, 0);
    EXPECT_TRUE(features.insert(touch.feature).second) << "feature twice: " << touch.feature;
    for (const double s : touch.along) EXPECT_TRUE(s >= 0 && s <= 1) << s;
  }
}

TEST(Touch, of_spheres_in_closed_form) {
  const auto found = touches(sphere({1, 2, 3}, 0.5), sphere({1, 2, 6}, 0.7));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].gap, 1.8, 1e-14);
  EXPECT_LT((found[0].n - Vector3(0, 0, 1)).norm(), 1e-14);
  EXPECT_LT((found[0].x - Vector3(1, 2, 4.4)).norm(), 1e-14);  // between 3.5 and 5.3
  EXPECT_TRUE(touches(sphere({1, 2, 3}, 0.5), sphere({1, 2, 6}, 0.7), 1.8 - 1e-9).empty());
}

TEST(Touch, of_sphere_and_plane_in_closed_form) {
  // the plane x + y = 1; the ball overlaps it by r - 1/sqrt 2
  const PlacedShape ball = sphere({1, 1, 5}, 1);
  const auto found = touches(ball, plane({0, 1, 0}, {1, 1, 0}));
  ASSERT_EQ(found.size(), 1u);
  const double gap = std::sqrt(0.5) - 1;
  const Vector3 up = Vector3(1, 1, 0).normalized();
  EXPECT_NEAR(found[0].gap, gap, 1e-14);
  EXPECT_LT((found[0].n + up).norm(), 1e-14);
  EXPECT_LT((found[0].x - (Vector3(1, 1, 5) - (1 + gap / 2) * up)).norm(), 1e-14);
}

TEST(Touch, of_capsules_is_the_least_distance_of_their_axes) {
  Random random(1);
  for (int trial = 0; trial < 400; ++trial) {
    const PlacedShape a = random_capsule(random), b = random_capsule(random);
    const double brute = least_value([&](double s) {
      return least_value([&](double t) { return (on_axis(a, s) - on_axis(b, t)).norm(); });
    });
    const auto found = touches(a, b);
    ASSERT_EQ(found.size(), 1u);
    expect_sound(found);
    const Touch& touch = found[0];
    EXPECT_NEAR(touch.gap, brute - a.radius[0] - b.radius[0], 1e-7) << trial;
    // the two surfaces are half a gap before and behind x
    const Vector3 p = on_axis(a, touch.along[0]) + a.radius[0] * touch.n;
    const Vector3 q = on_axis(b, touch.along[1]) - b.radius[0] * touch.n;
    EXPECT_LT((touch.x - 0.5 * touch.gap * touch.n - p).norm(), 1e-8);
    EXPECT_LT((touch.x + 0.5 * touch.gap * touch.n - q).norm(), 1e-8);
  }
}

TEST(Touch, of_tapered_capsules_takes_the_radius_at_the_place) {
  const PlacedShape a = capsule({0, 0, 0}, {1, 0, 0}, 0.1, 0.3);
  const auto found = touches(a, capsule({0.25, -1, 0.5}, {0.25, 1, 0.5}, 0.2, 0.4));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].along[0], 0.25, 1e-14);
  EXPECT_NEAR(found[0].along[1], 0.5, 1e-14);
  EXPECT_NEAR(found[0].gap, 0.5 - 0.15 - 0.3, 1e-14);
}

TEST(Touch, of_parallel_capsules_is_in_the_middle_of_what_they_share) {
  Random random(2);
  for (const double sense : {1.0, -1.0}) {
    const Pose X = {random.rotation(), random.vector3()};
    const PlacedShape a = moved(X, capsule({0, 0, 0}, {1, 0, 0}, 0.1));
    const double middle = 1.1, half = sense * 0.7;  // from 0.4 to 1.8
    const PlacedShape b = moved(X, capsule({middle - half, 0, 0.5}, {middle + half, 0, 0.5}, 0.1));
    const auto found = touches(a, b);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].along[0], 0.7, 1e-12);
    EXPECT_NEAR(found[0].gap, 0.3, 1e-14);
    EXPECT_LT((found[0].x - X * Vector3(0.7, 0, 0.25)).norm(), 1e-12);
    // one behind the other
    const auto behind = touches(a, moved(X, capsule({1.5, 0, 0}, {2, 0, 0}, 0.1)));
    EXPECT_EQ(behind[0].along[0], 1);
    EXPECT_NEAR(behind[0].gap, 0.3, 1e-14);
  }
}

TEST(Touch, of_capsule_and_plane_is_one_per_end) {
  Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const PlacedShape a = random_capsule(random), b = random_plane(random);
    const auto found = touches(a, b);
    expect_sound(found);
    ASSERT_EQ(found.size(), 2u);
    const Vector3 up = b.X.R.col(2);
    const double brute =
        least_value([&](double s) { return up.dot(on_axis(a, s) - b.X.p) - a.radius[0]; });
    EXPECT_NEAR(least_gap(found), brute, 1e-12);
    for (const Touch& touch : found) {
      EXPECT_EQ(touch.feature, int(touch.along[0]));
      EXPECT_LT((touch.n + up).norm(), 1e-14);
      // half a gap from the plane
      EXPECT_NEAR(up.dot(touch.x - b.X.p), 0.5 * touch.gap, 1e-12);
    }
  }
}

TEST(Touch, of_capsule_and_box_holds_the_least_distance) {
  Random random(4);
  int between = 0;
  for (int trial = 0; trial < 600; ++trial) {
    PlacedShape a = random_capsule(random);
    if (trial % 2 == 0) a.radius[1] = random.uniform(0.05, 0.4);
    const PlacedShape b = random_box(random);
    const auto found = touches(a, b);
    expect_sound(found);
    const auto gap = [&](double s) {
      return box_distance(b, on_axis(a, s)) - (1 - s) * a.radius[0] - s * a.radius[1];
    };
    EXPECT_NEAR(least_gap(found), least_value(gap), 1e-7) << trial;
    for (const Touch& touch : found) {
      // every touch is where it says, and half a gap from both surfaces
      const double s = touch.along[0], r = (1 - s) * a.radius[0] + s * a.radius[1];
      EXPECT_NEAR(touch.gap, gap(s), 1e-12);
      EXPECT_LT((touch.x - on_axis(a, s) - (r + 0.5 * touch.gap) * touch.n).norm(), 1e-9);
      EXPECT_NEAR(box_distance(b, touch.x + 0.5 * touch.gap * touch.n), 0, 1e-9);
      between += touch.feature >= 2 ? 1 : 0;
    }
  }
  EXPECT_GT(between, 300);  // 423
}

TEST(Touch, of_a_bar_across_a_box_changes_smoothly_as_it_tilts) {
  // it lies over both edges of the top; they carry it, and no touch jumps while it tilts
  const PlacedShape table = box(Pose::identity(), {0.3, 0.5, 0.2});
  const auto bar = [](double tilt) {
    const Vector3 d(std::cos(tilt), 0.1, std::sin(tilt)), c(0.05, 0, 0.29);
    return capsule(c - d, c + d, 0.1);
  };
  const auto places = [&](double tilt) {
    std::vector<Touch> kept;
    for (const Touch& touch : touches(bar(tilt), table, 0.05))
      if (touch.feature >= 2) kept.push_back(touch);
    std::sort(kept.begin(), kept.end(),
              [](const Touch& l, const Touch& r) { return l.feature < r.feature; });
    return kept;
  };
  const auto level = places(0);
  ASSERT_EQ(level.size(), 2u);
  EXPECT_NEAR(level[0].gap, -0.01, 1e-12);
  EXPECT_NEAR(level[1].gap, -0.01, 1e-12);
  EXPECT_NEAR(std::abs(level[0].x.x() - level[1].x.x()), 0.6, 1e-9);
  for (const double step : {1e-3, -1e-3})
    for (int i = 1; i <= 30; ++i) {
      const auto now = places(i * step), before = places((i - 1) * step);
      ASSERT_EQ(now.size(), 2u);
      for (size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(now[k].feature, level[k].feature);
        EXPECT_LT(std::abs(now[k].gap - before[k].gap), 5e-4);
        EXPECT_LT((now[k].x - before[k].x).norm(), 5e-4);
        EXPECT_LT((now[k].n - before[k].n).norm(), 2e-3);
      }
    }
}

TEST(Touch, of_a_bar_that_overhangs_is_at_its_end_and_at_the_edge) {
  const PlacedShape table = box(Pose::identity(), {0.3, 0.5, 0.2});
  for (const double tilt : {-0.01, 0.0, 0.01}) {
    const auto found = touches(capsule({0, 0, 0.29}, {1, 0, 0.29 + tilt}, 0.1), table, 0.02);
    double at_edge = 0, at_end = 0;
    for (const Touch& touch : found) (touch.feature >= 2 ? at_edge : at_end) += 1;
    EXPECT_EQ(at_edge, 1) << tilt;
    EXPECT_EQ(at_end, 1) << tilt;
  }
}

TEST(Touch, of_box_and_plane_is_one_per_corner) {
  Random random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const PlacedShape a = random_box(random), b = random_plane(random);
    const auto found = touches(a, b);
    ASSERT_EQ(found.size(), 8u);
    expect_sound(found);
    // the lowest point of a box: its centre less its reach
    const Vector3 up = b.X.R.col(2);
    const double reach = (a.X.R.transpose() * up).cwiseAbs().dot(a.half);
    EXPECT_NEAR(least_gap(found), up.dot(a.X.p - b.X.p) - reach, 1e-12);
    for (const Touch& touch : found) {
      EXPECT_NEAR(up.dot(touch.x - b.X.p), 0.5 * touch.gap, 1e-12);
      EXPECT_LT((touch.n + up).norm(), 1e-14);
      const Vector3 corner = a.X.R.transpose() * (touch.x + 0.5 * touch.gap * up - a.X.p);
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(corner[k], ((touch.feature >> k & 1) != 0 ? 1 : -1) * a.half[k], 1e-12);
    }
  }
}

TEST(Touch, of_two_planes_is_none) {
  EXPECT_TRUE(touches(plane({0, 0, 0}, {0, 0, 1}), plane({0, 0, 0}, {0, 1, 0})).empty());
}

PlacedShape random_shape(int kind, Random& random) {
  return kind == 0 ? random_capsule(random) : kind == 1 ? random_box(random) : random_plane(random);
}

TEST(Touch, swaps_and_moves_with_the_shapes) {
  Random random(6);
  for (int trial = 0; trial < 900; ++trial) {
    const PlacedShape a = random_shape(trial % 3, random), b = random_shape(trial / 3 % 3, random);
    const Pose X = {random.rotation(), random.vector3(3)};
    const auto found = touches(a, b), swapped = touches(b, a),
               shifted = touches(moved(X, a), moved(X, b));
    ASSERT_EQ(found.size(), shifted.size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i].gap, shifted[i].gap, 1e-11);
      // deep in a box, where two faces are equally near, either may be taken
      const bool deep = a.kind != b.kind && found[i].feature >= 2 && found[i].gap < -0.05;
      if (deep) continue;
      EXPECT_EQ(found[i].feature, shifted[i].feature);
      EXPECT_LT((X.R * found[i].n - shifted[i].n).norm(), 1e-7);
      EXPECT_LT((X * found[i].x - shifted[i].x).norm(), 1e-7);
    }
    if (a.kind == ContactShapeKind::box && b.kind == a.kind) continue;  // in box_box_test.cpp
    ASSERT_EQ(found.size(), swapped.size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i].gap, swapped[i].gap, 1e-12);
      EXPECT_LT((found[i].n + swapped[i].n).norm(), 1e-7);
      EXPECT_LT((found[i].x - swapped[i].x).norm(), 1e-7);
      EXPECT_NEAR(found[i].along[0], swapped[i].along[1], 1e-7);
      EXPECT_NEAR(found[i].along[1], swapped[i].along[0], 1e-7);
    }
  }
}

TEST(Touch, of_shapes_that_coincide_has_a_finite_normal) {
  const Pose here = Pose::identity();
  const PlacedShape bar = capsule({-1, 0, 0}, {1, 0, 0}, 0.1);
  const PlacedShape cube = box(here, {1, 1, 1});
  const std::vector<PlacedShape> shapes = {sphere({0, 0, 0}, 0.1),
                                           sphere({0, 0, 0}, 0),
                                           bar,
                                           capsule({0, -1, 0}, {0, 1, 0}, 0.1),
                                           capsule({0, 0, 0}, {2, 0, 0}, 0.1),
                                           cube,
                                           box(here, {0, 0, 0}),
                                           box(here, {1, 1, 0}),
                                           plane({0, 0, 0}, {0, 0, 1})};
  for (const PlacedShape& a : shapes)
    for (const PlacedShape& b : shapes) {
      const auto found = touches(a, b);
      expect_sound(found);
      EXPECT_EQ(found.empty(),
                a.kind == ContactShapeKind::plane && b.kind == ContactShapeKind::plane);
    }
  // a ball on the face, the edge and the corner of a box
  for (const Vector3& x : {Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, 1, 1)}) {
    const auto found = touches(sphere(x, 0.1), cube);
    expect_sound(found);
    EXPECT_NEAR(least_gap(found), -0.1, 1e-14);
  }
}

TEST(Touch, is_none_where_a_place_is_not_a_number) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Random random(8);
  for (int kind = 0; kind < 3; ++kind)
    for (int other = 0; other < 3; ++other) {
      PlacedShape a = random_shape(kind, random);
      a.ends[1][0] = a.X.p[2] = nan;
      for (const Touch& touch : touches(a, random_shape(other, random))) {
        EXPECT_TRUE(touch.x.allFinite());
        EXPECT_TRUE(std::isfinite(touch.gap));
      }
    }
}

}  // namespace
}  // namespace cuttle
