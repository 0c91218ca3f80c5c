// Models with closed loops on the screen.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"
#include "cuttle/study/run.h"
#include "support/live.h"

namespace cuttle {
namespace {

// a crank of 0.2 m, a coupler of 0.5 m and a rocker of 0.4 m, with pivots 0.5 m apart
const std::string kFourBar = R"yaml(
bodies:
  - name: crank
    joint: {type: revolute, axis: [0, -1, 0], prescribed: "0.5 + 2*t"}
    rigid:
      shapes: [{capsule: [10 mm, 0.2], density: 1000, pose: {position: [0.1, 0, 0]}}]
      frames: {end: {position: [0.2, 0, 0]}}
  - name: coupler
    parent: crank
    at: end
    joint: {type: revolute, axis: [0, -1, 0], initial: 0.5}
    rigid:
      shapes: [{capsule: [8 mm, 0.5], density: 1000, pose: {position: [0.25, 0, 0]}}]
      frames: {end: {position: [0.5, 0, 0]}}
  - name: rocker
    pose: {position: [0.5, 0, 0]}
    joint: {type: revolute, axis: [0, -1, 0], initial: 2}
    rigid:
      shapes: [{capsule: [10 mm, 0.4], density: 1000, pose: {position: [0.2, 0, 0]}}]
      frames: {end: {position: [0.4, 0, 0]}}
connections:
  - {name: pin, type: revolute, axis: y, a: {body: coupler, at: end}, b: {body: rocker, at: end}}
probes:
  - {name: rocker, joint: rocker}
  - {name: pin, connection: pin}
study: {type: dynamics, duration: 1, output_step: 0.1, method: dopri5, rtol: 1e-9, atol: 1e-11}
)yaml";

// the same without a motor: it swings
std::string free_four_bar() {
  std::string text = kFourBar;
  const std::string motor = R"(prescribed: "0.5 + 2*t")";
  return text.replace(text.find(motor), motor.size(), "initial: 0.5");
}

// angle of the rocker for that of the crank: law of cosines, twice
double rocker_angle(double crank) {
  const double x = 0.2 * std::cos(crank) - 0.5, z = 0.2 * std::sin(crank), d = std::hypot(x, z);
  return std::atan2(z, x) - std::acos((d * d + 0.4 * 0.4 - 0.5 * 0.5) / (2 * d * 0.4));
}

double rocker(const LiveSession& session) { return session.state().q[2]; }

double gap(const LiveSession& session) { return testing::readout(session, "pin.gap"); }

TEST(LiveLoop, TheRockerFollowsTheSliderOfTheCrank) {
  LiveSession session(testing::spec_of(kFourBar));
  EXPECT_NEAR(rocker(session), rocker_angle(0.5), 1e-9);
  for (double crank = 0.6; crank < 3; crank += 0.2) {
    session.set_input("joints.crank.prescribed", crank);
    session.advance(0);
    EXPECT_NEAR(rocker(session), rocker_angle(crank), 1e-9) << crank;
    EXPECT_LT(gap(session), 1e-9);
  }
  // the initial state of a crank that was turned is closed as well
  session.reset();
  session.set_input("joints.crank.prescribed", 0.7);
  session.reset();
  session.advance(0);
  EXPECT_EQ(session.mode(), LiveMode::initial);
  EXPECT_EQ(session.status(), "");
  EXPECT_NEAR(rocker(session), rocker_angle(0.7), 1e-9);
}

TEST(LiveLoop, MotionAndForcesAreThoseOfTheRun) {
  for (const std::string& text : {kFourBar, free_four_bar()}) {
    const ScenarioSpec spec = testing::spec_of(text);
    const RunResult result = run(spec);
    ASSERT_TRUE(result.status.ok());
    LiveSession session(spec);
    session.play();
    for (std::size_t row = 1; row < result.trajectory.rows(); ++row) {
      session.advance(result.trajectory.axis()[row] - session.state().t);
      ASSERT_TRUE(session.playing()) << session.status();
      EXPECT_LT(gap(session), 1e-9);
      for (const char* name : {"rocker.angle", "pin.fx", "pin.fz"})
        EXPECT_NEAR(testing::readout(session, name), result.trajectory.column(name)[row], 1e-5)
            << name;
    }
    EXPECT_NEAR(session.state().t, 1, 1e-12);
  }
}

TEST(LiveLoop, AHeldJointHoldsTheLoop) {
  LiveSession session(testing::spec_of(free_four_bar()));
  session.play();
  session.advance(0.2);
  const double moving = rocker(session);
  session.hold_joint("crank", true, session.state().q[0]);
  session.advance(0.3);
  ASSERT_TRUE(session.playing()) << session.status();
  const double held = rocker(session);
  EXPECT_LT(gap(session), 1e-9);
  const double turns = (held - rocker_angle(session.state().q[0])) / (2 * std::numbers::pi);
  EXPECT_NEAR(turns, std::round(turns), 1e-9);
  EXPECT_NEAR(held, moving, 1e-3);
  session.advance(0.3);
  EXPECT_NEAR(rocker(session), held, 1e-9);
  // let go it falls on
  session.hold_joint("crank", false, 0);
  session.advance(0.3);
  EXPECT_GT(std::abs(rocker(session) - held), 1e-2);
  EXPECT_LT(gap(session), 1e-9);
  EXPECT_EQ(session.status(), "");
}

// the crank is driven on while the rocker is held: the loop would break
TEST(LiveLoop, InputsThatContradictEachOtherStopTheMotion) {
  LiveSession session(testing::spec_of(kFourBar));
  session.play();
  session.advance(0.2);
  session.hold_joint("rocker", true, rocker(session));
  for (int i = 0; i < 30 && session.playing(); ++i) session.advance(1.0 / 60);
  EXPECT_FALSE(session.playing());
  EXPECT_NE(session.status().find("connection 'pin' cannot be closed"), std::string::npos)
      << session.status();
  EXPECT_LT(gap(session), 1e-6);
  // and there is no equilibrium
  session.hold_joint("rocker", true, 0.5);
  session.set_mode(LiveMode::statics);
  session.advance(0);
  EXPECT_NE(session.status().find("no equilibrium"), std::string::npos) << session.status();
  // let go it moves on
  session.hold_joint("rocker", false, 0);
  session.play();
  session.advance(0.2);
  EXPECT_TRUE(session.playing());
  EXPECT_EQ(session.status(), "");
  EXPECT_LT(gap(session), 1e-9);
}

}  // namespace
}  // namespace cuttle
