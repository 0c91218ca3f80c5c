// Work is accounted for with the tolerance of the motion, also where no coordinate shows it: what
// is driven against a contact, or takes along what does not answer.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/runs.h"

namespace cuttle {
namespace {

using cuttle::testing::last_of;

RunResult run_text_of(const std::string& text) { return run(parse_scenario(text, "x.yaml")); }

const char* const kAdaptive[] = {"dopri5", "implicit", "bdf", "adams"};

std::string study(const std::string& method, const std::string& more) {
  return fmt::format("study: {{type: dynamics, method: {}, {}}}\n", method, more);
}

/// With each adaptive method; `look` at what else is known of a run.
template <class Look>
void expect_books(const std::string& model, const std::string& more, double residual,
                  const Look& look) {
  for (const std::string method : kAdaptive) {
    SCOPED_TRACE(method);
    const RunResult result = run_text_of(model + study(method, more));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_LT(result.energy_residual, residual);
    look(result);
  }
}

// all that moves is driven: the floor answers with k depth + d speed
TEST(EnergyBooks, ADrivenToolPressesTheFloor) {
  const std::string model =
      "bodies:\n"
      "  - {name: tool, pose: {position: [0, 0, 0.02]}, joint: {type: prismatic, axis: z, "
      "prescribed: \"-0.02*t\"}, rigid: {mass: 0.1, shapes: [{sphere: 10 mm}]}}\n"
      "obstacles: [{name: floor, plane: z}]\n"
      "contacts: [{name: c, between: [floor, tool], stiffness: 1e3, damping: 1}]\n"
      "probes: [{name: c, contact: c}]\n";
  expect_books(model, "duration: 1, output_step: 0.1", 1e-4, [](const RunResult& result) {
    EXPECT_NEAR(last_of(result, "c.normal"), 1e3 * 0.01 + 1 * 0.02, 1e-6);
  });
}

// a link that hangs on a driven wall: the motion is so simple that steps may be long, the power of
// the drive is not
TEST(EnergyBooks, OfADriveThatRises) {
  const std::string model =
      "gravity: [0, 0, 0]\nbodies:\n"
      "  - {name: wall, joint: {type: prismatic, axis: x, prescribed: {pulse: {period: 1, width: "
      "0.4, amplitude: 0.1, rise: 0.1}}}, rigid: {mass: 1}}\n"
      "  - {name: link, parent: wall, joint: {type: revolute, axis: y}, rigid: {mass: 1, center: "
      "[0, 0, -0.3], inertia: [0.01, 0.01, 0.01]}}\n";
  expect_books(model, "duration: 2, output_step: 0.05", 1e-3, [](const RunResult&) {});
}

// A force |t - c|^-p that has no end is no jump that a short step may leap over. v(1) = (c^(1-p) +
// (1-c)^(1-p)) / (1-p) is found or not found, but nothing else without a word: with p = 0.9, 4 % of
// it come within 5e-15 s, which no step can see.
TEST(EnergyBooks, APoleIsNotLeaptOver) {
  constexpr double kPole = 0.5000123;
  int found = 0;
  for (const double p : {0.5, 0.9})
    for (const std::string method : kAdaptive)
      for (const double rtol : {1e-3, 1e-4, 1e-6, 1e-8}) {
        const RunResult result = run_text_of(
            fmt::format(
                "gravity: [0, 0, 0]\nbodies: [{{name: b, joint: {{type: prismatic, axis: x, "
                "effort: \"1/abs(t-{})^{}\"}}, rigid: {{mass: 1}}}}]\nprobes: [{{name: b, "
                "joint: b}}]\n",
                kPole, p) +
            study(method, fmt::format("duration: 1, output_step: 0.1, rtol: {}", rtol)));
        if (!result.status.ok() || (p > 0.5 && !result.warnings.empty())) continue;
        ++found;
        const double truth = (std::pow(kPole, 1 - p) + std::pow(1 - kPole, 1 - p)) / (1 - p);
        EXPECT_NEAR(last_of(result, "b.travel_rate"), truth, 500 * rtol * truth)
            << p << ", " << method << ", " << rtol;
      }
  EXPECT_GT(found, 0);
}

// A method that loses all energy within twenty swings says so, however small they are, and however
// small the pendulum is.
TEST(EnergyBooks, OfSmallMotions) {
  const double period = 2 * std::numbers::pi / std::sqrt(9.81);
  for (const double length : {1e-5, 1.0})
    for (const double angle : {1e-2, 1e-4, 1e-5}) {
      const double T = period * std::sqrt(length);
      const RunResult result = run_text_of(fmt::format(
          "bodies: [{{name: p, joint: {{type: revolute, axis: y, initial: {}}}, rigid: {{mass: {}, "
          "center: [0, 0, -{}]}}}}]\nstudy: {{type: dynamics, duration: {}, output_step: {}, "
          "method: generalized_alpha, rho_infinity: 0, step: {}}}\n",
          angle, std::pow(length, 3), length, 20 * T, T / 10, T / 10));
      ASSERT_TRUE(result.status.ok()) << to_string(result.status);
      EXPECT_GT(result.energy_residual, 0.5) << length << ", " << angle;
    }
}

// Without error control work is a passenger: where GMRES found a step good enough before its first
// iteration, it was not corrected but extrapolated, by polynomials of high degree, and was off by
// 0.4 % after 20 s (the motion itself by 1e-10).
TEST(EnergyBooks, OfSteadyMotionByHighOrders) {
  for (const std::string method : {"adams", "bdf"})
    for (const char* rtol : {"1e-11", "1e-12"}) {
      SCOPED_TRACE(method + " " + rtol);
      const RunResult result = run(cuttle::testing::model_scenario(
          "modules_straight",
          {"study.method=" + method, "study.constraints=baumgarte",
           std::string("study.rtol=") + rtol, std::string("study.atol=") + "1e-14"}));
      ASSERT_TRUE(result.status.ok()) << to_string(result.status);
      EXPECT_LT(result.energy_residual, 1e-7);
    }
}

// A motion may be so simple that steps are long, and the power not: a mass under a force that is a
// polynomial of time. Without error control of the work the residual was 0.82 with adams, at any
// rtol, and 0.004 with dopri5.
TEST(EnergyBooks, OfForcesThatGrow) {
  for (const char* force : {"{table: [[0, 0], [2, 5], [8, -5], [10, 0]]}", "t", "t^2", "t^3"})
    for (const char* method : {"dopri5", "adams", "bdf", "implicit"})
      for (const double rtol : {1e-4, 1e-6, 1e-8}) {
        SCOPED_TRACE(fmt::format("{} {} {}", force, method, rtol));
        const RunResult result = run_text_of(fmt::format(
            "gravity: [0, 0, 0]\nbodies: [{{name: b, joint: {{type: prismatic, axis: x}}, rigid: "
            "{{mass: 1}}}}]\nloads: [{{body: b, force: [{}, 0, 0]}}]\nstudy: {{type: dynamics, "
            "duration: 10, output_step: 1, method: {}, rtol: {}}}\n",
            force, method, rtol));
        ASSERT_TRUE(result.status.ok()) << to_string(result.status);
        EXPECT_LT(result.energy_residual, 30 * rtol);  // measured: at most 19 rtol
      }
}

}  // namespace
}  // namespace cuttle
