// Sensors and controllers of a file: what their names mean, and what a user reads when they mean
// nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build_fixture.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/control/lqr/part.h"
#include "cuttle/control/pid/part.h"
#include "cuttle/control/quasi_static/part.h"
#include "cuttle/control/sensor/part.h"
#include "cuttle/part/input_names.h"

namespace cuttle::testing {
namespace {

const std::string kRobot = kMaterials + R"(
water: {density: 1000, current: ["0.1", 0, 0]}
bodies:
  - name: hull
    joint: {type: free, effort: [0, 0, 0, 0, 0, 0]}
    rigid: {shapes: [{sphere: 0.1, density: 1000}]}
  - {name: arm, parent: hull, joint: {type: revolute, axis: y, effort: 0},
     rod: {length: 0.5, section: {radius: 0.02}, material: m, strain: {bend_y: 2}}}
  - {name: fin, parent: hull, joint: {type: revolute, axis: y, prescribed: sin(t)},
     rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: lid, parent: hull, joint: {type: revolute, axis: z}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: box, parent: hull, rigid: {mass: 1, inertia: [1, 1, 1]}}
cables:
  - {name: c1, tension: 0, path: [{body: arm, from: base, to: tip, z: 0.01}]}
  - {name: c2, tension: 0, path: [{body: arm, from: base, to: tip, z: -0.01}]}
thrusters:
  - {name: T1, body: hull, axis: x, command: 0, quadratic: 1}
probes:
  - {name: hull, frame: hull, record: [imu, depth]}
  - {name: j, joint: arm}
study: {type: dynamics, duration: 1}
)";

Scenario control(const std::string& text) { return build_text(kRobot + text); }

// what a controller with these inputs drives, by full names
std::vector<std::string> driven(const std::string& inputs) {
  const Scenario s =
      control("controllers: [{name: c, inputs: " + inputs + ", open_loop: {signals: 1}}]\n");
  std::vector<std::string> names;
  for (const int i : s.controllers.at(0).inputs) names.push_back(s.model.inputs[size_t(i)].name);
  return names;
}

std::string error(const std::string& text) {
  const std::string full = error_of(kRobot + text);
  const size_t tail = full.rfind("\n1 error; nothing was run.");
  const size_t head = full.find("error: ");
  return tail == std::string::npos ? full : full.substr(head, tail - head);
}

std::string input_error(const std::string& inputs) {
  return error("controllers: [{name: c, inputs: " + inputs + ", open_loop: {signals: 1}}]\n");
}

using Names = std::vector<std::string>;

TEST(ControlBuild, InputsByFullAndShortNames) {
  EXPECT_EQ(driven("cables.c1.tension"), Names{"cables.c1.tension"});
  EXPECT_EQ(driven("[c2, c1]"), (Names{"cables.c2.tension", "cables.c1.tension"}));
  EXPECT_EQ(driven("c1.tension"), Names{"cables.c1.tension"});
  EXPECT_EQ(driven("arm"), Names{"joints.arm.effort"});
  EXPECT_EQ(driven("T1"), Names{"thrusters.T1.command"});
  EXPECT_EQ(driven("[hull.effort.force.x, moment.z]"),
            (Names{"joints.hull.effort.force.x", "joints.hull.effort.moment.z"}));
}

TEST(ControlBuild, NamesThatMeanNothing) {
  EXPECT_EQ(input_error("c3"),
            "error: controllers[0].inputs: there is no input 'c3'\n  hint: known inputs: "
            "joints.hull.effort.moment.x, joints.hull.effort.moment.y, "
            "joints.hull.effort.moment.z, joints.hull.effort.force.x, joints.hull.effort.force.y, "
            "joints.hull.effort.force.z, joints.arm.effort, cables.c1.tension, cables.c2.tension, "
            "thrusters.T1.command");
  EXPECT_EQ(input_error("cables.c1.tensoin"),
            "error: controllers[0].inputs: there is no input 'cables.c1.tensoin'\n"
            "  hint: did you mean 'cables.c1.tension'?");
  // the kind alone is no name
  EXPECT_EQ(input_error("thrusters").substr(0, 68),
            "error: controllers[0].inputs: there is no input 'thrusters'\n  hint: ");
}

TEST(ControlBuild, NamesThatMeanTooMuch) {
  EXPECT_EQ(input_error("tension"),
            "error: controllers[0].inputs: 'tension' is ambiguous: it may mean several inputs\n"
            "  hint: write more of the name: cables.c1.tension, cables.c2.tension");
  EXPECT_EQ(
      input_error("hull.effort.force"),
      "error: controllers[0].inputs: 'hull.effort.force' is ambiguous: it may mean several inputs\n"
      "  hint: write more of the name: joints.hull.effort.force.x, joints.hull.effort.force.y, "
      "joints.hull.effort.force.z");
}

TEST(ControlBuild, WhatCannotBeDriven) {
  EXPECT_EQ(
      input_error("fin"),
      "error: controllers[0].inputs: joints.fin.prescribed is a prescribed coordinate and "
      "cannot be controlled\n"
      "  hint: controllers drive efforts, tensions, strengths, commands, loads and rest strains");
  EXPECT_EQ(
      input_error("water.current.x"),
      "error: controllers[0].inputs: water.current.x is a current of the water and cannot be "
      "controlled\n"
      "  hint: controllers drive efforts, tensions, strengths, commands, loads and rest strains");
  EXPECT_EQ(input_error("joints.lid.effort"),
            "error: controllers[0].inputs: there is no input 'joints.lid.effort'\n"
            "  hint: declare an effort in its joint: joint: {effort: 0}");
  EXPECT_EQ(input_error("box"),
            "error: controllers[0].inputs: there is no input 'box'\n"
            "  hint: its joint is fixed: it has no effort");
}

TEST(ControlBuild, OneInputHasOneController) {
  EXPECT_EQ(error("controllers:\n"
                  "  - {name: a, inputs: [c1, c2], open_loop: {signals: 1}}\n"
                  "  - {name: b, inputs: [arm, c2], open_loop: {signals: 1}}\n"),
            "error: controllers[1].inputs: 'c2' is already driven by the controller a");
  EXPECT_EQ(error("controllers: [{name: a, inputs: [c1, c1.tension], lqr: {}}]\n"),
            "error: controllers[0].inputs: 'c1.tension' is already driven by the controller a");
}

TEST(ControlBuild, BoundsOfTensions) {
  const auto bounds = [](const std::string& text) {
    return error("controllers: [{name: a, " + text + ", open_loop: {signals: 1}}]\n");
  };
  EXPECT_EQ(bounds("inputs: c1, max: 0"),
            "error: controllers[0].max: must be > 0 for a tension, got 0");
  EXPECT_EQ(bounds("inputs: c1, min: -1"),
            "error: controllers[0].min: must be >= 0, got -1: cables only pull");
  // of an effort beside it they may be negative
  EXPECT_EQ(bounds("inputs: [c1, arm], min: -1, max: 1"), "");
  EXPECT_EQ(bounds("inputs: arm, min: -2, max: -1"), "");
}

TEST(ControlBuild, SensorsReadColumnsOfTheirProbe) {
  const Scenario s = control(
      "sensors:\n"
      "  - {name: imu, probe: hull}\n"
      "  - {name: gyro, probe: hull, columns: [gz, hull.gx], noise: [1, 2]}\n"
      "controllers:\n"
      "  - {name: a, inputs: arm, pid: {measure: gyro.gx}}\n"
      "  - {name: b, inputs: T1, pid: {measure: j.angle_rate}}\n");
  ASSERT_EQ(s.sensors.size(), 2u);
  EXPECT_EQ(s.sensors[0].columns, (std::vector{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(s.sensors[1].columns, (std::vector{5, 3}));
  EXPECT_EQ(s.sensors[1].first, 7);
  EXPECT_EQ(sensor_column(s.sensors[1].name, s.probes[0].columns()[3]), "gyro.gx");
  // the second number of the second sensor
  EXPECT_EQ(s.controllers[0].reading, 8);
  EXPECT_EQ(s.controllers[0].probe, -1);
  EXPECT_EQ(s.controllers[1].reading, -1);
  EXPECT_EQ(s.controllers[1].probe, 1);
  EXPECT_EQ(s.probes[1].columns()[size_t(s.controllers[1].column)].name, "j.angle_rate");
}

TEST(ControlBuild, SensorsThatReadNothing) {
  EXPECT_EQ(error("sensors: [{name: s, probe: hull, columns: [hull.gq]}]\n"),
            "error: sensors[0].columns: the probe hull has no column 'hull.gq'\n"
            "  hint: did you mean 'hull.gx'?");
  EXPECT_EQ(error("sensors: [{name: s, probe: hull, columns: [gx, hull.gx]}]\n"),
            "error: sensors[0].columns: 'hull.gx' is listed twice");
  EXPECT_EQ(error("sensors: [{name: s, probe: hull, noise: [1, 2]}]\n"),
            "error: sensors[0].noise: expected one number, or 7 of them, one for each column, "
            "got 2");
  EXPECT_EQ(error("controllers: [{name: a, inputs: arm, pid: {measure: j.angel}}]\n"),
            "error: controllers[0].pid.measure: no sensor or probe has the column 'j.angel'\n"
            "  hint: did you mean 'j.angle'?");
}

TEST(ControlBuild, ControlledFramesArePointsOfTheirRods) {
  const Scenario s = control(
      "controllers:\n"
      "  - {name: a, inputs: [c1, c2], task_space: {body: arm, at: 0.3123, point: [0, 0, 0.01], "
      "goal: {position: [1, 0, 0]}}}\n"
      "  - {name: b, inputs: [arm], quasi_static: {body: arm, goal: {equilibrium: {c2: 30 N, "
      "hull.effort.force.x: 2}}}}\n");
  const BodyPlace& frame = s.controllers[0].controlled_frame;
  EXPECT_EQ(s.model.bodies[size_t(frame.body)].name, "arm");
  EXPECT_EQ(frame.offset, Vector3(0, 0, 0.01));
  // a straight rod: the point is as far from the base as the file says
  Workspace ws(s.model);
  Input u{VectorX::Zero(s.model.nu()), VectorX::Zero(s.model.nu()), VectorX::Zero(s.model.nu())};
  update_kinematics(s.model, s.initial, u, nullptr, ws);
  EXPECT_NEAR(world_position(frame, ws).x(), 0.3123, 1e-15);
  EXPECT_EQ(s.controllers[0].equilibrium.size(), 0);
  const VectorX& rest = s.controllers[1].equilibrium;
  ASSERT_EQ(rest.size(), s.model.nu());
  EXPECT_EQ(rest[find_inputs(s.model, "c2").at(0)], 30);
  EXPECT_EQ(rest[find_inputs(s.model, "hull.effort.force.x").at(0)], 2);
  EXPECT_EQ(rest.sum(), 32);
}

TEST(ControlBuild, GoalsThatMeanNothing) {
  EXPECT_EQ(error("controllers: [{name: a, inputs: c1, quasi_static: {body: arm, goal: "
                  "{equilibrium: {c4: 1}}}}]\n"),
            "error: controllers[0].quasi_static.goal.equilibrium: there is no input 'c4'\n"
            "  hint: known inputs: joints.hull.effort.moment.x, joints.hull.effort.moment.y, "
            "joints.hull.effort.moment.z, joints.hull.effort.force.x, joints.hull.effort.force.y, "
            "joints.hull.effort.force.z, joints.arm.effort, cables.c1.tension, cables.c2.tension, "
            "thrusters.T1.command");
  EXPECT_EQ(error("controllers: [{name: a, inputs: c1, quasi_static: {body: arm, goal: "
                  "{equilibrium: {c2: -1}}}}]\n"),
            "error: controllers[0].quasi_static.goal.equilibrium: c2 is -1 N, but cables only "
            "pull");
  EXPECT_EQ(error("controllers: [{name: a, inputs: c1, lqr: {position_cost: [1, 2]}}]\n"),
            "error: controllers[0].lqr.position_cost: expected one number, or 12 of them, one for "
            "each velocity, got 2");
}

TEST(ControlBuild, CopiesAreCalledByTheirOwnNames) {
  const std::string text =
      "bodies:\n"
      "  - {name: leg, repeat: {count: 3, about: z}, joint: {type: revolute, axis: y, effort: 0},\n"
      "     rigid: {mass: 1, inertia: [1, 1, 1], frames: {foot: {position: [1, 0, 0]}}}}\n"
      "probes: [{name: foot, frame: leg, at: foot, record: [imu]}]\n"
      "sensors: [{name: s, probe: foot_2, columns: [gy]}]\n"
      "study: {type: dynamics, duration: 1}\n"
      "controllers: [{name: c, inputs: [leg_3, leg_1], task_space: {body: leg_2, at: foot, goal: "
      "{position: [1, 0, 0]}}}]\n";
  const Scenario s = build_text(text);
  EXPECT_EQ(s.probes[size_t(s.sensors[0].probe)].name(), "foot_2");
  EXPECT_EQ(s.controllers[0].inputs, (std::vector{2, 0}));
  EXPECT_EQ(s.controllers[0].controlled_frame.body, 1);
  EXPECT_EQ(s.controllers[0].controlled_frame.point, 1);
}

TEST(ControlBuild, SpecsMadeInCodeAreCheckedToo) {
  ScenarioSpec spec = parse_scenario(kRobot, "model.yaml");
  const auto message = [&spec] {
    try {
      build(spec);
    } catch (const InputError& e) {
      return std::string(e.diagnostics().at(0).message);
    }
    return std::string();
  };
  ControllerSpec& c = spec.of<ControllerSpec>().emplace_back();
  EXPECT_EQ(message(), "give exactly one of pid, task_space, quasi_static, lqr, open_loop");
  c.law<LqrSpec>().emplace();
  EXPECT_EQ(message(), "name at least one input");
  c.inputs = {"arm"};
  EXPECT_EQ(message(), "");
  c.sample_time = std::nan("");
  EXPECT_EQ(message(), "must be > 0 s, got nan");
  c.sample_time = 0.01;
  c.law<LqrSpec>().reset();
  c.law<QuasiStaticSpec>().emplace().controlled_frame.body = "arm";
  EXPECT_EQ(message(), "one of these must be given: position, rotation, equilibrium");
  c.law<QuasiStaticSpec>()->controlled_frame.goal.equilibrium["c1"] = 1;
  EXPECT_EQ(message(), "");
  SensorSpec& sensor = spec.of<SensorSpec>().emplace_back();
  EXPECT_EQ(message(), "unknown probe ''");
  sensor.probe = "hull";
  sensor.noise = {std::nan("")};
  EXPECT_EQ(message(), "must be finite and >= 0, got nan");
}

// of two laws the first may have no frame, and the second one
TEST(ControlBuild, TwoLawsMadeInCodeAreRefused) {
  ScenarioSpec spec = parse_scenario(kRobot, "model.yaml");
  ControllerSpec& c = spec.of<ControllerSpec>().emplace_back();
  c.inputs = {"arm"};
  c.law<PidSpec>().emplace();
  c.law<QuasiStaticSpec>().emplace().controlled_frame.body = "arm";
  c.law<QuasiStaticSpec>()->controlled_frame.goal.equilibrium["c1"] = 1;
  try {
    build(spec);
    ADD_FAILURE() << "two laws were accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("give exactly one of pid, task_space"));
  }
}

TEST(ControlBuild, NetsHaveNoControllers) {
  const std::string net =
      "nets:\n  - {name: n, segments: [{name: s, length: 2, edges: 4, young: 1, width: 0.1, "
      "thickness: 0.01, density: 1000}]}\n"
      "probes: [{name: p, net: n}]\nstudy: {type: dynamics, duration: 1}\n";
  const std::string text = error_of(net +
                                    "controllers: [{name: c, inputs: n, open_loop: {signals: 1}}]\n"
                                    "sensors: [{name: s, probe: p}]\n");
  EXPECT_NE(text.find("nets have no inputs that could be controlled"), std::string::npos) << text;
  EXPECT_NE(text.find("the probe p belongs to a net"), std::string::npos) << text;
}

TEST(ControlBuild, OtherStudiesWarn) {
  const std::string text =
      "bodies: [{name: a, joint: {type: revolute, effort: 0}, rigid: {mass: 1, inertia: [1, 1, "
      "1]}}]\ncontrollers: [{name: c, inputs: a, lqr: {}}]\n";
  const auto warned = [](const Scenario& s) {
    for (const std::string& warning : model_warnings(s))
      if (warning.find("controllers act only in a study of type dynamics") != std::string::npos)
        return true;
    return false;
  };
  EXPECT_TRUE(warned(build_text(text + "study: {type: statics}\n")));
  EXPECT_FALSE(warned(build_text(text + "study: {type: dynamics, duration: 1}\n")));
}

}  // namespace
}  // namespace cuttle::testing
