// Drives that change their velocity at once: a table with a corner is a blow, which the rest of the
// robot feels. Against the momentum of what they drive.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;
using testing::last_of;

/// A motor turns a disc, and on its rim hangs a free link.
std::string motor(const std::string& prescribed, const std::string& study) {
  return fmt::format(R"(
name: motor
gravity: [0, 0, 0]
bodies:
  - {{name: disc, joint: {{type: revolute, axis: y, prescribed: {}}}, rigid: {{mass: 1, inertia: [0.1, 0.1, 0.1]}}}}
  - {{name: link, parent: disc, pose: {{position: [0.3, 0, 0]}}, joint: {{type: revolute, axis: y}}, rigid: {{mass: 1, center: [0.1, 0, 0], inertia: [0.01, 0.01, 0.01]}}}}
probes: [{{name: disc, joint: disc}}, {{name: link, joint: link}}]
study: {{type: dynamics, {}}}
)",
                     prescribed, study);
}

// The hinge gets the speed w r at once. The momentum of the link about it stays zero:
// I W + m d (w r + d W) = 0, its rate against the disc is W - w.
TEST(DriveCorner, isABlowThatTheRestFeels) {
  const double w = 2, r = 0.3, m = 1, d = 0.1, inertia = 0.01;
  const double turn = -m * d * w * r / (inertia + m * d * d);
  const double speed = w * r + d * turn;
  const double energy = 0.5 * 0.1 * w * w + 0.5 * m * speed * speed + 0.5 * inertia * turn * turn;
  for (const char* method : {"dopri5", "bdf", "adams", "implicit", "implicit, step: 1e-2",
                             "generalized_alpha, step: 1e-2", "dopri5, step: 1e-2"}) {
    SCOPED_TRACE(method);
    const RunResult result =
        good_run(motor("{table: [[0, 0], [1, 0], [2, 2]]}",
                       fmt::format("duration: 1.000001, output_step: 0.1, method: {}", method)));
    EXPECT_NEAR(last_of(result, "link.angle_rate"), turn - w, 1e-4);
    EXPECT_NEAR(last_of(result, "energy.kinetic"), energy, 1e-5);
    EXPECT_NEAR(last_of(result, "energy.work"), energy, 1e-5);
    EXPECT_LT(result.energy_residual, 1e-5);
  }
}

// many small blows are a smooth motion
TEST(DriveCorner, manyMakeASmoothMotion) {
  const std::string study = "duration: 1, method: dopri5, rtol: 1e-8";
  const double truth = last_of(good_run(motor("\"2*t*t\"", study)), "link.angle");
  const auto error = [&](int knots) {
    std::string table;
    for (int i = 0; i <= knots; ++i) {
      const double t = double(i) / knots;
      table += fmt::format("{}[{:.17g}, {:.17g}]", i == 0 ? "" : ", ", t, 2 * t * t);
    }
    return std::abs(last_of(good_run(motor("{table: [" + table + "]}", study)), "link.angle") -
                    truth);
  };
  const double coarse = error(20), fine = error(80);
  EXPECT_LT(coarse, 0.15);  // 0.112 rad
  EXPECT_LT(fine, 0.3 * coarse);
}

// a screw takes its nut along: through a connection
TEST(DriveCorner, isFeltThroughConnections) {
  for (const char* method : {"dopri5", "implicit", "generalized_alpha, step: 1e-2"}) {
    SCOPED_TRACE(method);
    const RunResult result = good_run(fmt::format(R"(
name: screw
gravity: [0, 0, 0]
bodies:
  - {{name: screw, joint: {{type: revolute, axis: z, prescribed: {{table: [[0, 0], [1, 0], [2, 6]]}}}}, rigid: {{mass: 1, inertia: [1, 1, 1]}}}}
  - {{name: nut, joint: {{type: prismatic, axis: z}}, rigid: {{mass: 3, inertia: [1, 1, 1]}}}}
connections: [{{name: c, type: helical, axis: z, pitch: 0.1, a: {{body: screw}}, b: {{body: nut}}}}]
probes: [{{name: nut, joint: nut}}, {{name: c, connection: c}}]
study: {{type: dynamics, duration: 2, output_step: 0.1, method: {}}}
)",
                                                  method));
    const double speed = last_of(result, "nut.travel_rate");
    EXPECT_NEAR(speed, -0.6, 1e-9);  // against the screw, by -6 rad/s times the pitch
    EXPECT_NEAR(last_of(result, "energy.work"), 0.5 * 3 * speed * speed + 0.5 * 6 * 6, 1e-9);
    EXPECT_LT(result.energy_residual, 1e-9);
  }
}

