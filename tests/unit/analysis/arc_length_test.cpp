#include "cuttle/analysis/arc_length.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/so3.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/study/run.h"
#include "support/random.h"
#include "support/truth_elastica.h"
#include "support/turned.h"

namespace cuttle {
namespace {

PathProblem one_unknown(double (*r)(double z, double load), double (*slope)(double z)) {
  PathProblem problem;
  problem.residual = [r](const VectorX& z, double load, VectorX& out) {
    out = VectorX::Constant(1, r(z[0], load));
    return Status{};
  };
  problem.tangent = [slope](const VectorX& z, double, MatrixX& K) {
    K = MatrixX::Constant(1, 1, slope(z[0]));
    return Status{};
  };
  problem.weight = VectorX::Ones(1);
  return problem;
}

// load = z^3 - 3 z turns back at load = 2, z = -1, and again at load = -2, z = 1
TEST(ArcLength, FollowsACubicThroughBothLimitPoints) {
  for (const double sign : {1.0, -1.0}) {
    ArcLength path(one_unknown([](double z, double load) { return z * z * z - 3 * z - load; },
                               [](double z) { return 3 * z * z - 3; }),
                   {.from = -3 * sign, .to = 3 * sign, .first_step = 0.02});
    const double start = -2.1038034027355366 * sign;
    ASSERT_TRUE(path.start(VectorX::Constant(1, start)).ok());
    std::vector<PathPoint> limits;
    double arc = 0;
    for (int i = 0; i < 200 && !path.ended(); ++i) {
      ASSERT_TRUE(path.advance().ok());
      if (path.limit()) limits.push_back(*path.limit());
      const double z = path.point().z[0];
      EXPECT_NEAR(path.point().load, z * z * z - 3 * z, 1e-10);
      EXPECT_GT(path.point().arc, arc);
      arc = path.point().arc;
    }
    ASSERT_TRUE(path.ended());
    EXPECT_EQ(path.point().load, 3 * sign);
    EXPECT_NEAR(path.point().z[0], -start, 1e-9);
    ASSERT_EQ(limits.size(), 2u);
    for (const int i : {0, 1}) {
      EXPECT_NEAR(limits[size_t(i)].load, sign * (2 - 4 * i), 1e-12);   // measured 0
      EXPECT_NEAR(limits[size_t(i)].z[0], sign * (2.0 * i - 1), 1e-9);  // measured 2e-11
    }
  }
}

// a path that comes back to where it was: z^2 + load^2 = 1, round and round
TEST(ArcLength, GoesRoundACircle) {
  ArcLength path(one_unknown([](double z, double load) { return z * z + load * load - 1; },
                             [](double z) { return 2 * z; }),
                 {.from = -0.5, .to = 1.5, .first_step = 0.02, .largest_step = 0.1});
  ASSERT_TRUE(path.start(VectorX::Constant(1, std::sqrt(0.75))).ok());
  int limits = 0;
  for (int i = 0; i < 200 && !path.ended(); ++i) {
    ASSERT_TRUE(path.advance().ok());
    EXPECT_NEAR(std::hypot(path.point().z[0], path.point().load), 1, 1e-12);
    if (!path.limit()) continue;
    ++limits;
    EXPECT_NEAR(path.limit()->load, 1, 1e-12);
  }
  // it leaves the range where it came in, at the other z
  EXPECT_TRUE(path.ended());
  EXPECT_EQ(limits, 1);
  EXPECT_EQ(path.point().load, -0.5);
  EXPECT_NEAR(path.point().z[0], -std::sqrt(0.75), 1e-10);
}

// the border of the loads is closer than the limit point, however little
TEST(ArcLength, EndsJustBeforeALimitPoint) {
  for (const double beyond : {1e-2, 1e-4, 1e-8}) {
    ArcLength path(one_unknown([](double z, double load) { return z * z * z - 3 * z - load; },
                               [](double z) { return 3 * z * z - 3; }),
                   {.from = -3, .to = 2 - beyond, .first_step = 0.02});
    ASSERT_TRUE(path.start(VectorX::Constant(1, -2.1038034027355366)).ok());
    for (int i = 0; i < 200 && !path.ended(); ++i) {
      ASSERT_TRUE(path.advance().ok());
      EXPECT_FALSE(path.limit());
    }
    ASSERT_TRUE(path.ended());
    EXPECT_EQ(path.point().load, 2 - beyond);
    EXPECT_NEAR(path.point().z[0], -1 - std::sqrt(beyond / 3), beyond);
  }
}

RunResult run_text(const std::string& text) { return run(parse_scenario(text, "x.yaml")); }

State state_of(const Scenario& scenario, const Trajectory& trajectory, std::size_t row) {
  State x = scenario.initial;
  const auto q = trajectory.q(row);
  x.q = Eigen::Map<const VectorX>(q.data(), Eigen::Index(q.size()));
  x.t = trajectory.column("load")[row];
  return x;
}

Input input_at(const Scenario& scenario, double load) {
  InputSource inputs = scenario.inputs;
  Input u;
  EXPECT_TRUE(inputs.evaluate(load, u).ok());
  u.u_dot.setZero();
  u.u_ddot.setZero();
  return u;
}

// the truss of von Mises, closed by a hinge with redundant rows: all points on the curve
// P = 2 k z (L0 / L - 1), and those between the limit points unstable
TEST(ArcLength, TrussOfVonMises) {
  const ScenarioSpec spec =
      read_scenario(std::string(CUTTLE_MODELS) + "/snap_through.yaml", {"study.steps=100"});
  const Scenario scenario = build(spec);
  const RunResult result = run(scenario);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_TRUE(result.warnings.empty());
  const double k = 500, b = 0.4, L0 = 0.5;
  const double limit = 2 * k * std::pow(std::pow(L0, 2.0 / 3) - std::pow(b, 2.0 / 3), 1.5);
  const double z_limit = std::sqrt(std::pow(L0 * b * b, 2.0 / 3) - b * b);
  ASSERT_EQ(result.limit_loads.size(), 2u);
  EXPECT_NEAR(result.limit_loads[0] / limit, 1, 1e-10);   // measured 1e-15
  EXPECT_NEAR(result.limit_loads[1] / limit, -1, 1e-10);  // measured 1e-15

  const auto load = result.trajectory.column("load"), z = result.trajectory.column("apex.z");
  const auto x = result.trajectory.column("apex.x");
  EXPECT_EQ(load.front(), -30);
  EXPECT_EQ(load.back(), 30);
  Workspace ws(scenario.model);
  StaticsSolver solver(scenario.model);
  int unstable = 0;
  for (std::size_t i = 0; i < load.size(); ++i) {
    EXPECT_NEAR(load[i], 2 * k * z[i] * (L0 / std::hypot(b, z[i]) - 1), 1e-7) << i;
    EXPECT_NEAR(x[i], 0, 1e-9);
    if (std::abs(std::abs(z[i]) - z_limit) < 1e-3) continue;
    const State at = state_of(scenario, result.trajectory, i);
    const Input u = input_at(scenario, load[i]);
    inverse_dynamics(scenario.model, at, u, nullptr, ws);
    solver.set_connection_forces(static_multipliers(scenario.model, at, u, ws));
    EXPECT_EQ(solver.stable(u, at), std::abs(z[i]) > z_limit) << z[i];
    unstable += std::abs(z[i]) < z_limit;
  }
  EXPECT_GT(unstable, 5);

  // pictures show the load of their row, on an axis that never goes back
  const Scene scene = make_scene(scenario, result.trajectory);
  ASSERT_EQ(scene.axis.size(), load.size());
  EXPECT_TRUE(std::ranges::is_sorted(scene.axis));
  for (std::size_t i = 0; i < load.size(); ++i)
    EXPECT_NEAR(scene.arrow_vector.frame(i)[2], -load[i], 1e-5);
}

// The same in a plane that is no plane of the axes: rows of the hinge that follow from others are
// round-off there instead of zero, and must not count for more.
TEST(ArcLength, TrussStandsWhereItLikes) {
  const ScenarioSpec spec =
      read_scenario(std::string(CUTTLE_MODELS) + "/snap_through.yaml", {"study.steps=150"});
  const RunResult upright = run(spec);
  ASSERT_TRUE(upright.status.ok()) << to_string(upright.status);
  testing::Random random(3);
  for (const double distance : {0.0, 1.0, 100.0}) {
    Pose X{exp_so3(Vector3(0.1, 0, 0)), Vector3::Zero()};
    if (distance > 0) X = {random.rotation(), distance * random.unit_vector()};
    const RunResult elsewhere = run(testing::turned(spec, X));
    ASSERT_TRUE(elsewhere.status.ok()) << to_string(elsewhere.status);
    ASSERT_EQ(elsewhere.limit_loads.size(), 2u);
    EXPECT_EQ(elsewhere.trajectory.rows(), upright.trajectory.rows());
    for (const std::size_t i : {0u, 1u})
      EXPECT_NEAR(elsewhere.limit_loads[i], upright.limit_loads[i], 1e-10);
    EXPECT_EQ(elsewhere.trajectory.column("load").back(), 30);
    const auto gap = elsewhere.trajectory.column("hinge.gap");
    EXPECT_LT(*std::ranges::max_element(gap), 1e-12);
  }
}

// an upright pendulum on a weak spring: effort = k angle - m g l sin(angle), and where its foot is
// tilted instead: tilt = total - (m g l / k) sin(total)
TEST(ArcLength, PendulumOnAWeakSpring) {
  const double weight = 2 * 9.81 * 0.5, k = 4, critical = std::acos(k / weight);
  const double truth = weight * std::sin(critical) - k * critical;
  const std::string bob =
      "rigid: {mass: 2, center: [0, 0, 0.5], inertia: [0.01, 0.01, 0.01], frames: {top: {position: "
      "[0, 0, 1]}}}";
  const RunResult driven = run_text(fmt::format(R"(
name: pendulum
bodies:
  - {{name: bob, joint: {{type: revolute, axis: y, stiffness: {}, initial: -2.5, effort: "t"}}, {}}}
probes: [{{name: bob, joint: bob}}]
study: {{type: load_path, control: arc_length, from: -5, to: 5, steps: 100, tolerance: 1e-12}}
)",
                                                k, bob));
  ASSERT_TRUE(driven.status.ok()) << to_string(driven.status);
  ASSERT_EQ(driven.limit_loads.size(), 2u);
  EXPECT_NEAR(driven.limit_loads[0], truth, 1e-11);  // measured 1e-15
  EXPECT_NEAR(driven.limit_loads[1], -truth, 1e-11);
  const auto angle = driven.trajectory.column("bob.angle"),
             effort = driven.trajectory.column("load");
  for (std::size_t i = 0; i < angle.size(); ++i)
    EXPECT_NEAR(effort[i], k * angle[i] - weight * std::sin(angle[i]), 1e-10);
  EXPECT_EQ(effort.back(), 5);

