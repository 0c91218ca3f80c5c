// Loops follow their drives: on the branch where they began, to where they can get, each robot by
// itself.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/loop_follower.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

struct Bars {
  std::string crank;
  double ground = 0.5, coupler = 0.5, rocker = 0.35;
};

/// A planar four-bar with a crank of 0.2 m, at y.
std::string four_bar(const std::string& name, const Bars& bars, double y = 0) {
  return fmt::format(R"(
  - {{name: {0}_crank, pose: {{position: [0, {5}, 0]}}, joint: {{type: revolute, axis: y, prescribed: "{1}"}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [0.2, 0, 0]}}}}}}}}
  - {{name: {0}_coupler, parent: {0}_crank, at: end, pose: {{rotation: {{axis: y, angle: -1}}}}, joint: {{type: revolute, axis: y}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [{3}, 0, 0]}}}}}}}}
  - {{name: {0}_rocker, pose: {{position: [{2}, {5}, 0], rotation: {{axis: y, angle: -2}}}}, joint: {{type: revolute, axis: y}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [{4}, 0, 0]}}}}}}}}
)",
                     name, bars.crank, bars.ground, bars.coupler, bars.rocker, y);
}

std::string pin(const std::string& name) {
  return fmt::format(
      "  - {{name: {0}_pin, type: revolute, axis: y, a: {{body: {0}_coupler, at: end}}, b: {{body: "
      "{0}_rocker, at: end}}}}\n",
      name);
}

RunResult run_text(const std::string& bodies, const std::string& connections,
                   const std::string& probes, const std::string& study) {
  return run(parse_scenario("gravity: [0, 0, 0]\nbodies:" + bodies + "connections:\n" +
                                connections + "probes: [" + probes + "]\nstudy: " + study + "\n",
                            "x.yaml"));
}

RunResult run_bars(const Bars& bars, const std::string& study) {
  return run_text(four_bar("a", bars), pin("a"), "{name: a, joint: a_rocker}", study);
}

double rocker_of(const Bars& bars, const std::string& study) {
  const RunResult result = run_bars(bars, study);
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  return result.status.ok() ? result.trajectory.column("a.angle").back() : NAN;
}

