#include "cuttle/live/live_session.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/study/run.h"
#include "support/live.h"
#include "unit/compile/build_fixture.h"

namespace cuttle {
namespace {

// a soft horizontal beam with a cable and a load at its tip
const std::string kBeam = testing::kMaterials + R"(
bodies:
  - name: beam
    rod: {length: 0.3, section: {shape: circle, radius: 10 mm}, material: m, quadrature: 8, strain: {bend_y: 2, bend_z: 2, torsion: 1}}
cables:
  - {name: c, tension: 1, path: [{body: beam, from: base, to: tip, y: 0, z: 6 mm}]}
loads:
  - {name: tip, body: beam, at: tip, force: [0, 0, 0]}
probes:
  - {name: tip, frame: beam, at: tip}
study: {type: statics}
)";

// an arm on a motor and a second one that swings freely
const std::string kArms = R"yaml(
bodies:
  - name: upper
    joint: {type: revolute, axis: y, prescribed: "0.4*sin(3*t)"}
    rigid: {shapes: [{box: [0.04, 0.04, 0.3], mass: 1 kg, pose: {position: [0, 0, -0.15]}}], frames: {end: {position: [0, 0, -0.3]}}}
  - name: lower
    parent: upper
    at: end
    joint: {type: revolute, axis: y, initial: 0.8, effort: "0.1*t"}
    rigid: {shapes: [{box: [0.03, 0.03, 0.2], mass: 0.5 kg, pose: {position: [0, 0, -0.1]}}]}
probes:
  - {name: hand, frame: lower, point: [0, 0, -0.2]}
study: {type: dynamics, duration: 1, output_step: 0.05, method: dopri5, rtol: 1e-9, atol: 1e-11}
)yaml";

double coordinate(const LiveSession& session, const std::string& body) {
  const Model& model = session.scenario().model;
  return session.state().q[model.bodies[std::size_t(model.find_body(body))].steps[0].q];
}

TEST(LiveSession, ShowsTheInitialStateFirst) {
  const LiveSession session(testing::spec_of(kBeam));
  EXPECT_EQ(session.mode(), LiveMode::initial);
  EXPECT_EQ(session.scene().frames(), 1U);
  EXPECT_NEAR(testing::readout(session, "tip.x"), 0.3, 1e-12);
  EXPECT_NEAR(testing::readout(session, "tip.z"), 0, 1e-12);
  EXPECT_TRUE(session.status().empty());
}

// the equilibrium that grew out of many small turns is the one from scratch
TEST(LiveSession, EquilibriumAfterTurningIsThatFromScratch) {
  LiveSession session(testing::spec_of(kBeam));
  for (double tension = 0; tension <= 3; tension += 0.25) {
    session.set_input("cables.c.tension", tension);
    ASSERT_TRUE(session.advance(0));
    ASSERT_EQ(session.status(), "");
  }
  EXPECT_EQ(session.mode(), LiveMode::statics);

  std::string text = kBeam;
  text.replace(text.find("tension: 1"), 10, "tension: 3");
  Scenario scenario = build(testing::spec_of(text));
  Input u;
  ASSERT_TRUE(scenario.inputs.evaluate(0, u).ok());
  StaticsSolver solver(scenario.model);
  State x = scenario.initial;
  ASSERT_TRUE(solver.solve(u, {}, x).status.ok());
  EXPECT_GT((x.q - scenario.initial.q).norm(), 1);
  EXPECT_LT((session.state().q - x.q).norm(), 1e-9 * x.q.norm());  // measured 2e-16
}

TEST(LiveSession, AReleasedInputIsTheFilesAgain) {
  LiveSession session(testing::spec_of(kBeam));
  session.set_mode(LiveMode::statics);
  session.advance(0);
  const VectorX before = session.state().q;
  session.set_input("cables.c.tension", 4);
  session.advance(0);
  EXPECT_TRUE(testing::input(session, "cables.c.tension").overridden);
  EXPECT_EQ(testing::input(session, "cables.c.tension").value, 4);
  EXPECT_GT((session.state().q - before).norm(), 0.1);
  session.release_input("cables.c.tension");
  session.advance(0);
  EXPECT_FALSE(testing::input(session, "cables.c.tension").overridden);
  EXPECT_EQ(testing::input(session, "cables.c.tension").value, 1);
  EXPECT_LT((session.state().q - before).norm(), 1e-7 * before.norm());
}

