// Things in the world that no model of `models/` has: surfaces that cut, currents that vary from
// place to place, cables and connections at the world, loads of all kinds.

#include <gtest/gtest.h>

#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/random.h"
#include "support/same_series.h"
#include "support/turned.h"

namespace cuttle::testing {
namespace {

struct World {
  const char* name;
  const char* text;
};

constexpr World kWorlds[] = {
    {"surface_and_profile", R"yaml(
water: {density: 1000, level: 0.4, current: {profile: [[-1, [0.2, 0, 0]], [0, [0.3, 0.1, 0.02]], [0.5, [0.1, -0.2, 0]]], interpolation: cubic}}
bodies:
  - name: buoy
    joint: {type: free, initial: {position: [0, 0, 0.38], rotation: {axis: x, angle: 0.2}}}
    rigid: {shapes: [{sphere: 0.1, density: 400, pose: {position: [0, 0, 0.02]}}]}
  - name: weed
    pose: {position: [0.5, 0, -0.5], rotation: {axis: y, angle: -90 deg}}
    rod: {length: 0.3, section: {shape: circle, radius: 5 mm}, material: {young: 1 MPa, density: 900, viscosity: 2000}, strain: {bend_y: 2, bend_z: 2}}
probes:
  - {name: buoy, frame: buoy, record: [position, rotation, velocity, imu, depth]}
  - {name: tip, frame: weed, at: tip, record: [position, velocity, depth]}
study: {type: dynamics, duration: 0.5, output_step: 0.05, method: dopri5, rtol: 1e-8, atol: 1e-10}
)yaml"},
    {"depths_in_ned", R"yaml(
frame: ned
water: {density: 1000, current: {profile: [[0, [0.4, 0, 0]], [1, [0.1, 0.2, 0]]], over: depth}}
bodies:
  - name: pod
    joint: {type: free, initial: {position: [0, 0, 0.3]}}
    rigid: {shapes: [{capsule: [0.05, 0.2], density: 1020}]}
probes: [{name: pod, frame: pod, record: [position, rotation, velocity]}, {name: swim, swimmer: pod}]
study: {type: dynamics, duration: 1, output_step: 0.1, method: implicit, rtol: 1e-8, atol: 1e-10}
)yaml"},
    {"field_of_a_current", R"yaml(
water: {density: 1000, current: {field: ["0.2*y+0.1*sin(t)", "-0.2*x+0.3*exp(-x*x)", "0.05*z*cos(2*t)"]}}
bodies:
  - name: pod
    joint: {type: free, initial: {position: [0.3, -0.2, 0.1]}}
    rigid: {shapes: [{ellipsoid: [0.1, 0.05, 0.04], density: 1000}]}
  - name: arm
    parent: pod
    pose: {position: [0.1, 0, 0]}
    rod: {length: 0.3, section: {shape: circle, radius: [10 mm, 4 mm]}, material: {young: 300 kPa, density: 1000, viscosity: 500}, strain: {torsion: 1, bend_y: 2, bend_z: 2}, water: {reactive: true}}
probes: [{name: tip, frame: arm, at: tip, record: [position, velocity]}, {name: momentum, momentum: all}]
study: {type: dynamics, duration: 1, output_step: 0.1, method: dopri5, rtol: 1e-8, atol: 1e-10}
)yaml"},
    {"hung_and_pulled", R"yaml(
water: {density: 1000, level: 5, current: ["0.3*sin(t)", "0.2*t", 0.1]}
bodies:
  - name: plate
    joint: {type: free, initial: {position: [0, 0, 1]}, velocity: [0.2, 0, 0.1, 0, 0.1, 0]}
    rigid: {shapes: [{box: [0.4, 0.3, 0.05], density: 1500}], frames: {corner: {position: [0.2, 0.15, 0]}}}
  - name: boom
    pose: {position: [1, 0, 0], rotation: {axis: z, angle: 30 deg}}
    joint: {type: universal, axis: y, axis2: z, damping: 0.1}
    rod: {length: 0.5, section: {shape: circle, radius: 10 mm}, material: {young: 2 MPa, density: 1100, viscosity: 1000}, strain: {bend_y: 2, bend_z: 2}}
connections:
  - {name: hook, type: spherical, a: {body: world, pose: {position: [0.2, 0.15, 1]}}, b: {body: plate, at: corner}}
cables:
  - {name: stay, tension: "3+sin(3*t)", path: [{body: world, point: [1, 0.5, 1]}, {body: boom, at: tip}]}
loads:
  - {name: wind, body: boom, from: base, to: tip, force: ["0.4*X*sin(2*t)", "0.3*X", "0.1*t"]}
  - {name: push, body: plate, at: corner, force: [{table: [[0, 0], [0.3, 2], [0.6, 0]]}, {table: [[0, 1], [0.5, 0]]}, 0.5], moment: [0, 0, {pulse: {period: 0.5, width: 0.2, amplitude: 0.1, rise: 0.1}}]}
probes:
  - {name: hook, connection: hook}
  - {name: stay, cable: stay}
  - {name: plate, frame: plate, record: [position, rotation, velocity, imu, depth]}
study: {type: dynamics, duration: 0.8, output_step: 0.1, method: bdf, rtol: 1e-8, atol: 1e-10}
)yaml"},
};

class WorldInvariance : public ::testing::TestWithParam<World> {};

TEST_P(WorldInvariance, OfWhatIsFixedInIt) {
  const ScenarioSpec spec = parse_scenario(GetParam().text, "world.yaml");
  const RunResult first = run(spec);
  ASSERT_TRUE(first.status.ok()) << to_string(first.status);
  Random random(7);
  for (const double distance : {0.0, 1.0, 100.0})
    for (const FreeBodies how : {FreeBodies::mounted_elsewhere, FreeBodies::started_elsewhere}) {
      const Elsewhere elsewhere{Pose{random.rotation(), distance * random.unit_vector()}};
      const RunResult second = run(turned(spec, elsewhere.X, how));
      ASSERT_TRUE(second.status.ok()) << to_string(second.status);
      // bdf chooses other steps after the last digit changed
      const double bound = how == FreeBodies::started_elsewhere ? 1e-6 : 1e-7;
      for (const Difference& d : differences(first.trajectory, second.trajectory, elsewhere))
        EXPECT_LE(d.relative(), bound)
            << d.columns << " at " << distance << " m: " << d.largest << " of " << d.scale;
    }
  const RunResult shuffled = run(reordered(spec, 5));
  for (const Difference& d : differences(first.trajectory, shuffled.trajectory, {}))
    EXPECT_LE(d.relative(), 1e-7) << d.columns;
}

INSTANTIATE_TEST_SUITE_P(Worlds, WorldInvariance, ::testing::ValuesIn(kWorlds),
                         [](const auto& world) { return std::string(world.param.name); });

// what is no question of rigid motions is said aloud
TEST(Turned, RefusesWhatItCannotTurn) {
  const auto refused = [](const std::string& text) {
    EXPECT_THROW(turned(parse_scenario(text, "x.yaml"), Pose::identity()), std::invalid_argument)
        << text;
  };
  const std::string bob =
      "bodies: [{name: bob, joint: {type: revolute, axis: y, effort: 0}, rigid: {mass: 1, center: "
      "[0, 0, -1]}}]\n"
      "probes: [{name: bob, frame: bob}]\n";
  refused(bob + "controllers: [{name: c, inputs: [bob], pid: {measure: bob.x, goal: 0, kp: 1}}]\n");
  refused(bob + "gravity: [0, 0, 0]\nwater: {density: 1000, level: 0}\n");
  refused(bob + "sensors: [{name: eye, probe: bob, noise: 0.1}]\n");
}

}  // namespace
}  // namespace cuttle::testing
