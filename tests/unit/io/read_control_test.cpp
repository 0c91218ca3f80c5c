// Sensors and controllers, from text to specs.

#include <gtest/gtest.h>

#include "cuttle/control/controller/part.h"
#include "cuttle/control/lqr/part.h"
#include "cuttle/control/open_loop/part.h"
#include "cuttle/control/pid/part.h"
#include "cuttle/control/sensor/part.h"
#include "cuttle/control/task_space/part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/schema.h"

namespace cuttle {
namespace {

const std::string kArm = R"(
materials: {m: {young: 1 MPa, density: 1000}}
bodies:
  - {name: arm, rod: {length: 1, section: {radius: 0.02}, material: m, strain: {bend_y: 2}}}
cables:
  - {name: c1, tension: 0, path: [{body: arm, from: base, to: tip, z: 0.01}]}
  - {name: c2, tension: 0, path: [{body: arm, from: base, to: tip, z: -0.01}]}
probes: [{name: tip, frame: arm, record: [position, imu]}]
study: {type: dynamics, duration: 1}
)";

ControllerSpec controller(const std::string& text) {
  return parse_scenario(kArm + "controllers: [" + text + "]\n", "m.yaml")
      .of<ControllerSpec>()
      .at(0);
}

TEST(ReadControl, SensorWithUnits) {
  const ScenarioSpec s = parse_scenario(
      kArm +
          "sensors: [{name: gyro, probe: tip, columns: [tip.gx, gy], rate: 0.2 kHz, noise: "
          "[10 deg/s, 0.1], bias: 1, delay: 5 ms, seed: 3}, {name: all, probe: tip}]\n",
      "m.yaml");
  const std::vector<SensorSpec>& sensors = s.of<SensorSpec>();
  ASSERT_EQ(sensors.size(), 2u);
  const SensorSpec& gyro = sensors[0];
  EXPECT_EQ(gyro.columns, (std::vector<std::string>{"tip.gx", "gy"}));
  EXPECT_DOUBLE_EQ(gyro.rate, 200);
  EXPECT_DOUBLE_EQ(gyro.delay, 0.005);
  EXPECT_DOUBLE_EQ(gyro.noise.at(0), 10 * M_PI / 180);
  EXPECT_EQ(gyro.bias, std::vector<double>{1});
  EXPECT_EQ(gyro.seed, 3);
  EXPECT_TRUE(sensors[1].columns.empty());
  EXPECT_EQ(s.probes[0].record, (std::vector{Record::position, Record::imu}));
}

TEST(ReadControl, TaskSpaceWithItsFrameInPlace) {
  const ControllerSpec c = controller(
      "{name: track, inputs: [c1, c2], sample_time: 10 ms, min: 0, max: 50 N, task_space: {body: "
      "arm, at: 0.5, point: [0, 1 cm, 0], kp: 16, goal: {position: [0.96, \"0.22*cos(t)\", 0], "
      "rotation: [0, 0, \"35.96 deg\"]}}}");
  EXPECT_EQ(c.inputs, (std::vector<std::string>{"c1", "c2"}));
  EXPECT_DOUBLE_EQ(c.sample_time, 0.01);
  EXPECT_DOUBLE_EQ(c.max.value(), 50);
  const std::optional<TaskSpaceSpec>& law = c.law<TaskSpaceSpec>();
  ASSERT_TRUE(law);
  EXPECT_EQ(c.controlled_frame(), &law->controlled_frame);
  EXPECT_EQ(c.controlled_frame()->at.kind, BodyPlaceSpec::Kind::abscissa);
  EXPECT_DOUBLE_EQ(c.controlled_frame()->point.y(), 0.01);
  EXPECT_FALSE(law->kd);
  EXPECT_DOUBLE_EQ(law->kp, 16);
  const FrameGoalSpec& goal = c.controlled_frame()->goal;
  EXPECT_EQ(goal.position->at(1).kind, SignalSpec::Kind::expression);
  EXPECT_DOUBLE_EQ(goal.rotation->at(2).constant, 35.96 * M_PI / 180);
  EXPECT_EQ(c.controlled_frame_origin().path, "controllers[0].task_space");
}

TEST(ReadControl, EveryOtherLaw) {
  const ControllerSpec pid = controller(
      "{name: p, inputs: c1, start: 1, pid: {measure: tip.x, goal: \"sin(t)\", kp: 1, ki: 2, kd: "
      "0.1}}");
  EXPECT_EQ(pid.inputs, std::vector<std::string>{"c1"});
  EXPECT_DOUBLE_EQ(pid.start, 1);
  EXPECT_EQ(pid.law<PidSpec>()->measure, "tip.x");
  EXPECT_DOUBLE_EQ(pid.law<PidSpec>()->ki, 2);
  EXPECT_EQ(pid.controlled_frame(), nullptr);

  const ControllerSpec still = controller(
      "{name: q, inputs: [c1], quasi_static: {body: arm, at: tip, goal: {equilibrium: {c1: 40 N, "
      "cables.c2.tension: 30}}}}");
  EXPECT_EQ(still.controlled_frame()->goal.equilibrium,
            (std::map<std::string, double>{{"c1", 40}, {"cables.c2.tension", 30}}));

  const ControllerSpec lqr =
      controller("{name: l, inputs: [c1, c2], lqr: {about: trim, input_cost: [1, 2]}}");
  EXPECT_EQ(lqr.law<LqrSpec>()->about, HoldAt::trim);
  EXPECT_EQ(lqr.law<LqrSpec>()->input_cost, (std::vector<double>{1, 2}));
  EXPECT_EQ(lqr.law<LqrSpec>()->position_cost, std::vector<double>{1});
  EXPECT_EQ(controller("{name: l, inputs: [c1], lqr: {}}").law<LqrSpec>()->about, HoldAt::statics);

  const ControllerSpec open = controller(
      "{name: o, inputs: [c1, c2], open_loop: {signals: [\"5*t\", {table: [[0, 1], [1, 2]]}]}}");
  ASSERT_EQ(open.law<OpenLoopSpec>()->signals.size(), 2u);
  EXPECT_EQ(open.law<OpenLoopSpec>()->signals[1].kind, SignalSpec::Kind::table);
  EXPECT_EQ(controller("{name: o, inputs: [c1, c2], open_loop: {signals: 3}}")
                .law<OpenLoopSpec>()
                ->signals.size(),
            1u);
}

TEST(ReadControl, ReferenceHasEverySection) {
  const std::string text = schema_text();
  for (const char* section : {"sensor", "controller", "pid", "task space", "quasi static", "lqr",
                              "open loop", "frame goal"})
    EXPECT_NE(text.find("## " + std::string(section) + "\n"), std::string::npos) << section;
  EXPECT_NE(text.find("Exactly one of `pid`, `task_space`"), std::string::npos);
}

}  // namespace
}  // namespace cuttle