// without the cable the beam is symmetric: gravity upside down mirrors it
TEST(LiveSession, GravityUpsideDownMirrorsTheShape) {
  LiveSession session(testing::spec_of(kBeam));
  session.set_input("cables.c.tension", 0);
  session.advance(0);
  const double x = testing::readout(session, "tip.x"), z = testing::readout(session, "tip.z");
  EXPECT_LT(z, -0.01);
  session.set_gravity({0, 0, 9.81});
  session.advance(0);
  EXPECT_NEAR(testing::readout(session, "tip.z"), -z, 1e-9);
  EXPECT_NEAR(testing::readout(session, "tip.x"), x, 1e-9);
  // sideways: the same fall, along y
  session.set_gravity({0, -9.81, 0});
  session.advance(0);
  EXPECT_NEAR(testing::readout(session, "tip.y"), z, 1e-9);
  EXPECT_EQ(session.scene().gravity[1], -9.81);
}

TEST(LiveSession, SaysWhereThereIsNoEquilibrium) {
  LiveSession session(testing::spec_of(R"(
bodies:
  - {name: stone, joint: {type: free}, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}
study: {type: dynamics, duration: 1}
)"));
  session.set_mode(LiveMode::statics);
  session.advance(0);
  EXPECT_NE(session.status().find("no equilibrium"), std::string::npos) << session.status();
  EXPECT_NE(session.status().find("stone"), std::string::npos) << session.status();
  EXPECT_EQ(session.state().q, session.scenario().initial.q);
  // and it falls all the same
  session.play();
  session.advance(0.5);
  EXPECT_EQ(session.status(), "");
  EXPECT_NEAR(session.state().q[6], -0.5 * 9.81 * 0.25, 1e-6);
}

// the tangent is singular at the horizontal, but there is an equilibrium
TEST(LiveSession, AHorizontalPendulumFindsItsWayDown) {
  LiveSession session(testing::spec_of(R"(
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 90 deg}
    rigid: {mass: 1 kg, center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
study: {type: dynamics, duration: 1}
)"));
  session.set_mode(LiveMode::statics);
  session.advance(0);
  EXPECT_EQ(session.status(), "");
  EXPECT_NEAR(coordinate(session, "bob"), 0, 1e-9);
}

// the live motion takes the steps of the run, however the clock of the viewer ticks
TEST(LiveSession, MotionIsThatOfTheRun) {
  const ScenarioSpec spec = testing::spec_of(kArms);
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok());
  LiveSession session(spec);
  session.play();
  for (std::size_t row = 1; row < result.trajectory.rows(); ++row) {
    const double t = result.trajectory.axis()[row];
    while (session.state().t < t - 1e-12) {
      session.advance(std::min(1.0 / 60, t - session.state().t));
      ASSERT_TRUE(session.playing()) << session.status();
    }
    for (const char* name : {"hand.x", "hand.z"})
      EXPECT_NEAR(testing::readout(session, name), result.trajectory.column(name)[row], 1e-12) << t;
  }
  EXPECT_NEAR(session.state().t, 1, 1e-12);
}

// also where a signal jumps: the last step before sees what was, the next one what is
TEST(LiveSession, MotionOverJumpsIsThatOfTheRun) {
  const ScenarioSpec spec = testing::spec_of(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, stiffness: 40, effort: {pulse: {period: 0.5, width: 0.2, amplitude: 3, rise: 0}}}
    rigid: {mass: 1 kg, inertia: [1, 1, 1]}
probes: [{name: cart, joint: cart}]
study: {type: dynamics, duration: 1, output_step: 0.05, method: generalized_alpha, step: 0.05}
)yaml");
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok());
  LiveSession session(spec);
  session.play();
  for (std::size_t row = 1; row < result.trajectory.rows(); ++row) {
    session.advance(result.trajectory.axis()[row] - session.state().t);
    ASSERT_TRUE(session.playing()) << session.status();
    EXPECT_NEAR(testing::readout(session, "cart.travel"),
                result.trajectory.column("cart.travel")[row], 1e-12);
  }
}

