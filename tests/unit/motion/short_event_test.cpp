// Short events of signals act in full, whatever method steps over time.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cuttle/compile/build_warnings.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_motion.h"
#include "cuttle/motion/stepper.h"
#include "cuttle/part/input_survey.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

/// 1 kg on rails along x, pushed by 1e6 N for 1 ms: 1000 m/s from then on.
std::string pushed(const std::string& effort, const std::string& study) {
  return "gravity: [0, 0, 0]\n"
         "bodies:\n"
         "  - {name: cart, joint: {type: prismatic, axis: x, effort: " +
         effort +
         "}, rigid: {mass: 1, inertia: [1, 1, 1]}}\n"
         "probes: [{name: cart, joint: cart}]\n"
         "study: {type: dynamics, duration: 10, output_step: 0.5, " +
         study + "}\n";
}

const char* const kPushes[] = {
    "\"(t > 5.0012 && t < 5.0022) ? 1e6 : 0\"",
    "\"1e6*(t >= 5.0012)*(t <= 5.0022)\"",
    "\"abs(t - 5.0017) < 0.0005 ? 1e6 : 0\"",
    "{pulse: {period: 100, width: 1e-3, amplitude: 1e6, phase: 5.0012}}",
    "{table: [[5.0012, 0], [5.0013, 1e6], [5.0022, 1e6], [5.0023, 0]]}",
    "{table: [[0, 0], [5.0012, 1e6], [5.0022, 0]], interpolation: step}",
    "\"1e9/sqrt(pi)*exp(-((t-5.0012)/1e-6)^2)\"",  // its integral is 1000, too
};

const char* const kMethods[] = {"method: dopri5", "method: bdf", "method: adams",
                                "method: implicit", "method: implicit, rtol: 1e-3",
                                // corners inside fixed steps
                                "method: dopri5, step: 0.01", "method: implicit, step: 0.01",
                                "method: generalized_alpha, step: 0.01"};

TEST(ShortEvent, ActsInFullWithEveryMethod) {
  for (const std::string push : kPushes)
    for (const std::string method : kMethods) {
      // a smooth event between the marks of a fixed step is told, not followed
      const bool smooth = push.find("exp") != std::string::npos;
      if (smooth && method.find("step") != std::string::npos) continue;
      const RunResult result = run(parse_scenario(pushed(push, method), "test.yaml"));
      ASSERT_TRUE(result.status.ok()) << push << method << result.status.message;
      const double loose = method.find("1e-3") != std::string::npos ? 3 : 0.05;
      EXPECT_NEAR(result.trajectory.column("cart.travel_rate").back(), 1000, loose)
          << push << method;
      EXPECT_EQ(result.trajectory.column("cart.travel_rate")[10], 0) << push << method;  // t = 5 s
      // work = kinetic energy, 5e5 J
      EXPECT_LT(result.energy_residual, 1e-2) << push << method;
    }
}

TEST(ShortEvent, IsSeenByASteppingCaller) {
  const Scenario scenario =
      build(parse_scenario(pushed(kPushes[0], "method: bdf, rtol: 1e-8"), "test.yaml"));
  Stepper stepper(scenario);
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(stepper.reset().ok());
    ASSERT_TRUE(stepper.step(4).ok());
    EXPECT_EQ(stepper.state().v[0], 0);
    ASSERT_TRUE(stepper.step(4).ok());
    EXPECT_NEAR(stepper.state().v[0], 1000, 0.01);
  }
  // inputs that are held have no corners
  ASSERT_TRUE(stepper.reset().ok());
  const double none = 0;
  ASSERT_TRUE(stepper.step(std::span(&none, 1), 8).ok());
  EXPECT_EQ(stepper.state().v[0], 0);
}

TEST(ShortEvent, IsSeenLive) {
  const Scenario scenario =
      build(parse_scenario(pushed(kPushes[0], "method: dopri5"), "test.yaml"));
  LiveInputs inputs(scenario);
  LiveMotion motion(scenario, inputs);
  State x = scenario.initial;
  ASSERT_TRUE(motion.start(x, true).ok());
  const auto late = std::chrono::steady_clock::now() + std::chrono::hours(1);
  ASSERT_TRUE(motion.advance(8, late, x).ok());
  EXPECT_NEAR(x.v[0], 1000, 0.01);
}