  const RunResult tilted = run_text(fmt::format(R"(
name: tilted
bodies:
  - {{name: foot, joint: {{type: revolute, axis: y, prescribed: "t"}}, rigid: {{mass: 1}}}}
  - {{name: bob, parent: foot, joint: {{type: revolute, axis: y, stiffness: {}, initial: -1}}, {}}}
probes: [{{name: bob, joint: bob}}]
study: {{type: load_path, control: arc_length, from: -1.5, to: 1.5, steps: 100, tolerance: 1e-12}}
)",
                                                k, bob));
  ASSERT_TRUE(tilted.status.ok()) << to_string(tilted.status);
  ASSERT_EQ(tilted.limit_loads.size(), 2u);
  EXPECT_NEAR(tilted.limit_loads[0], truth / k, 1e-11);
  EXPECT_NEAR(tilted.limit_loads[1], -truth / k, 1e-11);
  const auto bend = tilted.trajectory.column("bob.angle"), tilt = tilted.trajectory.column("load");
  for (std::size_t i = 0; i < bend.size(); ++i)
    EXPECT_NEAR(k * bend[i], weight * std::sin(bend[i] + tilt[i]), 1e-10);
}

// without limit points the path is that of load control, there and back
TEST(ArcLength, ElasticaAsByLoadControl) {
  for (const bool back : {false, true}) {
    const Scenario scenario = build(
        read_scenario(std::string(CUTTLE_MODELS) + "/elastica.yaml",
                      {"study={type: load_path, control: arc_length, steps: 50, tolerance: 1e-12}",
                       fmt::format("study.from={}", back ? 10 : 0),
                       fmt::format("study.to={}", back ? 0 : 10), "figures=[]", "expect=[]"}));
    const RunResult result = run(scenario);
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_TRUE(result.limit_loads.empty());
    const auto load = result.trajectory.column("load"), z = result.trajectory.column("tip.z");
    ASSERT_GT(load.size(), 10u);
    EXPECT_EQ(load.front(), back ? 10 : 0);
    EXPECT_EQ(load.back(), back ? 0 : 10);
    // the first step is a fiftieth of the loads, more or less the corrector
    EXPECT_NEAR(std::abs(load[1] - load[0]), 0.2, 0.02);
    StaticsSolver solver(scenario.model);
    for (std::size_t i = 0; i < load.size(); ++i) {
      State x = scenario.initial;
      const Input u = input_at(scenario, load[i]);
      ASSERT_TRUE(solver.solve(u, {.tolerance = 1e-12}, x).status.ok());
      EXPECT_LT((x.q - state_of(scenario, result.trajectory, i).q).norm(), 1e-9) << load[i];
      EXPECT_NEAR(z[i], -testing::elastica_tip_load(load[i]).y, 1e-5);
    }
  }
}

