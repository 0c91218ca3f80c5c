#include "cuttle/net/net_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/net/net_step.h"
#include "support/caterpillar.h"
#include "support/csv.h"
#include "support/random.h"
#include "support/taylor.h"

namespace cuttle {
namespace {

using Mode = NodeContact::Mode;

NetDesign short_strip(double length, int edges) {
  NetDesign design;
  NetSegment block;
  block.name = "block";
  block.edge_length = equal_edges(length, edges);
  block.young = 1e7;
  block.area = 1e-4;
  block.inertia = 1e-9;
  block.viscosity = 1e4;
  block.linear_density = 0.1 / length;
  design.segments = {block};
  return design;
}

struct Slide {
  double way, velocity;
};

// a block at rest on a slope for one second
Slide slide(double tangent, NetContactLaw law) {
  const double angle = std::atan(tangent);
  NetDesign design = short_strip(0.02, 2);
  design.segments[0].angle = angle;
  const NetData net = build_net(design).net;
  NetWorld world{.net = &net,
                 .ground = {.profile = straight_ground(angle), .mu_static = 0.6, .mu_kinetic = 0.4},
                 .drive = {},
                 .options = {.law = law}};
  NetState state = placed_state(net);
  for (NodeContact& contact : state.contact) contact.mode = Mode::stick;
  NetWorkspace ws(net);
  double lost = 0;
  for (int n = 0; n < 1000; ++n) {
    const NetStepReport report = net_step(world, 1e-3 * n, 1e-3, state, ws);
    EXPECT_TRUE(report.status.ok());
    EXPECT_EQ(report.unresolved, 0);
    lost -= report.books.ground;
  }
  double normal = 0;
  for (const NodeForce& force : ws.force) normal += force.normal;
  EXPECT_NEAR(normal, 0.1 * 9.81 * std::cos(angle), 1e-6);
  const double way = -(state.x[0] - net.placed[0]) / std::cos(angle);
  if (law == NetContactLaw::exact) {
    EXPECT_NEAR(lost, 0.4 * normal * way, 1e-6 + 1e-6 * lost);
  }
  return {.way = way, .velocity = -state.v[0] / std::cos(angle)};
}

// it sticks below the static friction angle, and slides above it with g (sin a - mu_k cos a)
TEST(NetContact, BlockOnASlopeObeysCoulomb) {
  EXPECT_EQ(slide(0.599, NetContactLaw::exact).way, 0);
  EXPECT_EQ(slide(0.599, NetContactLaw::exact).velocity, 0);
  for (double tangent : {0.601, 1.0}) {
    const double angle = std::atan(tangent);
    const double a = 9.81 * (std::sin(angle) - 0.4 * std::cos(angle));
    const Slide slid = slide(tangent, NetContactLaw::exact);
    EXPECT_NEAR(slid.velocity, a, 1e-6 * a);
    EXPECT_NEAR(slid.way, 0.5 * a, 2e-3 * a);  // Euler is ahead by half a step
  }
  // the smooth law creeps where the exact one sticks, and slides alike
  EXPECT_LT(slide(0.55, NetContactLaw::penalty).velocity, 5e-3);
  const double a = 9.81 * (std::sin(std::atan(1)) - 0.4 * std::cos(std::atan(1)));
  EXPECT_NEAR(slide(1, NetContactLaw::penalty).velocity, a, 0.01 * a);
}

// a small block without friction in a bowl y = c x^2/2 swings with the frequency sqrt(g c)
TEST(NetContact, BlockSwingsInABowl) {
  const double c = 2, x0 = 0.02;
  NetDesign design = short_strip(0.002, 2);
  design.segments[0].angle = std::atan(c * x0);
  const NetData net = build_net(design).net;
  NetWorld world{.net = &net, .ground = {}, .drive = {}, .options = {}};
  world.ground.profile = [c](double x) {
    return GroundPoint{.height = 0.5 * c * x * x, .slope = c * x, .bend = c};
  };
  NetState state = placed_state(net);
  for (int i = 0; i < net.nodes(); ++i) {
    state.x[2 * i] += x0;
    state.x[2 * i + 1] += 0.5 * c * x0 * x0 + 1e-6;
  }
  NetWorkspace ws(net);
  const int middle = net.segment_nodes[0][1];
  const double h = 1e-4;
  double t = 0, crossing = 0;
  int iterations = 0, steps = 0;
  for (; crossing == 0 && t < 1; t += h, ++steps) {
    const NetStepReport report = net_step(world, t, h, state, ws);
    ASSERT_TRUE(report.status.ok());
    ASSERT_EQ(report.unresolved, 0);
    iterations += report.iterations;
    if (state.x[2 * middle] < 0) crossing = t + h;
  }
  EXPECT_NEAR(crossing, 0.5 * std::acos(-1.0) / std::sqrt(9.81 * c),
              0.003 * crossing);  // measured 5e-4
  EXPECT_LT(iterations, 4 * steps);
}

// the contact rows and the smooth law enter Newton's method with their exact derivatives: also on
// curved ground
TEST(NetContact, RowsAreExactDerivatives) {
  const NetData net = build_net(short_strip(0.3, 4)).net;
  testing::Random random(4);
  NetGround ground;
  ground.mu_static = 0.7;
  ground.mu_kinetic = 0.5;
  ground.stiffness = 50;
  ground.smooth_depth = 0.2;
  ground.smooth_velocity = 20;
  ground.stribeck = 60;
  ground.profile = [](double x) {
    return GroundPoint{.height = 0.1 * std::sin(9 * x),
                       .slope = 0.9 * std::cos(9 * x),
                       .bend = -8.1 * std::sin(9 * x)};
  };
  const VectorX x_start = net.placed + random.vector(net.size(), 0.02);
  const VectorX x0 = net.placed + random.vector(net.size(), 0.02);
  const VectorX dx = random.vector(net.size(), 0.02);

  const auto smooth = [&](const VectorX& x, BandMatrix* A) {
    VectorX residual = VectorX::Zero(net.size());
    add_penalty(net, ground, 1e-3, x, x_start, residual, A);
    return residual;
  };
  BandMatrix A = net_matrix(net);
  (void)smooth(x0, &A);
  const VectorX slope = A.dense() * dx;
  EXPECT_NEAR(
      testing::remainder_order([&](const VectorX& x) { return smooth(x, nullptr); }, slope, x0, dx),
      2, 0.05);

  // rows with a made-up linear R(x) = K x - b; each row may be scaled, but not change with x
  std::vector<NodeContact> contact(net.nodes());
  contact[0] = {.mode = Mode::slip, .direction = 1};
  contact[1] = {.mode = Mode::stick};
  contact[3] = {.mode = Mode::slip, .direction = -1};
  BandMatrix K = net_matrix(net);
  for (int i = 0; i < net.size(); ++i) {
    for (int j = std::max(0, i - 4); j < std::min(net.size(), i + 5); ++j) {
      K(i, j) = random.uniform(-1, 1) + (i == j ? 5 : 0);
    }
  }
  const VectorX b = random.vector(net.size());
  const auto rows = [&](const VectorX& x) {
    BandMatrix copy = K;
    VectorX residual = K.dense() * x - b;
    replace_contact_rows(net, ground, contact, x, x_start, copy, residual);
    return residual;
  };
  BandMatrix J = K;
  VectorX residual = K.dense() * x0 - b;
  replace_contact_rows(net, ground, contact, x0, x_start, J, residual);
  EXPECT_NEAR(testing::remainder_order(rows, VectorX(J.dense() * dx), x0, dx), 2, 0.05);
}

// a soft rod thrown onto rough ground: no node is ever below it, no node is pulled down or pushed
// beyond Coulomb's cone, and in the end it lies still and the ground carries its weight
TEST(NetContact, ThrownRodComesToRest) {
  NetDesign design = short_strip(0.3, 15);
  design.segments[0].young = 1e6;
  design.segments[0].angle = 0.8;
  design.segments[0].start = {0, 0.1};
  const NetData net = build_net(design).net;
  const NetWorld world{
      .net = &net,
      .ground = {.profile = straight_ground(), .mu_static = 0.6, .mu_kinetic = 0.5},
      .drive = {},
      .options = {}};
  NetState state = placed_state(net);
  for (int i = 0; i < net.nodes(); ++i) state.v.segment<2>(2 * i) = Vector2(1, 0.5);
  NetWorkspace ws(net);
  int unresolved = 0;
  for (int n = 0; n < 3000; ++n) {
    const NetStepReport report = net_step(world, 1e-3 * n, 1e-3, state, ws);
    ASSERT_TRUE(report.status.ok()) << to_string(report.status);
    unresolved += report.unresolved;
    for (int i = 0; i < net.nodes(); ++i) {
      ASSERT_GE(state.x[2 * i + 1], -1e-9);
      ASSERT_GE(ws.force[i].normal, -1e-6);
      ASSERT_LE(std::abs(ws.force[i].tangential), 0.6 * ws.force[i].normal + 1e-6);
    }
  }
  EXPECT_EQ(unresolved, 0);
  EXPECT_LT(state.v.cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_GT(state.x[0], 0.02);
  double normal = 0, tangential = 0;
  for (const NodeForce& force : ws.force) {
    normal += force.normal;
    tangential += force.tangential;
  }
  EXPECT_NEAR(normal, 0.1 * 9.81, 1e-6);
  EXPECT_NEAR(tangential, 0, 1e-6);
}

// with no second set of statuses allowed and no shorter steps, landings cannot be resolved: the
// smooth law ends those steps, and the report says so
TEST(NetContact, UnresolvedStepsAreCounted) {
  NetDesign design = short_strip(0.3, 15);
  design.segments[0].angle = 0.3;
  design.segments[0].start = {0, 0.01};
  const NetData net = build_net(design).net;
  const NetWorld world{
      .net = &net,
      .ground = {.profile = straight_ground(), .mu_static = 0.6, .mu_kinetic = 0.5},
      .drive = {},
      .options = {.max_rounds = 1, .max_halvings = 0}};
  NetState state = placed_state(net);
  NetWorkspace ws(net);
  int unresolved = 0;
  for (int n = 0; n < 300; ++n) {
    const NetStepReport report = net_step(world, 1e-3 * n, 1e-3, state, ws);
    ASSERT_TRUE(report.status.ok()) << to_string(report.status);
    unresolved += report.unresolved;
    if (report.unresolved == 0) continue;
    EXPECT_NEAR(report.unresolved_time, 1e-3 * (n + 1), 1e-12);
    EXPECT_GE(report.unresolved_node, 0);
  }
  EXPECT_GT(unresolved, 0);
  for (int i = 0; i < net.nodes(); ++i) EXPECT_GT(state.x[2 * i + 1], -1e-3);
}

struct Walk {
  std::vector<double> front, back;  // of every cycle [mm]
  int unresolved = 0;
};

template <class Watch>
Walk walk(const NetWorld& world, const testing::Caterpillar& robot, double h, int cycles,
          const Watch& watch) {
  NetState state = testing::settled(robot, h);
  NetWorkspace ws(robot.net);
  const double front0 = state.x[2 * robot.front_node], back0 = state.x[2 * robot.back_node];
  Walk walk;
  double front = 0, back = 0;
  const int per_cycle = static_cast<int>(std::lround(testing::Caterpillar::kPeriod / h));
  for (int n = 1; n <= cycles * per_cycle; ++n) {
    const NetStepReport report = net_step(world, (n - 1) * h, h, state, ws);
    EXPECT_TRUE(report.status.ok()) << to_string(report.status);
    walk.unresolved += report.unresolved;
    const double front_now = 1e3 * (state.x[2 * robot.front_node] - front0);
    const double back_now = 1e3 * (state.x[2 * robot.back_node] - back0);
    watch(n, front_now, back_now, state);
    if (n % per_cycle != 0) continue;
    walk.front.push_back(front_now - front);
    walk.back.push_back(back_now - back);
    front = front_now, back = back_now;
  }
  return walk;
}

constexpr auto kNoWatch = [](int, double, double, const NetState&) {};

// Kelvin-Voigt damping and a rise of 30 ms (one fitted number): 26.57 mm per cycle
TEST(NetContact, CaterpillarWalksLikeTheReference) {
  const testing::Caterpillar robot = testing::caterpillar();
  const testing::Table table = testing::read_table("goldberg19/caterpillar_K.csv");
  double farthest_first = 0, farthest = 0;
  const auto compare = [&](int n, double front, double back, const NetState& state) {
    if (n % 10 != 0) return;
    const std::size_t row = n / 10;
    const double off = std::max(
        {std::abs(front - table.column("front_mm")[row]),
         std::abs(back - table.column("back_mm")[row]),
         std::abs(1e3 * state.x[2 * robot.front_node + 1] - table.column("front_y_mm")[row])});
    (n <= 3540 ? farthest_first : farthest) = std::max(n <= 3540 ? farthest_first : farthest, off);
  };
  const Walk steps = walk(robot.walking(), robot, 1e-3, 2, compare);
  EXPECT_EQ(steps.unresolved, 0);
  EXPECT_NEAR(steps.front[1], 26.57, 0.3);  // measured 26.55
  EXPECT_NEAR(steps.back[1], 26.57, 0.3);
  EXPECT_LT(farthest_first, 2e-5);  // the digits printed, through 354 samples
  EXPECT_LT(farthest, 0.5);         // measured 0.06

  const Walk fine = walk(robot.walking(), robot, 5e-4, 2, kNoWatch);
  EXPECT_EQ(fine.unresolved, 0);
  EXPECT_NEAR(fine.front[1], 26.6, 0.3);  // measured 26.65
}

// two laws that share no line of code find the same walk
TEST(NetContact, SmoothLawWalksAlike) {
  const testing::Caterpillar robot = testing::caterpillar();
  NetWorld world = robot.walking();
  world.options.law = NetContactLaw::penalty;
  const Walk smooth = walk(world, robot, 1e-3, 2, kNoWatch);
  EXPECT_NEAR(smooth.front[1], 26.55, 1.0);  // measured 26.80
  EXPECT_NE(smooth.front[1], walk(robot.walking(), robot, 1e-3, 2, kNoWatch).front[1]);
}

}  // namespace
}  // namespace cuttle
