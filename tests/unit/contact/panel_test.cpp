// Panels of rods: the curve of their axis, the distance to shapes, and where the gap is below zero.

#include "cuttle/contact/panel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "cuttle/contact/signed_distance.h"
#include "unit/contact/shapes.h"

namespace cuttle {
namespace {

using testing::box;
using testing::capsule;
using testing::panel;
using testing::plane;
using testing::Random;
using testing::sphere;

/// A panel of an arc of radius 1 over an angle.
PlacedShape arc_panel(double from, double to, double r, double r2 = -1) {
  const auto at = [](double a) { return Vector3(std::sin(a), 0, std::cos(a)); };
  const auto along = [](double a) { return Vector3(std::cos(a), 0, -std::sin(a)); };
  return panel(at(from), along(from), at(to), along(to), to - from, r, r2);
}

TEST(Panel, follows_an_arc_to_fourth_order) {
  const auto error = [](double angle) {
    const PlacedShape shape = arc_panel(0, angle, 0.1);
    const Panel axis(shape);
    double most = 0;
    for (double u = 0; u <= 1; u += 0.05) most = std::max(most, std::abs(axis.place(u).norm() - 1));
    return most;
  };
  EXPECT_LT(error(0.2), 5e-6);                              // measured 4.2e-6
  EXPECT_NEAR(std::log2(error(0.4) / error(0.2)), 4, 0.1);  // measured 4.0
}

TEST(Panel, its_derivatives_and_shares_are_those_of_its_places) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const PlacedShape shape = panel(random.vector3(), random.vector3(), random.vector3(),
                                    random.vector3(), random.uniform(0.2, 1), 0.1);
    const Panel axis(shape);
    const double u = random.uniform(0.05, 0.95), h = 1e-4;
    const Vector3 slope = (axis.place(u + h) - axis.place(u - h)) / (2 * h);
    const Vector3 bend = (axis.slope(u + h) - axis.slope(u - h)) / (2 * h);
    EXPECT_LT((slope - axis.slope(u)).norm(), 1e-6);
    EXPECT_LT((bend - axis.bend(u)).norm(), 1e-9);
    const PanelShares shares = panel_shares(u);
    EXPECT_NEAR(shares.weight[0] + shares.weight[1], 1, 1e-15);
    Vector3 x = Vector3::Zero();
    for (size_t k = 0; k < 2; ++k)
      x += shares.weight[k] * shape.ends[k] + shares.slope[k] * shape.length * shape.direction[k];
    EXPECT_LT((x - axis.place(u)).norm(), 1e-15);
  }
}

TEST(Panel, nearest_place_is_that_of_its_balls) {
  Random random(4);
  for (const double taper : {0.0, 0.02, -0.02}) {
    const PlacedShape shape = arc_panel(0, 0.4, 0.1, 0.1 + taper);
    const Panel axis(shape);
    for (int trial = 0; trial < 50; ++trial) {
      const Vector3 x = axis.place(random.uniform(-0.1, 1.1)) + 0.3 * random.vector3();
      const auto distance = [&](double u) { return (x - axis.place(u)).norm() - axis.radius(u); };
      double least = 1e9;
      for (int i = 0; i <= 2000; ++i) least = std::min(least, distance(i / 2000.0));
      EXPECT_LT(distance(axis.nearest(x)), least + 1e-12);
    }
  }
}

TEST(Panel, a_joint_is_passed_by_both_neighbours_at_the_same_place) {
  Random random(5);
  const PlacedShape first = arc_panel(0, 0.3, 0.1), second = arc_panel(0.3, 0.7, 0.1);
  const Panel a(first), b(second);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3 x = random.vector3();
    EXPECT_EQ(a.past(1, x), -b.past(0, x));
    const Vector3 d = random.vector3();
    const double h = 1e-6;
    EXPECT_NEAR(a.past_rate(1, x, d), (a.past(1, x + h * d) - a.past(1, x - h * d)) / (2 * h),
                1e-8);
  }
}

// ------------------------------------------------------------------------------------ distances