/// A spring of 40 N/m carries 0.5 kg on a cart.
std::string cart(const std::string& prescribed, const std::string& study) {
  return fmt::format(R"(
name: cart
gravity: [0, 0, 0]
bodies:
  - {{name: cart, joint: {{type: prismatic, axis: x, prescribed: {}}}, rigid: {{mass: 1}}}}
  - {{name: mass, parent: cart, joint: {{type: prismatic, axis: x, stiffness: 40}}, rigid: {{mass: 0.5}}}}
probes: [{{name: c, joint: cart}}, {{name: j, joint: mass}}]
study: {{type: dynamics, {}}}
)",
                     prescribed, study);
}

// What follows a step gets its velocity at once. With the step at t = 0 and u = 1 - exp(-t/T), the
// way of the mass against the cart is y'' + w^2 y = -u'', y(0) = 0, y'(0) = -1/T.
TEST(DriveCorner, followsAStepOfAnExpressionAsOfATable) {
  const double w = std::sqrt(80), T = 0.1, t = 0.5;
  const double p = 1 / (1 + w * w * T * T);
  const double b = (-1 / T + p / T) / w;
  const double truth = p * std::exp(-t / T) - p * std::cos(w * t) + b * std::sin(w * t);
  for (const char* method : {"dopri5, rtol: 1e-9, atol: 1e-11", "implicit, rtol: 1e-8, atol: 1e-10",
                             "bdf, rtol: 1e-9, atol: 1e-11", "dopri5, step: 2e-3",
                             "implicit, step: 1e-3", "generalized_alpha, step: 1e-3"})
    for (const char* command :
         {"{table: [[0, 0], [0.5, 1]], interpolation: step, lag: 0.1}",
          "{value: \"t > 0.5 ? 1 : 0\", lag: 0.1}", "{value: \"t >= 0.5 ? 1 : 0\", lag: 0.1}",
          "{value: \"rint(t)\", lag: 0.1}", "{value: \"0.5*sign(t-0.5)\", lag: 0.1}",
          "{pulse: {period: 5, width: 2, phase: 0.5}, lag: 0.1}"}) {
      SCOPED_TRACE(fmt::format("{} by {}", command, method));
      const RunResult result = good_run(
          cart(command, fmt::format("duration: 1, output_step: 0.25, method: {}", method)));
      const bool coarse = std::string(method).find("a, step") != std::string::npos;
      EXPECT_NEAR(last_of(result, "j.travel"), truth, coarse ? 1e-4 : 1e-6);
    }
}

// a cart that sets off with its velocity at t = 0 takes a mass along that has none against it
TEST(DriveCorner, atTheStartIsNone) {
  for (const char* method : {"dopri5", "implicit", "generalized_alpha, step: 1e-2"})
    for (const char* drive : {"t", "max(0,t)", "abs(t)", "t > 0 ? t : 0"}) {
      SCOPED_TRACE(fmt::format("{} by {}", drive, method));
      const RunResult result = good_run(
          cart(fmt::format("\"{}\"", drive), fmt::format("duration: 2, method: {}", method)));
      for (const double travel : result.trajectory.column("j.travel")) EXPECT_NEAR(travel, 0, 1e-9);
      EXPECT_NEAR(result.trajectory.column("c.travel_rate")[0], 1, 1e-12);
    }
  const RunResult slow = good_run(cart("\"exp(-1/t)\"", "duration: 2"));
  EXPECT_NEAR(slow.trajectory.column("c.travel_rate")[0], 0, 1e-12);
  EXPECT_LT(slow.energy_residual, 1e-3);
}

// an expression that is too fast for the steps, or has a corner
TEST(DriveCorner, mayBeWhyEnergyIsLost) {
  const std::string study = "duration: 2, method: generalized_alpha, rho_infinity: 0, step: 0.1";
  const auto hinted = [&](const std::string& drive) {
    const RunResult result = good_run(cart(drive, study));
    EXPECT_GT(result.energy_residual, 0.01);
    return std::ranges::any_of(result.warnings, [](const std::string& warning) {
      return warning.find("a corner in the expression of a prescribed coordinate") !=
             std::string::npos;
    });
  };
  EXPECT_TRUE(hinted("\"sin(9*t)\""));
  EXPECT_FALSE(hinted("{table: [[0, 0], [0.3, 1], [1, -1], [2, 2]], interpolation: cubic}"));
}

