// What a load path does where Newton's method cannot go on, and what it tells.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cuttle/io/read_scenario.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"

namespace cuttle {
namespace {

// The truss of von Mises carries up to its limit load, and snaps to its mirror image: closed form
// in the model's file.
TEST(LoadPath, TellsTheLimitPointWhereItSnaps) {
  ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS) + "/snap_through.yaml");
  spec.study.control = PathControl::load;
  spec.study.from = 0;
  spec.study.steps = 30;
  spec.expect.clear();
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto z = result.trajectory.column("apex.z");
  EXPECT_GT(z[25], 0.1);
  EXPECT_LT(z[26], -0.3);
  EXPECT_NEAR(z.back(), -0.3690507375541368, 1e-9);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("limit point at load 25.6954"), std::string::npos)
      << result.warnings[0];
  EXPECT_NE(result.warnings[0].find("snapped"), std::string::npos);
}

/// A column, clamped below, that may lean against two walls: EI = 0.04909 N m^2, so that it buckles
/// at pi^2 EI / (4 L^2) = 0.1211 N.
RunResult pushed_column(const std::string& friction) {
  return run(parse_scenario(R"(
name: column
gravity: [0, 0, 0]
bodies:
  - {name: column, rod: {length: 1, section: {shape: circle, radius: 5 mm}, material: {young: 100 MPa, density: 1000},
     strain: {bend_y: 6}, quadrature: 20, capsules: 10}}
loads:
  - {name: push, body: column, at: tip, force: ["-t", 0, 0]}
obstacles:
  - {name: below, plane: {normal: [0, 0, 1], point: [0, 0, -0.1]}}
  - {name: above, plane: {normal: [0, 0, -1], point: [0, 0, 0.1]}}
contacts:
  - {name: floor, between: [below, column], stiffness: 1e3, damping: 0)" +
                                friction +
                                R"(}
  - {name: ceiling, between: [above, column], stiffness: 1e3, damping: 0)" +
                                friction +
                                R"(}
probes:
  - {name: tip, frame: column, at: tip}
  - {name: floor, contact: floor}
  - {name: ceiling, contact: ceiling}
study: {type: load_path, to: 0.15, steps: 5}
)",
                            "x.yaml"));
}

// Walls are springs, with an energy: the column leaves its unstable branch and leans against one of
// them, as deep as that pushes.
TEST(LoadPath, GoesDownhillAgainstWalls) {
  const RunResult result = pushed_column("");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto last = [&](const char* column) { return result.trajectory.column(column).back(); };
  const double push = last("floor.normal") + last("ceiling.normal");
  EXPECT_GT(push, 1e-3);
  EXPECT_NEAR(std::abs(last("tip.z")), 0.1 - 5e-3 + push / 1e3, 2e-4);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("at load 0.15 the equilibrium has become unstable"),
            std::string::npos)
      << result.warnings[0];
}

TEST(LoadPath, SaysThatFrictionHasNoEnergy) {
  const RunResult result = pushed_column(", friction: 0.3");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_EQ(result.trajectory.column("tip.z").back(), 0);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("contacts have friction"), std::string::npos);
}

}  // namespace
}  // namespace cuttle
