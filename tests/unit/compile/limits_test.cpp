// How much a model file may ask for, and tensions that would push.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/stepper.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

std::string error_of(const std::string& text) {
  try {
    build(parse_scenario(text, "model.yaml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string cart(const std::string& study, const std::string& effort = "0") {
  return "bodies: [{name: a, joint: {type: prismatic, axis: x, effort: " + effort +
         "}, rigid: {mass: 1}}]\n"
         "study: {type: dynamics, " +
         study + "}\n";
}

TEST(Limits, StepsThatCannotBeCounted) {
  for (const std::string method : {"dopri5", "implicit", "generalized_alpha"})
    EXPECT_NE(error_of(cart("duration: 10, method: " + method + ", step: 1e-300")), "") << method;
  EXPECT_EQ(error_of(cart("duration: 10, step: 1e-300")),
            "model.yaml:2:45: error: study.step: 1e-300 s gives 1e+301 steps in 10 s, more than "
            "1e+09\n"
            "  hint: use at least 1e-08 s, or a shorter duration\n"
            "1 error; nothing was run.");
  EXPECT_EQ(error_of(cart("duration: 10, step: 1e-8")), "");
  // the first step of a multistep method
  EXPECT_EQ(error_of(cart("duration: 10, step: 1e-20, method: bdf")), "");
}

TEST(Limits, Rows) {
  EXPECT_EQ(error_of(cart("duration: 10, output_step: 1e-9")),
            "model.yaml:2:52: error: study.output_step: 1e-09 s gives 1e+10 rows in 10 s, more "
            "than 1e+07\n"
            "  hint: use at least 1e-06 s, or a shorter duration\n"
            "1 error; nothing was run.");
}

TEST(Limits, NumbersOfAResult) {
  std::string text = "bodies:\n";
  for (int i = 0; i < 20; ++i)
    text += "  - {name: b" + std::to_string(i) +
            ", joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}\n";
  const std::string study = "study: {type: dynamics, duration: 10, output_step: ";
  EXPECT_EQ(error_of(text + study + "1e-3}\n"), "");
  EXPECT_EQ(error_of(text + study + "2e-6}\n"),
            "model.yaml:22:52: error: study.output_step: the result would have 5e+06 rows of 261 "
            "numbers, more than 2e+08 in all\n"
            "  hint: use an output_step of at least 1.31e-05 s, or fewer probes\n"
            "1 error; nothing was run.");
}

TEST(Limits, CornersOfAPulseTrain) {
  const std::string pulse = "{pulse: {period: 1e-7, width: 1e-8, amplitude: 1}}";
  const std::string text = error_of(cart("duration: 10", pulse));
  EXPECT_NE(text.find("gives 4e+08 corners in 10 s, more than 1e+07"), std::string::npos) << text;
  EXPECT_NE(text.find("hint: use at least 4e-06 s"), std::string::npos) << text;
}

std::string finger(const std::string& tension, const std::string& study) {
  return "bodies:\n"
         "  - name: arm\n"
         "    rod: {length: 0.1, section: {radius: 5 mm}, strain: {bend_y: 1},\n"
         "          material: {young: 1 MPa, density: 1000, viscosity: 1 kPa s}}\n"
         "cables:\n"
         "  - {name: c, tension: " +
         tension +
         ", path: [{body: arm, from: 0, to: tip, z: 2 mm}]}\n"
         "study: " +
         study + "\n";
}

TEST(Tensions, BelowZeroLaterOn) {
  const std::string motion = "{type: dynamics, duration: 2, method: bdf}";
  const std::string sine = error_of(finger("\"1 - 2*sin(pi*t)\"", motion));
  EXPECT_EQ(sine.rfind("model.yaml:6:24: error: cables[0].tension: falls below zero, first seen at "
                       "t = 0.16",
                       0),
            0u)
      << sine;
  EXPECT_NE(sine.find("it is -1 N at t = "), std::string::npos) << sine;
  EXPECT_NE(sine.find("cables only pull\n  hint: max(0, ...)"), std::string::npos) << sine;
  // a spline through knots above zero dips below it
  const std::string spline = error_of(finger(
      "{table: [[0, 0], [1, 0], [1.2, 5], [1.4, 0], [2, 0]], interpolation: cubic}", motion));
  EXPECT_NE(spline.find("falls below zero"), std::string::npos) << spline;
  EXPECT_NE(error_of(finger("\"t>1.2345678 && t<1.23456781 ? -3 : 0\"", motion)).find("-3 N"),
            std::string::npos);
  EXPECT_NE(error_of(finger("\"1-t\"", "{type: load_path, to: 3, steps: 3}")).find("-2 N at t = 3"),
            std::string::npos);
  // after the end nobody asks; round-off is no push
  EXPECT_EQ(error_of(finger("\"3 - t\"", motion)), "");
  EXPECT_EQ(error_of(finger("\"1 - cos(t)\"", motion)), "");
  EXPECT_EQ(error_of(finger("\"max(0, sin(9*t))\"", motion)), "");
}

// One mistake, one message, whatever comes first and whoever is driven.
TEST(Signals, NotFiniteLaterOn) {
  const std::string motion = "{type: dynamics, duration: 2, method: bdf}";
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const std::string half = error_of(finger("\"sqrt(1.2 - t)\"", motion));
  EXPECT_EQ(half.rfind("model.yaml:6:24: error: cables[0].tension: is not a finite number, first "
                       "seen at t = 1.2",
                       0),
            0u)
      << half;
  EXPECT_EQ(count(half, "error:"), 1u) << half;
  const std::string path = error_of(finger("\"1/(1-t)^2\"", "{type: load_path, to: 3, steps: 3}"));
  EXPECT_NE(path.find("is not a finite number, first seen at t = 1 s"), std::string::npos) << path;
  // at the very start it is told with its value, once
  const std::string start = error_of(finger("\"ln(t)+10\"", motion));
  EXPECT_NE(start.find("is -inf N at t = 0 s, not a finite number"), std::string::npos) << start;
  EXPECT_EQ(count(start, "error:"), 1u) << start;
  // it pushes before it ends
  const std::string push = error_of(finger("\"ln(1.2 - t)+1\"", motion));
  EXPECT_NE(push.find("falls below zero, first seen at t = 0.8"), std::string::npos) << push;
  EXPECT_EQ(count(push, "error:"), 1u) << push;
  // a lag hides nothing
  const std::string late = error_of(finger("{value: \"sqrt(1.2 - t)\", lag: 0.1}", motion));
  EXPECT_NE(late.find("is not a finite number, first seen at t = 1.2"), std::string::npos) << late;
  EXPECT_EQ(error_of(finger("\"sqrt(2 - t)\"", motion)), "");
  EXPECT_EQ(error_of(finger("\"t < 1.2 ? sqrt(1.2 - t) : 0\"", motion)), "");
  const auto drive = [](const std::string& formula) {
    return error_of("bodies:\n  - {name: a, joint: {type: revolute, axis: y, prescribed: [\"" +
                    formula +
                    "\"]}, rigid: {mass: 1, inertia: [1, 1, 1]}}\n"
                    "study: {type: dynamics, duration: 2}\n");
  };
  EXPECT_NE(drive("(1.2 - t)^2.5").find("is not a finite number, first seen at t = 1.2"),
            std::string::npos)
      << drive("(1.2 - t)^2.5");
  EXPECT_EQ(count(drive("1/(t - 1.3)"), "error:"), 1u) << drive("1/(t - 1.3)");
}

TEST(Tensions, BelowZeroAfterTheStudyIsAFailureThatSaysWhen) {
  const Scenario scenario = build(parse_scenario(
      finger("\"3 - t\"", "{type: dynamics, duration: 2, method: bdf}"), "model.yaml"));
  Stepper stepper(scenario);
  ASSERT_TRUE(stepper.reset().ok());
  ASSERT_TRUE(stepper.step(2.5).ok());
  const Status status = stepper.step(2.5);
  EXPECT_FALSE(status.ok());
  EXPECT_NEAR(status.t, 3, 1e-3);
  EXPECT_NE(status.message.find("cable c: tension"), std::string::npos) << status.message;
  EXPECT_EQ(status.message.find("fastest"), std::string::npos) << status.message;
}

TEST(Tensions, HeldBelowZeroAreRefused) {
  const Scenario scenario = build(
      parse_scenario(finger("1", "{type: dynamics, duration: 2, method: bdf}"), "model.yaml"));
  Stepper stepper(scenario);
  ASSERT_TRUE(stepper.reset().ok());
  const double push = -2, pull = 2, lost = std::nan("");
  EXPECT_EQ(stepper.step(std::span(&push, 1), 0.1).message,
            "cables.c.tension is -2 N at t = 0 s: cables only pull");
  EXPECT_EQ(stepper.state().t, 0);
  ASSERT_TRUE(stepper.reset().ok());
  EXPECT_EQ(stepper.step(std::span(&lost, 1), 0.1).code, Status::Code::not_finite);
  EXPECT_EQ(stepper.state().t, 0);
  ASSERT_TRUE(stepper.reset().ok());
  EXPECT_TRUE(stepper.step(std::span(&pull, 1), 0.1).ok());
}

}  // namespace
}  // namespace cuttle
