// Connections that contradict each other are named, each with the directions that clash.

#include "cuttle/connection/conflict.h"

#include <gtest/gtest.h>

#include "cuttle/compile/compile.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

/// A free module, and another one on a pin that has nothing to do with the quarrel.
const std::string kBodies = R"(
name: torn
bodies:
  - {name: m, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: n, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: pin, type: spherical, a: {body: m}, b: {body: n, pose: {position: [0.3, 0, 0]}}}
)";

TEST(Conflict, names_two_fixed_connections_and_the_displacement_they_quarrel_about) {
  const std::string message = testing::message_of(kBodies + R"(
  - {name: one, type: fixed, b: {body: m}}
  - {name: two, type: fixed, a: {body: world, pose: {position: [0, 0, 0.1]}}, b: {body: m}}
study: {type: dynamics, duration: 1}
)");
  // halfway between the two
  EXPECT_EQ(
      message,
      "test.yaml:9:5: error: connections[1]: the loop cannot close: the nearest state found "
      "leaves a gap of 0.05 (m, rad); cannot be satisfied together: 'one' (displacement along z), "
      "'two' (displacement along z), in the axes of frame b\n"
      "  hint: check the lengths and poses, or give initial joint coordinates closer to it\n"
      "1 error; nothing was run.");
}

TEST(Conflict, tells_directions_in_the_frame_of_the_second_end) {
  // 20 deg about y of the world, which is x of the turned frame
  const std::string message = testing::message_of(kBodies + R"(
  - {name: one, type: fixed, b: {body: m}}
  - name: two
    type: fixed
    a: {body: world, pose: {rotation: {rpy: [20 deg, 0, 90 deg]}}}
    b: {body: m, pose: {rotation: {axis: z, angle: 90 deg}}}
study: {type: dynamics, duration: 1}
)");
  EXPECT_NE(
      message.find("cannot be satisfied together: 'one' (rotation about y), 'two' (rotation about "
                   "x), in the axes of frame b"),
      std::string::npos)
      << message;
}

TEST(Conflict, is_silent_about_loops_that_are_only_open) {
  // moved off the loop, but free to go back
  const Scenario scenario = build(parse_scenario(
      kBodies +
          "  - {name: one, type: fixed, b: {body: m}}\nstudy: {type: dynamics, duration: 1}\n",
      "test.yaml"));
  State x = scenario.initial;
  retract(scenario.model, scenario.initial.q, 0.1 * VectorX::Random(scenario.model.nv), x.q);
  const Input u{VectorX(0), VectorX(0), VectorX(0)};
  Workspace ws(scenario.model);
  update_kinematics(scenario.model, x, u, nullptr, ws);
  EXPECT_EQ(describe_conflict(scenario.model, x, ws), "");
}

TEST(Conflict, is_told_where_drives_tear_a_loop_apart_in_statics) {
  const RunResult result = run(parse_scenario(R"(
name: torn
bodies:
  - {name: slider, joint: {type: prismatic, axis: z, prescribed: "0.1*t"}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: m, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: one, type: fixed, b: {body: m}}
  - {name: two, type: fixed, a: {body: slider}, b: {body: m}}
study: {type: load_path, from: 0, to: 1, steps: 2}
)",
                                              "test.yaml"));
  EXPECT_FALSE(result.status.ok());
  EXPECT_NE(result.status.message.find("cannot be closed"), std::string::npos);
  EXPECT_NE(
      result.status.message.find("cannot be satisfied together: 'one' (displacement along z), "
                                 "'two' (displacement along z), in the axes of frame b"),
      std::string::npos)
      << result.status.message;
}

TEST(Conflict, is_told_where_drives_tear_a_loop_apart_in_motion) {
  const RunResult result = run(parse_scenario(R"(
name: torn
bodies:
  - {name: slider, joint: {type: prismatic, axis: z, prescribed: "0.1*t*t"}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: m, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: one, type: fixed, b: {body: m}}
  - {name: two, type: fixed, a: {body: slider}, b: {body: m}}
study: {type: dynamics, duration: 1}
)",
                                              "test.yaml"));
  EXPECT_FALSE(result.status.ok());
  EXPECT_NE(
      result.status.message.find("cannot be satisfied together: 'one' (displacement along z)"),
      std::string::npos)
      << result.status.message;
}

}  // namespace
}  // namespace cuttle
