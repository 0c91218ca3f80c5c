// All that is wrong with a model comes in one list, whatever stage of the compiler finds it, and
// specs that are filled in code pass the same checks as files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/compile/columns.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/control_loop.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

using ::testing::ElementsAre;

/// Paths of what is wrong, in the order of the file.
std::vector<std::string> paths(const ScenarioSpec& spec) {
  try {
    build(spec);
  } catch (const InputError& error) {
    std::vector<std::string> list;
    for (const Diagnostic& d : error.diagnostics()) list.push_back(d.path);
    return list;
  }
  return {};
}

const std::string kBox = "rigid: {mass: 1, inertia: [1, 1, 1]}";
const std::string kSwing =
    "bodies: [{name: box, joint: {type: revolute, axis: y}, " + kBox + "}]\n";

// one of each: the start (no inertia), a sensor, a figure, an expectation
TEST(OnePass, StagesReportTogether) {
  const std::string text =
      "bodies: [{name: box, joint: {type: revolute, axis: y}, rigid: {mass: 0}}]\n"
      "probes: [{name: tip, frame: box}]\n"
      "figures: [{name: f, column: tip.w}]\n"
      "study: {type: dynamics, duration: 1}\n"
      "expect: [{figure: f, value: 1, tolerance: 1}, {figure: g, value: 1, tolerance: 1}]\n";
  EXPECT_THAT(paths(parse_scenario(text, "x.yaml")),
              ElementsAre("bodies[0].joint", "figures[0].column", "expect[1].figure"));
}

TEST(OnePass, WhatIsAskedIsToldWithWhatCannotBeRead) {
  try {
    parse_scenario("bodies: [{name: box, joint: {type: revolute, axis: q}, " + kBox + "}]\n" +
                       "probes: [{name: tip, frame: box}]\n"
                       "figures: [{name: f, column: tip.x, measure: at, time: 3}]\n"
                       "study: {type: dynamics, duration: 1, method: generalized_alpha}\n"
                       "expect: [{figure: f, value: 0, tolerance: 1 %}]\n",
                   "x.yaml");
    FAIL();
  } catch (const InputError& error) {
    std::vector<std::string> list;
    for (const Diagnostic& d : error.diagnostics()) list.push_back(d.path);
    EXPECT_THAT(list, ElementsAre("bodies[0].joint.axis", "figures[0].time", "study.step",
                                  "expect[0].tolerance"));
  }
}

// one mistake, one message: the default of a duration says nothing about a step
TEST(OnePass, AStudyThatCannotBeReadIsNotJudged) {
  try {
    parse_scenario(
        kSwing + "study: {type: dynamics, duration: long, step: 2, method: generalized_alpha}\n",
        "x.yaml");
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 1u) << error.what();
    EXPECT_EQ(error.diagnostics()[0].path, "study.duration");
  }
}

TEST(OnePass, SpecsMadeInCodeHaveNoWayAround) {
  const ScenarioSpec good = parse_scenario(kSwing, "x.yaml");
  EXPECT_TRUE(paths(good).empty());
  ScenarioSpec spec = good;
  spec.study.method = Method::generalized_alpha;
  EXPECT_THAT(paths(spec), ElementsAre("step"));
  spec = good;
  spec.figures.emplace_back().column = "nothing";
  EXPECT_THAT(paths(spec), ElementsAre("column"));
  spec = good;
  SignalSpec formula;
  formula.kind = SignalSpec::Kind::expression;
  formula.expression = "k * t";
  spec.bodies[0].joint.effort = {formula};
  spec.origin = {};  // no reader has seen it
  EXPECT_EQ(paths(spec).size(), 1u);
}

// a reader has seen what stood there before, not what does now
TEST(OnePass, ExpressionsThatAreChangedInPlaceAreReadAgain) {
  const std::string driven =
      "bodies: [{name: box, joint: {type: revolute, axis: y, effort: \"sin(t)\"}, " + kBox +
      "}, {name: arm, repeat: {count: 2, about: x}, rod: {length: 0.4, section: {radius: "
      "\"0.01*k\"}, "
      "material: {young: 1 MPa, density: 1000}, strain: {bend_y: 1}}}]\n";
  const ScenarioSpec good = parse_scenario(driven, "x.yaml");
  EXPECT_TRUE(paths(good).empty());
  for (const char* bad : {"sin(", "k*t", "X", "1, 2"}) {
    ScenarioSpec spec = good;
    spec.bodies[0].joint.effort[0]->expression = bad;
    EXPECT_THAT(paths(spec), ElementsAre("bodies[0].joint.effort")) << bad;
  }
  // in both copies, and a section does not depend on time
  for (const char* bad : {"sin(", "0.01*t"}) {
    ScenarioSpec spec = good;
    for (const std::size_t copy : {1, 2})
      spec.bodies[copy].rod->divisions[0].section.radius->expression = bad;
    EXPECT_THAT(paths(spec), ElementsAre("bodies[1].rod.section.radius")) << bad;
  }
}

