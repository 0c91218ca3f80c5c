#include "cuttle/net/net_energy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/caterpillar.h"
#include "support/random.h"
#include "support/taylor.h"

namespace cuttle {
namespace {

using testing::measured_order;
using testing::remainder_order;

// a net with everything in it, pulled out of shape, with inputs of its own
struct Sample {
  NetData net = testing::caterpillar(0.7, 1).net;
  NetInput input = rest_input(net);
  VectorX x;
  VectorX before;

  Sample() {
    testing::Random random(3);
    const double size = 0.2 * net.shortest_edge;
    x = net.placed + random.vector(net.size(), size);
    before = net.placed + random.vector(net.size(), size);
    for (double& factor : input.stiffness_factor) factor = random.uniform(0.5, 2);
    for (double& curvature : input.rest_curvature) curvature = random.uniform(-100, 50);
  }
};

TEST(NetEnergy, GradientIsTheDerivativeOfTheEnergy) {
  const Sample s;
  testing::Random random(8);
  const VectorX rest = VectorX::Zero(s.net.size());
  VectorX gradient = VectorX::Zero(s.net.size());
  add_elastic(s.net, s.input, nullptr, s.x, gradient, nullptr);
  add_loads(s.net, 0.7, gradient);
  for (int n = 0; n < 3; ++n) {
    const VectorX dx = random.vector(s.net.size(), 0.05 * s.net.shortest_edge);
    const auto energy = [&](const VectorX& x) {
      return net_energy(s.net, s.input, x, rest, 0.7).potential();
    };
    EXPECT_NEAR(remainder_order(energy, gradient.dot(dx), s.x, dx), 2.0, 0.05);
    EXPECT_LT(remainder_order(energy, 1.01 * gradient.dot(dx), s.x, dx), 1.6);
  }
}

// of elastic and viscous forces together
TEST(NetEnergy, HessianIsTheDerivativeOfTheGradient) {
  const Sample s;
  testing::Random random(9);
  NetStrain before;
  net_strain(s.net, s.before, before);
  const NetViscous viscous{.before = before, .step = 1e-3};
  const auto forces = [&](const VectorX& x) {
    VectorX gradient = VectorX::Zero(s.net.size());
    add_elastic(s.net, s.input, &viscous, x, gradient, nullptr);
    return gradient;
  };
  BandMatrix band = net_matrix(s.net);
  VectorX gradient = VectorX::Zero(s.net.size());
  add_elastic(s.net, s.input, &viscous, s.x, gradient, &band);
  const MatrixX H = band.dense();
  for (int i = 0; i < band.size(); ++i) {
    for (int j = 0; j < band.size(); ++j) {
      if (j < band.first(i) || j >= band.end(i)) EXPECT_EQ(H(i, j), 0) << i << ' ' << j;
    }
  }
  EXPECT_LT((H - H.transpose()).cwiseAbs().maxCoeff(), 1e-14 * H.cwiseAbs().maxCoeff());
  for (int n = 0; n < 3; ++n) {
    const VectorX dx = random.vector(s.net.size(), 0.1 * s.net.shortest_edge);
    EXPECT_NEAR(remainder_order(forces, VectorX(H * dx), s.x, dx), 2.0, 0.05);
    EXPECT_LT(remainder_order(forces, VectorX(1.01 * H * dx), s.x, dx), 1.6);
  }
}

// the viscous force resists the strain rate: its power is minus viscosity times rate squared
TEST(NetEnergy, ViscousForceTakesEnergyAway) {
  const Sample s;
  NetStrain before, now;
  net_strain(s.net, s.before, before);
  net_strain(s.net, s.x, now);
  const NetViscous viscous{.before = before, .step = 1e-3};
  VectorX with = VectorX::Zero(s.net.size()), without = with;
  add_elastic(s.net, s.input, &viscous, s.x, with, nullptr);
  add_elastic(s.net, s.input, nullptr, s.x, without, nullptr);

  // along the straight way from `before` by a small amount the rates are those of the velocity
  const double small = 1e-4;
  const VectorX x = s.before + small * (s.x - s.before);
  const VectorX v = (x - s.before) / viscous.step;
  net_strain(s.net, x, now);
  with.setZero();
  without.setZero();
  add_elastic(s.net, s.input, &viscous, x, with, nullptr);
  add_elastic(s.net, s.input, nullptr, x, without, nullptr);
  double loss = 0;
  for (std::size_t n = 0; n < s.net.stretches.size(); ++n) {
    const StretchTerm& term = s.net.stretches[n];
    const double rate = (now.stretch[n] - before.stretch[n]) / viscous.step;
    loss += term.viscous * rate * rate * term.rest_length;
  }
  for (std::size_t n = 0; n < s.net.bends.size(); ++n) {
    const BendTerm& term = s.net.bends[n];
    const double rate = (now.kappa[n] - before.kappa[n]) / viscous.step;
    loss += term.viscous * rate * rate / term.length;
  }
  EXPECT_GT(loss, 0);
  EXPECT_NEAR((with - without).dot(v) / loss, 1, 1e-3);
}

// nodes on a true circle: the energy is EI/2 times curvature squared times the bent length, up to
// terms of second order in the edges
TEST(NetEnergy, ArcHasTheEnergyOfABentBeam) {
  std::vector<double> errors;
  for (int edges : {16, 32, 64}) {
    NetDesign design;
    NetSegment strip;
    strip.name = "strip";
    strip.edge_length = equal_edges(2, edges);
    strip.young = 3;
    strip.area = strip.inertia = strip.linear_density = 1;
    design.segments = {strip};
    const NetData net = build_net(design).net;
    const double curvature = 0.9;
    VectorX x(net.size());
    for (int i = 0; i <= edges; ++i) {
      const double angle = curvature * 2 * i / edges;
      const int node = net.segment_nodes[0][std::size_t(i)];
      x.segment<2>(2 * node) << std::sin(angle) / curvature, (1 - std::cos(angle)) / curvature;
    }
    const NetEnergy energy = net_energy(net, rest_input(net), x, VectorX::Zero(net.size()));
    // an open chain bends at its inner nodes only
    const double length = 2.0 * (edges - 1) / edges;
    errors.push_back(std::abs(energy.bend - 0.5 * 3 * curvature * curvature * length));
  }
  EXPECT_LT(errors.front(), 5e-3);
  EXPECT_NEAR(measured_order(errors, 2), 2, 0.1);
}

// turned and moved as a whole, a net keeps its energy and its forces turn with it
TEST(NetEnergy, TurnsWithTheNet) {
  const Sample s;
  const Eigen::Rotation2Dd turn(0.7);
  VectorX x = s.x;
  for (int i = 0; i < s.net.nodes(); ++i) {
    x.segment<2>(2 * i) = turn * s.x.segment<2>(2 * i) + Vector2(0.3, -2);
  }
  VectorX here = VectorX::Zero(s.net.size()), there = here;
  add_elastic(s.net, s.input, nullptr, s.x, here, nullptr);
  add_elastic(s.net, s.input, nullptr, x, there, nullptr);
  for (int i = 0; i < s.net.nodes(); ++i) {
    const Vector2 turned = turn * here.segment<2>(2 * i);
    EXPECT_LT((there.segment<2>(2 * i) - turned).norm(), 1e-9 * here.norm());
  }
}

}  // namespace
}  // namespace cuttle
