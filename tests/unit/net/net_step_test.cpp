#include "cuttle/net/net_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/allocation_counter.h"
#include "support/caterpillar.h"
#include "support/csv.h"
#include "support/taylor.h"

namespace cuttle {
namespace {

// a soft rod of 0.5 m in free fall, thrown so that it flies, turns and swings
NetData free_rod(double viscosity = 0) {
  NetDesign design;
  NetSegment rod;
  rod.name = "rod";
  rod.edge_length = equal_edges(0.5, 10);
  rod.young = 1e5;
  rod.area = 1e-4;
  rod.inertia = 1e-9;
  rod.viscosity = viscosity;
  rod.linear_density = 0.1;
  rod.rest_curvature = 2;
  design.segments = {rod};
  return build_net(design).net;
}

NetState thrown(const NetData& net) {
  NetState state = placed_state(net);
  for (int i = 0; i < net.nodes(); ++i) {
    const Vector2 x = state.x.segment<2>(2 * i);
    state.v.segment<2>(2 * i) = Vector2(1 - 5 * x.y(), 2 + 5 * x.x() + 8 * x.x() * x.x());
  }
  return state;
}

NetState run(const NetData& net, const NetStepOptions& options, double t_end, double h) {
  const NetWorld world{.net = &net, .ground = {}, .drive = {}, .options = options};
  NetState state = thrown(net);
  NetWorkspace ws(net);
  const int steps = static_cast<int>(std::lround(t_end / h));
  for (int n = 0; n < steps; ++n) {
    EXPECT_TRUE(net_step(world, n * h, h, state, ws).status.ok());
  }
  return state;
}

// what is thrown keeps its momentum but for gravity's share, in any scheme
TEST(NetStep, ThrownRodKeepsItsMomentum) {
  const NetData net = free_rod(1e2);
  for (NetScheme scheme : {NetScheme::euler, NetScheme::midpoint}) {
    const NetState start = thrown(net);
    const Vector3 before = net_momentum(net, start.x, start.v);
    const NetState end = run(net, {.scheme = scheme}, 0.2, 1e-3);
    const Vector3 after = net_momentum(net, end.x, end.v);
    EXPECT_NEAR(after[0], before[0], 1e-11);
    EXPECT_NEAR(after[1], before[1] - net.mass.sum() * 9.81 * 0.2, 1e-11);
  }
}

// midpoint keeps the angular momentum of a rod without weight to round-off, Euler loses some
TEST(NetStep, MidpointKeepsSpinAndEnergy) {
  NetData net = free_rod();
  net.gravity.setZero();
  const NetInput input = rest_input(net);
  const NetState start = thrown(net);
  const double spin = net_momentum(net, start.x, start.v)[2];
  const double energy = net_energy(net, input, start.x, start.v).total();

  const NetStepOptions midpoint{.scheme = NetScheme::midpoint, .tolerance = 1e-8};
  const NetState m = run(net, midpoint, 1, 1e-3);
  EXPECT_NEAR(net_momentum(net, m.x, m.v)[2] / spin, 1, 1e-9);
  const double drift = net_energy(net, input, m.x, m.v).total() / energy - 1;
  EXPECT_LT(std::abs(drift), 1e-5);  // measured 2e-7

  const NetState e = run(net, {}, 1, 1e-3);
  EXPECT_GT(std::abs(net_momentum(net, e.x, e.v)[2] / spin - 1), 1e-4);
  EXPECT_LT(net_energy(net, input, e.x, e.v).total() / energy - 1, -5e-3);
}

TEST(NetStep, SchemesHaveTheirOrder) {
  NetData net = free_rod(50);
  const double t_end = 0.04;
  for (const auto& [scheme, order] : {std::pair{NetScheme::euler, 1}, {NetScheme::midpoint, 2}}) {
    NetStepOptions options{.scheme = scheme, .tolerance = 1e-9};
    const NetState exact =
        run(net, {.scheme = NetScheme::midpoint, .tolerance = 1e-9}, t_end, t_end / 16000);
    std::vector<double> errors;
    for (int steps : {500, 1000, 2000}) {
      errors.push_back((run(net, options, t_end, t_end / steps).x - exact.x).norm());
    }
    // measured 1.00 and 2.01
    EXPECT_NEAR(testing::measured_order(errors, 2), order, 0.1);
  }
}

// inner friction never adds energy, and drag brings a falling rod to its terminal velocity m g/c
TEST(NetStep, DampingTakesEnergyAway) {
  NetData net = free_rod(1e3);
  net.gravity.setZero();
  const NetInput input = rest_input(net);
  const NetWorld world{.net = &net, .ground = {}, .drive = {}, .options = {}};
  NetState state = thrown(net);
  NetWorkspace ws(net);
  double energy = net_energy(net, input, state.x, state.v).total();
  for (int n = 0; n < 300; ++n) {
    ASSERT_TRUE(net_step(world, 0, 1e-3, state, ws).status.ok());
    const double now = net_energy(net, input, state.x, state.v).total();
    EXPECT_LE(now, energy * (1 + 1e-9));
    energy = now;
  }

  NetData falling = free_rod();
  falling.drag = 0.3 * falling.mass;
  const NetState end = run(falling, {}, 60, 0.02);
  for (int i = 0; i < falling.nodes(); ++i) EXPECT_NEAR(end.v[2 * i + 1], -9.81 / 0.3, 1e-3);
}

// A strip with a heavy tip, so stiff along itself that no step of 2 ms resolves its stretching,
// swings for 3 s. The midpoint rule by itself feeds energy into the stretching: 0.2 of m g L in
// this time.
TEST(NetStep, MidpointKeepsTheEnergyOfUnresolvedStretching) {
  NetDesign design;
  NetSegment strip;
  strip.edge_length = equal_edges(0.3, 11);
  strip.young = 1e6;  // EA = 50 N, EI = 2e-3 N m^2
  strip.area = 5e-5;
  strip.inertia = 2e-9;
  strip.linear_density = 0.02 / 0.3;
  design.segments = {strip};
  design.clamps = {{.segment = 0}};
  NetData net = build_net(design).net;
  net.mass[net.segment_nodes[0].back()] += 0.05;
  const NetWorld world{
      .net = &net, .ground = {}, .drive = {}, .options = {.scheme = NetScheme::midpoint}};
  NetState state = placed_state(net);
  NetWorkspace ws(net);
  const NetInput input = rest_input(net);
  const double before = net_energy(net, input, state.x, state.v).total();
  double worst = 0;
  for (int n = 0; n < 1500; ++n) {
    ASSERT_TRUE(net_step(world, 2e-3 * n, 2e-3, state, ws).status.ok());
    worst = std::max(worst, std::abs(net_energy(net, input, state.x, state.v).total() - before));
  }
  EXPECT_LT(worst / (0.05 * 9.81 * 0.3), 1e-8);
}

// A strip that is heated lifts a weight: what the drive gave is what was gained and lost. With the
// midpoint rule to what Newton's method leaves over, with backward Euler to first order.
TEST(NetStep, WorkOfTheDriveIsBooked) {
  NetDesign design;
  NetSegment strip;
  strip.edge_length = equal_edges(0.2, 10);
  strip.young = 1e6;
  strip.area = 1e-4;
  strip.inertia = 1e-9;
  strip.viscosity = 2e4;
  strip.linear_density = 0.05;
  design.segments = {strip};
  design.clamps = {{.segment = 0}};
  const NetData net = build_net(design).net;
  for (const NetScheme scheme : {NetScheme::euler, NetScheme::midpoint}) {
    NetWorld world{.net = &net, .ground = {}, .drive = {}, .options = {.scheme = scheme}};
    world.drive = [](double t, NetInput& input) {
      input.rest_curvature.setConstant(6 * std::sin(4 * t) * std::sin(4 * t));
      input.stiffness_factor.setConstant(1 + 2 * std::sin(4 * t) * std::sin(4 * t));
    };
    std::vector<double> errors;
    for (const int steps : {200, 400, 800}) {
      NetState state = placed_state(net);
      NetWorkspace ws(net);
      NetBooks books;
      NetInput input = rest_input(net);
      double stored = net_energy(net, input, state.x, state.v).bend, before = 0;
      before = net_energy(net, input, state.x, state.v).total();
      const double end = 0.3, h = end / steps;
      for (int n = 0; n < steps; ++n) {
        const NetStepReport report = net_step(world, n * h, h, state, ws);
        ASSERT_TRUE(report.status.ok());
        books += report.books;
        books.drive += report.stored_first - stored;
        stored = report.stored_last;
      }
      world.drive(end, input);
      const NetEnergy after = net_energy(net, input, state.x, state.v);
      books.drive += after.stretch + after.bend - stored;
      EXPECT_GT(books.drive, 1e-3);
      EXPECT_LT(books.viscous, -1e-5);
      errors.push_back(std::abs(after.total() - before - books.total()) / books.drive);
    }
    if (scheme == NetScheme::euler)
      EXPECT_NEAR(testing::measured_order(errors, 2), 1, 0.2);
    else
      EXPECT_LT(*std::ranges::max_element(errors), 1e-9);
  }
}

// energy lost is energy reported, whatever the midpoint's step
TEST(NetStep, BooksBalance) {
  NetData net = free_rod(50);
  net.drag = 0.3 * net.mass;
  const NetInput input = rest_input(net);
  const NetWorld world{.net = &net,
                       .ground = {},
                       .drive = {},
                       .options = {.scheme = NetScheme::midpoint, .tolerance = 1e-9}};
  std::vector<double> errors;
  for (int steps : {200, 400, 800}) {
    NetState state = thrown(net);
    NetWorkspace ws(net);
    const double before = net_energy(net, input, state.x, state.v).total();
    NetBooks books;
    for (int n = 0; n < steps; ++n) {
      const NetStepReport report = net_step(world, 0, 0.1 / steps, state, ws);
      books += report.books;
    }
    EXPECT_LT(books.viscous, -1e-4);
    EXPECT_LT(books.drag, -1e-3);
    EXPECT_EQ(books.drive + books.load + books.ground + books.impact, 0);
    const double after = net_energy(net, input, state.x, state.v).total();
    errors.push_back(std::abs(after - before - books.total()));
  }
  EXPECT_LT(*std::ranges::max_element(errors), 1e-11);  // of 4e-4 J viscous
}

// one strip, first two nodes held, actuated at once: the reference to the digits it prints
TEST(NetStep, SingleActuatorIsTheReference) {
  NetDesign design;
  design.segments = {testing::strip_segment(equal_edges(testing::kStripLength, 9))};
  design.supports = {{.segment = 0, .node = 0}, {.segment = 0, .node = 1}};
  design.gravity.setZero();
  const NetData net = build_net(design).net;
  const SmaLaw law = testing::strip_law(3.54, 0, 0);
  NetWorld world{.net = &net, .ground = {}, .drive = {}, .options = {}};
  world.drive = [law](double t, NetInput& input) {
    const SmaValue value = sma_value(law, t);
    input.rest_curvature[0] = value.rest_curvature;
    input.stiffness_factor[0] = value.stiffness_factor;
  };
  const testing::Table table = testing::read_table("goldberg19/sma_actuator.csv");
  const std::vector<double>& times = table.column("t");
  NetState state = placed_state(net);
  NetWorkspace ws(net);
  NetStrain strain;
  int step = 0;
  std::vector<double> over;  // mean curvature over the resting one, at 1 ms
  for (std::size_t n = 0; n < table.rows(); ++n) {
    for (; step < std::lround(1e3 * times[n]); ++step) {
      ASSERT_TRUE(net_step(world, 1e-3 * step, 1e-3, state, ws).status.ok());
    }
    net_strain(net, state.x, strain);
    const double mean = strain.kappa.mean() / net.bends[0].length;
    EXPECT_NEAR(mean, table.column("kmean_nodes")[n], 1e-6);
    const int tip = net.segment_nodes[0].back();
    EXPECT_NEAR(state.x[2 * tip], table.column("xtip")[n], 1e-8);
    EXPECT_NEAR(state.x[2 * tip + 1], table.column("ytip")[n], 1e-8);
    if (n > 0 && n <= 400) over.push_back(mean - sma_value(law, times[n]).rest_curvature);
  }
  std::vector<double> peaks;
  for (std::size_t n = 1; n + 1 < over.size(); ++n) {
    if (over[n] > over[n - 1] && over[n] > over[n + 1]) peaks.push_back(1e-3 * (n + 1));
  }
  EXPECT_NEAR(*std::max_element(over.begin(), over.end()), 15.4, 0.05);
  ASSERT_GE(peaks.size(), 2u);
  EXPECT_NEAR(1 / (peaks[1] - peaks[0]), 14.1, 0.1);
}

// with contacts coming and going
TEST(NetStep, NeverAllocatesAndForgetsItsWorkspace) {
  const testing::Caterpillar robot = testing::caterpillar();
  const NetWorld world = robot.walking();
  NetState state = placed_state(robot.net), again = state;
  NetWorkspace ws(robot.net), poisoned(robot.net);
  (void)net_step(world, 0, 1e-3, state, ws);
  testing::AllocationCounter counter;
  for (int n = 1; n < 50; ++n) (void)net_step(world, 1e-3 * n, 1e-3, state, ws);
  EXPECT_EQ(counter.count(), 0);

  for (int n = 0; n < 50; ++n) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (VectorX* v : {&poisoned.x, &poisoned.x_start, &poisoned.residual, &poisoned.dx,
                       &poisoned.before.stretch, &poisoned.before.kappa,
                       &poisoned.input.rest_curvature, &poisoned.input.stiffness_factor}) {
      v->setConstant(nan);
    }
    for (int i = 0; i < robot.net.size(); ++i) poisoned.A(i, i) = nan;
    (void)net_step(world, 1e-3 * n, 1e-3, again, poisoned);
  }
  EXPECT_EQ((state.x - again.x).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ((state.v - again.v).cwiseAbs().maxCoeff(), 0);
}

}  // namespace
}  // namespace cuttle
