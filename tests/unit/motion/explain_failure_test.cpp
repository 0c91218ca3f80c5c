// What is said of a motion that could not go on.

#include "cuttle/motion/explain_failure.h"

#include <gtest/gtest.h>

#include <limits>

#include "cuttle/base/interrupt.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/motion/stepper.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

/// Two carts of 2 kg on rails; what the second one's joint has, and the study.
std::string carts(const std::string& joint, const std::string& study) {
  return "gravity: [0, 0, 0]\n"
         "bodies:\n"
         "  - {name: calm, joint: {type: prismatic, axis: y, stiffness: 3}, rigid: {mass: 2, "
         "inertia: [1, 1, 1]}}\n"
         "  - {name: cart, joint: {type: prismatic, axis: x, velocity: 1, " +
         joint +
         "}, rigid: {mass: 2, inertia: [1, 1, 1]}}\n"
         "study: {type: dynamics, duration: 10, " +
         study + "}\n";
}

FastestMotion fastest(const std::string& joint) {
  const Scenario scenario = build(parse_scenario(carts(joint, "method: dopri5"), "test.yaml"));
  MechanicalSystem system(scenario.model, [inputs = scenario.inputs](double t, Input& u) mutable {
    return inputs.evaluate(t, u);
  });
  return fastest_motion(scenario.model, system, scenario.initial);
}

std::string message(const std::string& joint, const std::string& study) {
  const RunResult result = run(parse_scenario(carts(joint, study), "test.yaml"));
  EXPECT_FALSE(result.status.ok());
  return result.status.message;
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(ExplainFailure, TimeConstants) {
  const FastestMotion viscous = fastest("damping: 2e6");  // D / M
  EXPECT_NEAR(viscous.rate, 1e6, 1e4);
  EXPECT_TRUE(viscous.decays);
  EXPECT_EQ(viscous.where.substr(0, 4), "cart");
  const FastestMotion springy = fastest("stiffness: 2e12");  // sqrt(K / M)
  EXPECT_NEAR(springy.rate, 1e6, 1e4);
  EXPECT_FALSE(springy.decays);
}

TEST(ExplainFailure, ViscosityThatStallsAnExplicitMethod) {
  const std::string text = message("damping: 2e6", "method: dopri5, max_steps: 500");
  expect_part(text, "500 steps used up; the fastest motion is that of cart.");
  expect_part(text, "decays within 1e-06 s; an explicit method has to follow it: use method: bdf");
}

TEST(ExplainFailure, MultistepMethodsSayWhatHappened) {
  for (const std::string method : {"bdf", "adams"}) {
    // no step is short enough at the pole, though every number is finite
    const std::string text =
        message("effort: \"1/((1.0001234-t)^2 + 1e-30)\"", "method: " + method);
    expect_part(text, "stays too large, however short it is (step already ");
    expect_part(text, "CVODE: CV_");
    EXPECT_NE(text.substr(0, 3), "CV_");
  }
}

TEST(ExplainFailure, NumbersThatOverflowNameTheirBody) {
  for (const std::string method : {"dopri5", "bdf", "adams", "implicit", "implicit, step: 0.01",
                                   "generalized_alpha, step: 0.01"}) {
    const std::string square = message("effort: \"t > 2 ? 1e300 : 0\"", "method: " + method);
    expect_part(square, "cart");
    expect_part(square, "not finite");
    expect_part(square, "check whether its loads");
  }
}

// nothing is added to what is wrong with an input
TEST(ExplainFailure, InputsSpeakForThemselves) {
  const Scenario scenario = build(parse_scenario(carts("stiffness: 1", "method: dopri5"), "x"));
  const Status lost = Status::fail(Status::Code::not_finite, "the effort is nan", 1);
  MechanicalSystem system(scenario.model, [&lost](double, Input&) { return lost; });
  VectorX a(2), power(system.nw());
  Status status = system.acceleration(1, scenario.initial.q, scenario.initial.v, a, power);
  EXPECT_EQ(status.message, lost.message);
  explain_failure(scenario.model, system, scenario.initial, scenario.spec.study,
                  *find_integrator("dopri5"), status);
  EXPECT_EQ(status.message, lost.message);
}

// what a look ahead sees of them, no run begins with
TEST(ExplainFailure, InputsThatAreLostAreFoundBefore) {
  for (const std::string effort : {"sqrt(1-t)", "1/(1-t)^2", "t > 2 ? 1e308*10 : 0"})
    EXPECT_THROW(build(parse_scenario(carts("effort: \"" + effort + "\"", "method: bdf"), "x")),
                 InputError)
        << effort;
}

TEST(ExplainFailure, EndsWhenItShall) {
  const InterruptScope stop([] { return true; });
  EXPECT_EQ(fastest("damping: 2e6").rate, 0);
}

// the first body whose numbers are lost, not the last one of all
TEST(ExplainFailure, NamesTheBodyWhoseVelocityIsLost) {
  const Scenario scenario =
      build(parse_scenario(carts("stiffness: 1", "method: dopri5"), "test.yaml"));
  MechanicalSystem system(scenario.model, [inputs = scenario.inputs](double t, Input& u) mutable {
    return inputs.evaluate(t, u);
  });
  VectorX v = scenario.initial.v, a(2), power(system.nw());
  v[0] = std::numeric_limits<double>::quiet_NaN();
  const Status status = system.acceleration(0, scenario.initial.q, v, a, power);
  expect_part(status.message, "'calm'");
}

}  // namespace
}  // namespace cuttle
