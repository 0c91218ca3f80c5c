// Studies of nets: what a run makes of them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "cuttle/io/read_results.h"
#include "cuttle/io/write_hdf5.h"
#include "cuttle/motion/tree.h"
#include "support/allocation_counter.h"
#include "support/roots.h"
#include "support/truth_beam_modes.h"
#include "unit/net/net_text.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

constexpr const char* kProbe = "probes: [{name: p, net: net, nodes: [strip.0, strip.last]}]\n";

// the frequencies of a clamped beam without gravity: beta^2 sqrt(EI / m L^4) / 2 pi
TEST(NetStudy, ModesConvergeToThoseOfABeam) {
  const auto errors = [](int edges) {
    const RunResult result = run(parse_scenario(
        strip_net(
            "",
            "    clamps: [{segment: strip}]\ngravity: [0, 0, 0]\nstudy: {type: modes, count: 3}\n"),
        "net.yaml", {"nets.net.segments.strip.edges=" + std::to_string(edges)}));
    EXPECT_TRUE(result.status.ok());
    const auto hertz = result.trajectory.column("frequency");
    EXPECT_EQ(hertz.size(), 3u);
    // it begins at its second node
    const double length = 1 - 1.0 / edges;
    const double scale = std::sqrt(0.1 / std::pow(length, 4)) / (2 * pi);
    return std::array{hertz[0] / (std::pow(clamped_free_root(1), 2) * scale) - 1,
                      hertz[1] / (std::pow(clamped_free_root(2), 2) * scale) - 1};
  };
  const auto coarse = errors(20), fine = errors(40);
  for (const std::size_t mode : {0u, 1u}) {
    EXPECT_LT(std::abs(fine[mode]), 5e-3);
    EXPECT_NEAR(std::log2(coarse[mode] / fine[mode]), 2, 0.25) << mode;
  }
}

// a free strip has three rigid motions, whose frequency is 0 and not round-off, and then the modes
// of a free beam, also where they are 1e-12 of the stiffest
TEST(NetStudy, FreeStripsHaveThreeRigidMotions) {
  for (const int edges : {5, 20, 80, 320}) {
    const RunResult result = run(parse_scenario(
        strip_net("angle: 0.3", "gravity: [0, 0, 0]\nstudy: {type: modes, count: 4}\n"), "net.yaml",
        {"nets.net.segments.strip.edges=" + std::to_string(edges),
         "nets.net.segments.strip.inertia=1e-12"}));
    ASSERT_TRUE(result.status.ok());
    const auto hertz = result.trajectory.column("frequency"),
               growth = result.trajectory.column("growth");
    for (const std::size_t mode : {0u, 1u, 2u}) {
      EXPECT_EQ(hertz[mode], 0) << edges;
      EXPECT_EQ(growth[mode], 0) << edges;
    }
    // beta L = 4.730041, and EI = 1e-6 N m^2
    const double truth = 4.730041 * 4.730041 * 1e-3 / (2 * pi);
    EXPECT_NEAR(hertz[3], truth, edges < 80 ? truth : 2e-3 * truth) << edges;
    EXPECT_GT(hertz[3], 0) << edges;
  }
}

// nothing holds the strip
TEST(NetStudy, FailedEquilibriumTellsTheShareOfTheLoad) {
  const RunResult result = run_text(strip_net("", "study: {type: statics}\n"));
  ASSERT_FALSE(result.status.ok());
  EXPECT_NE(result.status.message.find("no equilibrium was found beyond 0 % of the load; "),
            std::string::npos)
      << result.status.message;
}

