// What is told about the discretisation of rods, against what is true; and the default points.

#include "cuttle/analysis/rod_error.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/base/interrupt.h"
#include "cuttle/rod/choose_quadrature.h"
#include "cuttle/rod/rod.h"
#include "cuttle/study/run.h"
#include "unit/compile/build_fixture.h"

namespace cuttle::testing {
namespace {

struct Settled {
  Scenario scenario;
  RunResult result;

  explicit Settled(const std::string& text)
      : scenario(build_text(text)), result(run(Scenario(scenario))) {
    EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  }
  Vector3 tip() const {
    Vector3 p;
    for (int i = 0; i < 3; ++i)
      p[i] = result.trajectory.column(std::string("tip.") + "xyz"[i]).back();
    return p;
  }
  RodError error() const { return rod_errors(scenario, result).rods.at(0); }
  size_t points() const {
    return dynamic_cast<const Rod&>(*scenario.model.bodies[0].family).data().stations.size();
  }
};

const std::string kEnd = "\nprobes: [{name: tip, frame: rod, at: tip}]\nstudy: {type: statics}\n";

// the arm of Table 1 of [Mathew22] with its six cables, under its weight; empty: default points
std::string six_cables(const std::string& points, int more_orders = 0) {
  const std::string quadrature = points.empty() ? "" : ", quadrature: " + points;
  return fmt::format(R"(
materials: {{silicone: {{young: 1 MPa, poisson: 0.5, density: 1000}}}}
bodies:
  - name: rod
    rod:
      divisions:
        - {{length: 0.5, section: {{radius: [20 mm, 15 mm]}}, material: silicone, strain: {{bend_y: {0}, bend_z: {0}}}{2}}}
        - {{length: 0.5, section: {{radius: [15 mm, 10 mm]}}, material: silicone, strain: {{bend_y: {1}, bend_z: {1}}}{2}}}
cables:
  - {{name: c1, tension: 8, path: [{{body: rod, from: base, to: 0.5, y: 7.5 mm, z: 13 mm}}]}}
  - {{name: c2, tension: 2, path: [{{body: rod, from: base, to: 0.5, y: -15 mm, z: 0}}]}}
  - {{name: c3, tension: 4, path: [{{body: rod, from: base, to: 0.5, y: [7.5 mm, -0.015], z: [-13 mm, 0.026]}}]}}
  - {{name: c4, tension: 1, path: [{{body: rod, from: base, to: tip, y: 10 mm, z: 0}}]}}
  - {{name: c5, tension: 1, path: [{{body: rod, from: base, to: tip, y: -5 mm, z: 8.66 mm}}]}}
  - {{name: c6, tension: 3, path: [{{body: rod, from: base, to: tip, y: [-5 mm, 0.0075], z: [-8.66 mm, 0.013]}}]}})",
                     1 + more_orders, more_orders, quadrature) +
         kEnd;
}

std::string loaded(int order, int points, double force, const std::string& more = "") {
  return fmt::format(
             "bodies: [{{name: rod, rod: {{length: 1, section: {{radius: 10 mm}}, "
             "material: {{young: 127.32 MPa, density: 1000}}, strain: {{bend_y: {0}, "
             "bend_z: {0}}}{1}{3}}}}}]\ngravity: [0, 0, 0]\n"
             "loads: [{{name: F, body: rod, at: tip, force: [0, {2}, {2}]}}]",
             order, points > 0 ? fmt::format(", quadrature: {}", points) : "", force, more) +
         kEnd;
}

std::string heavy(int order, int points, const std::string& basis = "") {
  return fmt::format(
             "bodies: [{{name: rod, rod: {{length: 0.5, section: {{radius: [12 mm, 6 mm]}}, "
             "material: {{young: 4 MPa, density: 1100}}, strain: {{bend_y: {0}}}{1}}}}}]",
             basis.empty() ? std::to_string(order) : basis,
             points > 0 ? fmt::format(", quadrature: {}", points) : "") +
         kEnd;
}

struct Case {
  std::string coarse, truth;
};

void expect_told(const std::string& what, double told, double truth) {
  EXPECT_GT(told, truth / 3) << what;
  EXPECT_LT(told, truth * 3) << what;
}

TEST(RodError, TheErrorByGaussPointsIsToldWithinAFactorOfThree) {
  const std::vector<Case> cases = {
      {six_cables("4"), six_cables("60")}, {six_cables("6"), six_cables("60")},
      {loaded(1, 4, 2), loaded(1, 60, 2)}, {loaded(1, 6, 8), loaded(1, 60, 8)},
      {loaded(2, 5, 4), loaded(2, 60, 4)}, {loaded(4, 7, 20), loaded(4, 60, 20)},
      {heavy(2, 4), heavy(2, 60)},         {heavy(3, 8), heavy(3, 60)},
      {heavy(1, 4), heavy(1, 60)},
  };
  for (const Case& one : cases) {
    const Settled coarse(one.coarse), truth(one.truth);
    expect_told(one.coarse, coarse.error().quadrature, (coarse.tip() - truth.tip()).norm());
  }
}

TEST(RodError, TheErrorByTheBasisIsToldWithinAFactorOfThree) {
  const std::vector<Case> cases = {
      {six_cables("20"), six_cables("20", 4)},
      {loaded(1, 30, 1), loaded(7, 30, 1)},
      {loaded(2, 30, 4), loaded(8, 30, 4)},
      {heavy(1, 30), heavy(7, 30)},
      {heavy(2, 30), heavy(8, 30)},
      {heavy(0, 40, "{basis: linear, elements: 2}"), heavy(8, 40)},
  };
  for (const Case& one : cases) {
    const Settled coarse(one.coarse), truth(one.truth);
    expect_told(one.coarse, coarse.error().basis, (coarse.tip() - truth.tip()).norm());
  }
}

// 0.45 mm and more of one metre with order + 3
TEST(RodError, DefaultPointsLeaveATenthOfAThousandthOfTheLength) {
  const std::vector<Case> cases = {{six_cables(""), six_cables("60")},
                                   {loaded(1, 0, 1), loaded(1, 60, 1)},
                                   {loaded(2, 0, 3), loaded(2, 60, 3)},
                                   {loaded(5, 0, 6), loaded(5, 60, 6)},
                                   {heavy(2, 0), heavy(2, 60)}};
  for (const Case& one : cases) {
    const Settled chosen(one.coarse), truth(one.truth);
    const double length = chosen.error().length;
    EXPECT_LT((chosen.tip() - truth.tip()).norm(), 1e-4 * length) << one.coarse;
  }
}

TEST(RodError, ArcsAreExactWithFewPoints) {
  const Settled arc(loaded(0, 3, 10));
  EXPECT_LT(arc.error().quadrature, 1e-12);
  EXPECT_EQ(Settled(loaded(0, 0, 1)).points(), 3u);
}

TEST(RodError, PointsGrowWithTheTurnThatIsExpected) {
  EXPECT_EQ(points_for(2, 0), 5);
  EXPECT_EQ(points_for(6, 0.5), 9);
  EXPECT_EQ(points_for(1, 1.5), 8);
  EXPECT_EQ(points_for(0, 1.5), 3);
  EXPECT_EQ(points_for(0, 4), 5);
  EXPECT_EQ(points_for(1, 1e9), points_for(1, 2 * 3.15));
  // what bends it, one by one
  const std::string rest = ", rest: {bend_y: 1.5}", initial = ", initial: {bend_y: [1.5]}";
  EXPECT_EQ(Settled(loaded(1, 0, 0)).points(), 4u);
  EXPECT_EQ(Settled(loaded(1, 0, 0, rest)).points(), 8u);
  EXPECT_EQ(Settled(loaded(1, 0, 0, initial)).points(), 8u);
  EXPECT_GT(Settled(loaded(1, 0, 1)).points(), 4u);
}

// what changes along a rod is seen by its points
TEST(RodError, PointsSeeTheShapeOfSectionsAndPaths) {
  const auto points = [](const std::string& section, const std::string& path) {
    return Settled("gravity: [0, 0, 0]\nbodies: [{name: rod, rod: {length: 1, section: {radius: " +
                   section +
                   "}, material: {young: 1 GPa, density: 1000}, strain: {bend_y: 1}}}]\n"
                   "cables: [{name: c, tension: 0, path: [{body: rod, from: base, to: tip, y: " +
                   path + "}]}]" + kEnd)
        .points();
  };
  const size_t plain = points("10 mm", "5 mm");
  EXPECT_EQ(points("[10 mm, 5 mm]", "5 mm"), plain);
  EXPECT_GT(points("\"0.01 + 0.004*sin(12*X)\"", "5 mm"), plain);
  EXPECT_GT(points("10 mm", "\"0.005*sin(12*X)\""), plain);
}

TEST(RodError, ThickRodsAreToldOfTheirShearOnlyWhereItMatters) {
  // [m] by a force at the tip of a cantilever: F L / (G A), G = E / 3
  const std::string thick =
      "gravity: [0, 0, 0]\nbodies: [{name: rod, rod: {length: 0.1, section: {radius: 10 mm}, "
      "material: {young: 300 kPa, density: 1000}, strain: {bend_y: 2}}}]\n"
      "loads: [{name: F, body: rod, at: tip, FORCE}]";
  const auto settled = [&](const std::string& load) {
    std::string text = thick;
    text.replace(text.find("FORCE"), 5, load);
    return Settled(text + kEnd);
  };
  const double F = 0.02;
  const RodError across = settled(fmt::format("force: [0, 0, {}]", F)).error();
  EXPECT_NEAR(across.shear, F * 0.1 / (1e5 * std::numbers::pi * 1e-4), 0.02 * across.shear);
  // a moment bends without shear, however thick the rod
  EXPECT_LT(settled("moment: [0, 1e-3, 0]").error().shear, 1e-9);
}

TEST(RodError, WarningsNameTheWorstRodAndItsPlace) {
  const Scenario scenario = build_text(loaded(1, 4, 20));
  RunResult result = run(Scenario(scenario));
  add_rod_errors(scenario, result);
  const auto told = [&](const std::string& part) {
    return std::ranges::any_of(result.warnings, [&](const std::string& warning) {
      return warning.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(told("model.yaml:1:10: rod is about"));
  EXPECT_TRUE(told("off due to its Gauss points: give it a larger quadrature"));
  EXPECT_TRUE(told("off due to its strain basis"));
  EXPECT_EQ(result.figures.at(0).name, "rod_error.quadrature");
  EXPECT_GT(result.figures.at(0).value, 1e-3);
}

// in motion the forces of inertia count, and a pendulum does not fall
TEST(RodError, AMotionIsJudgedWithItsForcesOfInertia) {
  const std::string text =
      "bodies: [{name: rod, joint: {type: revolute, axis: y}, rod: {length: 1, section: {radius: "
      "10 mm}, material: {young: 10 MPa, density: 1000, viscosity: 1 kPa s}, strain: {bend_y: "
      "2}}}]\n"
      "study: {type: dynamics, duration: 0.3, method: implicit}\n";
  const Scenario scenario = build_text(text);
  const std::vector<RodError> errors = rod_errors(scenario, run(Scenario(scenario))).rods;
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_LT(errors[0].quadrature, 1e-4);
  EXPECT_LT(errors[0].basis, 1e-2);
}

// modes are drawn far from where anything is in balance
TEST(RodError, ModesAreJudgedWhereTheyAreTaken) {
  const std::string rod =
      "bodies: [{name: rod, rod: {length: 0.3, section: {radius: 5 mm}, material: {young: 2 MPa, "
      "density: 1000, viscosity: 2000}, strain: {bend_y: 4, bend_z: 4, torsion: 2, stretch: "
      "1}}}]\n";
  const Scenario modes = build_text(rod + "study: {type: modes, about: statics, count: 8}\n");
  const Scenario statics = build_text(rod + "study: {type: statics}\n");
  const RodErrors about = rod_errors(modes, run(Scenario(modes)));
  const RodErrors there = rod_errors(statics, run(Scenario(statics)));
  ASSERT_EQ(about.rods.size(), 1u);
  ASSERT_EQ(there.rods.size(), 1u);
  EXPECT_NEAR(about.rods[0].quadrature, there.rods[0].quadrature, 1e-9);
  EXPECT_NEAR(about.rods[0].basis, there.rods[0].basis, 1e-9);
  EXPECT_TRUE(rod_error_warnings(modes, about).empty());
}

// a cable that is slack again at the end
TEST(RodError, AMotionIsJudgedWhereItsRodsAreStrainedMost) {
  const auto errors = [](const std::string& tension, const std::string& method) {
    const Scenario scenario = build_text(
        "bodies: [{name: rod, rod: {length: 0.1, section: {radius: 5 mm}, material: {young: 400 "
        "kPa, density: 1080, viscosity: 1 kPa s}, strain: {bend_y: 0}}}]\n"
        "gravity: [0, 0, 0]\n"
        "cables: [{name: c, tension: \"" +
        tension + "\", path: [{body: rod, from: base, to: tip, z: [1 mm, 0.03]}]}]\nstudy: {" +
        method + "}\n");
    RunResult result = run(Scenario(scenario));
    EXPECT_TRUE(result.status.ok()) << to_string(result.status);
    add_rod_errors(scenario, result);
    return std::pair(rod_errors(scenario, result), result.warnings);
  };
  const auto [held, of_held] = errors("1", "type: statics");
  const auto [pulled, warnings] = errors("sin(pi*t)^2", "type: dynamics, duration: 1, method: bdf");
  ASSERT_EQ(pulled.rods.size(), 1u);
  EXPECT_GT(held.rods.at(0).basis, 1e-4);
  expect_told("pulled", pulled.rods[0].basis, held.rods[0].basis);
  EXPECT_TRUE(pulled.when.starts_with("at t = 0.5")) << pulled.when;
  EXPECT_EQ(held.when, "");
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings.back().find("strain basis at t = 0.5"), std::string::npos) << warnings.back();
  // pulled to the end
  EXPECT_EQ(errors("t", "type: dynamics, duration: 1, method: bdf").first.when,
            "at the end of the run");
}

TEST(RodError, SlenderRodsLackNoShear) {
  const auto shear = [](const std::string& length) {
    const Settled settled("gravity: [0, 0, 0]\nbodies: [{name: rod, rod: {length: " + length +
                          ", section: {radius: 10 mm}, material: {young: 300 kPa, density: 1000}, "
                          "strain: {bend_y: 2}}}]\n"
                          "loads: [{name: F, body: rod, at: tip, force: [0, 0, 1e-5]}]" +
                          kEnd);
    return settled.error().shear;
  };
  EXPECT_GT(shear("0.9"), 0);
  EXPECT_EQ(shear("1.1"), 0);
}

// Where the surface cuts a rod, its slices do not meet there exactly: it floats too deep or too
// high, which its shape does not tell.
TEST(RodError, ARodThatFloatsIsToldHowWrongItsDraftIs) {
  const auto spar = [](int points, const std::string& joint, const std::string& study) {
    return fmt::format(
        "water: {{density: 1000, level: 0}}\n"
        "bodies: [{{name: rod, pose: {{rotation: {{axis: y, angle: -90 deg}}}}, joint: {}, "
        "rod: {{length: 1, quadrature: {}, section: {{radius: 20 mm}}, "
        "material: {{young: 1 GPa, density: 300}}, strain: {{bend_y: 1, stretch: 0}}}}}}]\n"
        "probes: [{{name: base, frame: rod, at: base}}]\nstudy: {}\n",
        joint, points, study);
  };
  const std::string heaves = "{type: prismatic, axis: x, initial: -0.2}";
  for (const int points : {5, 10, 20, 40}) {
    const Settled rod(spar(points, heaves, "{type: statics}"));
    const double error = std::abs(rod.result.trajectory.column("base.z").back() + 0.3);
    // of second order: 7.4, 1.6, 0.41, 0.10 mm
    EXPECT_NEAR(error, 0.16 / points / points, 0.04 / points / points) << points;
    EXPECT_GT(rod.error().quadrature, error / 3) << points;
    EXPECT_LT(rod.error().quadrature, 3 * error) << points;
  }
  const Settled coarse(spar(5, heaves, "{type: statics}"));
  const auto warnings =
      rod_error_warnings(coarse.scenario, rod_errors(coarse.scenario, coarse.result));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("due to its Gauss points"), std::string::npos) << warnings[0];

  // likewise while it bobs; what is clamped cannot float
  const Settled bobbing(spar(5, heaves, "{type: dynamics, duration: 0.2}"));
  EXPECT_GT(bobbing.error().quadrature, 1e-3);
  const Settled clamped(spar(5, "{type: prismatic, axis: x, prescribed: -0.3}", "{type: statics}"));
  EXPECT_LT(clamped.error().quadrature, 1e-5);
}

TEST(RodError, SaysWhyThereIsNone) {
  const auto why = [](const std::string& more, int count) {
    std::string text = "bodies:\n";
    for (int i = 0; i < count; ++i)
      text += fmt::format(
          "  - {{name: rod{}, pose: {{position: [0, {}, 2]}}, rod: {{length: 1, section: {{radius: "
          "10 mm}}, material: {{young: 10 MPa, density: 1000}}, strain: {{bend_y: 3}}}}}}\n",
          i, i);
    return expected_rod_errors(build_text(text + more + "study: {type: statics}\n"));
  };
  EXPECT_EQ(why("", 1).why, "");
  EXPECT_EQ(why("", 1).rods.size(), 1u);
  EXPECT_EQ(why("", 70).why, "280 coordinates are more than 200");
  EXPECT_EQ(why("contacts: [{name: c, between: [rod0, floor]}]\nobstacles: [{name: floor, plane: "
                "{normal: [0, 0, 1]}}]\n",
                1)
                .why,
            "shapes may touch");
  {
    const InterruptScope patience(1e-9);
    EXPECT_EQ(why("", 1).why, "stopped: it took longer than 1e-09 s");
  }
  const InterruptScope stop([] { return true; });
  EXPECT_EQ(why("", 1).why, "stopped by the user");
  EXPECT_EQ(not_estimated({{}, "so"}), "rod_error: not estimated (so)");
}

// rest strains that vary are integrated as all that varies is
TEST(RodError, PointsSeeTheRestStrains) {
  const auto points = [](const std::string& rest) {
    const Scenario scenario = build_text(
        "gravity: [0, 0, 0]\nbodies: [{name: rod, rod: {length: 1, section: {radius: 1 mm}, "
        "material: {young: 10 MPa, density: 1000}, strain: {bend_y: 2}, rest: {bend_y: " +
        rest + "}}}]\nstudy: {type: statics}\n");
    return dynamic_cast<const Rod&>(*scenario.model.bodies[0].family)
        .data()
        .divisions[0]
        .quadrature;
  };
  EXPECT_EQ(points("0"), points_for(2, 0));
  // a turn of 20 |sin(12 X)|, 12.9 rad there and back: as many points as for two thirds of a turn
  // and more
  EXPECT_GE(points("\"20*sin(12*X)\""), points_for(2, 6));
  // hardly a turn, but fast along the rod
  EXPECT_GT(points("\"0.01*sin(60*X)\""), points_for(2, 0) + 10);
}

}  // namespace
}  // namespace cuttle::testing