TEST(SignedDistance, has_the_gradient_and_the_curvature_of_its_differences) {
  Random random(6);
  int inside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const PlacedShape shapes[] = {
        plane(random.vector3(), random.unit_vector()), sphere(random.vector3(), 0.3),
        capsule(random.vector3(), random.vector3(), 0.2),
        capsule(random.vector3(), random.vector3(), 0.2, 0.3),
        box({random.rotation(), random.vector3()}, Vector3(0.3, 0.4, 0.5))};
    for (const PlacedShape& shape : shapes) {
      const Vector3 x = random.vector3(), d = random.unit_vector();
      const double h = 1e-5;
      const Distance at = signed_distance(shape, x), up = signed_distance(shape, x + h * d),
                     down = signed_distance(shape, x - h * d);
      if ((up.n - down.n).norm() > 0.01) continue;  // across an edge inside of a box
      inside += at.d < 0;
      EXPECT_NEAR((up.d - down.d) / (2 * h), at.n.dot(d), 1e-5);
      // a kink of the curvature may lie between
      const Vector3 turn = (up.n - down.n) / (2 * h);
      const Distance near = signed_distance(shape, x + 2 * h * d);
      if ((near.H - at.H).norm() < 1e-2)
        EXPECT_LT((turn - at.H * d).norm(), 1e-2) << trial << " " << int(shape.kind);
      EXPECT_NEAR(at.n.norm(), 1, 1e-12);
      EXPECT_LT((at.H * at.n).norm(), 1e-9 * (1 + at.H.norm()));
    }
  }
  EXPECT_GT(inside, 100);
}

TEST(SignedDistance, of_a_tapered_capsule_is_that_of_its_balls) {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const PlacedShape shape = capsule(random.vector3(), random.vector3(), random.uniform(0.05, 0.4),
                                      random.uniform(0.05, 0.4));
    const Vector3 x = 2 * random.vector3();
    double least = 1e9;
    for (int i = 0; i <= 20000; ++i) {
      const double s = i / 20000.0;
      const Vector3 c = shape.ends[0] + s * (shape.ends[1] - shape.ends[0]);
      const double r = shape.radius[0] + s * (shape.radius[1] - shape.radius[0]);
      least = std::min(least, (x - c).norm() - r);
    }
    EXPECT_NEAR(signed_distance(shape, x).d, least, 1e-6);
  }
}

// ----------------------------------------------------------------------------------- clipping

class Curve final : public PanelGap {
 public:
  Curve(std::function<double(double)> gap, std::function<double(double)> slope)
      : gap_(std::move(gap)), slope_(std::move(slope)) {}
  Value at(double u) const override { return {gap_(u), slope_(u)}; }

 private:
  std::function<double(double)> gap_, slope_;
};

TEST(Clip, finds_a_valley_however_narrow) {
  for (const double width : {0.4, 0.1, 1e-3, 1e-6}) {
    const double middle = 0.3173;
    const Curve valley([&](double u) { return (u - middle) * (u - middle) - width * width; },
                       [&](double u) { return 2 * (u - middle); });
    const ClippedPanel clipped = clip(valley, 0, 1);
    ASSERT_EQ(clipped.count, 1) << width;
    EXPECT_NEAR(clipped.pieces[0].from, std::max(0.0, middle - width), 1e-10);
    EXPECT_NEAR(clipped.pieces[0].to, middle + width, 1e-10);
    EXPECT_NEAR(clipped.least, middle, 1e-7);
  }
}

TEST(Clip, finds_both_ends_of_an_arch_and_a_valley_beside_an_end) {
  const Curve arch([](double u) { return 0.04 - (u - 0.5) * (u - 0.5); },
                   [](double u) { return -2 * (u - 0.5); });
  ClippedPanel clipped = clip(arch, 0, 1);
  ASSERT_EQ(clipped.count, 2);
  EXPECT_NEAR(clipped.pieces[0].to, 0.3, 1e-12);
  EXPECT_NEAR(clipped.pieces[1].from, 0.7, 1e-12);
  EXPECT_EQ(clipped.pieces[1].to, 1);
  const Curve wave([](double u) { return (u - 0.1) * (u - 0.6) * (u - 0.9); },
                   [](double u) { return 3 * u * u - 3.2 * u + 0.69; });
  clipped = clip(wave, 0, 1);
  ASSERT_EQ(clipped.count, 2);
  EXPECT_NEAR(clipped.pieces[0].to, 0.1, 1e-12);
  EXPECT_NEAR(clipped.pieces[1].from, 0.6, 1e-12);
  EXPECT_NEAR(clipped.pieces[1].to, 0.9, 1e-12);
}

TEST(Clip, tells_how_far_an_open_gap_is) {
  const Curve open([](double u) { return 1 + (u - 0.2) * (u - 0.2); },
                   [](double u) { return 2 * (u - 0.2); });
  const ClippedPanel clipped = clip(open, 0, 1);
  EXPECT_EQ(clipped.count, 0);
  EXPECT_NEAR(clipped.gap, 1, 1e-14);
  EXPECT_NEAR(clipped.least, 0.2, 1e-7);
  const Curve closed([](double) { return -1.0; }, [](double) { return 0.0; });
  const ClippedPanel whole = clip(closed, 0.25, 0.75);
  ASSERT_EQ(whole.count, 1);
  EXPECT_EQ(whole.pieces[0].from, 0.25);
  EXPECT_EQ(whole.pieces[0].to, 0.75);
}

}  // namespace
}  // namespace cuttle
