// Drives that change their velocity at once: a table with a corner is a blow, which the rest of the
// robot feels. Against the momentum of what they drive.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cuttle/base/error.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/sim/run.h"
#include "support/good_run.h"

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

TEST(DriveCorner, jumpsAreRefusedWithTheirTime) {
  const auto refusal = [](const std::string& prescribed) {
    try {
      run(parse_scenario(motor(prescribed, "duration: 2, method: dopri5"), "x.yaml"));
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
  EXPECT_EQ(refusal("\"t < 1 ? t*t*(3-2*t) : 1\""), "");
  EXPECT_EQ(refusal("\"0.2*sin(20*t)\""), "");
  // a velocity that changes within 1e-4 s does not jump
  EXPECT_EQ(refusal("\"t < 0.5 ? 0 : 0.01*(1 - cos(1e4*(t - 0.5)))\""), "");
}

}  // namespace
}  // namespace cuttle
