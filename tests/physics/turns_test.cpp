// Turns count: a rod whose tip is clamped and whose base is turned, several times round.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/rod_error.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"
#include "cuttle/math/constants.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

constexpr double kRadius = 0.01, kShear = 1e6 / 3, kLength = 0.5;

ScenarioSpec turned_spec(const std::string& angle, const std::string& study,
                         const std::string& strain = "strain: {torsion: 2}") {
  return parse_scenario(fmt::format(R"(
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
      {}
connections:
  - {{name: clamp, type: fixed, a: {{body: rod, at: tip}}, b: {{pose: {{position: [0.5, 0, 0]}}}}}}
probes:
  - {{name: clamp, connection: clamp}}
  - {{name: strain, strain: rod, at: 0.2}}
study: {}
)",
                                    angle, strain, study),
                        "x.yaml");
}

RunResult driven(const std::string& angle, const std::string& study) {
  return run(turned_spec(angle, study));
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
    expect_turns(driven("\"t*2*pi\"", fmt::format("{{type: load_path, to: 5, steps: {}}}", steps)),
                 5);
  expect_turns(driven("\"t*2*pi\"", "{type: load_path, from: 0, to: 27.3, steps: 10}"), 27.3);
}

TEST(Turns, OfPathsByArcLength) {
  expect_turns(driven("\"t*2*pi\"", "{type: load_path, control: arc_length, to: 5, steps: 200}"),
               5);
}

// where the drive stands from the beginning, it has been turned there
TEST(Turns, OfOneEquilibrium) {
  for (const int load_steps : {1, 2, 10}) {
    const std::string study = fmt::format("{{type: statics, load_steps: {}}}", load_steps);
    expect_turns(driven(fmt::format("{}", 4.6 * kTurn), study), 4.6);
    expect_turns(driven(fmt::format("{}", 3 * kTurn), study), 3);
    expect_turns(driven(fmt::format("{}", 0.3 * kTurn), study), 0.3);
  }
}

// a motion begins where its drive has been turned to; so do small ones
TEST(Turns, OfMotions) {
  const double turns = 28.9 / kTurn;
  const RunResult moved =
      driven("\"28.9+0*t\"", "{type: dynamics, duration: 0.01, method: implicit}");
  expect_turns(moved, turns);
  EXPECT_NEAR(moved.trajectory.column("strain.torsion").front(), -57.8, 1e-9);
  const RunResult modes = driven("\"28.9+0*t\"", "{type: modes, count: 1}");
  ASSERT_TRUE(modes.status.ok()) << to_string(modes.status);
  // the mode is shown as a displacement of a tenth of its shape, whose middle does not turn
  EXPECT_LT(modes.trajectory.column("strain.torsion").back(), -40);
}

// coordinates that are given elsewhere say nothing about the turns; those of the loop do
TEST(Turns, OfMotionsBesideOtherBodies) {
  ScenarioSpec spec = turned_spec("\"28.9+0*t\"", "{type: dynamics, duration: 0.01}");
  const ScenarioSpec other = parse_scenario(
      "bodies: [{name: other, joint: {type: revolute, axis: y, initial: 0.3}, rigid: {mass: 1, "
      "inertia: [1, 1, 1]}}]\n",
      "y.yaml");
  spec.bodies.push_back(other.bodies.front());
  expect_turns(run(spec), 28.9 / kTurn);

  const Scenario scenario =
      build(turned_spec("\"28.9+0*t\"", "{type: dynamics, duration: 0.01}",
                        "strain: {torsion: 2}\n      initial: {torsion: [0.1]}"));
  EXPECT_TRUE(turns_to_go(scenario).empty());
  EXPECT_THAT(model_warnings(scenario),
              ::testing::Contains(::testing::HasSubstr("number of turns")));
}

// ... whatever is studied: an equilibrium does not count what is given once more
TEST(Turns, OfCoordinatesThatAreGiven) {
  for (const double given : {-57.8, -20.0, 0.1}) {
    // the nearest of those that close the loop
    const double turn = kTurn / kLength;
    const double nearest = -57.8 + turn * std::round((given + 57.8) / turn);
    const std::string strain =
        fmt::format("strain: {{torsion: 2}}\n      initial: {{torsion: [{}]}}", given);
    for (const char* study : {"{type: statics}", "{type: load_path, from: 0, to: 1, steps: 2}",
                              "{type: load_path, control: arc_length, from: 0, to: 1, steps: 3}",
                              "{type: dynamics, start: statics, duration: 0.01, method: implicit}",
                              "{type: dynamics, duration: 0.01, method: implicit}"}) {
      const ScenarioSpec spec = turned_spec("\"28.9+0*t\"", study, strain);
      const RunResult result = run(spec);
      ASSERT_TRUE(result.status.ok()) << to_string(result.status);
      EXPECT_NEAR(result.trajectory.column("strain.torsion").front(), nearest, 1e-6) << study;
      LiveSession session(spec);
      session.set_mode(LiveMode::statics);
      session.advance(0.02);
      EXPECT_NEAR(session.state().q[1], nearest, 1e-6) << study;
    }
  }
}