TEST(ShortEvent, ThatFixedStepsPassOverIsTold) {
  const auto warnings = [](const std::string& effort, const std::string& study) {
    return model_warnings(build(parse_scenario(pushed(effort, study), "test.yaml")));
  };
  EXPECT_TRUE(warnings(kPushes[0], "method: dopri5").empty());
  EXPECT_TRUE(warnings("\"sin(20*t)\"", "method: dopri5, step: 0.01").empty());
  const auto coarse = warnings(kPushes[6], "method: dopri5, step: 0.01");
  ASSERT_EQ(coarse.size(), 1u);
  EXPECT_NE(coarse[0].find("fixed steps miss"), std::string::npos) << coarse[0];
  // what follows a jump within its lag does so between two steps
  for (const char* effort :
       {"{value: 1, lag: 1e-3, initial: 0}", "{value: \"t > 3 ? 1 : 0\", lag: 1e-3}",
        "{pulse: {period: 4, width: 2, amplitude: 1}, lag: 1e-3}"}) {
    EXPECT_TRUE(warnings(effort, "method: dopri5").empty()) << effort;
    EXPECT_TRUE(warnings(effort, "method: dopri5, step: 1e-3").empty()) << effort;
    const auto lag = warnings(effort, "method: dopri5, step: 0.01");
    ASSERT_EQ(lag.size(), 1u) << effort;
    EXPECT_NE(lag[0].find("changes within 0.001 s, but study.step is 0.01 s"), std::string::npos);
  }
  // ... and what follows something slow does not
  for (const char* effort :
       {"{value: \"sin(2*t)\", lag: 1e-3}", "{table: [[0, 0], [5, 1], [10, 0]], lag: 1e-3}"})
    EXPECT_TRUE(warnings(effort, "method: dopri5, step: 0.01").empty()) << effort;
  const auto unseen = warnings("\"sin(2*pi*1e5*t)\"", "method: dopri5");
  ASSERT_EQ(unseen.size(), 1u);
  EXPECT_NE(unseen[0].find("cannot resolve all"), std::string::npos) << unseen[0];
}

// a motion that goes on after its study: no event falls between two looks ahead
TEST(ShortEvent, ActsInEverySpanOfSteps) {
  for (const char* push :
       {"\"(t > 0.6537 && t < 0.65371) ? 1e6 : 0\"", "\"(t >= 0.7 && t < 0.70001) ? 1e6 : 0\""}) {
    std::string text = pushed(push, "method: bdf");
    text.replace(text.find("duration: 10, output_step: 0.5"), 30, "duration: 0.1");
    const Scenario scenario = build(parse_scenario(text, "test.yaml"));
    Stepper stepper(scenario);
    ASSERT_TRUE(stepper.reset().ok());
    for (int i = 0; i < 10; ++i) {
      const Status status = stepper.step(0.1);
      ASSERT_TRUE(status.ok()) << push << i << to_string(status);
    }
    EXPECT_NEAR(stepper.state().v[0], 10, 1e-3) << push;
  }
}

// the end of a span is in the next one, whatever the quotient is rounded to
TEST(ShortEvent, SpansMeet) {
  for (const double length : {0.1, 0.2, 0.3, 0.7, 1.0 / 3, 0.017, 1e-3, 2.9, 12.1, 1e3})
    for (const double start : {0.0, 0.1, -3.3}) {
      InputSurveys surveys(start, length);
      const auto make = [](double from, double to) {
        InputSurvey survey;
        survey.start = from;
        survey.end = to;
        return survey;
      };
      double t = start;
      for (int k = 0; k <= 50; ++k) {
        const auto seen = surveys.get(t, make);
        EXPECT_EQ(seen->start, t) << length << " " << k;
        ASSERT_GT(seen->end, t) << length << " " << k;
        const auto before = surveys.get(std::nextafter(seen->end, start - 1), make);
        EXPECT_EQ(before->start, t) << length << " " << k;
        t = seen->end;
      }
    }
}

}  // namespace
}  // namespace cuttle
