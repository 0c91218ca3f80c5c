// A straight rod whose base is turned, clamped and guided at its tip, buckles into a helix.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/constants.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

constexpr double kPoisson = 0.3;

RunResult turned(double turns, int steps) {
  return run(parse_scenario(fmt::format(R"(
name: helix
gravity: [0, 0, 0]
bodies:
  - {{name: drive, joint: {{type: revolute, axis: x, prescribed: "t*2*pi"}}, rigid: {{mass: 0}}}}
  - name: rod
    parent: drive
    rod:
      length: 1
      section: {{shape: circle, radius: 10 mm}}
      material: {{young: 1 MPa, poisson: {}, density: 1000}}
      strain: {{torsion: 2, bend_y: 14, bend_z: 14}}
      quadrature: 30
connections:
  - {{name: guide, type: prismatic, axis: x, a: {{body: rod, at: tip}}, b: {{pose: {{position: [1, 0, 0]}}}}}}
probes:
  - {{name: drive, joint: drive}}
  - {{name: guide, connection: guide}}
  - {{name: start, strain: rod, at: 0.1}}
  - {{name: middle, strain: rod, at: 0.5}}
  - {{name: tip, frame: rod, at: tip}}
study: {{type: load_path, to: {}, steps: {}}}
)",
                                        kPoisson, turns, steps),
                            "x.yaml"));
}

/// Turns at which a clamped and guided rod without tension buckles: M L / EI is the first root of
/// tan(z / 2) = z / 2 beyond zero, times two [Heijden00].
double critical_turns() {
  double low = 8.5, high = 9.2;
  for (int k = 0; k < 60; ++k) {
    const double z = 0.5 * (low + high);
    (std::sin(z / 2) - z / 2 * std::cos(z / 2) < 0 ? high : low) = z;
  }
  return low * (1 + kPoisson) / kTurn;
}

// below it stays straight, and nothing is said
TEST(TwistBuckling, StraightBelowTheCriticalTurn) {
  const double turns = 0.99 * critical_turns();
  const RunResult result = turned(turns, 6);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_TRUE(result.warnings.empty()) << result.warnings.front();
  EXPECT_NEAR(result.trajectory.column("middle.torsion").back(), -turns * kTurn, 1e-8);
  EXPECT_NEAR(result.trajectory.column("tip.x").back(), 1, 1e-9);
}

// above, the straight rod is an equilibrium that Newton's method likes, but unstable: it is left.
// An isotropic rod has the same torsion everywhere, and less of it than the base was turned.
TEST(TwistBuckling, LeavesTheUnstableBranch) {
  const double turns = 1.02 * critical_turns();
  const RunResult result = turned(turns, 6);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("has become unstable"), std::string::npos);
  EXPECT_NE(result.warnings[0].find("along its softest direction"), std::string::npos);
  EXPECT_LT(result.trajectory.column("tip.x").back(), 0.99);
  EXPECT_LT(result.trajectory.column("guide.gap").back(), 1e-8);
  const double middle = result.trajectory.column("middle.torsion").back();
  EXPECT_NEAR(result.trajectory.column("start.torsion").back(), middle, 1e-3 * std::abs(middle));
  EXPECT_LT(std::abs(middle), 0.99 * turns * kTurn);
}

}  // namespace
}  // namespace cuttle