// squeezed too hard: the motion stops with the name of the shell, in the last good state
TEST(LiveSession, AShellThatGoesThroughItsAxisStops) {
  LiveSession session(testing::spec_of(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: tube
    shell: {profile: {radius: 30 mm, angle: 90 deg, pieces: [{line: 100 mm}]}, thickness: 1 mm, material: {young: 40 kPa, density: 1080}}
shell_loads: [{name: squeeze, body: tube, radial: "-1e5*t"}]
study: {type: dynamics, duration: 1, method: generalized_alpha, step: 1 ms}
)yaml"));
  session.play();
  for (int i = 0; i < 100 && session.playing(); ++i) session.advance(0.01);
  EXPECT_FALSE(session.playing());
  EXPECT_NE(session.status().find("'tube' collapses onto its axis"), std::string::npos)
      << session.status();
  // measured 0.013; Newton gives up only at 0.13
  EXPECT_LT(session.state().t, 0.02);
}

TEST(LiveSession, PauseStopsAndResetGoesBack) {
  LiveSession session(testing::spec_of(kArms));
  session.play();
  session.set_speed(0.5);
  session.advance(0.2);
  EXPECT_NEAR(session.state().t, 0.1, 1e-12);
  session.pause();
  EXPECT_TRUE(session.advance(0.2));  // that it has stopped is news
  EXPECT_FALSE(session.advance(0.2));
  EXPECT_NEAR(session.state().t, 0.1, 1e-12);
  session.reset();
  EXPECT_TRUE(session.advance(0.2));
  EXPECT_EQ(session.state().t, 0);
  EXPECT_EQ(session.mode(), LiveMode::initial);
  EXPECT_EQ(session.state().q, session.scenario().initial.q);
}

// a slider of a coordinate moved in motion: the coordinate gets there, and no velocity jumps
TEST(LiveSession, CoordinatesFollowTheHandSmoothly) {
  LiveSession session(testing::spec_of(kArms));
  session.play();
  session.advance(0.3);
  const double q = coordinate(session, "upper"), v = session.state().v[0];
  EXPECT_NEAR(q, 0.4 * std::sin(0.9), 1e-9);
  session.set_input("joints.upper.prescribed", 1);
  session.advance(1e-6);
  EXPECT_NEAR(coordinate(session, "upper"), q, 1e-5);
  EXPECT_NEAR(session.state().v[0], v, 1e-2);
  session.advance(0.2);
  EXPECT_NEAR(coordinate(session, "upper"), 1, 1e-12);
  EXPECT_NEAR(session.state().v[0], 0, 1e-12);
  session.release_input("joints.upper.prescribed");
  session.advance(0.2);
  EXPECT_NEAR(coordinate(session, "upper"), 0.4 * std::sin(3 * session.state().t), 1e-9);
  EXPECT_EQ(session.status(), "");
}

TEST(LiveSession, AHeldJointStaysWhereItIsPut) {
  LiveSession session(testing::spec_of(kArms));
  ASSERT_EQ(session.joints().size(), 1U);  // the other one has a motor
  EXPECT_EQ(session.joints()[0].body, "lower");
  const int generation = session.generation();
  session.hold_joint("lower", true, 0.5);
  session.advance(0);
  EXPECT_GT(session.generation(), generation);
  EXPECT_TRUE(session.joints()[0].held);
  EXPECT_EQ(coordinate(session, "lower"), 0.5);
  session.hold_joint("lower", true, -0.25);
  session.advance(0);
  EXPECT_EQ(coordinate(session, "lower"), -0.25);

  // also in motion, and let go it swings again
  session.play();
  session.advance(0.3);
  EXPECT_NEAR(coordinate(session, "lower"), -0.25, 1e-12);
  session.hold_joint("lower", false, 0);
  session.advance(0.3);
  EXPECT_GT(std::abs(coordinate(session, "lower") + 0.25), 1e-2);
  EXPECT_EQ(session.status(), "");
}

// caught in flight: neither place nor velocity jumps, then it rests where it was caught
TEST(LiveSession, AJointIsCaughtInFlight) {
  LiveSession session(testing::spec_of(kArms));
  session.play();
  session.advance(0.3);
  const double caught = coordinate(session, "lower"), v = session.state().v[1];
  ASSERT_GT(std::abs(v), 0.5);
  session.hold_joint("lower", true, caught);
  session.advance(1e-6);
  EXPECT_NEAR(coordinate(session, "lower"), caught + 1e-6 * v, 1e-9);
  EXPECT_NEAR(session.state().v[1], v, 1e-3 * std::abs(v));
  session.advance(0.01);
  EXPECT_GT(std::abs(coordinate(session, "lower") - caught), 1e-3);  // it overshoots
  session.advance(0.2);
  EXPECT_NEAR(coordinate(session, "lower"), caught, 1e-12);
  EXPECT_NEAR(session.state().v[1], 0, 1e-12);
  EXPECT_EQ(session.status(), "");
}

// a held joint has no effort; let go it has the one that a person gave it
TEST(LiveSession, HoldingForgetsNoEffort) {
  LiveSession session(testing::spec_of(kArms));
  session.set_input("joints.lower.effort", 0.3);
  session.hold_joint("lower", true, 0.5);
  session.hold_joint("lower", true, 0.6);
  session.advance(0);
  for (const LiveInput& one : session.inputs()) EXPECT_NE(one.name, "joints.lower.effort");
  session.hold_joint("lower", false, 0);
  session.advance(0);
  EXPECT_TRUE(testing::input(session, "joints.lower.effort").overridden);
  EXPECT_EQ(testing::input(session, "joints.lower.effort").value, 0.3);
  // and it is forgotten when all is
  session.hold_joint("lower", true, 0.5);
  session.release_all();
  session.advance(0);
  EXPECT_FALSE(testing::input(session, "joints.lower.effort").overridden);
}

TEST(LiveSession, GravityOfTheFileOutlivesHeldJoints) {
  LiveSession session(testing::spec_of(kArms));
  session.set_gravity({0, 0, 0});
  session.hold_joint("lower", true, 0.5);
  session.advance(0);
  EXPECT_EQ(session.scenario().model.gravity, Vector3(0, 0, 0));
  EXPECT_EQ(session.file_gravity(), Vector3(0, 0, -9.81));
}

TEST(LiveSession, ReleaseAllIsTheFileAgain) {
  LiveSession session(testing::spec_of(kArms));
  session.set_mode(LiveMode::statics);
  session.advance(0);
  const VectorX q = session.state().q;
  session.hold_joint("lower", true, 0.5);
  session.set_gravity({0, 0, 9.81});
  session.set_input("joints.upper.prescribed", 1);
  session.advance(0);
  session.release_all();
  session.set_mode(LiveMode::initial);
  session.set_mode(LiveMode::statics);
  session.advance(0);
  EXPECT_LT((session.state().q - q).norm(), 1e-9);
  EXPECT_EQ(session.scenario().model.gravity, Vector3(0, 0, -9.81));
}

TEST(LiveSession, RefusesWhatMakesNoSense) {
  LiveSession session(testing::spec_of(kBeam));
  EXPECT_THROW(session.set_input("cables.c.tensoin", 1), LiveError);
  EXPECT_THROW(session.set_input("cables.c.tension", -1), LiveError);
  EXPECT_THROW(session.set_input("cables.c.tension", NAN), LiveError);
  EXPECT_THROW(session.hold_joint("beam", true, 0), LiveError);
  EXPECT_THROW(session.set_speed(0), LiveError);
  try {
    session.set_input("cables.c.tensoin", 1);
  } catch (const LiveError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'cables.c.tension'"), std::string::npos);
  }
}

TEST(LiveSession, ABadModelLeavesTheGoodOne) {
  LiveSession session(testing::spec_of(kBeam));
  session.set_input("cables.c.tension", 2);
  session.advance(0);
  const VectorX q = session.state().q;
  std::string text = kBeam;
  text.replace(text.find("tension: 1"), 10, "tension: -1");
  EXPECT_THROW(session.load(testing::spec_of(text)), InputError);
  session.set_gravity({0, 0, -9.81});
  session.advance(0);
  EXPECT_LT((session.state().q - q).norm(), 1e-7 * q.norm());
  // and a good one replaces it
  text.replace(text.find("length: 0.3"), 11, "length: 0.2");
  text.replace(text.find("tension: -1"), 11, "tension: 0");
  session.load(testing::spec_of(text));
  session.reset();
  session.advance(0);
  EXPECT_NEAR(testing::readout(session, "tip.x"), 0.2, 1e-12);
}

}  // namespace
}  // namespace cuttle
