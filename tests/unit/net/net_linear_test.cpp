#include "cuttle/net/net_linear.h"

#include <gtest/gtest.h>

#include "cuttle/net/net_energy.h"
#include "support/caterpillar.h"
#include "support/random.h"
#include "support/taylor.h"

namespace cuttle {
namespace {

using testing::remainder_order;

/// A net with everything in it, out of shape, with inputs of its own; some nodes held.
struct Shape {
  NetData net = testing::caterpillar(0.7, 1).net;
  NetInput input = rest_input(net);
  VectorX x;

  Shape() {
    testing::Random random(5);
    x = net.placed + random.vector(net.size(), 0.2 * net.shortest_edge);
    for (double& factor : input.stiffness_factor) factor = random.uniform(0.5, 2);
    for (double& curvature : input.rest_curvature) curvature = random.uniform(-100, 50);
    net.fixed[0] = net.fixed[1] = net.fixed[7] = 1;
  }

  /// Force of everything but the supports, at rest.
  VectorX force(const NetInput& at, const VectorX& shape) const {
    VectorX gradient = VectorX::Zero(net.size());
    add_elastic(net, at, nullptr, shape, gradient, nullptr);
    add_loads(net, 1, gradient);
    for (int i = 0; i < net.size(); ++i)
      if (net.fixed[size_t(i)]) gradient[i] = 0;
    return -gradient;
  }
  /// A change of shape that the supports allow.
  VectorX allowed(testing::Random& random) const {
    VectorX dx = random.vector(net.size(), 0.1 * net.shortest_edge);
    for (int i = 0; i < net.size(); ++i)
      if (net.fixed[size_t(i)]) dx[i] = 0;
    return dx;
  }
};

TEST(NetLinear, StiffnessIsTheDerivativeOfTheForce) {
  const Shape s;
  const NetLinear linear = linearize_net(s.net, s.input, s.x);
  testing::Random random(6);
  EXPECT_TRUE(linear.force.isApprox(s.force(s.input, s.x), 1e-14));
  for (int n = 0; n < 3; ++n) {
    const VectorX dx = s.allowed(random);
    const auto force = [&](const VectorX& x) { return s.force(s.input, x); };
    EXPECT_NEAR(remainder_order(force, VectorX(-linear.K * dx), s.x, dx), 2.0, 0.05);
    EXPECT_LT(remainder_order(force, VectorX(-1.01 * linear.K * dx), s.x, dx), 1.6);
  }
}

TEST(NetLinear, DampingTakesThePowerOfTheViscousForces) {
  const Shape s;
  const NetLinear linear = linearize_net(s.net, s.input, s.x);
  testing::Random random(7);
  for (int n = 0; n < 3; ++n) {
    const VectorX v = s.allowed(random);
    NetStrain before, after;
    const double h = 1e-6;  // central differences of the strains: 1e-9 of their rates
    net_strain(s.net, s.x - h * v, before);
    net_strain(s.net, s.x + h * v, after);
    double power = viscous_power(s.net, {before, 2 * h}, after);
    for (int i = 0; i < s.net.size(); ++i) power += s.net.drag[i / 2] * v[i] * v[i];
    EXPECT_GT(power, 0);
    EXPECT_NEAR(v.dot(linear.D * v), power, 1e-8 * power);
  }
}

TEST(NetLinear, ForcesAreLinearInTheDrives) {
  const Shape s;
  const NetLinear linear = linearize_net(s.net, s.input, s.x);
  const VectorX here = s.force(s.input, s.x);
  for (int segment = 0; segment < int(s.net.segments.size()); ++segment) {
    NetInput bent = s.input, stiff = s.input;
    bent.rest_curvature[segment] += 40;
    stiff.stiffness_factor[segment] += 0.3;
    const VectorX by_bend = s.force(bent, s.x) - here, by_stiffness = s.force(stiff, s.x) - here;
    EXPECT_GT(by_bend.norm(), 0);
    EXPECT_LT((by_bend - 40 * linear.C.col(segment)).norm(), 1e-9 * by_bend.norm());
    EXPECT_LT((by_stiffness - 0.3 * linear.S.col(segment)).norm(), 1e-9 * by_stiffness.norm());
  }
}

}  // namespace
}  // namespace cuttle