// ... of one robot, and another one beside it is turned nevertheless
TEST(Turns, OfCoordinatesThatAreGivenForAnother) {
  for (const char* study : {"{type: statics}", "{type: load_path, from: 0, to: 1, steps: 2}",
                            "{type: dynamics, duration: 0.01, method: implicit}"}) {
    ScenarioSpec spec = turned_spec("\"28.9+0*t\"", study);
    ScenarioSpec other =
        turned_spec("\"28.9+0*t\"", study, "strain: {torsion: 2}\n      initial: {torsion: [-20]}");
    for (BodySpec& body : other.bodies) {
      if (body.parent == "drive") body.parent = "other_drive";
      body.name = "other_" + body.name;
      spec.bodies.push_back(body);
    }
    for (ConnectionSpec& connection : other.of<ConnectionSpec>()) {
      connection.name = "other_" + connection.name;
      connection.a.body = "other_" + connection.a.body;
      spec.of<ConnectionSpec>().push_back(connection);
    }
    const RunResult result = run(spec);
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_NEAR(result.trajectory.column("strain.torsion").front(), -57.8, 1e-6) << study;
  }
}

// Connections that hold less than all turns close in more than one way within a turn: as the drive
// brings them there. Both ends of the rod follow it, so that its torsion is even.
TEST(Turns, WithinATurn) {
  for (const char* connection : {"universal, axis: x, axis2: z", "revolute, axis: z",
                                 "cylindrical, axis: y", "planar, axis: y", "fixed"})
    for (const double angle : {0.4, 1.0, 1.5, 1.7, -2.0, 3.0, -3.5, 4.0, 5.0, 7.0, -9.0, 12.0})
      for (const char* study : {"{type: statics}", "{type: modes, count: 1, about: statics}",
                                "{type: dynamics, duration: 0.01, method: implicit}"}) {
        SCOPED_TRACE(fmt::format("{} at {} rad, {}", connection, angle, study));
        const RunResult result = run(parse_scenario(fmt::format(R"(
gravity: [0, 0, 0]
bodies:
  - {{name: drive, pose: {{position: [2, 0, 0]}}, joint: {{type: revolute, axis: x, prescribed: "{}+0*t"}}, rigid: {{mass: 0.01, inertia: [1e-5, 1e-5, 1e-5]}}}}
  - {{name: rod, rod: {{length: 2, section: {{radius: 20 mm}}, material: {{young: 1 MPa, density: 1000, viscosity: 1 kPa s}}, strain: {{torsion: 0, bend_y: 2, bend_z: 2, stretch: 1}}}}}}
connections: [{{name: c, type: {}, a: {{body: drive}}, b: {{body: rod, at: tip}}}}]
probes: [{{name: strain, strain: rod, at: 1}}]
study: {}
)",
                                                                angle, connection, study),
                                                    "x.yaml"));
        ASSERT_TRUE(result.status.ok()) << to_string(result.status);
        if (std::string(study).find("modes") == std::string::npos) {
          EXPECT_NEAR(result.trajectory.column("strain.torsion").front(), angle / 2, 1e-8);
        }
      }
}

/// A crank that turns all the way round, 0.2 m, with a coupler and a rocker; its base at y.
std::string crank_and_rocker(const std::string& name, double crank, double length, double ground,
                             const std::string& slide) {
  return fmt::format(R"(
  - {{name: {0}_crank, pose: {{position: [0, {1}, 0]}}, joint: {{type: revolute, axis: y, prescribed: "{2}+0*t"}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [{3}, 0, 0]}}}}}}}}
  - {{name: {0}_coupler, parent: {0}_crank, at: end, pose: {{rotation: {{axis: y, angle: -1}}}}, joint: {{type: revolute, axis: y}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [0.5, 0, 0]}}}}}}}}
  - {{name: {0}_slide, pose: {{position: [{4}, {1}, 0]}}, joint: {{type: prismatic, axis: x, prescribed: "{5}+0*t"}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
  - {{name: {0}_rocker, parent: {0}_slide, pose: {{rotation: {{axis: y, angle: -2}}}}, joint: {{type: revolute, axis: y}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [0.35, 0, 0]}}}}}}}}
)",
                     name, name == "a" ? 0 : 5, crank, length, ground, slide);
}