// one mistake, one message: what needs a part that is wrong is not judged, whatever it is called by
TEST(OnePass, WhatFollowsIsNotTold) {
  const auto told = [](const std::string& text) {
    std::vector<std::string> list;
    try {
      build(parse_scenario(text, "x.yaml"));
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) list.push_back(d.path);
    }
    return list;
  };
  const std::string probe = "probes: [{name: tip, frame: box}]\n";
  // a list that could not be read may have held anything
  EXPECT_THAT(told(kSwing + "probs: [{name: tip, frame: box}]\nfigures: [{name: f, column: "
                            "tip.x}]\n"),
              ElementsAre("probs"));
  // an unreadable study says nothing about columns, but bodies are judged
  EXPECT_THAT(told("bodies: [{name: box, rod: {length: 0.4, section: {radius: \"0.01-X\"}, "
                   "material: {young: 1 MPa, density: 1000}, strain: {bend_y: 1}}}]\n" +
                   probe +
                   "study: {type: dynamics, duration: long}\n"
                   "figures: [{name: f, column: frequency}]\n"),
              ElementsAre("bodies[0].rod.section.radius", "study.duration"));
  // what is left without a body cannot move, which is not its fault
  EXPECT_THAT(told("bodies: [{name: base, rigid: {mass: 1}}, {name: box, parent: base, joint: "
                   "{type: revolute, axis: q}, " +
                   kBox +
                   "}]\nprobes: [{name: tip, frame: box}]\nfigures: [{name: f, column: "
                   "tip.x}, {name: g, column: energy.totl}]\n"),
              ElementsAre("bodies[1].joint.axis", "figures[1].column"));
  // names may have hyphens
  EXPECT_THAT(told("bodies: [{name: base, rigid: {mass: 1}}, {name: left-arm, parent: base, joint: "
                   "{type: revolute, axis: q}, " +
                   kBox + "}, {name: box, parent: base, joint: {type: revolute, axis: y}, " + kBox +
                   "}]\nprobes: [{name: left-tip, frame: left-arm}]\nfigures: [{name: f, column: "
                   "left-tip.x}]\n"),
              ElementsAre("bodies[1].joint.axis"));
  // a misspelt study may have begun anywhere
  EXPECT_THAT(told(kSwing + "loads: [{name: push, body: box, force: [\"log(t)\", 0, 0]}]\n"
                            "study: {type: laod_path, from: 1, to: 5}\n"),
              ElementsAre("study.type"));
}

// who changes the study of a finished scenario is answered as if it stood in the file
TEST(OnePass, AStudyThatIsChangedIsCheckedAgain) {
  Scenario scenario = scenario_of(kSwing);
  EXPECT_NO_THROW(check_again(scenario));
  scenario.spec.study.method = Method::generalized_alpha;
  EXPECT_THROW(check_again(scenario), InputError);
}

// what a record will hold is known without making a controller
TEST(OnePass, ColumnsAreKnownBeforeTheRun) {
  for (const char* model :
       {"arm_lqr", "cable_regulation", "cable_manipulator", "gripper", "cable_arc"}) {
    const Scenario scenario = model_scenario(model);
    std::vector<Column> columns = common_columns(scenario);
    if (scenario.spec.study.type == StudyType::dynamics)
      for (const Column& column : ControlLoop(scenario).columns()) columns.push_back(column);
    const std::vector<Column> known = recorded_columns(scenario);
    ASSERT_EQ(known.size(), columns.size()) << model;
    for (std::size_t i = 0; i < known.size(); ++i) {
      EXPECT_EQ(known[i].name, columns[i].name);
      EXPECT_EQ(known[i].unit, columns[i].unit);
    }
  }
}

}  // namespace
}  // namespace cuttle::testing