/// The bore is fixed, or a bed that a spring holds.
RunResult slider_crank(const std::string& drive, double rod, const std::string& study,
                       const std::string& bore = "world") {
  return run_text(
      fmt::format(R"(
  - {{name: crank, joint: {{type: revolute, axis: [0, -1, 0], prescribed: "{0}"}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [0.1, 0, 0]}}}}}}}}
  - {{name: rod, parent: crank, at: end, joint: {{type: revolute, axis: [0, -1, 0]}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [{1}, 0, 0]}}}}}}}}
  - {{name: piston, parent: rod, at: end, joint: {{type: revolute, axis: [0, -1, 0]}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
  - {{name: bed, joint: {{type: prismatic, axis: z, stiffness: 1000}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
)",
                  drive, rod),
      "  - {name: bore, type: cylindrical, axis: x, a: {body: " + bore + "}, b: {body: piston}}\n",
      "{name: p, frame: piston}", study);
}

double piston(double angle, double rod) {
  return 0.1 * std::cos(angle) + std::sqrt(rod * rod - std::pow(0.1 * std::sin(angle), 2));
}

// also where the mirrored branch is near: the rod is hardly longer than the crank
TEST(LoopFollow, SliderCranksStayOnTheirSide) {
  for (const double rod : {0.11, 0.1005})
    for (const double angle : {4.6, 5.2, 8.0, -40.0})
      for (const char* study :
           {"{type: statics}", "{type: dynamics, duration: 0.01, method: dopri5}"}) {
        SCOPED_TRACE(fmt::format("{} at {}, {}", rod, angle, study));
        const RunResult result = slider_crank(fmt::format("{}+0*t", angle), rod, study);
        ASSERT_TRUE(result.status.ok()) << to_string(result.status);
        EXPECT_NEAR(result.trajectory.column("p.x").front(), piston(angle, rod), 1e-9);
      }
  for (const int steps : {1, 2, 3, 7}) {
    const RunResult result =
        slider_crank("8*t", 0.11, fmt::format("{{type: load_path, to: 1, steps: {}}}", steps));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_NEAR(result.trajectory.column("p.x").back(), piston(8, 0.11), 1e-9) << steps;
  }
}

// The branch does not depend on units and not on how many joints there are: products of this many
// lengths are 0 or infinite in double precision.
TEST(LoopFollow, MirroredRowsAreFoundAtAnyScale) {
  for (const int joints : {1, 3, 30, 100})
    for (const double size : {1e-170, 1e-6, 1.0, 1e6, 1e170}) {
      SCOPED_TRACE(fmt::format("{} joints of {}", joints, size));
      MatrixX before = MatrixX::Zero(joints + 2, joints);
      before.topRows(joints).diagonal().setConstant(size);
      before.topRows(joints).diagonal(1).setConstant(0.7 * size);
      MatrixX after = before;
      EXPECT_FALSE(mirrored(before, after));
      after.col(joints / 2) *= -0.01;
      EXPECT_TRUE(mirrored(before, after));
      after.col(0).setZero();
      EXPECT_FALSE(mirrored(before, after));  // neither: here branches meet
    }
}

// ... and if the loop gives way: at rest the spring is at ease
TEST(LoopFollow, SpringsDoNotFold) {
  for (const double rod : {0.11, 0.102})
    for (const double angle : {4.6, 5.2, 8.0, -9.0, -40.0, 2.0}) {
      SCOPED_TRACE(fmt::format("{} at {}", rod, angle));
      for (const int steps : {1, 3, 10, 100}) {
        const RunResult path =
            slider_crank(fmt::format("{}*t", angle), rod,
                         fmt::format("{{type: load_path, to: 1, steps: {}}}", steps), "bed");
        ASSERT_TRUE(path.status.ok()) << to_string(path.status);
        EXPECT_NEAR(path.trajectory.column("p.x").back(), piston(angle, rod), 1e-8) << steps;
      }
    }
}

// Where a part of a turn was too hard, the next one begins anew: a parabola through equilibria that
// are half a turn apart led straight to the mirrored branch.
TEST(LoopFollow, SpringsDoNotFoldAfterAHardPart) {
  struct Case {
    double rod, angle;
    int steps;
  };
  for (const Case& c : {Case{0.105, -13.05, 5}, Case{0.105, -24.47, 5}, Case{0.105, 44.4, 10},
                        Case{0.102, 14.82, 10}, Case{0.102, -36.02, 10}}) {
    const RunResult path =
        slider_crank(fmt::format("{}*t", c.angle), c.rod,
                     fmt::format("{{type: load_path, to: 1, steps: {}}}", c.steps), "bed");
    ASSERT_TRUE(path.status.ok()) << to_string(path.status);
    EXPECT_NEAR(path.trajectory.column("p.x").back(), piston(c.angle, c.rod), 1e-8)
        << c.rod << " at " << c.angle;
  }
}

// this crank cannot pass pi +- 0.145
TEST(LoopFollow, NothingIsJumpedOver) {
  for (const int steps : {1, 3, 10, 60}) {
    const RunResult result = run_bars({"4*t", 0.5, 0.4, 0.2985},
                                      fmt::format("{{type: load_path, to: 1, steps: {}}}", steps));
    EXPECT_FALSE(result.status.ok()) << steps;
  }
  const RunResult turned = run_bars({"4+0*t", 0.5, 0.4, 0.2985}, "{type: statics}");
  EXPECT_TRUE(turned.status.ok()) << to_string(turned.status);
  EXPECT_THAT(turned.warnings, ::testing::Contains(::testing::HasSubstr("the shorter way")));
}

// parts of the load do not take drives back
TEST(LoopFollow, LoadStepsLeaveDrivesWhereTheyAre) {
  for (const double crank : {-2.5, 2.5, 1.0, -7.0}) {
    const double followed =
        rocker_of({fmt::format("{}*t", crank)}, "{type: load_path, to: 1, steps: 400}");
    for (const int load_steps : {1, 2, 5, 20})
      EXPECT_NEAR(rocker_of({fmt::format("{}+0*t", crank)},
                            fmt::format("{{type: statics, load_steps: {}}}", load_steps)),
                  followed, 1e-9)
          << crank << " in " << load_steps;
  }
}

// each of them turns little; together they turn far
TEST(LoopFollow, SmallTurnsAddUp) {
  std::string bodies;
  for (int i = 0; i < 4; ++i)
    bodies += fmt::format(
        "\n  - {{name: d{}, {}joint: {{type: revolute, axis: y, prescribed: \"{{0}}\"}}, rigid: "
        "{{mass: 1, inertia: [1, 1, 1]}}}}",
        i, i > 0 ? fmt::format("parent: d{}, ", i - 1) : "");
  const auto angle = [&](const std::string& drive, const std::string& study) {
    std::string text = bodies;
    for (std::size_t at; (at = text.find("{0}")) != std::string::npos;) text.replace(at, 3, drive);
    std::string bars = four_bar("a", {"0+0*t"});
    const std::string joint = "joint: {type: revolute, axis: y, prescribed: \"0+0*t\"}";
    bars.replace(bars.find(joint), joint.size(), "parent: d3");
    const RunResult result = run_text(text + bars, pin("a"), "{name: a, joint: a_rocker}", study);
    EXPECT_TRUE(result.status.ok()) << to_string(result.status);
    return result.trajectory.column("a.angle").front();
  };
  for (const double drive : {0.49, -0.49}) {
    const double followed =
        rocker_of({fmt::format("{}*t", 4 * drive)}, "{type: load_path, to: 1, steps: 400}");
    for (const char* study : {"{type: statics}", "{type: dynamics, duration: 0.01}"})
      EXPECT_NEAR(angle(fmt::format("{}+0*t", drive), study), followed, 1e-9) << drive << study;
  }
}

// one that cannot turn all the way does not spoil another, whatever is studied
TEST(LoopFollow, EquilibriaFallBackRobotByRobot) {
  const std::string rod = R"(
  - {name: drive, pose: {position: [0, 3, 0]}, joint: {type: revolute, axis: x, prescribed: "28.9+0*t"}, rigid: {mass: 0}}
  - {name: rod, parent: drive, rod: {length: 0.5, section: {radius: 10 mm}, material: {young: 1 MPa, poisson: 0.5, density: 1000}, strain: {torsion: 2}}}
)";
  const RunResult result =
      run_text(rod + four_bar("a", {"4.0+0*t", 0.3}),
               pin("a") +
                   "  - {name: clamp, type: fixed, a: {body: rod, at: tip}, b: {pose: {position: "
                   "[0.5, 3, 0]}}}\n",
               "{name: s, strain: rod, at: 0.2}", "{type: statics}");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR(result.trajectory.column("s.torsion").back(), -57.8, 1e-6);
  EXPECT_THAT(result.warnings, ::testing::Contains(::testing::HasSubstr(
                                   "where it is: a_crank at 4 rad; connections were closed "
                                   "the shorter way")));
}

// copies are alike, and what no loop ties is not followed
TEST(LoopFollow, RobotsDoNotPayForEachOther) {
  std::string bodies, pins, probes;
  for (int i = 0; i < 12; ++i) {
    const std::string name = fmt::format("r{}", i);
    bodies += four_bar(name, {"8.5+0*t"}, i);
    pins += pin(name);
    probes += fmt::format("{}{{name: {}, joint: {}_rocker}}", i > 0 ? ", " : "", name, name);
  }
  bodies +=
      "  - {name: propeller, joint: {type: revolute, axis: x, prescribed: \"1e4+0*t\"}, rigid: "
      "{mass: 1, inertia: [1, 1, 1]}}\n";
  const double followed = rocker_of({"8.5*t"}, "{type: load_path, to: 1, steps: 400}");
  for (const char* study : {"{type: statics}", "{type: dynamics, duration: 0.01}"}) {
    const RunResult result = run_text(bodies, pins, probes, study);
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_THAT(result.warnings,
                ::testing::Not(::testing::Contains(::testing::HasSubstr("the shorter way"))));
    for (int i = 0; i < 12; ++i)
      EXPECT_NEAR(result.trajectory.column(fmt::format("r{}.angle", i)).front(), followed, 1e-9);
  }
}

// A million turns are not followed one by one. The file gets what they come to but for whole turns,
// and a word of it; who asks the solver gets no more than the word.
TEST(LoopFollow, MillionsOfTurnsAreTooFar) {
  const double crank = 1e7, rest = std::remainder(crank, 2 * M_PI);
  const RunResult result = run_bars({"1e7+0*t"}, "{type: statics}");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR(result.trajectory.column("a.angle").back(),
              rocker_of({fmt::format("{:.17g}*t", rest)}, "{type: load_path, to: 1, steps: 400}"),
              1e-7);
  EXPECT_THAT(result.warnings,
              ::testing::Contains(::testing::HasSubstr(
                  "a_crank at 1e+07 rad; connections were closed the shorter way")));

  const Scenario scenario =
      build(parse_scenario("gravity: [0, 0, 0]\nbodies:" + four_bar("a", {"0+0*t"}) +
                               "connections:\n" + pin("a") + "study: {type: statics}\n",
                           "x.yaml"));
  StaticsSolver solver(scenario.model);
  State x = scenario.initial;
  Input u;
  u.u = VectorX::Constant(1, crank);
  u.u_dot = u.u_ddot = VectorX::Zero(1);
  const Status status = solver.solve(u, {}, x).status;
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(status.message, ::testing::HasSubstr("'a_pin' to where it has a_crank at 1e+07 rad"));
  EXPECT_THAT(status.message, ::testing::HasSubstr("subtract whole turns from"));
  EXPECT_EQ(x.q, scenario.initial.q);
}

// what slides far is followed as what turns far
TEST(LoopFollow, SlidesAreFollowed) {
  const auto angle = [](const std::string& drive, const std::string& study) {
    std::string bodies = four_bar("a", {"0+0*t"});
    const std::string base = "pose: {position: [0.5, 0, 0], rotation";
    bodies.replace(bodies.find(base), base.size(), "parent: slide, pose: {rotation");
    bodies += fmt::format(
        "  - {{name: slide, pose: {{position: [0.5, 0, 0.3]}}, joint: {{type: prismatic, axis: z, "
        "prescribed: \"{}\"}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}\n",
        drive);
    const RunResult result = run_text(bodies, pin("a"), "{name: a, joint: a_rocker}", study);
    EXPECT_TRUE(result.status.ok()) << to_string(result.status);
    return result.trajectory.column("a.angle").back();
  };
  const double followed = angle("-1*t", "{type: load_path, to: 1, steps: 800}");
  EXPECT_NEAR(angle("-1+0*t", "{type: statics}"), followed, 1e-9);
  EXPECT_NEAR(angle("-1*t", "{type: load_path, to: 1, steps: 2}"), followed, 1e-9);
}

// near a singular start joints are not wound up
TEST(LoopFollow, ClosingDoesNotWindUp) {
  const RunResult result = run_text(R"(
  - {name: crank, joint: {type: revolute, axis: y, prescribed: "0"}, rigid: {mass: 1, inertia: [1, 1, 1], frames: {end: {position: [0.2, 0, 0]}}}}
  - {name: coupler, parent: crank, at: end, pose: {rotation: {axis: y, angle: 2}}, joint: {type: revolute, axis: y}, rigid: {mass: 1, inertia: [1, 1, 1], frames: {end: {position: [0.5, 0, 0]}}}}
  - {name: rocker, pose: {position: [0.5, 0, 0.5], rotation: {axis: y, angle: -1}}, joint: {type: revolute, axis: y, stiffness: 1}, rigid: {mass: 1, inertia: [1, 1, 1], frames: {end: {position: [0.35, 0, 0]}}}}
)",
                                    "  - {name: pin, type: revolute, axis: y, a: {body: coupler, "
                                    "at: end}, b: {body: rocker, at: end}}\n",
                                    "{name: a, joint: rocker}", "{type: statics}");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_LT(std::abs(result.trajectory.column("a.angle").back()), 2 * M_PI);
}

// connections that slide: the rows are the derivatives of the gaps
TEST(LoopFollow, ArcLengthThroughSlidingConnections) {
  const RunResult result =
      slider_crank("2*pi*t", 0.3, "{type: load_path, to: 0.4, steps: 100, control: arc_length}");
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_NEAR(result.trajectory.column("p.x").back(), piston(0.8 * M_PI, 0.3), 1e-9);
}

// where the drive of a linkage cannot go on, the path turns back
TEST(LoopFollow, ArcLengthThroughLimitPointsOfLinkages) {
  const RunResult result = run_bars({"4*t", 0.5, 0.4, 0.2985},
                                    "{type: load_path, to: 1, steps: 60, control: arc_length}");
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
}

}  // namespace
}  // namespace cuttle
