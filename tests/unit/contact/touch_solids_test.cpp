// Places between solids: against feet that go to and fro, rates against motions, poses.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "cuttle/math/so3.h"
#include "unit/contact/solids.h"

namespace cuttle {
namespace {

using testing::moved;
using testing::placed;
using testing::Random;
using testing::touches;

/// Feet on one and the other by turns come to the least distance of two convex shapes apart.
double least_distance(const PlacedShape& a, const PlacedShape& b) {
  Vector3 x = a.kind == ContactShapeKind::capsule ? a.ends[0] : a.X.p;
  double gap = 0;
  for (int i = 0; i < 20000; ++i) {
    const Distance on_b = signed_distance(b, x);
    const Vector3 y = x - std::max(on_b.d, 0.0) * on_b.n;
    const Distance on_a = signed_distance(a, y);
    const Vector3 z = y - std::max(on_a.d, 0.0) * on_a.n;
    gap = (z - y).norm();
    if ((z - x).norm() < 1e-13) break;
    x = z;
  }
  return gap;
}

/// Shapes of every convex kind somewhere.
struct Shapes {
  std::vector<std::shared_ptr<const Solid>> solids = testing::convex_solids();
  static constexpr int kKinds = 6;

  PlacedShape make(int kind, Random& random, double far = 1) const {
    const Pose X{random.rotation(), far * random.vector3()};
    if (kind < 4) return placed(*solids[size_t(kind)], X);
    if (kind == 4) return testing::box(X, {0.2, 0.3, 0.4});
    return moved(X, testing::capsule({-0.3, 0, 0}, {0.3, 0, 0}, 0.15));
  }
};

TEST(TouchSolids, finds_the_least_distance_of_convex_shapes) {
  const Shapes shapes;
  Random random(1);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < Shapes::kKinds; ++j) {
      int count = 0;
      for (int k = 0; k < 100; ++k) {
        const PlacedShape a = shapes.make(i, random, 1.2), b = shapes.make(j, random, 1.2);
        const double gap = least_distance(a, b);
        if (!(gap > 1e-3)) continue;
        const double found = testing::least_gap(touches(a, b, 10));
        ++count;
        EXPECT_GT(found, gap - 1e-8) << i << j;
        // level lines count by their ends
        EXPECT_LT(found, gap + 1e-6) << i << j;
      }
      EXPECT_GT(count, 20);
    }
}

/// Kinds of features of which the place is where the distance is least.
bool is_least(int feature) {
  const int kind = feature % 8 / 2, sub = feature / 8 % 64;
  return kind == 0 || kind == 3 || sub % 4 == 0;
}

TEST(TouchSolids, gaps_change_as_the_material_there_moves) {
  const Shapes shapes;
  Random random(2);
  int compared = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j <= Shapes::kKinds; ++j)
      for (int k = 0; k < 60; ++k) {
        const PlacedShape a = shapes.make(i, random, 0.6);
        const PlacedShape b =
            j < Shapes::kKinds ? shapes.make(j, random, 0.6) : testing::random_plane(random);
        // near, or a little inside
        const double gap = testing::least_gap(touches(a, b, 10));
        if (gap < -0.02 || gap > 0.3) continue;
        const Vector3 v = random.vector3(), w = random.vector3();
        const double h = 1e-7;
        const auto at = [&](double t) {
          const Pose X{exp_so3(Vector3(t * w)), t * v};
          std::map<int, double> gaps;
          for (const Touch& touch : touches(moved(X, a), b, 10)) gaps[touch.feature] = touch.gap;
          return gaps;
        };
        const auto before = at(-h), after = at(h);
        for (const Touch& touch : touches(a, b, 10)) {
          if (!is_least(touch.feature) || touch.gap > gap + 0.02) continue;
          const auto l = before.find(touch.feature), r = after.find(touch.feature);
          if (l == before.end() || r == after.end()) continue;
          const double one = (touch.gap - l->second) / h, two = (r->second - touch.gap) / h;
          if (std::abs(one - two) > 1e-4) continue;  // the foot changes its face here
          // material of a at half of the gap from x
          const Vector3 x = touch.x - 0.5 * touch.gap * touch.n;
          // where round edges cross, their bend is left out: up to 4 times the depth
          const double bend = 5 * std::max(0.0, -touch.gap);
          EXPECT_NEAR(0.5 * (one + two), -touch.n.dot(v + w.cross(x)), 2e-5 + bend)
              << i << j << " " << touch.feature;
          ++compared;
        }
      }
  EXPECT_GT(compared, 500);
}

TEST(TouchSolids, go_with_the_world_and_with_the_order) {
  const Shapes shapes;
  Random random(3);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < Shapes::kKinds; ++j)
      for (int k = 0; k < 10; ++k) {
        const PlacedShape a = shapes.make(i, random, 0.5), b = shapes.make(j, random, 0.5);
        const Pose X{random.rotation(), random.vector3()};
        if (testing::least_gap(touches(a, b, 10)) < -0.02) continue;
        const auto here = touches(a, b, 0.1), there = touches(moved(X, a), moved(X, b), 0.1);
        EXPECT_NEAR(testing::least_gap(here), testing::least_gap(there), 1e-9);
        const auto turned = touches(b, a, 0.1);
        EXPECT_NEAR(testing::least_gap(here), testing::least_gap(turned), 1e-9);
        if (here.size() != 1 || turned.size() != 1) continue;
        EXPECT_LT((here[0].n + turned[0].n).norm(), 1e-6);
        EXPECT_LT((here[0].x - turned[0].x).norm(), 1e-6);
      }
}

