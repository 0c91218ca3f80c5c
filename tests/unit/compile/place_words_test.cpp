// Frames that a file calls base or tip are those frames wherever a place is named: the robot is the
// same as with other names.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "cuttle/compile/find_frame.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/study/describe.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

// a place of every kind that there is: parents, copies, ends of connections, loads, cables, water,
// thrusters, fins, controllers and probes
constexpr const char* kWordyRobot = R"yaml(
name: places
water: {density: 1000}
bodies:
  - name: hull
    joint: {type: free}
    rigid:
      mass: 2
      inertia: [0.1, 0.2, 0.3]
      frames:
        BASE: {position: [0.3, 0.1, 0], rotation: {axis: z, angle: 40 deg}}
        TIP: {position: [-0.2, 0, 0.1], rotation: {axis: x, angle: 20 deg}}
      water: {linear: [1, 2, 3, 4, 5, 6], at: BASE}
  - name: arm
    parent: hull
    at: BASE
    pose: {position: [0.1, 0.2, 0]}
    joint: {type: free}
    repeat: {count: 3, about: x}
    rigid: {mass: 0.5, inertia: [0.1, 0.1, 0.1], frames: {TIP: {position: [0.5, 0, 0]}}, water: none}
  - name: tail
    parent: hull
    at: TIP
    joint: {type: revolute, axis: y, stiffness: 1}
    rigid: {mass: 0.5, center: [-0.1, 0, 0], water: none}
connections:
  - {name: ball, type: spherical, a: {body: hull, at: TIP, pose: {position: [0.1, 0.2, 0.3]}}, b: {body: arm, at: TIP}}
loads: [{name: pull, body: hull, at: TIP, force: [0, "sin(t)", 1]}]
cables:
  - {name: tie, tension: 3, path: [{body: hull, at: BASE, point: [0, 0.1, 0]}, {body: arm, at: TIP}]}
thrusters:
  - {name: drive, body: hull, at: TIP, axis: x, command: 1, linear: 1}
  - {name: lead, body: hull, at: BASE, axis: y, command: 1, linear: 1}
fins: [{name: rudder, body: hull, at: TIP, area: 0.02, aspect_ratio: 3}]
controllers:
  - {name: steer, inputs: [lead], sample_time: 0.05, task_space: {body: hull, at: TIP, kp: 3, goal: {position: [0, 1, 0]}}}
probes:
  - {name: front, frame: hull, at: BASE, record: [position, rotation, velocity]}
  - {name: end, frame: arm, at: TIP}
  - {name: fish, swimmer: hull, at: TIP}
  - {name: held, connection: ball}
  - {name: pulled, cable: tie}
study: {type: dynamics, duration: 0.2, output_step: 0.05}
)yaml";

std::string robot_with(const std::string& base, const std::string& tip) {
  return std::regex_replace(std::regex_replace(kWordyRobot, std::regex("BASE"), base),
                            std::regex("TIP"), tip);
}

ScenarioSpec spec_of(const std::string& text) { return parse_scenario(text, "test.yaml"); }

// who stands still has no turning radius
bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

void expect_same(const RunResult& a, const RunResult& b) {
  ASSERT_TRUE(a.status.ok()) << a.status.message;
  ASSERT_TRUE(b.status.ok()) << b.status.message;
  ASSERT_EQ(a.trajectory.columns().size(), b.trajectory.columns().size());
  for (std::size_t i = 0; i < a.trajectory.columns().size(); ++i)
    EXPECT_TRUE(std::ranges::equal(a.trajectory.column(i), b.trajectory.column(i), same))
        << a.trajectory.columns()[i].name;
  EXPECT_TRUE(std::ranges::equal(a.trajectory.q_data(), b.trajectory.q_data()));
}

TEST(PlaceWords, named_frames_win_everywhere) {
  const Scenario reserved = build(spec_of(robot_with("base", "tip")));
  const Scenario other = build(spec_of(robot_with("bow", "top")));
  const RunResult a = run(reserved), b = run(other);
  expect_same(a, b);
  // and they are drawn there
  const Scene scene_a = make_scene(reserved, a.trajectory);
  const Scene scene_b = make_scene(other, b.trajectory);
  for (const NamedChannel& named : kSceneChannels)
    EXPECT_EQ((scene_a.*named.channel).data, (scene_b.*named.channel).data) << named.name;
}

TEST(PlaceWords, names_survive_writing) {
  const ScenarioSpec first = spec_of(robot_with("base", "tip"));
  expect_same(run(first), run(spec_of(write_scenario(first))));
}

TEST(PlaceWords, a_description_tells_named_frames_from_ends) {
  const std::string text = describe_model(build(spec_of(robot_with("base", "tip"))));
  EXPECT_NE(text.find("hull at tip"), std::string::npos) << text;
  EXPECT_EQ(text.find("at its tip"), std::string::npos) << text;
}

TEST(PlaceWords, frames_are_found_by_their_names) {
  const Scenario scenario = build(spec_of(R"(
name: two
bodies:
  - name: a
    joint: {type: revolute, axis: y}
    rigid: {mass: 1, center: [1, 0, 0], frames: {base: {position: [1, 0, 0]}, tip: {position: [2, 0, 0]}}}
  - {name: b, parent: a, at: base, rigid: {mass: 1}}
  - {name: c, parent: a, at: tip, rigid: {mass: 1}}
  - {name: d, parent: a, rigid: {mass: 1}}
)"));
  const std::vector<std::string> names = frame_names(scenario);
  EXPECT_EQ(std::ranges::count(names, "a.base"), 1);
  Workspace ws(scenario.model);
  Input u;
  InputSource inputs = scenario.inputs;
  ASSERT_TRUE(inputs.evaluate(0, u).ok());
  update_kinematics(scenario.model, scenario.initial, u, nullptr, ws);
  // what the body itself means stays its base
  const std::vector<std::pair<std::string, double>> places = {
      {"a", 0}, {"a.base", 1}, {"a.tip", 2}, {"b", 1}, {"b.base", 1}, {"c", 2}, {"d", 0}};
  for (const auto& [name, x] : places)
    EXPECT_EQ(world_position(find_frame(scenario, name), ws).x(), x) << name;
}

TEST(PlaceWords, a_rigid_body_without_such_a_frame_has_no_tip) {
  EXPECT_THROW(spec_of(R"(
name: two
bodies:
  - {name: a, rigid: {mass: 1, frames: {base: {position: [1, 0, 0]}}}}
  - {name: b, parent: a, at: tip, rigid: {mass: 1}}
)"),
               InputError);
}

}  // namespace
}  // namespace cuttle