double rocker(const std::string& bodies, bool two) {
  const std::string pin =
      "{{name: {0}_pin, type: revolute, axis: y, a: {{body: {0}_coupler, at: end}}, b: {{body: "
      "{0}_rocker, at: end}}}}";
  const RunResult result =
      run(parse_scenario("gravity: [0, 0, 0]\nbodies:" + bodies + "connections: [" +
                             fmt::format(fmt::runtime(pin), "a") +
                             (two ? ", " + fmt::format(fmt::runtime(pin), "b") : "") +
                             "]\nprobes: [{name: a, joint: a_rocker}]\n"
                             "study: {type: dynamics, duration: 0.01, method: dopri5}\n",
                         "x.yaml"));
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  return result.trajectory.column("a.angle").front();
}

// another mechanism beside it, which cannot even be where its drives are at zero, changes nothing
TEST(Turns, OfOneMechanismAreNotThoseOfAnother) {
  for (const double crank : {2.5, 3.1, -2.5, 9.0}) {
    const std::string a = crank_and_rocker("a", crank, 0.2, 0.5, "0");
    EXPECT_NEAR(rocker(a + crank_and_rocker("b", 1.5, 0.2, 0.3, "0"), true), rocker(a, false), 1e-9)
        << crank;
  }
}

// ... nor does one that cannot turn all the way round
TEST(Turns, OfOneThatCannotDoNotSpoilAnother) {
  ScenarioSpec spec = turned_spec("\"28.9+0*t\"", "{type: dynamics, duration: 0.01}");
  // at zero its pivots are nearer to each other than coupler and rocker can be
  const ScenarioSpec other = parse_scenario(
      "bodies:" + crank_and_rocker("b", 4.0, 0.2, 0.3, "0") +
          "connections: [{name: pin, type: revolute, axis: y, a: {body: b_coupler, at: end}, b: "
          "{body: b_rocker, at: end}}]\n",
      "y.yaml");
  for (const BodySpec& body : other.bodies) spec.bodies.push_back(body);
  spec.of<ConnectionSpec>().push_back(other.of<ConnectionSpec>().front());
  const Scenario scenario = build(spec);
  EXPECT_THAT(scenario.not_followed, ::testing::ElementsAre("b_crank at 4 rad"));
  EXPECT_NEAR(scenario.initial.q[1], -57.8, 1e-9);
  EXPECT_EQ(motion_start(scenario).q, scenario.initial.q);
}

// A linkage without springs stays on its side, however coarse the way there.
TEST(Turns, DoNotFoldLinkages) {
  const auto rocker_at = [](double crank, const std::string& time, const std::string& study) {
    std::string bodies = crank_and_rocker("a", crank, 0.2, 0.5, "0");
    const std::string drive = fmt::format("{}+0*t", crank);
    bodies.replace(bodies.find(drive), drive.size(), fmt::format("{}*{}", crank, time));
    const RunResult result = run(parse_scenario(
        "gravity: [0, 0, 0]\nbodies:" + bodies +
            "connections: [{name: pin, type: revolute, axis: y, a: {body: a_coupler, at: end}, b: "
            "{body: a_rocker, at: end}}]\nprobes: [{name: a, joint: a_rocker}]\nstudy: " +
            study,
        "x.yaml"));
    EXPECT_TRUE(result.status.ok()) << to_string(result.status);
    return result.trajectory.column("a.angle").back();
  };
  for (const double crank : {1.9, 4.25, 7.25, -7.25, 10.25, 26.25}) {
    const double followed = rocker_at(crank, "t", "{type: load_path, to: 1, steps: 400}");
    EXPECT_NEAR(rocker_at(crank, "1", "{type: statics}"), followed, 1e-9) << crank;
    for (const int steps : {1, 2, 3, 5, 13})
      EXPECT_NEAR(
          rocker_at(crank, "t", fmt::format("{{type: load_path, to: 1, steps: {}}}", steps)),
          followed, 1e-9)
          << crank << " in " << steps;
  }
}

// what else is prescribed comes along: small steps of all of them lead to the same place
TEST(Turns, ComeWithSlides) {
  const std::string study =
      "connections: [{name: pin, type: revolute, axis: y, a: {body: a_coupler, at: end}, b: {body: "
      "a_rocker, at: end}}]\nprobes: [{name: a, joint: a_rocker}]\n"
      "study: {type: load_path, to: 1, steps: 40}\n";
  std::string path = crank_and_rocker("a", 2.5, 0.2, 0.5, "-0.2");
  for (const char* drive : {"2.5+0*t", "-0.2+0*t"}) {
    const std::string text = drive;
    path.replace(path.find(text), text.size(), text.substr(0, text.find('+')) + "*t");
  }
  const RunResult followed =
      run(parse_scenario("gravity: [0, 0, 0]\nbodies:" + path + study, "x.yaml"));
  ASSERT_TRUE(followed.status.ok()) << to_string(followed.status);
  EXPECT_NEAR(rocker(crank_and_rocker("a", 2.5, 0.2, 0.5, "-0.2"), false),
              followed.trajectory.column("a.angle").back(), 1e-6);
}

