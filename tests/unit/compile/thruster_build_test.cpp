// From the words of a file to thrusters and fins, and the order of all actors.

#include <gtest/gtest.h>

#include "build_fixture.h"
#include "cuttle/actuation/cable/cable.h"
#include "cuttle/actuation/load/point_load.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/water/fin/fin.h"
#include "cuttle/water/thruster/thruster.h"
#include "cuttle/water/water_loads.h"

namespace cuttle::testing {
namespace {

template <class T>
const T* actor(const Posed& posed, size_t index) {
  return dynamic_cast<const T*>(posed.model().actors.at(index).get());
}

const std::string kTug = R"(
water: {density: 1000, current: [0.25, 0, 0]}
bodies:
  - name: hull
    joint: {type: free, velocity: [0, 0, 0.5, 2, 0, 0]}
    rigid:
      shapes: [{box: [1, 0.5, 0.5], mass: 200}]
      frames: {stern: {position: [-0.5, 0, 0]}}
  - {name: weight, joint: free, rigid: {mass: 1, inertia: [1, 1, 1], water: none}}
loads: [{body: hull, force: [0, 0, 1]}]
cables: [{name: rope, tension: 1, path: [{body: hull}, {body: weight, point: [0, 0, 1]}]}]
thrusters:
  - {name: screw, body: hull, at: stern, point: [0, 0.1, 0], axis: [3, 0, 4], command: "50 + 0*t",
     linear: 0.1, quadratic: 0.002, dead_band: 2, limits: [-30, 40], torque: 0.05}
  - {name: pump, body: hull, command: 1500, linear: 1, table: [[1100, -40], [1500, 10], [1900, 40]]}
fins:
  - {name: rudder, body: hull, at: stern, pose: {position: [-0.1, 0, 0], rotation: {axis: x, angle: 90 deg}},
     area: 0.04, aspect_ratio: 3, deflection: 0.1, stall: 0.3, stall_width: 0.05}
obstacles: [{name: floor, plane: {point: [0, 0, -50]}}]
contacts: [{name: ground, between: [hull, floor]}]
probes:
  - {name: t, thruster: screw}
  - {name: f, fin: rudder}
  - {name: s, swimmer: hull, at: stern, forward: y}
study: {type: dynamics, duration: 1}
)";

TEST(ThrusterBuild, ActorsComeInTheirOrder) {
  const Posed posed(kTug);
  ASSERT_EQ(posed.model().actors.size(), 7u);
  EXPECT_TRUE(actor<PointLoad>(posed, 0));
  EXPECT_TRUE(actor<Cable>(posed, 1));
  EXPECT_TRUE(actor<WaterLoads>(posed, 2));
  EXPECT_TRUE(actor<Thruster>(posed, 3));
  EXPECT_TRUE(actor<Thruster>(posed, 4));
  EXPECT_TRUE(actor<Fin>(posed, 5));
  EXPECT_TRUE(actor<ContactForces>(posed, 6));
  std::vector<std::string> names;
  for (const InputInfo& input : posed.model().inputs) names.push_back(input.name);
  const std::vector<std::string> last = {"water.current.z", "thrusters.screw.command",
                                         "thrusters.pump.command", "fins.rudder.deflection"};
  ASSERT_EQ(names.size(), 10u);
  EXPECT_EQ(std::vector<std::string>(names.begin() + 6, names.end()), last);
}

TEST(ThrusterBuild, ThrustersAsTheFileSays) {
  const Posed posed(kTug);
  const Thruster::Data& screw = actor<Thruster>(posed, 3)->data();
  EXPECT_LT((screw.axis - Vector3(0.6, 0, 0.8)).norm(), 1e-15);
  EXPECT_EQ(screw.at.offset, Vector3(0, 0.1, 0));
  EXPECT_EQ(screw.at.point, 1);
  EXPECT_EQ(screw.torque_per_force, 0.05);
  EXPECT_NEAR(thruster_force(screw.law, 50), 0.1 * 40 + 0.002 * 1600, 1e-14);
  EXPECT_NEAR(thruster_force(screw.law, -90), -(0.1 * 30 + 0.002 * 900), 1e-14);
  EXPECT_EQ(thruster_force(screw.law, 1.9), 0);
  const Thruster::Data& pump = actor<Thruster>(posed, 4)->data();
  EXPECT_NEAR(thruster_force(pump.law, posed.u.u[pump.command_input]), 10, 1e-14);
  EXPECT_NEAR(thruster_force(pump.law, 1300), -15, 1e-14);
}

TEST(ThrusterBuild, FinsAsTheFileSays) {
  const Posed posed(kTug);
  const Fin::Data& rudder = actor<Fin>(posed, 5)->data();
  EXPECT_EQ(rudder.law.density, 1000);
  EXPECT_EQ(rudder.law.area, 0.04);
  EXPECT_EQ(rudder.law.aspect_ratio, 3);
  EXPECT_EQ(rudder.law.stall, 0.3);
  EXPECT_EQ(rudder.law.stall_width, 0.05);
  EXPECT_EQ(rudder.at.offset, Vector3(-0.1, 0, 0));
  EXPECT_LT((rudder.R_PF * Vector3::UnitY() - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_FALSE(rudder.medium.current.still());
}

TEST(ThrusterBuild, CopiesOfABodyTakeTheirThrustersAndFinsAlong) {
  const Posed posed(R"(
water: {density: 1000}
bodies:
  - {name: hub, joint: free, rigid: {shapes: [{sphere: 0.2, mass: 30}]}}
  - name: pod
    parent: hub
    pose: {position: [0.3, 0, 0]}
    repeat: {count: 3, about: z}
    rigid: {shapes: [{sphere: 0.05, mass: 1}]}
thrusters: [{name: jet, body: pod, axis: z, command: "10*k + n", linear: 2}]
fins: [{name: vane, body: pod, area: 0.01, deflection: "0.1*k"}]
probes: [{name: j, thruster: jet}, {name: v, fin: vane}, {name: s, swimmer: pod}]
study: {type: dynamics, duration: 1}
)");
  ASSERT_EQ(posed.model().actors.size(), 7u);
  for (size_t k = 1; k <= 3; ++k) {
    const Thruster* const jet = actor<Thruster>(posed, k);
    ASSERT_TRUE(jet);
    EXPECT_EQ(jet->data().at.body, posed.body("pod_" + std::to_string(k)));
    EXPECT_EQ(posed.u.u[jet->data().command_input], 10 * double(k) + 3);
    EXPECT_EQ(posed.u.u[actor<Fin>(posed, 3 + k)->data().deflection_input], 0.1 * double(k));
  }
  std::vector<std::string> probes;
  for (const Probe& probe : posed.scenario.probes) probes.push_back(probe.name());
  EXPECT_EQ(probes, (std::vector<std::string>{"j_1", "j_2", "j_3", "v_1", "v_2", "v_3", "s_1",
                                              "s_2", "s_3"}));
  EXPECT_EQ(posed.model().inputs[0].name, "thrusters.jet_1.command");
}

}  // namespace
}  // namespace cuttle::testing