// the T of [Goldberg19] (6.8) to (6.10): stem held, both arms droop about a joint of 1.5 EI / l
TEST(NetStudy, ArmsOfATDroopByTheirWeight) {
  const std::string segment =
      "length: 2, edges: 2, young: 1, area: 1e9, inertia: 10, node_mass: 0.4, angle: 90 deg, "
      "start: [0, 0], ";
  const RunResult result = run_text(
      "gravity: [0, 0, -10]\nnets:\n  - name: net\n    segments:\n      - {name: left, " + segment +
      "rest_curvature: 2}\n      - {name: right, " + segment +
      "rest_curvature: -2}\n"
      "    bonds: [{edges: [left.0, right.0], antiparallel: false}]\n"
      "    clamps: [{segment: left, order: first}]\n"
      "probes: [{name: p, net: net, nodes: [left.last, right.last]}]\nstudy: {type: statics}\n");
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  // turning angle phi from the stem: 15 (2 tan(phi/2) - 2)(1 + tan^2(phi/2)) = m g sin(phi)
  const double phi = bisect(
      [](double a) {
        const double k = 2 * std::tan(a / 2);
        return 15 * (k - 2) * (1 + k * k / 4) - 4 * std::sin(a);
      },
      0.5, 2.5);
  EXPECT_GT(phi, pi / 2 + 0.05);
  EXPECT_NEAR(last(result, "p.left_last_x"), -std::sin(phi), 1e-7);
  EXPECT_NEAR(last(result, "p.left_last_y"), 1 + std::cos(phi), 1e-7);
  EXPECT_NEAR(last(result, "p.right_last_x"), std::sin(phi), 1e-7);
}