// nothing needs to move for it: what turns at 1e4 rad/s would take half a minute
TEST(DriveCorner, jumpsAreRefusedWithTheirTime) {
  const auto refusal = [](const std::string& prescribed) {
    try {
      build(parse_scenario(motor(prescribed, "duration: 2, method: dopri5"), "x.yaml"));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using ::testing::HasSubstr;
  for (const char* jump :
       {"{pulse: {period: 1, width: 0.5, amplitude: 0.2}}", "\"t < 0.5 ? 0 : 0.2\"",
        "{table: [[0, 0], [0.5, 0.2]], interpolation: step}"})
    EXPECT_THAT(refusal(jump), ::testing::AllOf(HasSubstr("prescribed"), HasSubstr("at t = 0.5 s")))
        << jump;
  EXPECT_THAT(refusal("\"max(0, t - 0.5)\""), HasSubstr("its velocity jumps by 1 at t = 0.5 s"));
  // formulas that do not tell their corners
  for (const auto& [drive, message] :
       {std::pair{"0.1*asin(sin(4*t))", "its velocity jumps by -0.8 at t = 0.392699 s"},
        std::pair{"acos(cos(4*t+1))", "its velocity jumps by -8 at t = 0.535398 s"},
        std::pair{"acos(cos(4*t))", "its velocity jumps by -8 at t = 0.785398 s"},
        std::pair{"asin(cos(3*t))", "its velocity jumps by 6 at t = 1.0472 s"},
        std::pair{"sqrt((t-1)^2)", "its velocity jumps by 2 at t = 1 s"},
        std::pair{"((t-1)^2)^0.5", "its velocity jumps by 2 at t = 1 s"},
        std::pair{"exp(log((t-1)^2)/2)", "its velocity jumps by 2 at t = 1 s"},
        std::pair{"sqrt(t)", "its velocity is infinite at t = 0 s"},
        std::pair{"1/(t-1)", "has a pole at t = 1 s"},
        std::pair{"atan(1/(t-1))", "jumps by 3.14159 at t = 1 s"},
        std::pair{"t > 0 ? 1 : 0", "jumps by 1 at t = 0 s"}})
    EXPECT_THAT(refusal(fmt::format("\"{}\"", drive)), HasSubstr(message)) << drive;
  for (const char* smooth : {"sin(1000*t)", "t*t*(3-2*t)", "tanh(50*(t-1))", "exp(t)", "exp(-1/t)"})
    EXPECT_EQ(refusal(fmt::format("\"{}\"", smooth)), "") << smooth;
  EXPECT_EQ(refusal("\"t < 1 ? t*t*(3-2*t) : 1\""), "");
  EXPECT_EQ(refusal("\"0.2*sin(20*t)\""), "");
  // it begins with the velocity of what it follows, if that is known at the start
  EXPECT_THAT(refusal("{value: \"t > 0 ? 1 : 0\", lag: 0.1}"),
              HasSubstr("the value it follows jumps by 1 at t = 0 s"));
  for (const char* follows :
       {"{value: 1, initial: 0, lag: 0.1}", "{value: \"t < 0 ? 0 : 1\", initial: 0, lag: 0.1}",
        "{value: \"exp(-t)\", initial: 0, lag: 0.1}", "{value: \"sqrt(t)\", lag: 0.1}",
        "{value: \"t^0.3\", lag: 0.1}"})
    EXPECT_EQ(refusal(follows), "") << follows;
  // a velocity that changes within 1e-4 s does not jump
  EXPECT_EQ(refusal("\"t < 0.5 ? 0 : 0.01*(1 - cos(1e4*(t - 0.5)))\""), "");
}

// what a formula with a lag follows is no input: signals after it keep their places
TEST(DriveCorner, laggedFormulasComeInAnyOrder) {
  const RunResult result = good_run(R"(
gravity: [0, 0, 0]
bodies:
  - {name: a, joint: {type: prismatic, axis: x, prescribed: {value: '0.1*sin(t)', lag: 0.1}}, rigid: {mass: 1}}
  - {name: b, joint: {type: prismatic, axis: x, effort: {value: '2+0*t', lag: 0.1}}, rigid: {mass: 1}}
  - {name: c, joint: {type: prismatic, axis: x, effort: '3+0*t'}, rigid: {mass: 1}}
  - {name: d, joint: {type: prismatic, axis: x, effort: {value: '4+0*t', lag: 0.2}}, rigid: {mass: 1}}
  - {name: e, joint: {type: prismatic, axis: x, effort: 5}, rigid: {mass: 1}}
probes: [{name: b, joint: b}, {name: c, joint: c}, {name: d, joint: d}, {name: e, joint: e}]
study: {type: dynamics, duration: 1, method: dopri5}
)");
  EXPECT_NEAR(last_of(result, "b.travel_rate"), 2, 1e-9);
  EXPECT_NEAR(last_of(result, "c.travel_rate"), 3, 1e-9);
  EXPECT_NEAR(last_of(result, "d.travel_rate"), 4, 1e-9);
  EXPECT_NEAR(last_of(result, "e.travel_rate"), 5, 1e-9);
}

}  // namespace
}  // namespace cuttle
