// What a run does happens on the screen, too: docking, controllers, nets.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"
#include "cuttle/study/run.h"
#include "support/live.h"

namespace cuttle {
namespace {

/// A motion that nobody touches, looked at sixty times a second and at the rows of the run.
void expect_run(const ScenarioSpec& spec, const std::vector<std::string>& columns) {
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  LiveSession session(spec);
  session.play();
  for (std::size_t row = 1; row < result.trajectory.rows(); ++row) {
    const double t = result.trajectory.axis()[row];
    while (session.state().t < t - 1e-12) {
      session.advance(std::min(1.0 / 60, t - session.state().t));
      ASSERT_TRUE(session.playing()) << session.status();
    }
    for (const std::string& name : columns)
      EXPECT_NEAR(testing::readout(session, name), result.trajectory.column(name)[row], 1e-12)
          << spec.name << " " << name << " at " << t;
  }
  EXPECT_NEAR(session.state().t, result.trajectory.axis().back(), 1e-12);
}

ScenarioSpec model(const std::string& name, const std::vector<std::string>& settings) {
  std::vector<std::string> all = {"figures=[]", "expect=[]"};
  all.insert(all.end(), settings.begin(), settings.end());
  return read_scenario(std::string(CUTTLE_MODELS "/") + name + ".yaml", all);
}

TEST(LiveSession, DocksAndPartsAsTheRunDoes) {
  expect_run(model("docking", {}),
             {"base.x", "base.y", "visitor.x", "visitor.y", "base.wz", "visitor.vx"});
}

TEST(LiveSession, ControllersActAsInTheRun) {
  expect_run(model("arm_lqr", {"study.duration=0.5"}), {"tip.x", "tip.y", "tip.z"});
}

TEST(LiveSession, NetsFlyAsInTheRun) {
  expect_run(model("net_thrown", {}), {"p.strip_0_x", "p.strip_last_y", "p.com_y", "p.L"});
}

TEST(LiveSession, NetsStickAndSlideAsInTheRun) {
  expect_run(model("net_slope", {"study.duration=0.2"}), {"rough.com_x", "rough.normal"});
}

/// A mass of 2 kg on rails, held by a controller that looks through a sensor.
constexpr const char* kCart = R"(
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, effort: 0, initial: 0.5, velocity: -0.2}
    rigid: {mass: 2, inertia: [1, 1, 1]}
probes: [{name: cart, joint: cart}]
sensors: [{name: ruler, probe: cart, columns: [cart.travel], rate: 20}]
controllers:
  - {name: spring, inputs: [cart], sample_time: 0.1, max: 8, pid: {measure: ruler.travel, kp: 3, ki: 1}}
study: {type: dynamics, duration: 1, output_step: 0.1, rtol: 1e-10, atol: 1e-12}
)";

TEST(LiveSession, SensorsAndControllersOfTheRun) {
  expect_run(testing::spec_of(kCart), {"cart.travel", "cart.travel_rate"});
}

// a hand takes the input; the sensor goes on, and let go the controller is in charge again
TEST(LiveSession, AHandIsStrongerThanAController) {
  LiveSession session(testing::spec_of(kCart));
  EXPECT_EQ(testing::input(session, "joints.cart.effort").max, 16);
  EXPECT_TRUE(session.joints().empty()) << "what a controller pushes cannot be held";
  EXPECT_TRUE(std::isnan(testing::readout(session, "ruler.travel"))) << "nothing has moved yet";
  session.play();
  session.advance(0.25);
  EXPECT_NE(testing::input(session, "joints.cart.effort").value, 0);
  EXPECT_EQ(testing::input(session, "joints.cart.effort").value,
            testing::readout(session, "spring.cart.effort"));
  session.set_input("joints.cart.effort", 5);
  const double v = session.state().v[0], seen = testing::readout(session, "ruler.travel");
  session.advance(0.2);
  EXPECT_TRUE(testing::input(session, "joints.cart.effort").overridden);
  EXPECT_NEAR(session.state().v[0] - v, 5.0 / 2 * 0.2, 1e-9);
  EXPECT_NE(testing::readout(session, "ruler.travel"), seen);
  EXPECT_NE(testing::readout(session, "spring.cart.effort"), 5) << "what it would do";
  session.release_input("joints.cart.effort");
  session.advance(0.2);
  EXPECT_EQ(testing::input(session, "joints.cart.effort").value,
            testing::readout(session, "spring.cart.effort"));
  EXPECT_EQ(session.status(), "");
  // back at the beginning no command acts
  session.reset();
  session.advance(0);
  EXPECT_EQ(testing::input(session, "joints.cart.effort").value, 0);
}

// turning a knob to where it is changes nothing: the controller remembers what it knew
TEST(LiveSession, ControllersRememberOverAHand) {
  const ScenarioSpec spec = testing::spec_of(kCart);
  LiveSession left(spec), touched(spec);
  for (LiveSession* session : {&left, &touched}) session->play();
  for (int i = 0; i < 40; ++i) {
    for (LiveSession* session : {&left, &touched}) session->advance(1.0 / 60);
    if (i != 20) continue;
    touched.set_input("joints.cart.effort", testing::input(touched, "joints.cart.effort").value);
    touched.release_input("joints.cart.effort");
  }
  EXPECT_NEAR(left.state().q[0], touched.state().q[0], 1e-9);
  EXPECT_NEAR(testing::readout(left, "spring.cart.effort"),
              testing::readout(touched, "spring.cart.effort"), 1e-9);
}

// the parts are let go at 8 s whatever is turned before
TEST(LiveSession, EventsHappenAfterAHand) {
  LiveSession session(model("docking", {}));
  session.play();
  session.set_speed(10);
  session.advance(0.5);
  EXPECT_TRUE(session.state().connections[0].closed);
  session.set_gravity({0, 0, -1});
  session.advance(0.2);
  EXPECT_TRUE(session.state().connections[0].closed);
  session.advance(0.2);
  EXPECT_FALSE(session.state().connections[0].closed);
  EXPECT_EQ(session.status(), "");
}

TEST(LiveSession, NetsSettle) {
  LiveSession session(model("net_catenary", {}));
  session.set_mode(LiveMode::statics);
  session.advance(0);
  EXPECT_EQ(session.status(), "");
  EXPECT_NEAR(testing::readout(session, "p.chain_last_x"), 1, 1e-9);
}

// who looks on is not stopped by a number of steps that is meant for a run
TEST(LiveSession, NetsGoOnBeyondTheStepsOfARun) {
  LiveSession session(model("net_thrown", {"study.max_steps=20"}));
  session.play();
  for (int i = 0; i < 5; ++i) session.advance(0.01);  // 100 steps
  EXPECT_EQ(session.status(), "");
  EXPECT_NEAR(session.state().t, 0.05, 1e-9);
}

// gravity is the nets' as well, also while they fly
TEST(LiveSession, GravityPullsNets) {
  LiveSession session(model("net_thrown", {}));
  session.play();
  session.advance(0.1);
  session.set_gravity({0, 0, 0});
  session.advance(0);
  const double y = testing::readout(session, "p.com_y");
  session.advance(0.05);
  const double first = testing::readout(session, "p.com_y") - y;
  session.advance(0.05);
  EXPECT_NEAR(testing::readout(session, "p.com_y") - y, 2 * first, 1e-6);
  EXPECT_EQ(session.status(), "");
}

}  // namespace
}  // namespace cuttle