// the file may ask for something else than the motion that is looked at, and the other way round
TEST(Turns, OfStudiesThatTheFileDoesNotAskFor) {
  for (const char* study : {"{type: statics}", "{type: load_path, from: 0, to: 1, steps: 2}",
                            "{type: modes, count: 1, about: statics}"}) {
    const ScenarioSpec spec = turned_spec("\"28.9+0*t\"", study);
    const Scenario scenario = build(spec);
    EXPECT_EQ(turns_to_go(scenario).size(), 1u) << study;
    EXPECT_NEAR(motion_start(scenario).q[1], -57.8, 1e-9) << study;

    LiveSession session(spec);
    EXPECT_NEAR(session.state().q[1], -57.8, 1e-9) << study;
    session.play();
    session.advance(0.02);
    EXPECT_GT(session.state().t, 0.01);
    EXPECT_NEAR(session.state().q[1], -57.8, 1e-6) << study;
    session.set_mode(LiveMode::statics);
    session.advance(0.02);
    EXPECT_NEAR(session.state().q[1], -57.8, 1e-6) << study;
  }
  const Scenario moving = build(turned_spec("28.9", "{type: dynamics, duration: 0.01}"));
  EXPECT_TRUE(turns_to_go(moving).empty());
  EXPECT_EQ(motion_start(moving).q, moving.initial.q);
}

// ... and where it cannot be turned all the way, it is told
TEST(Turns, ThatAreImpossibleAreTold) {
  const std::string bar = "rigid: {mass: 1, inertia: [1, 1, 1], frames: {end: {position: ";
  const std::string text =
      "gravity: [0, 0, 0]\nbodies:\n"
      "  - {name: a, joint: {type: revolute, axis: y, prescribed: \"6.2 + 0*t\"}, " +
      bar +
      "[1, 0, 0]}}}}\n"
      "  - {name: b, parent: a, at: end, joint: {type: revolute, axis: y}, " +
      bar +
      "[0.3, 0, 0]}}}}\n"
      "  - {name: c, parent: b, at: end, joint: {type: revolute, axis: y}, " +
      bar +
      "[0.3, 0, 0]}}}}\n"
      "connections: [{name: pin, type: revolute, axis: y, a: {body: c, at: end}, b: {pose: "
      "{position: [1.4, 0, 0]}}}]\n"
      "study: {type: dynamics, duration: 0.1}\n";
  const RunResult result = run(parse_scenario(text, "x.yaml"));
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_THAT(result.warnings, ::testing::Contains(::testing::HasSubstr(
                                   "a at 6.2 rad; connections were closed the shorter way")));
}

// ... as where it takes too long, also if nothing turns: this one slides very far
TEST(Turns, ThatTakeTooLongAreTold) {
  for (const char* study : {"{type: dynamics, duration: 0.01}", "{type: statics}"}) {
    const Scenario scenario = build(parse_scenario(fmt::format(R"(
gravity: [0, 0, 0]
bodies:
  - {{name: hull, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
  - {{name: drive, parent: hull, joint: {{type: prismatic, axis: x, prescribed: "1e5+0*t"}}, rigid: {{mass: 1, inertia: [1, 1, 1], frames: {{end: {{position: [0, 1, 0]}}}}}}}}
  - {{name: cart, joint: {{type: prismatic, axis: x}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
connections: [{{name: tie, type: fixed, a: {{body: drive}}, b: {{body: cart}}}}]
study: {}
)",
                                                               study),
                                                   "x.yaml"));
    EXPECT_NEAR(scenario.initial.q[1], 1e5, 1e-6) << study;
    EXPECT_THAT(scenario.not_followed, ::testing::ElementsAre("drive (robot hull) at 100000 m"))
        << study;
    EXPECT_THAT(model_warnings(scenario),
                ::testing::Contains(::testing::HasSubstr(
                    "from zero: drive (robot hull) at 100000 m; connections were closed the "
                    "shorter way")))
        << study;
  }
}

// what is expected of the rods of a robot is that of the one that will be studied
TEST(Turns, AreThereWhenRodsAreJudged) {
  const Scenario scenario =
      build(turned_spec("28.9", "{type: statics}", "strain: {torsion: 2, bend_y: 2}"));
  const RodErrors expected = expected_rod_errors(scenario),
                  found = rod_errors(scenario, run(scenario));
  ASSERT_EQ(expected.rods.size(), 1u) << expected.why;
  ASSERT_EQ(found.rods.size(), 1u) << found.why;
  EXPECT_NEAR(expected.rods[0].quadrature, found.rods[0].quadrature,
              1e-3 * found.rods[0].quadrature + 1e-12);
}

}  // namespace
}  // namespace cuttle
