// Runs of robots with connections: docked modules, loops that cannot close, beams clamped twice.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/modes.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

TEST(ConnectionRuns, two_docked_modules_are_one_body) {
  const std::string one = R"(
name: one
gravity: [0, 0, -9.81]
bodies:
  - name: m
    joint: {type: free, velocity: [1.1, 0.4, -0.7, 0.3, 0, 2]}
    rigid:
      shapes: [{box: [0.3, 0.2, 0.1], density: 800}, {cylinder: [0.1, 0.4], density: 400, pose: {position: [0.35, 0.1, 0], rotation: {axis: z, angle: 30 deg}}}]
probes: [{name: p, frame: m, point: [0.1, 0, 0]}]
study: {type: dynamics, duration: 20, output_step: 1, method: dopri5, rtol: 1e-11, atol: 1e-12}
)";
  const std::string two = R"(
name: two
gravity: [0, 0, -9.81]
bodies:
  - name: m
    joint: {type: free, velocity: [1.1, 0.4, -0.7, 0.3, 0, 2]}
    rigid: {shapes: [{box: [0.3, 0.2, 0.1], density: 800}]}
  - name: n
    joint: {type: free, initial: {position: [0.35, 0.1, 0], rotation: {axis: z, angle: 30 deg}}, velocity: [0, 0, 0, 0, 0, 0]}
    rigid: {shapes: [{cylinder: [0.1, 0.4], density: 400}]}
connections:
  - {name: dock, type: fixed, a: {body: m, pose: {position: [0.35, 0.1, 0], rotation: {axis: z, angle: 30 deg}}}, b: {body: n}}
probes: [{name: p, frame: m, point: [0.1, 0, 0]}, {name: dock, connection: dock}]
study: {type: dynamics, duration: 20, output_step: 1, method: dopri5, rtol: 1e-11, atol: 1e-12}
)";
  const Scenario whole = testing::scenario_of(one);
  Scenario docked = testing::scenario_of(two);
  // build() has let both parts meet; give them the motion of the whole
  State& x = docked.initial;
  x.v.head<6>() = whole.initial.v.head<6>();
  const Pose X = {Eigen::AngleAxisd(std::acos(-1.0) / 6, Vector3::UnitZ()).toRotationMatrix(),
                  Vector3(0.35, 0.1, 0)};
  x.v.tail<6>() = Ad_inv_apply(X, whole.initial.v);
  const RunResult a = run(whole), b = run(docked);
  ASSERT_TRUE(a.status.ok() && b.status.ok());
  for (const char* name : {"p.x", "p.y", "p.z"})
    for (std::size_t i = 0; i < a.trajectory.rows(); ++i)
      EXPECT_NEAR(a.trajectory.column(name)[i], b.trajectory.column(name)[i], 1e-8) << name << i;
  EXPECT_LT(b.trajectory.column("dock.gap").back(), 1e-12);
}

TEST(ConnectionRuns, a_loop_that_cannot_close_says_by_how_much) {
  try {
    testing::scenario_of(R"(
name: open
bodies:
  - name: link
    joint: {type: revolute, axis: y}
    rigid: {mass: 1, inertia: [1, 1, 1], frames: {end: {position: [1, 0, 0]}}}
connections:
  - {name: pin, type: spherical, a: {body: world, pose: {position: [3, 0, 0]}}, b: {body: link, at: end}}
study: {type: dynamics, duration: 1}
)");
    FAIL() << "must throw";
  } catch (const InputError& e) {
    EXPECT_EQ(
        std::string(e.what()),
        "test.yaml:8:5: error: connections[0]: the loop cannot close: the nearest state found "
        "leaves a gap of 2 (m, rad); cannot be satisfied: 'pin' (displacement along x), in the "
        "axes of frame b\n"
        "  hint: check the lengths and poses, or give initial joint coordinates closer to it\n"
        "1 error; nothing was run.");
  }
}

TEST(ConnectionRuns, modes_of_a_beam_clamped_at_both_ends) {
  // cos(x) cosh(x) = 1: x = 4.730041, 7.853205; a slender beam, so that Timoshenko is Euler
  const Scenario scenario = testing::scenario_of(R"(
name: beam
gravity: [0, 0, 0]
bodies:
  - name: beam
    rod:
      length: 1
      section: {shape: circle, radius: 2 mm}
      material: {young: 1 GPa, poisson: 0.3, density: 1000}
      strain: {bend_y: 10, stretch: 2}
connections:
  - {name: clamp, type: fixed, a: {body: world, pose: {position: [1, 0, 0]}}, b: {body: beam, at: tip}}
study: {type: modes, count: 2}
)");
  const RunResult result = run(scenario);
  ASSERT_TRUE(result.status.ok());
  const double r = 2e-3, wave = std::sqrt(1e9 / 1000) * r / 2;  // sqrt(EI / (rho A))
  const double first = wave * 4.730041 * 4.730041 / (2 * std::acos(-1.0));
  const double second = wave * 7.853205 * 7.853205 / (2 * std::acos(-1.0));
  EXPECT_NEAR(result.trajectory.column("frequency")[0] / first, 1, 2e-4);
  EXPECT_NEAR(result.trajectory.column("frequency")[1] / second, 1, 5e-4);
}

}  // namespace
}  // namespace cuttle
