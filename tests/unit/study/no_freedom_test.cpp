// Models in which nothing can move: an error with its place, or nothing to do, but never a crash.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "cuttle/analysis/linearize.h"
#include "cuttle/analysis/modes.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/analysis/steady_motion.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/scenario.h"
#include "cuttle/control/lqr/lqr.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/robots.h"
#include "support/sanitized.h"

namespace cuttle {
namespace {

const std::string kBox = "rigid: {mass: 1, inertia: [1, 1, 1]}";
const std::string kHeld = "bodies: [{name: box, joint: {type: free}, " + kBox +
                          "}]\nconnections: [{name: hold, type: fixed, a: {body: box}, b: {}}]\n";
const std::string kFixed = "bodies: [{name: box, " + kBox + "}]\n";
const std::string kDriven =
    "bodies: [{name: box, joint: {type: revolute, axis: y, prescribed: \"t\"}, " + kBox + "}]\n";
const char* const kStudies[] = {"{type: modes}",
                                "{type: modes, about: statics}",
                                "{type: modes, about: steady}",
                                "{type: statics}",
                                "{type: load_path}",
                                "{type: load_path, control: arc_length}",
                                "{type: dynamics, duration: 0.1}",
                                "{type: dynamics, duration: 0.1, method: bdf}",
                                "{type: dynamics, duration: 0.1, start: statics}"};

RunResult run_study(const std::string& model, const std::string& study) {
  return run(parse_scenario("name: n\n" + model + "study: " + study + "\n", "x.yaml"));
}

/// The message of the InputError; empty if there is none.
std::string error_of(const std::string& model, const std::string& study) {
  try {
    run_study(model, study);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(NoFreedom, IsAnErrorWithItsPlace) {
  for (const char* study : kStudies) {
    const std::string held = error_of(kHeld, study);
    EXPECT_TRUE(has(held, "x.yaml:3:")) << study << "\n" << held;
    EXPECT_TRUE(has(held, "no coordinate is free; the connections hold all of them")) << held;
    const std::string fixed = error_of(kFixed, study);
    EXPECT_TRUE(has(fixed, "x.yaml:3:")) << study << "\n" << fixed;
    EXPECT_TRUE(has(fixed, "no coordinate is free")) << fixed;
  }
}

// a motion that is given needs forces, which are worth to know; but it does not vibrate
TEST(NoFreedom, WhatIsDrivenMoves) {
  for (const std::string study : kStudies) {
    const bool modes = has(study, "modes");
    EXPECT_EQ(has(error_of(kDriven, study), "nothing can vibrate"), modes) << study;
    if (modes) continue;
    const RunResult result = run_study(kDriven, study);
    EXPECT_TRUE(result.status.ok()) << study << ": " << to_string(result.status);
  }
}

// all joints of a loop are driven, which has rows then but no free coordinates
TEST(NoFreedom, WhatIsDrivenInALoopMoves) {
  const std::string drive = "joint: {type: revolute, axis: y, prescribed: \"2*t\"}, " + kBox;
  const std::string spinning = "bodies: [{name: box, " + drive + "}]\n";
  const std::string beside = "bodies: [{name: box, " + drive +
                             "}, {name: free, joint: {type: revolute, axis: y, stiffness: 1}, " +
                             kBox + "}]\n";
  for (const std::string& bodies : {spinning, beside})
    for (const char* kind : {"revolute, axis: y", "spherical", "cylindrical, axis: y"})
      for (std::string study : kStudies) {
        const std::string model = fmt::format(
            "{}connections: [{{name: pin, type: {}, a: {{body: box}}, b: {{}}}}]\n", bodies, kind);
        if (has(study, "load_path}")) study = "{type: load_path, to: 3, steps: 5}";
        const bool nothing = has(study, "modes") && bodies == spinning;
        EXPECT_EQ(has(error_of(model, study), "nothing can vibrate"), nothing) << study;
        if (nothing) continue;
        const RunResult result = run_study(model, study);
        EXPECT_TRUE(result.status.ok()) << kind << study << ": " << to_string(result.status);
      }
}

// what is held at first and let go later is no mistake
TEST(NoFreedom, WhatIsLetGoMoves) {
  const std::string opening = "bodies: [{name: box, joint: {type: free}, " + kBox +
                              "}]\nconnections: [{name: hold, type: fixed, a: {body: box}, b: {}, "
                              "opens: 0.05}]\n";
  const RunResult result = run_study(opening, "{type: dynamics, duration: 0.1}");
  EXPECT_TRUE(result.status.ok()) << to_string(result.status);
}

// connections that are open hold nothing
TEST(NoFreedom, OpenConnectionsHaveNoForces) {
  const std::string open = "bodies: [{name: box, joint: {type: revolute, axis: y, stiffness: 1}, " +
                           kBox +
                           "}]\nconnections: [{name: hold, type: spherical, a: {body: box}, b: {}, "
                           "closes: {time: 1}}]\n";
  const Scenario scenario = build(
      parse_scenario("name: n\n" + open + "study: {type: dynamics, duration: 2}\n", "x.yaml"));
  const Input u = testing::zero_input(scenario.model);
  State x = scenario.initial;
  Workspace ws(scenario.model);
  Status status;
  EXPECT_EQ(natural_modes(scenario.model, x, u, 3, ws, status).size(), 1u);
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(StaticsSolver(scenario.model).solve(u, {}, x).status.ok());
}

// the algorithms themselves
TEST(NoFreedom, EmptyMatricesAreNotDecomposed) {
  // who asks for the force that holds it may have no motion
  const std::string held = kHeld + "probes: [{name: hold, connection: hold}]\n";
  Scenario scenario = build(parse_scenario("name: n\n" + held, "x.yaml"));
  const Model& model = scenario.model;
  const Input u = testing::zero_input(model);
  State x = scenario.initial;
  Workspace ws(model);
  Status status;
  EXPECT_TRUE(natural_modes(model, x, u, 3, ws, status).empty());
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(find_steady_motion(model, u, 1e-9, x).status.ok());
  EXPECT_TRUE(StaticsSolver(model).solve(u, {}, x).status.ok());
  Linearization linear;
  EXPECT_TRUE(linearize(model, x, u, linear).ok());
  EXPECT_EQ(linear.n(), 0);
  x.v.setOnes();
  EXPECT_TRUE(linearize(model, x, u, linear).ok());

  const MatrixX none(0, 0), one = MatrixX::Identity(1, 1);
  EXPECT_EQ(discrete_regulator(none, MatrixX(0, 1), none, one).status.code, Status::Code::diverged);
  EXPECT_EQ(continuous_regulator(one, MatrixX(1, 0), one, none).status.code,
            Status::Code::diverged);
}

// two bodies that hang on the world and on each other: their forces may be asked for
TEST(NoFreedom, WhatIsFixedTwiceHasForces) {
  const std::string twice = "bodies: [{name: a, " + kBox + "}, {name: b, " + kBox +
                            "}]\nconnections: [{name: c, type: fixed, a: {body: a}, b: {body: b}}]"
                            "\nprobes: [{name: c, connection: c}]\n";
  for (const std::string study : kStudies) {
    const bool modes = has(study, "modes");
    EXPECT_EQ(has(error_of(twice, study), "nothing can vibrate"), modes) << study;
    if (modes) continue;
    const RunResult result = run_study(twice, study);
    EXPECT_TRUE(result.status.ok()) << study << ": " << to_string(result.status);
  }
}

// 6000 coordinates are counted, not put into a matrix of 288 MB, nor into a product of such
TEST(NoFreedom, ManyBodiesAreCounted) {
  std::string text = "name: n\nbodies:\n";
  for (int i = 0; i < 1000; ++i)
    text += fmt::format("  - {{name: b{}, joint: {{type: free}}, {}}}\n", i, kBox);
  text +=
      "connections: [{name: c, type: fixed, a: {body: b0}, b: {body: b1}, closes: {time: 1}}]\n"
      "study: {type: dynamics, duration: 2}\n";
  Scenario scenario = build(parse_scenario(text, "x.yaml"));
  const auto start = std::chrono::steady_clock::now();
  check_again(scenario);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  EXPECT_LT(time.count(), 2 * testing::kSlowdown);  // 0.01 s; the product took a minute
}

// ... but their rows are ranked island by island, however many there are
TEST(NoFreedom, ManyHeldBodiesAreRanked) {
  std::string text = "bodies:\n", connections = "connections:\n";
  for (int i = 0; i < 300; ++i) {
    text += fmt::format("  - {{name: b{}, joint: {{type: free}}, {}}}\n", i, kBox);
    connections += fmt::format("  - {{name: c{0}, type: fixed, a: {{body: b{0}}}, b: {{}}}}\n", i);
  }
  for (const char* study : {"{type: modes}", "{type: statics}", "{type: dynamics, duration: 1}"})
    EXPECT_TRUE(has(error_of(text + connections, study), "the connections hold all of them"));
}

}  // namespace
}  // namespace cuttle
