// A long rod between two clamps, one of which is turned many times while the other one comes
// nearer: it buckles into a helix, which then localises.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/constants.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

constexpr double kShortRod = 25, kBend = 1.345, kTwist = 0.789, kStretch = 1e4;

/// The homoclinic helix of an infinite, inextensible rod under moment M and tension T, with
/// cos(x) = M / (2 sqrt(B T)) [Heijden00]: the tangent leans by cos(theta) = 1 - 2 sin(x)^2
/// sech(s sin(x) sqrt(T/B))^2, so that the clamps are nearer by
///   D = integral of 1 - cos(theta) = 4 sin(x) sqrt(B / T),
/// and turned against each other by M L / C + 4 x. With B kappa^2 / 2 = T (1 - cos(theta)) its
/// bending energy is T D; by the balance of moments, B^2 kappa^2 = T^2 r^2, its largest distance
/// from the axis is D / 2.
struct Helix {
  double moment = 0, tension = 0;
};

// the gentler of two solutions, x < pi / 4
Helix helix(double turns, double D, double length) {
  double low = 0, high = std::numbers::pi / 4;
  const auto at = [&](double x) {
    const double root = 4 * std::sin(x) / D;  // sqrt(T / B)
    return Helix{2 * kBend * root * std::cos(x), kBend * root * root};
  };
  for (int k = 0; k < 60; ++k) {
    const double x = 0.5 * (low + high);
    (at(x).moment * length / kTwist + 4 * x < turns * kTurn ? low : high) = x;
  }
  return at(low);
}

RunResult turned_and_moved(double turns, double nearer, int order, int steps,
                           const std::string& stretch) {
  const std::string division = fmt::format(
      "{{length: 8.333333333333333, section: {{shape: custom, radius: 0.1, stiffness: [{}, {}, {}, "
      "{}, 1, 1], inertia: [1, 1, 1, 1, 1, 1]}}, material: {{young: 1, density: 1}}, "
      "strain: {{torsion: 0, bend_y: {}, bend_z: {}{}}}, quadrature: 40}}",
      kTwist, kBend, kBend, kStretch, order, order, stretch);
  return run(parse_scenario(fmt::format(R"(
name: helix
gravity: [0, 0, 0]
bodies:
  - {{name: drive, joint: {{type: revolute, axis: x, prescribed: "{}*2*pi*t"}}, rigid: {{mass: 0}}}}
  - {{name: rod, parent: drive, rod: {{divisions: [{}, {}, {}]}}}}
  - {{name: slider, pose: {{position: [25, 0, 0]}}, joint: {{type: prismatic, axis: x, prescribed: "-{}*t"}}, rigid: {{mass: 0}}}}
connections:
  - {{name: guide, type: fixed, a: {{body: rod, at: tip}}, b: {{body: slider}}}}
probes:
  - {{name: guide, connection: guide}}
  - {{name: start, strain: rod, at: 1}}
  - {{name: middle, frame: rod, at: 12.5}}
study: {{type: load_path, steps: {}}}
)",
                                        turns, division, division, division, nearer, steps),
                            "x.yaml"));
}

void expect_helix(const RunResult& result, double turns, double nearer, double extension) {
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto last = [&](const char* column) { return result.trajectory.column(column).back(); };
  const double D = nearer + extension;
  const Helix truth = helix(std::abs(turns), D, kShortRod);
  const double sign = turns > 0 ? 1 : -1;
  // the rod turns the slider with its base, and pulls it back
  EXPECT_NEAR(sign * last("guide.mx"), truth.moment, 1e-3 * truth.moment);
  EXPECT_NEAR(-last("guide.fx"), truth.tension, 5e-3 * truth.tension);
  EXPECT_NEAR(-sign * last("start.torsion"), truth.moment / kTwist, 1e-3 * truth.moment / kTwist);
  EXPECT_NEAR(std::hypot(last("middle.y"), last("middle.z")), D / 2, 5e-3 * D);
  const double energy = truth.moment * truth.moment * kShortRod / (2 * kTwist) +
                        truth.tension * (D - 0.5 * extension);
  EXPECT_NEAR(last("energy.elastic"), energy, 1e-3 * energy);
  EXPECT_LT(last("guide.gap"), 1e-8);
}