TEST(TouchSolids, cylinder_lies_on_two_places_and_stands_on_four) {
  const auto solid = cylinder_solid(0.1, 0.4);
  const PlacedShape floor = testing::plane(Vector3::Zero(), Vector3::UnitZ());
  const auto lying = touches(placed(*solid, {Matrix3::Identity(), {0, 0, 0.099}}), floor, 0.01);
  ASSERT_EQ(lying.size(), 2u);
  for (const Touch& touch : lying) {
    EXPECT_NEAR(touch.gap, -0.001, 1e-15);
    EXPECT_NEAR(std::abs(touch.x.x()), 0.2, 1e-15);
    EXPECT_NEAR(touch.x.y(), 0, 1e-15);
  }
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const Matrix3 up = turn_between(Vector3::UnitX(), Vector3::UnitZ()).toRotationMatrix();
    const Matrix3 R = exp_so3(Vector3(0, 0, random.uniform(-3, 3))) * up;
    const auto standing = touches(placed(*solid, {R, {0, 0, 0.199}}), floor, 0.01);
    ASSERT_EQ(standing.size(), 4u);
    Vector3 middle = Vector3::Zero();
    for (const Touch& touch : standing) {
      EXPECT_NEAR(touch.gap, -0.001, 1e-12);
      middle += touch.x / 4;
    }
    EXPECT_LT(middle.head<2>().norm(), 1e-12);
  }
}

TEST(TouchSolids, boxes_as_hulls_touch_as_boxes) {
  // a box on a larger one, turned: the corners of the common part
  const auto large = mesh_solid(testing::box_mesh({0.5, 0.5, 0.1}), MeshKind::convex);
  const auto small = mesh_solid(testing::box_mesh({0.5, 0.5, 0.1}), MeshKind::convex);
  for (const double angle : {0.0, 0.3, 0.785}) {
    const Pose X{exp_so3(Vector3(0, 0, angle)), {0.05, 0.02, 0.199}};
    const PlacedShape below = placed(*large, Pose::identity()), above = placed(*small, X);
    const PlacedShape box = testing::box(Pose::identity(), {0.5, 0.5, 0.1});
    const PlacedShape other = testing::box(X, {0.5, 0.5, 0.1});
    const auto hulls = touches(below, above, 0.01), boxes = touches(box, other, 0.01);
    EXPECT_EQ(hulls.size(), boxes.size()) << angle;
    for (const Touch& touch : hulls) {
      EXPECT_NEAR(touch.gap, -0.001, 1e-9);
      EXPECT_LT((touch.n - Vector3::UnitZ()).norm(), 1e-9);
      double least = 1e300;
      for (const Touch& b : boxes) least = std::min(least, (b.x - touch.x).norm());
      EXPECT_LT(least, 2e-3) << angle;
    }
  }
}

TEST(TouchSolids, edges_cross_where_those_of_boxes_do) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    // two long beams, each on an edge
    const Vector3 half(0.5, 0.1, 0.1);
    const Matrix3 edge = exp_so3(Vector3(0.785398163397448 + random.uniform(-0.2, 0.2), 0, 0));
    const Pose Xa{edge, {random.uniform(-0.2, 0.2), 0, 0}};
    const Pose Xb{exp_so3(Vector3(0, 0, random.uniform(0.7, 2.2))) * edge,
                  {0, 0, random.uniform(0.26, 0.3)}};
    const auto solid = mesh_solid(testing::box_mesh(half), MeshKind::convex);
    const auto hulls = touches(placed(*solid, Xa), placed(*solid, Xb), 0.1);
    const auto boxes = touches(testing::box(Xa, half), testing::box(Xb, half), 0.1);
    if (boxes.size() != 1) continue;
    ASSERT_GE(hulls.size(), 1u);
    EXPECT_NEAR(testing::least_gap(hulls), boxes[0].gap, 1e-6);
  }
}

TEST(TouchSolids, ball_on_a_height_field_lies_in_its_valley) {
  std::vector<std::vector<double>> heights(3);
  for (auto& row : heights) row = {1, 0, 1};
  const auto field =
      mesh_solid(height_mesh({-1, 0, 1}, {-1, 0, 1}, heights, -1), MeshKind::height_field);
  const PlacedShape ground = placed(*field, Pose::identity());
  const double r = 0.2, z = (r - 0.001) * std::sqrt(2.0);
  const auto found = touches(testing::sphere({0, 0.3, z}, r), ground, 0.01);
  ASSERT_EQ(found.size(), 2u);
  for (const Touch& touch : found) {
    EXPECT_NEAR(touch.gap, -0.001, 1e-14);
    EXPECT_NEAR(std::abs(touch.n.x()), std::sqrt(0.5), 1e-14);
    EXPECT_NEAR(touch.n.z(), -std::sqrt(0.5), 1e-14);
  }
}

TEST(TouchSolids, ball_in_a_torus_mesh_rests_on_its_ring) {
  const auto torus = mesh_solid(testing::torus_mesh(1, 0.4, 64, 32), MeshKind::any);
  // a ball above the hole touches the ring all around: some places, all as near
  const double r = 0.8, z = std::sqrt(1.2 * 1.2 - 1);
  const auto found = touches(testing::sphere({0, 0, z}, r), placed(*torus, Pose::identity()), 0.01);
  EXPECT_GE(found.size(), 1u);
  for (const Touch& touch : found) EXPECT_NEAR(touch.gap, 0, 0.01);
}

}  // namespace
}  // namespace cuttle
