// Muscles from text: closed forms at rest, corners in time, books of energy, copies, probes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "build_fixture.h"
#include "cuttle/math/quadrature.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

using ::testing::HasSubstr;

constexpr double kLength = 0.4;
const double kEI = 1e6 * std::numbers::pi * std::pow(0.01, 4) / 4;

std::string muscle_arm(const std::string& strain, const std::string& rest) {
  return kMaterials +
         "gravity: [0, 0, 0]\nbodies:\n  - name: arm\n    rod: {length: 0.4, section: " +
         "{radius: 10 mm}, material: m, quadrature: 48, strain: {" + strain + "}}\n" + rest;
}

/// Tip of a rod in the x-z plane with the curvature kappa(X) about y, turned from x towards -z.
template <class Angle>
Vector3 planar_tip(const Angle& angle) {
  const Quadrature rule = gauss_legendre(60);
  Vector3 tip = Vector3::Zero();
  for (int i = 0; i < 60; ++i) {
    const double theta = angle(rule.nodes[i] * kLength);
    tip += kLength * rule.weights[i] * Vector3(std::cos(theta), 0, -std::sin(theta));
  }
  return tip;
}

const std::string kTipProbes = R"(
probes:
  - {name: tip, frame: arm}
  - {name: base, strain: arm, at: base}
  - {name: end, strain: arm, at: tip}
)";