// The buckled rod may turn about the line of its clamps, which nothing holds: steps of Newton's
// method along that direction are round-off, and a path that takes them goes on by 1e-6 of a turn.
TEST(LocalisedBuckling, IsReachedByTurningTheBase) {
  const RunResult result = turned_and_moved(12, 2, 18, 12, ", stretch: 0");
  expect_helix(result, 12, 2, 1.32 * kShortRod / kStretch);
  EXPECT_LT(result.solver.iterations, 2000);  // 700 measured
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings[0].find("has become unstable"), std::string::npos);
}

// A straight inextensible rod cannot be shortened by any small motion.
TEST(LocalisedBuckling, OfAnInextensibleRodTurnedTheOtherWay) {
  const RunResult result = turned_and_moved(-12, 2, 18, 12, "");
  expect_helix(result, -12, 2, 0);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings[0].find("downhill in energy"), std::string::npos);
}

// A side force at the middle decides where the rod buckles and to which side, and vanishes at the
// end: then the buckle may be moved along the rod and turned about its axis at hardly any cost, and
// the equilibria before are held in these directions by less and less.
TEST(LocalisedBuckling, OfAWholeRodByASideForceThatVanishes) {
  constexpr double kLongRod = 40, kTurns = 11, kNearer = 3;
  const std::string division = fmt::format(
      "{{length: 10, section: {{shape: custom, radius: 0.1, stiffness: [{}, {}, {}, 1e5, 1, 1], "
      "inertia: [1, 1, 1, 1, 1, 1]}}, material: {{young: 1, density: 1}}, strain: {{torsion: 0, "
      "stretch: 0, bend_y: 12, bend_z: 12}}, quadrature: 40}}",
      kTwist, kBend, kBend);
  const RunResult result =
      run(parse_scenario(fmt::format(R"yaml(
name: whole_rod
gravity: [0, 0, 0]
bodies:
  - {{name: drive, joint: {{type: revolute, axis: x, prescribed: "{}*2*pi*t"}}, rigid: {{mass: 0}}}}
  - {{name: rod, parent: drive, rod: {{divisions: [{}, {}, {}, {}]}}}}
  - {{name: slider, pose: {{position: [{}, 0, 0]}}, joint: {{type: prismatic, axis: x, prescribed: "-{}*t^2"}}, rigid: {{mass: 0}}}}
connections: [{{name: guide, type: fixed, a: {{body: rod, at: tip}}, b: {{body: slider}}}}]
loads: [{{name: side, body: rod, at: {}, frame: world, force: [0, "1e-3*(1-t)", 0]}}]
probes: [{{name: guide, connection: guide}}, {{name: middle, frame: rod, at: {}}}]
study: {{type: load_path, steps: 40}}
)yaml",
                                     kTurns, division, division, division, division, kLongRod,
                                     kNearer, kLongRod / 2, kLongRod / 2),
                         "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto last = [&](const char* column) { return result.trajectory.column(column).back(); };
  const double D = kNearer + 0.39 * kLongRod / 1e5;
  const Helix truth = helix(kTurns, D, kLongRod);
  EXPECT_NEAR(last("guide.mx"), truth.moment, 1e-3 * truth.moment);
  EXPECT_NEAR(-last("guide.fx"), truth.tension, 5e-3 * truth.tension);
  // at the clamps the slope of an infinite rod has faded to 1.2e-2, with 1 / s = 4 B / (D T)
  const double faded = std::exp(-kLongRod / 2 * D * truth.tension / (4 * kBend));
  EXPECT_NEAR(std::hypot(last("middle.y"), last("middle.z")), D / 2, 2 * faded * D / 2);
  EXPECT_LT(last("guide.gap"), 1e-8);
  for (const std::string& warning : result.warnings)
    EXPECT_EQ(warning.find("unstable"), std::string::npos) << warning;
  EXPECT_LT(result.solver.iterations,
            1200);                      // 939 measured; 1348 without the natural level function
  EXPECT_LT(result.solver.steps, 300);  // 176 measured: the path is not followed twice
}

}  // namespace
}  // namespace cuttle
