// Exact derivatives of forward dynamics: the remainder of the first-order change must be of second
// order, on every model file with bodies (they hold all families and most kinds of actors) and on
// scenes with what those do not show.

#include <gtest/gtest.h>

#include <filesystem>

#include "cuttle/io/read_scenario.h"
#include "support/runs.h"
#include "unit/connection/tied_arms.h"
#include "unit/dynamics/derivative_place.h"

namespace cuttle {
namespace {

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class ModelDerivatives : public ::testing::TestWithParam<std::string> {};

TEST_P(ModelDerivatives, HaveRemaindersOfSecondOrder) {
  Scenario scenario = build(read_scenario(CUTTLE_MODELS "/" + GetParam() + ".yaml"));
  if (scenario.model.nv == 0) return;  // nets have derivatives of their own
  const bool near = !scenario.model.connections.empty() || !scenario.model.contact.empty();
  testing::expect_second_order(std::move(scenario), near ? 0.02 : 0.1);
}

INSTANTIATE_TEST_SUITE_P(Models, ModelDerivatives, ::testing::ValuesIn(all_models()),
                         [](const auto& model) { return model.param; });

class ConnectionDerivatives : public ::testing::TestWithParam<ConnectionKind> {};

TEST_P(ConnectionDerivatives, HaveRemaindersOfSecondOrder) {
  if (GetParam().rows() == 0) return;  // models do not have it: it holds nothing
  std::string text = kTiedArms;
  const std::string kind(GetParam().name);
  text.replace(text.find("KIND"), 4, kind == "helical" ? "helical, pitch: 0.02" : kind);
  testing::expect_second_order(
      testing::scenario_of(text + "study: {type: dynamics, duration: 1}\n"), 0.02);
}

INSTANTIATE_TEST_SUITE_P(Table, ConnectionDerivatives,
                         ::testing::ValuesIn(connection_table().begin(), connection_table().end()),
                         [](const auto& kind) { return std::string(kind.param.name); });

/// A vehicle with an arm, a fin and two thrusters, half out of the water, in a current.
std::string vehicle(const std::string& current) {
  return R"yaml(
name: vehicle
water: {density: 1000, level: 0.05, current: )yaml" +
         current + R"yaml(}
bodies:
  - name: hull
    joint: {type: free, initial: {position: [0.1, 0.2, 0.03]}}
    rigid:
      shapes: [{box: [0.5, 0.3, 0.2], density: 600}]
      frames: {stern: {position: [-0.25, 0, 0]}}
  - name: arm
    parent: hull
    pose: {position: [0.25, 0, -0.05]}
    joint: {type: revolute, axis: y, prescribed: "0.3*sin(2*t)"}
    rod:
      length: 0.4
      section: {shape: ellipse, semi_y: "0.02 - 0.02*X", semi_z: "0.03 - 0.02*X"}
      material: {young: 500 kPa, density: 1100, viscosity: 100}
      strain: {torsion: 0, bend_y: 2, bend_z: 2, stretch: 0}
      water: {drag: [0.02, 1.2, 1.2], reactive: true}
thrusters:
  - {name: left, body: hull, at: stern, command: 10, linear: 0.3, quadratic: 0.1, dead_band: 1}
  - {name: right, body: hull, at: stern, command: -4, quadratic: 0.1}
fins:
  - {name: rudder, body: hull, at: stern, area: 0.02, aspect_ratio: 2, deflection: "0.1 + 0.05*t"}
loads:
  - {name: push, body: arm, at: tip, force: [0.2, 0.1, 0.3], moment: [0.01, 0.02, 0]}
  - {name: blow, body: arm, from: base, to: tip, force: [0, "0.5*X", 0.2], frame: world}
study: {type: dynamics, duration: 1}
)yaml";
}

/// A ball and a block pressed into a slope, a soft rod pressed onto the ball.
const std::string kPressed = R"yaml(
name: pressed
bodies:
  - name: ball
    joint: {type: free, initial: {position: [0, 0, 0.099]}, velocity: [0.3, 0.2, 0.1, 0.5, 0.4, -0.01]}
    rigid: {shapes: [{sphere: 0.1, mass: 1}]}
  - name: block
    joint: {type: free, initial: {position: [0.5, 0, 0.0432]}, velocity: [0.01, 0.02, 0, 0.3, -0.2, 0]}
    rigid: {shapes: [{box: [0.2, 0.2, 0.1], mass: 2}]}
  - name: rod
    pose: {position: [-0.25, 0, 0.217]}
    joint: {type: revolute, axis: y}
    rod: {length: 0.5, section: {shape: circle, radius: 2 cm}, material: {young: 1 MPa, density: 1000}, strain: {torsion: 0, bend_y: 2, bend_z: 2}, panels: 5}
obstacles:
  - {name: floor, plane: {normal: [0.01, 0, 1]}}
contacts:
  - {name: ground, between: [floor, [ball, block]], stiffness: 1e5, damping: 20 FRICTION}
  - {name: press, between: [rod, ball], stiffness: 1e6, exponent: 1.5, line_damping: 0.5}
study: {type: dynamics, duration: 1}
)yaml";

TEST(ContactDerivatives, HaveRemaindersOfSecondOrder) {
  for (const std::string friction : {"", ", friction: 0.4"}) {
    SCOPED_TRACE(friction);
    std::string text = kPressed;
    text.replace(text.find(" FRICTION"), 9, friction);
    testing::Place place(testing::scenario_of(text), 1e-5);
    AccelerationDerivatives d;
    ASSERT_TRUE(place.solve(d).ok());
    EXPECT_GE(place.contacts(), 6);  // four corners, the ball below and above
    testing::expect_second_order(testing::scenario_of(text), 1e-5);
  }
}

TEST(CurrentDerivatives, HaveRemaindersOfSecondOrder) {
  for (const char* current :
       {"[\"0.3*sin(t)\", 0.1, \"0.05*t\"]",
        "{profile: [[-1, [0.1, 0, 0]], [0, [0.3, 0.1, 0]], [1, [0.4, 0.3, 0]], [2, [0.1, 0, 0]]], "
        "interpolation: cubic}"}) {
    SCOPED_TRACE(current);
    testing::expect_second_order(testing::scenario_of(vehicle(current)), 0.1);
  }
}

}  // namespace
}  // namespace cuttle