TEST(MuscleAtRest, UniformMomentMakesAnArc) {
  // positive strength, positive curvature: about y from x towards -z
  const RunResult result = testing::good_run(muscle_arm("bend_y: 2", R"(
muscles: [{name: m, body: arm, mode: bend_y, strength: 50 mN m}]
study: {type: statics, tolerance: 1e-13}
)" + kTipProbes));
  const double kappa = 0.05 / kEI, angle = kappa * kLength;
  EXPECT_NEAR(testing::last_of(result, "base.bend_y"), kappa, 1e-12);  // measured 3e-15
  EXPECT_NEAR(testing::last_of(result, "end.bend_y"), kappa, 1e-12);
  EXPECT_NEAR(testing::last_of(result, "tip.x"), std::sin(angle) / kappa, 1e-12);
  EXPECT_NEAR(testing::last_of(result, "tip.z"), -(1 - std::cos(angle)) / kappa, 1e-12);
  EXPECT_GT(angle, 2);
}

TEST(MuscleAtRest, StretchAndTorsionFollowTheirStiffness) {
  const RunResult result = testing::good_run(muscle_arm("stretch: 0, torsion: 0", R"(
muscles:
  - {name: pull, body: arm, mode: stretch, strength: 3 N}
  - {name: twist, body: arm, mode: torsion, strength: 0.01}
study: {type: statics, tolerance: 1e-13}
)" + kTipProbes));
  const double area = std::numbers::pi * 1e-4;
  EXPECT_NEAR(testing::last_of(result, "base.stretch"), 1 + 3 / (1e6 * area), 1e-13);
  EXPECT_NEAR(testing::last_of(result, "base.torsion"), 0.01 / (2 * kEI / 3), 1e-12);
}

TEST(MuscleAtRest, HeldFrontLeavesALinearCurvature) {
  const RunResult result = testing::good_run(muscle_arm("bend_y: 3", R"(
muscles:
  - {name: m, body: arm, mode: bend_y, strength: 80 mN m, front: {begin: -2, duration: 1, after: hold}}
study: {type: statics, tolerance: 1e-13}
)" + kTipProbes));
  const double kappa = 0.08 / kEI;
  const Vector3 tip = planar_tip([&](double X) { return kappa * (X - X * X / (2 * kLength)); });
  EXPECT_NEAR(testing::last_of(result, "base.bend_y"), kappa, 1e-12);  // measured 4e-15
  EXPECT_NEAR(testing::last_of(result, "end.bend_y"), 0, 1e-12);
  EXPECT_NEAR(testing::last_of(result, "tip.x"), tip.x(),
              5e-8);  // measured 7e-9, of the rod's kinematics
  EXPECT_NEAR(testing::last_of(result, "tip.z"), tip.z(), 5e-8);  // measured 1e-8
}

TEST(MuscleAtRest, LoadPathSeesTheFrontMove) {
  // the front stands at an element end in each equilibrium, so that the basis holds its corner
  const RunResult result = testing::good_run(muscle_arm("bend_y: {basis: linear, elements: 4}", R"(
muscles:
  - {name: m, body: arm, mode: bend_y, strength: 20 mN m, front: {begin: 0, duration: 4}}
study: {type: load_path, from: 0, to: 3, steps: 3, tolerance: 1e-13}
probes:
  - {name: a, strain: arm, at: base}
  - {name: b, strain: arm, at: 0.15}
  - {name: c, strain: arm, at: 0.25}
  - {name: m, muscle: m}
)"));
  const auto at = [&](const char* column, size_t row) {
    return result.trajectory.column(column)[row] * kEI / 0.02;
  };
  EXPECT_EQ(at("a.bend_y", 0), 0);
  for (size_t row = 1; row <= 3; ++row) {
    const double front = 0.1 * double(row);
    EXPECT_NEAR(at("a.bend_y", row), 1, 1e-12);
    EXPECT_NEAR(at("b.bend_y", row), std::max(0.0, 1 - 0.15 / front), 1e-12);
    EXPECT_NEAR(at("c.bend_y", row), std::max(0.0, 1 - 0.25 / front), 1e-12);
    EXPECT_NEAR(result.trajectory.column("m.recruited")[row], front, 1e-15);
  }
}

TEST(MuscleInMotion, EnergyBooksClose) {
  for (const std::string method : {"dopri5", "implicit"}) {
    const RunResult result = testing::good_run(muscle_arm("bend_y: 3, bend_z: 2", R"(
muscles:
  - {name: m, body: arm, mode: bend_y, strength: "0.05 + t/20", front: {begin: 0.1, duration: 0.6}}
  - {name: n, body: arm, mode: bend_z, strength: -30 mN m, from: 0.1, to: 0.3,
     front: {begin: 0.2, duration: 0.3, profile: uniform, after: hold, towards: base}}
probes: [{name: m, muscle: m}]
study: {type: dynamics, duration: 1.2, rtol: 1e-9, atol: 1e-11, method: )" + method + "}\n"));
    EXPECT_LT(result.energy_residual, 1e-9) << method;  // measured 1e-11, 6e-11
    // the muscles did work
    EXPECT_GT(testing::last_of(result, "energy.work"), 1e-3);
    EXPECT_EQ(testing::last_of(result, "m.strength"), 0);
  }
}

TEST(MuscleInMotion, FreeRobotKeepsItsMomentum) {
  const RunResult result = testing::good_run(kMaterials + R"(
gravity: [0, 0, 0]
bodies:
  - name: arm
    joint: free
    rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {bend_y: 3, torsion: 1}}
muscles:
  - {name: m, body: arm, mode: bend_y, strength: 80 mN m, front: {duration: 0.5}}
  - {name: n, body: arm, mode: torsion, strength: "sin(9*t)/50"}
probes: [{name: all, momentum: all}, {name: tip, frame: arm}]
study: {type: dynamics, duration: 1, rtol: 1e-10, atol: 1e-12}
)");
  double most = 0, reach = 0;
  for (const char* name : {"all.Lx", "all.Ly", "all.Lz", "all.Px", "all.Py", "all.Pz"})
    for (const double value : result.trajectory.column(name))
      most = std::max(most, std::abs(value));
  for (const double z : result.trajectory.column("tip.z")) reach = std::max(reach, std::abs(z));
  EXPECT_LT(most, 1e-10);  // measured 4e-12; the first front lets go at 0.5 s
  EXPECT_GT(reach, 0.02);
}

TEST(MuscleBuild, RunsStartAnewAtTheCornersOfTheFront) {
  const Posed p(muscle_arm("bend_y: 1", R"(
muscles:
  - {name: a, body: arm, mode: bend_y, strength: 1, front: {begin: 0.5, duration: 0.25}}
  - {name: b, body: arm, mode: bend_y, strength: {table: [[0, 0], [1, 1]]}, front: {begin: -1, duration: 3}}
)"));
  EXPECT_EQ(p.scenario.inputs.breakpoints(0, 3), (std::vector<double>{0.5, 0.75, 1, 2}));
  EXPECT_EQ(p.model().inputs[0].name, "muscles.a.strength");
  EXPECT_EQ(p.model().inputs[0].unit, "N m");
}

TEST(MuscleBuild, CopiesGoWithTheirBodies) {
  const Posed p(kMaterials + R"(
bodies:
  - name: arm
    repeat: {count: 3, about: x}
    pose: {position: [0, 0.1, 0]}
    rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {stretch: 0, bend_y: 1}}
muscles: [{name: m, body: arm, mode: stretch, strength: "k + t"}]
probes: [{name: m, muscle: m}]
)",
                2);
  ASSERT_EQ(p.model().actors.size(), 3u);
  for (int k = 1; k <= 3; ++k) {
    EXPECT_EQ(p.u.u[k - 1], k + 2);
    const std::string name = "m_" + std::to_string(k);
    EXPECT_EQ(p.model().inputs[size_t(k - 1)].name, "muscles." + name + ".strength");
    const std::vector<Column>& columns = p.scenario.probes[size_t(k - 1)].columns();
    EXPECT_EQ(columns[0].name, name + ".strength");
    EXPECT_EQ(columns[0].unit, "N");
    EXPECT_EQ(columns[2].name, name + ".power");
  }
}

TEST(MuscleBuild, TellsThatAStretchHasNoSuchMode) {
  const std::string text = kMaterials + R"(
bodies:
  - name: arm
    rod:
      divisions:
        - {length: 0.2, section: {radius: 10 mm}, material: m, strain: {bend_y: 1}}
        - {length: 0.3, section: {radius: 10 mm}, material: m, strain: {bend_z: 1}}
muscles: [{name: m, body: arm, mode: bend_z, strength: 1, to: 0.15}]
)";
  EXPECT_THAT(error_of(text), HasSubstr("muscles[0].mode: no coordinates of bend_z between 0 m and "
                                        "0.15 m"));
}

// a moment that grows with X gives a curvature that does: a clothoid
TEST(MuscleAtRest, StrengthOfXIsACurvatureOfX) {
  const RunResult result = testing::good_run(muscle_arm("bend_y: 2", R"(
muscles: [{name: m, body: arm, mode: bend_y, strength: "0.2*X"}]
study: {type: statics, tolerance: 1e-13}
)" + kTipProbes + "  - {name: m, muscle: m}\n"));
  const double slope = 0.2 / kEI;
  const Vector3 tip = planar_tip([&](double X) { return 0.5 * slope * X * X; });
  EXPECT_NEAR(testing::last_of(result, "base.bend_y"), 0, 1e-11);
  EXPECT_NEAR(testing::last_of(result, "end.bend_y"), slope * kLength, 1e-11);
  // a curvature that changes, by steps of fourth order: measured 1.2e-8
  EXPECT_NEAR(testing::last_of(result, "tip.x"), tip.x(), 1e-7);
  EXPECT_NEAR(testing::last_of(result, "tip.z"), tip.z(), 1e-7);
  // the largest, at the last Gauss point
  EXPECT_NEAR(testing::last_of(result, "m.strength"), 0.08, 1e-4);
}

// a sin(k X - w t) = a sin(k X) cos(w t) - a cos(k X) sin(w t), on two arms side by side
TEST(MuscleInMotion, ATravellingWaveIsTheSumOfTwoStandingOnes) {
  const std::string rod =
      "rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {bend_y: 4}, "
      "quadrature: 20}}\n";
  const RunResult result = testing::good_run(kMaterials + R"yaml(
gravity: [0, 0, 0]
bodies:
  - {name: wave, )yaml" + rod + "  - {name: sum, pose: {position: [0, 1, 0]}, " +
                                             rod + R"yaml(
muscles:
  - {name: wave, body: wave, mode: bend_y, strength: "0.02*sin(20*X - 9*t)"}
  - {name: one, body: sum, mode: bend_y, strength: "0.02*sin(20*X)*cos(9*t)"}
  - {name: other, body: sum, mode: bend_y, strength: "-0.02*cos(20*X)*sin(9*t)"}
probes:
  - {name: wave, frame: wave}
  - {name: sum, frame: sum}
  - {name: p, muscle: wave}
study: {type: dynamics, duration: 0.5, method: implicit, rtol: 1e-7}
)yaml");
  const auto z = result.trajectory.column("wave.z"), same = result.trajectory.column("sum.z");
  double worst = 0, largest = 0;
  for (size_t i = 0; i < z.size(); ++i) {
    worst = std::max(worst, std::abs(z[i] - same[i]));
    largest = std::max(largest, std::abs(z[i]));
  }
  EXPECT_GT(largest, 1e-3);
  EXPECT_LT(worst, 1e-9 * largest);
  EXPECT_LT(result.energy_residual, 1e-5);
}

// A wave has no strength in the middle, and turns there and back: the points that a rod takes by
// itself see it, like those of one that is given many.
TEST(MuscleAtRest, AWaveIsSeenByTheUsualPoints) {
  const auto tip = [](const std::string& mode, const std::string& quadrature) {
    const RunResult result = testing::good_run(kMaterials + R"yaml(
gravity: [0, 0, 0]
bodies:
  - {name: arm, rod: {length: 0.4, section: {radius: 10 mm}, material: m, strain: {bend_y: 6, stretch: 6})yaml" +
                                               quadrature + R"yaml(}}
muscles: [{name: m, body: arm, mode: )yaml" + mode +
                                               R"yaml(, strength: "0.1*sin(15*pi*X/0.4)"}]
probes: [{name: tip, frame: arm, at: tip}, {name: base, strain: arm, at: base}]
study: {type: statics, tolerance: 1e-13}
)yaml");
    return Vector3(testing::last_of(result, "tip.x"), testing::last_of(result, "tip.z"),
                   testing::last_of(result, "base." + mode));
  };
  for (const std::string mode : {"bend_y", "stretch"}) {
    const Vector3 usual = tip(mode, ""), many = tip(mode, ", quadrature: 60");
    // measured 1.8 % and 2e-5 m: the points resolve a shape to about that
    EXPECT_LT(std::abs(usual[2] - many[2]), 0.03 * std::abs(many[2])) << mode;
    EXPECT_LT((usual - many).head<2>().norm(), 1e-4) << mode;
  }
}

}  // namespace
}  // namespace cuttle::testing
