// What a body puts on its carrier: weights at rest, and the balance of the carrier in motion.

#include <gtest/gtest.h>

#include "unit/compile/build_fixture.h"
#include "cuttle/study/run.h"

namespace cuttle::testing {
namespace {

double value_at(const RunResult& result, const std::string& column, size_t row = 0) {
  return result.trajectory.column(column)[row];
}

TEST(ReactionProbe, WeightAtRest) {
  const RunResult result = run(build_text(R"yaml(
gravity: [0, 0, -10]
bodies:
  - {name: post, pose: {rotation: {axis: x, angle: 90 deg}}, rigid: {mass: 3, inertia: [1, 1, 1]}}
  - {name: sign, parent: post, pose: {position: [2, 0, 0]}, rigid: {mass: 0.5, center: [0.2, 0, 0], inertia: [1, 1, 1]}}
probes:
  - {name: all, reaction: post}
  - {name: sign, reaction: sign}
study: {type: statics}
)yaml"));
  ASSERT_TRUE(result.status.ok());
  EXPECT_NEAR(value_at(result, "all.fz"), -35, 1e-12);
  EXPECT_NEAR(value_at(result, "all.my"), 0.5 * 10 * 2.2, 1e-12);
  EXPECT_NEAR(value_at(result, "sign.fz"), -5, 1e-12);
  EXPECT_NEAR(value_at(result, "sign.my"), 0.5 * 10 * 0.2, 1e-12);
  EXPECT_NEAR(value_at(result, "sign.fy"), 0, 1e-12);
}

// a cart with a swinging soft arm: the arm's force is what accelerates the cart
TEST(ReactionProbe, AcceleratesTheCarrier) {
  const RunResult result = run(build_text(R"yaml(
gravity: [0, 0, -9.81]
bodies:
  - {name: cart, joint: {type: prismatic, axis: x}, rigid: {mass: 2, inertia: [1, 1, 1]}}
  - {name: arm, parent: cart, rod: {length: 0.5, section: {radius: 10 mm}, material: {young: 200 kPa, density: 1000}, strain: {bend_y: 2}}}
probes:
  - {name: cart, frame: cart, record: [velocity]}
  - {name: arm, reaction: arm}
study: {type: dynamics, duration: 0.4, output_step: 0.5 ms, method: dopri5, rtol: 1e-10, atol: 1e-12}
)yaml"));
  ASSERT_TRUE(result.status.ok());
  const auto v = result.trajectory.column("cart.vx"), f = result.trajectory.column("arm.fx");
  double largest = 0;
  for (size_t i = 1; i + 1 < v.size(); ++i) {
    EXPECT_NEAR(2 * (v[i + 1] - v[i - 1]) / 1e-3, f[i], 2e-4);
    largest = std::max(largest, std::abs(f[i]));
  }
  EXPECT_GT(largest, 0.3);
}

}  // namespace
}  // namespace cuttle::testing