// a signal that stops and turns back where it is 2: the path lands there and goes on with the load
TEST(ArcLength, PassesKinksOfSignals) {
  const RunResult result = run_text(R"(
name: spring
gravity: [0, 0, 0]
bodies:
  - {name: mass, joint: {type: prismatic, axis: x, stiffness: 10, effort: {table: [[0, 0], [1, 2], [3, -1]]}}, rigid: {shapes: [{sphere: 0.1, density: 1000}]}}
probes: [{name: mass, joint: mass}]
study: {type: load_path, control: arc_length, to: 3, steps: 40}
)");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto load = result.trajectory.column("load"), x = result.trajectory.column("mass.travel");
  EXPECT_TRUE(std::ranges::is_sorted(load));
  EXPECT_NE(std::ranges::find(load, 1.0), load.end());
  EXPECT_EQ(load.back(), 3);
  for (std::size_t i = 0; i < load.size(); ++i)
    EXPECT_NEAR(10 * x[i], load[i] < 1 ? 2 * load[i] : 3.5 - 1.5 * load[i], 1e-9) << load[i];
}

TEST(ArcLength, RefusesContacts) {
  try {
    run(read_scenario(std::string(CUTTLE_MODELS) + "/rod_on_plane.yaml",
                      {"study.control=arc_length"}));
    FAIL() << "contacts open and close";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("study.control: arc_length cannot follow contacts"),
              std::string::npos)
        << error.what();
  }
}

