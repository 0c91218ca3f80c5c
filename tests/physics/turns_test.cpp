// Turns count: a rod whose tip is clamped and whose base is turned, several times round.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/io/read_scenario.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"

namespace cuttle {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kRadius = 0.01, kShear = 1e6 / 3, kLength = 0.5;

RunResult turned(const std::string& angle, const std::string& study) {
  return run(parse_scenario(fmt::format(R"(
name: twisted
gravity: [0, 0, 0]
bodies:
  - {{name: drive, joint: {{type: revolute, axis: x, prescribed: {}}}, rigid: {{mass: 0}}}}
  - name: rod
    parent: drive
    rod:
      length: 0.5
      section: {{shape: circle, radius: 10 mm}}
      material: {{young: 1 MPa, poisson: 0.5, density: 1000}}
      strain: {{torsion: 2}}
connections:
  - {{name: clamp, type: fixed, a: {{body: rod, at: tip}}, b: {{pose: {{position: [0.5, 0, 0]}}}}}}
probes:
  - {{name: clamp, connection: clamp}}
  - {{name: strain, strain: rod, at: 0.2}}
study: {}
)",
                                        angle, study),
                            "x.yaml"));
}

// closed form: the torsion is even, angle / length, and its moment G J angle / length
void expect_turns(const RunResult& result, double turns) {
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const double torsion = turns * kTurn / kLength;
  const double J = std::numbers::pi * std::pow(kRadius, 4) / 2;
  EXPECT_NEAR(result.trajectory.column("strain.torsion").back(), -torsion, 1e-9 * torsion);
  EXPECT_NEAR(result.trajectory.column("clamp.mx").back(), kShear * J * torsion,
              1e-9 * kShear * J * torsion);
  EXPECT_LT(result.trajectory.column("clamp.gap").back(), 1e-9);
}

TEST(Turns, OfCoarsePaths) {
  for (const int steps : {1, 2, 3, 4, 7, 50})
    expect_turns(turned("\"t*2*pi\"", fmt::format("{{type: load_path, to: 5, steps: {}}}", steps)),
                 5);
  expect_turns(turned("\"t*2*pi\"", "{type: load_path, from: 0, to: 27.3, steps: 10}"), 27.3);
}

TEST(Turns, OfPathsByArcLength) {
  expect_turns(turned("\"t*2*pi\"", "{type: load_path, control: arc_length, to: 5, steps: 200}"),
               5);
}

// where the drive stands from the beginning, it has been turned there
TEST(Turns, OfOneEquilibrium) {
  for (const int load_steps : {1, 2, 10}) {
    const std::string study = fmt::format("{{type: statics, load_steps: {}}}", load_steps);
    expect_turns(turned(fmt::format("{}", 4.6 * kTurn), study), 4.6);
    expect_turns(turned(fmt::format("{}", 3 * kTurn), study), 3);
    expect_turns(turned(fmt::format("{}", 0.3 * kTurn), study), 0.3);
  }
}

}  // namespace
}  // namespace cuttle
