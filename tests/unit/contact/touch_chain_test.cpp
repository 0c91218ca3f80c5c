// Chains of capsules: a touch walks along them without a jump, and every joint touches once.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "cuttle/contact/touch.h"
#include "unit/contact/shapes.h"

namespace cuttle {
namespace {

using testing::box;
using testing::capsule;
using testing::chain;
using testing::plane;
using testing::Random;
using testing::sphere;
using testing::touches;

/// All touches of a chain with another shape, with the number of the link.
std::vector<Touch> chain_touches(const std::vector<PlacedShape>& links, const PlacedShape& other,
                                 double reach = 1e9) {
  std::vector<Touch> all;
  for (const PlacedShape& link : links)
    for (const Touch& touch : touches(link, other, reach)) all.push_back(touch);
  return all;
}

std::vector<Vector3> arc(int nodes, double radius, double sense) {
  std::vector<Vector3> points;
  for (int i = 0; i < nodes; ++i) {
    const double angle = std::numbers::pi * (0.25 + 0.5 * i / (nodes - 1));
    points.emplace_back(-radius * std::cos(angle), 0, sense * radius * std::sin(angle));
  }
  return points;
}

TEST(TouchChain, of_a_chain_and_a_ball_walks_on_without_a_jump) {
  // outside a convex bend, and over a straight chain: always exactly one touch
  for (const bool straight : {false, true}) {
    std::vector<Vector3> nodes = arc(7, 1.0, 1);
    if (straight)
      for (int i = 0; i < 7; ++i) nodes[size_t(i)] = Vector3(-0.75 + 0.25 * i, 0, 1);
    const auto links = chain(nodes, 0.05);
    std::vector<Touch> before;
    const int steps = 1200;
    std::set<double> at_nodes;
    for (int i = 0; i <= steps; ++i) {
      const double x = -0.6 + 1.2 * i / steps;  // also exactly over nodes
      const auto now = chain_touches(links, sphere({x, 0.02, 1.3}, 0.1));
      ASSERT_EQ(now.size(), 1u) << x;
      if (now[0].along[0] == 0) at_nodes.insert(x);
      if (!before.empty()) {
        EXPECT_LT(std::abs(now[0].gap - before[0].gap), 1e-3) << x;
        EXPECT_LT((now[0].x - before[0].x).norm(), 1.5e-3) << x;
        EXPECT_LT((now[0].n - before[0].n).norm(), 5e-3) << x;
      }
      before = now;
    }
    EXPECT_GT(at_nodes.size(), straight ? 3u : 100u);
  }
}

TEST(TouchChain, of_a_ball_exactly_over_a_node_is_one_in_spite_of_rounding) {
  Random random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const Pose X = {random.rotation(), random.vector3(10)};
    std::vector<Vector3> nodes;
    for (int i = 0; i < 6; ++i) nodes.push_back(X * Vector3(0.1 * i, 0, 0));
    const auto links = chain(nodes, 0.02);
    const Vector3 over(0.1 * random.integer(0, 5), 0, 0.05);
    EXPECT_EQ(chain_touches(links, sphere(X * over, 0.02)).size(), 1u) << trial;
    // and under a bar that crosses there
    const Vector3 d(0, random.uniform(0.1, 1), 0);
    EXPECT_EQ(chain_touches(links, capsule(X * (over - d), X * (over + d), 0.02)).size(), 1u);
  }
}

TEST(TouchChain, of_a_chain_in_a_hollow_is_one_per_side) {
  const auto links = chain({{-1, 0, 1}, {0, 0, 0}, {1, 0, 1}}, 0.05);
  const auto found = chain_touches(links, sphere({0.1, 0, 0.8}, 0.2));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_LT(found[0].n.dot(found[1].n), 0.1);
}

TEST(TouchChain, of_two_chains_at_a_node_is_one) {
  // two convex bends whose nodes are nearest; and side by side: one per pair of links
  const auto hill = chain({{-1, 0, -1}, {0, 0, 0}, {1, 0, -1}}, 0.05);
  const auto valley = chain({{0, -1, 1.2}, {0, 0, 0.2}, {0, 1, 1.2}}, 0.05);
  int count = 0;
  for (const PlacedShape& link : valley)
    for (const Touch& touch : chain_touches(hill, link)) {
      ++count;
      EXPECT_NEAR(touch.gap, 0.1, 1e-12);
      EXPECT_LT((touch.x - Vector3(0, 0, 0.1)).norm(), 1e-12);
    }
  EXPECT_EQ(count, 1);

  std::vector<Vector3> low, high;
  for (int i = 0; i <= 5; ++i) {
    low.emplace_back(0.1 * i, 0, 0);
    high.emplace_back(0.1 * i, 0, 0.2);
  }
  count = 0;
  const auto below = chain(low, 0.05);
  for (const PlacedShape& link : chain(high, 0.05)) count += int(chain_touches(below, link).size());
  EXPECT_EQ(count, 5);
}

TEST(TouchChain, of_a_chain_on_the_ground_is_one_per_node) {
  const auto links = chain({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, 0.1);
  const PlacedShape slab = box({Matrix3::Identity(), {1, 0, -1}}, {9, 9, 1});
  for (const PlacedShape& ground : {plane({0, 0, 0}, {0, 0, 1}), slab}) {
    const auto found = chain_touches(links, ground);
    ASSERT_EQ(found.size(), 4u);
    for (int i = 0; i < 4; ++i) {
      EXPECT_LT((found[size_t(i)].x - Vector3(i, 0, -0.05)).norm(), 1e-12);
      EXPECT_NEAR(found[size_t(i)].gap, -0.1, 1e-14);
    }
  }
}

}  // namespace
}  // namespace cuttle