// what a study cannot tell it says
TEST(ArcLength, TellsOfMissingLimitPointsAndOfItsEnd) {
  const std::string text = R"(
name: spring
gravity: [0, 0, 0]
bodies:
  - {name: mass, joint: {type: prismatic, axis: x, stiffness: 10, effort: "t"}, rigid: {shapes: [{sphere: 0.1, density: 1000}]}}
study: {type: load_path, control: arc_length, steps: 10, arc_step: 0.05}
expect: [{figure: limit_load, value: 1, tolerance: 1}]
)";
  const RunResult result = run_text(text);
  ASSERT_TRUE(result.status.ok());
  EXPECT_EQ(result.trajectory.rows(), 11u);
  ASSERT_EQ(result.warnings.size(), 2u);
  EXPECT_NE(result.warnings[0].find("ends after 10 steps"), std::string::npos);
  EXPECT_NE(result.warnings[1].find("x.yaml:7:19: "), std::string::npos) << result.warnings[1];
  EXPECT_NE(result.warnings[1].find("0 limit points"), std::string::npos);
  EXPECT_FALSE(result.expect[0].pass);

  const auto at = text.find("control: arc_length, steps: 10, arc_step: 0.05");
  std::string by_load = text;
  by_load.replace(at, 46, "steps: 10");
  try {
    run_text(by_load);
    FAIL() << "a study by load has no limit_load";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("control: arc_length"), std::string::npos);
  }
}

}  // namespace
}  // namespace cuttle
