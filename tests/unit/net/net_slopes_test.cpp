// Exact slopes of a net that is a body and of all that holds on to it, against differences.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/linearize.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/core/model.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/net/body/net_strains.h"
#include "cuttle/net/net_energy.h"
#include "support/caterpillar.h"
#include "support/random.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::scenario_of;

/// A damped strip that hangs from a clamp; `more` holds on to it.
std::string held_strip(const std::string& more) {
  return "nets:\n"
         "  - name: strip\n"
         "    plane: {position: [0.1, 0.2, 0.3], x: [1, 1, 0], y: z}\n"
         "    segments: [{name: s, length: 0.2, edges: 6, young: 6 MPa, width: 20 mm, thickness: "
         "3 mm, density: 1000, angle: 20 deg, viscosity: 800}]\n"
         "    clamps: [{segment: s}]\n" +
         more + "study: {type: dynamics, duration: 1}\n";
}

void expect_slopes_of_differences(const std::string& more) {
  const Scenario scenario = scenario_of(held_strip(more));
  const Model& model = scenario.model;
  testing::Random random(11);
  State x = scenario.initial;
  retract(model, scenario.initial.q, random.vector(model.nv, 2e-3), x.q);
  x.v = random.vector(model.nv, 0.2);
  Input u;
  u.u = random.vector(model.nu(), 0.2) + VectorX::Constant(model.nu(), 1);
  u.u_dot = u.u_ddot = VectorX::Zero(model.nu());
  Linearization linear;
  ASSERT_TRUE(linearize(model, x, u, linear).ok());
  Workspace ws(model);
  const auto acceleration = [&](double dq, double dv, const VectorX& d) {
    State at = x;
    retract(model, x.q, dq * d, at.q);
    at.v += dv * d;
    forward_dynamics(model, at, u, ws);
    return VectorX(linear.basis.transpose() * ws.a);
  };
  const int n = linear.n();
  const double h = 1e-6;
  for (int k = 0; k < 3; ++k) {
    const VectorX d = random.vector(n), step = linear.basis * d;
    const VectorX by_place = (acceleration(h, 0, step) - acceleration(-h, 0, step)) / (2 * h);
    const VectorX by_rate = (acceleration(0, h, step) - acceleration(0, -h, step)) / (2 * h);
    const VectorX place = linear.A.bottomLeftCorner(n, n) * d,
                  rate = linear.A.bottomRightCorner(n, n) * d;
    EXPECT_LT((by_place - place).norm(), 1e-6 * place.norm()) << more;
    EXPECT_LT((by_rate - rate).norm(), 1e-6 * rate.norm()) << more;
  }
}

TEST(NetSlopes, UnderALoadOnANode) {
  expect_slopes_of_differences(
      "loads: [{name: l, body: strip, at: s.4, force: [1, 2, 3], moment: [0.01, 0.02, 0.03], "
      "frame: body}]\n");
}

TEST(NetSlopes, UnderALoadBetweenNodes) {
  expect_slopes_of_differences(
      "loads: [{name: l, body: strip, at: s.2.5, force: [1, 2, 3], moment: [0.01, 0.02, 0.03], "
      "frame: body}, {name: w, body: strip, at: s.4.25, force: [1, 0, 2]}]\n");
}

TEST(NetSlopes, UnderADampedSpring) {
  expect_slopes_of_differences(
      "springs: [{name: thread, stiffness: 300, damping: 2, length: 0.05, a: {body: strip, at: "
      "s.2.5}, b: {point: [0.2, 0.1, 0.5]}}, {name: inner, stiffness: "
      "100, damping: 1, length: 0.01, a: {body: strip, at: s.last}, b: {body: strip, at: s.3}}]\n");
}

TEST(NetSlopes, UnderACable) {
  expect_slopes_of_differences(
      "cables: [{name: c, tension: 2, path: [{body: world, point: [0.1, 0.2, 0.5]}, {body: strip, "
      "at: s.2.5, point: [0, 5 mm, 0]}, {body: strip, at: s.last}]}]\n");
}

TEST(NetSlopes, WithAChild) {
  expect_slopes_of_differences(
      "bodies: [{name: bob, parent: strip, at: s.2.5, joint: {type: spherical}, rigid: {mass: "
      "0.01, center: [0.01, 0, -0.02], inertia: [1e-6, 2e-6, 2.5e-6]}}]\n"
      "springs: [{name: thread, stiffness: 50, damping: 0.2, a: {body: bob}, b: {body: strip, at: "
      "s.last}}]\n");
}

// the damping of strains, term by term, against that of a step of the net
TEST(NetStrains, DampLikeTheNet) {
  NetData net = testing::caterpillar(0.7, 1).net;
  testing::Random random(5);
  for (StretchTerm& term : net.stretches) term.viscous = random.uniform(0, 1);
  for (BendTerm& term : net.bends) term.viscous = random.uniform(0, 1e-6);
  NetInput input = rest_input(net);
  const VectorX x = net.placed + random.vector(net.size(), 0.1 * net.shortest_edge);
  const VectorX v = random.vector(net.size(), net.shortest_edge);
  VectorX sum = VectorX::Zero(net.size());
  for_each_strain(net, input, x, [&](const LocalStrain& s, const StrainLaw& law) {
    for (int k = 0; k < s.size(); ++k)
      sum[2 * s.nodes[std::size_t(k / 2)] + k % 2] += law.viscosity * rate_of(s, v) * s.slope[k];
  });
  // a step of 1 s from a little before, without springs
  input.stiffness_factor.setZero();
  const auto force_of_step = [&](double part) {
    NetStrain before;
    net_strain(net, x - part * v, before);
    const NetViscous viscous{before, 1};
    VectorX gradient = VectorX::Zero(net.size());
    add_elastic(net, input, &viscous, x, gradient, nullptr);
    return gradient;
  };
  const VectorX damping = (force_of_step(1e-4) - force_of_step(-1e-4)) / 2e-4;
  EXPECT_LT((sum - damping).norm(), 1e-6 * damping.norm());
  EXPECT_GT(damping.norm(), 0);
}

}  // namespace
}  // namespace cuttle