// a pinned bar whose load turns with the path: it hangs along the force
TEST(NetStudy, LoadPathSeesTheLoadAsTime) {
  const RunResult result = run_text(strip_net(
      "", std::string(
              "    supports: [{node: strip.0}]\n    loads: [{node: strip.last, force: [\"cos(t)\", "
              "\"sin(t)\"]}]\ngravity: [0, 0, 0]\n") +
              kProbe + "study: {type: load_path, from: 0, to: 1, steps: 5}\n"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  ASSERT_EQ(result.trajectory.rows(), 6u);
  const auto x = result.trajectory.column("p.strip_last_x"),
             y = result.trajectory.column("p.strip_last_y");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(std::atan2(y[i], x[i]), 0.2 * double(i), 1e-9);
}

std::string thrown(const std::string& study) {
  return strip_net("placed_curvature: 0.5, start: [0, 1]",
                   std::string("    velocity: [1, 2, 3]\n") + kProbe +
                       "study: {type: dynamics, duration: 0.105, "
                       "output_step: 10 ms, " +
                       study + "}\n");
}

TEST(NetStudy, RowsMeetTheGridAndTheEnd) {
  const RunResult result = run_text(thrown("step: 3 ms, net_method: midpoint"));
  ASSERT_TRUE(result.status.ok());
  const auto t = result.trajectory.axis();
  ASSERT_EQ(t.size(), 12u);
  EXPECT_EQ(t[10], 0.1);
  EXPECT_EQ(t[11], 0.105);
  // four steps of 2.5 ms between two rows, two in the last half
  EXPECT_EQ(result.solver.steps, 42);
  const auto x = result.trajectory.column("p.com_x"), y = result.trajectory.column("p.com_y"),
             L = result.trajectory.column("p.L");
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(x[i], x[0] + t[i], 1e-9);
    EXPECT_NEAR(y[i], y[0] + 2 * t[i] - 0.5 * 9.81 * t[i] * t[i], 1e-9);
    EXPECT_NEAR(L[i], L[0] - 9.81 * (x[0] * t[i] + 0.5 * t[i] * t[i]), 1e-8);
  }
}

TEST(NetStudy, ToleranceShortensStepsAndTheErrorFollows) {
  const auto tip = [](const std::string& study) {
    const RunResult result = run_text(thrown(study));
    EXPECT_TRUE(result.status.ok());
    return last(result, "p.strip_last_y");
  };
  const double truth = tip("step: 0.01 ms, net_method: midpoint");
  const double rough =
      std::abs(tip("step: 10 ms, net_method: midpoint, net_tolerance: 1e-4") - truth);
  const double fine =
      std::abs(tip("step: 10 ms, net_method: midpoint, net_tolerance: 1e-7") - truth);
  EXPECT_LT(rough, 5e-3);
  EXPECT_LT(fine, 2e-5);
  EXPECT_LT(fine, 0.1 * rough);
}

TEST(NetStudy, TreeDoesNotNoticeANetBesideIt) {
  const std::string tree =
      "bodies:\n  - {name: arm, joint: {type: revolute, axis: y, initial: 1}, rigid: {mass: 1, "
      "center: [1, 0, 0]}}\n"
      "study: {type: dynamics, duration: 0.5, output_step: 50 ms}\n";
  const std::string probes = "probes: [{name: a, joint: arm}, {name: p, net: net}]\n";
  const RunResult alone = run_text(tree + "probes: [{name: a, joint: arm}]\n");
  const RunResult both = run_text(tree + strip_net("") + probes);
  const RunResult net =
      run_text(strip_net("",
                         "probes: [{name: p, net: net}]\nstudy: {type: dynamics, duration: "
                         "0.5, output_step: 50 ms}\n"));
  ASSERT_TRUE(both.status.ok());
  EXPECT_TRUE(
      std::ranges::equal(alone.trajectory.column("a.angle"), both.trajectory.column("a.angle")));
  // the books are those of both
  for (const std::string column : {"energy.total", "energy.kinetic", "energy.residual"}) {
    const auto a = alone.trajectory.column(column), b = net.trajectory.column(column),
               sum = both.trajectory.column(column);
    for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_NEAR(sum[i], a[i] + b[i], 1e-12) << column;
  }
  EXPECT_TRUE(
      std::ranges::equal(net.trajectory.column("p.com_y"), both.trajectory.column("p.com_y")));
}

TEST(NetStudy, InterruptAndProgress) {
  double done = 0;
  const RunOptions options{.progress = [&](double share) { done = share; },
                           .interrupted = [&] { return done > 0.015 / 0.105; },
                           .control = {}};
  const RunResult result = run(parse_scenario(thrown("step: 1 ms"), "net.yaml"), options);
  EXPECT_EQ(result.status.code, Status::Code::interrupted);
  EXPECT_EQ(result.trajectory.rows(), 3u);
  EXPECT_NEAR(done, 0.02 / 0.105, 1e-9);
}

// a strip that lies on the ground: its weight is carried, and all of that is in the file
TEST(NetStudy, GroundCarriesTheWeightAndTheFileKeepsIt) {
  RunResult result = run_text(strip_net(
      "", std::string(
              "    ground: {static_friction: 0.5}\n    start: settled\n    settle_time: 0.5\n") +
              kProbe + "study: {type: dynamics, duration: 0.05, output_step: 10 ms}\n"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_NEAR(last(result, "p.normal"), 9.81, 1e-6);
  EXPECT_EQ(last(result, "p.contacts"), 21);
  EXPECT_EQ(last(result, "p.sticking"), 21);
  const Trajectory& t = result.trajectory;
  ASSERT_EQ(t.net_names().size(), 21u);
  double normal = 0;
  for (std::size_t i = 0; i < 21; ++i) {
    normal += t.nets(5)[i * kNetNumbers + 3];
    EXPECT_EQ(t.nets(5)[i * kNetNumbers + 2], double(ContactState::sticking));
  }
  EXPECT_NEAR(normal, 9.81, 1e-6);
  const auto found = std::ranges::find(result.figures, "unresolved_steps", &Figure::name);
  ASSERT_NE(found, result.figures.end());
  EXPECT_EQ(found->value, 0);

  const auto path = std::filesystem::temp_directory_path() / "cuttle_net_study.h5";
  write_hdf5({result, Scene(), "net", ""}, path);
  const Trajectory back = read_results(path).result.trajectory;
  EXPECT_EQ(back.net_names(), t.net_names());
  EXPECT_TRUE(std::ranges::equal(back.net_data(), t.net_data()));
  std::filesystem::remove(path);
}

// cycle 3 of [Goldberg19]'s robot, with the fitted rise of the pulses
TEST(NetStudy, CaterpillarWalks) {
  const RunResult result = run(read_scenario(std::string(CUTTLE_MODELS) + "/caterpillar.yaml"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  for (const char* column : {"p.strip_1_0_x", "p.strip_6_last_x"}) {
    const auto x = result.trajectory.column(column);
    EXPECT_NEAR(x[1062] - x[708], 26.57e-3, 0.3e-3) << column;  // measured 26.53
  }
  EXPECT_EQ(result.solver.unresolved, 0);
}

// feet that wedge leave steps without a solution: they are counted and told of
TEST(NetStudy, UnresolvedStepsAreTold) {
  const RunResult result = run(
      read_scenario(std::string(CUTTLE_MODELS) + "/caterpillar.yaml",
                    {"parameters.friction=2", "study.duration=0.02", "figures=[]", "expect=[]"}));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_GT(result.solver.unresolved, 0);
  EXPECT_LE(result.solver.unresolved, 20);
  const auto tells = [](const std::string& warning) {
    return warning.find(": nets[0]: net robot: contacts found no solution in ") !=
           std::string::npos;
  };
  EXPECT_EQ(std::ranges::count_if(result.warnings, tells), 1);
}

TEST(NetStudy, StepsDoNotAllocate) {
  for (const char* tolerance : {"0", "1e-6"}) {
    const Scenario scenario = build(read_scenario(
        std::string(CUTTLE_MODELS) + "/caterpillar.yaml",
        {std::string("study.net_tolerance=") + tolerance, "figures=[]", "expect=[]"}));
    const Subsystems nets = subsystems_of(scenario);
    State x = scenario.initial;
    ASSERT_TRUE(nets[0]->advance(0.05, x).ok());
    const AllocationCounter counter;
    ASSERT_TRUE(nets[0]->advance(0.2, x).ok());
    EXPECT_EQ(counter.count(), 0) << tolerance;
  }
}

TEST(NetStudy, SettledSignalsHoldTheirFirstValue) {
  // a strip whose curvature has been 1 all along rests at once
  const RunResult result =
      run_text(strip_net("rest_curvature: 1 + 0*t, angle: -0.5",
                         std::string("gravity: [0, 0, 0]\n") + kProbe +
                             "study: {type: dynamics, duration: 0.05, output_step: 10 ms}\n"));
  ASSERT_TRUE(result.status.ok());
  EXPECT_NEAR(last(result, "p.elastic"), 0, 1e-15);
  EXPECT_NEAR(last(result, "p.kinetic"), 0, 1e-15);
}

// 10 N for 1 ms on a free strip, after its study has ended: the momentum is 10 mN s
TEST(NetStudy, ShortPulsesActAfterTheStudyToo) {
  for (const double duration : {1.0, 2.0}) {
    const Scenario scenario = build(parse_scenario(
        strip_net("", fmt::format("    loads: [{{node: strip.2, force: [{{pulse: {{period: 100, "
                                  "width: 1e-3, amplitude: 10, phase: 1.2537}}}}, 0]}}]\n"
                                  "gravity: [0, 0, 0]\n"
                                  "study: {{type: dynamics, duration: {}, step: 10 ms}}\n",
                                  duration)),
        "net.yaml"));
    const Subsystems nets = subsystems_of(scenario);
    State x = scenario.initial;
    ASSERT_TRUE(nets[0]->start(x, {}).ok());
    for (int i = 1; i <= 15; ++i) ASSERT_TRUE(nets[0]->advance(0.1 * i, x).ok());
    const NetData& data = scenario.nets[0]->data;
    double momentum = 0;
    for (int i = 0; i < data.nodes(); ++i) momentum += data.mass[i] * x.nets[0].v[2 * i];
    EXPECT_NEAR(momentum, 0.01, 1e-6) << duration;
  }
}

TEST(NetStudy, PulsesWithTooManyCornersAreErrors) {
  const std::string pulse = "{pulse: {period: 1e-9, width: 5e-10, amplitude: 1}}";
  const std::string study = "study: {type: dynamics, duration: 1}\n";
  for (const std::string& text :
       {strip_net("rest_curvature: " + pulse, study), strip_net("stiffness: " + pulse, study),
        strip_net("", "    loads: [{node: strip.0, force: [" + pulse + ", 0]}]\n" + study)}) {
    try {
      build(parse_scenario(text, "net.yaml"));
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("gives 4e+09 corners in 1 s"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace cuttle::testing
