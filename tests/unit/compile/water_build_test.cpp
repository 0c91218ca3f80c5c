// From the words of a file to water.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "build_fixture.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/study/describe.h"
#include "cuttle/water/displaced.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

const std::string kOneSecond = "study: {type: dynamics, duration: 1}\n";
const std::string kWater = "water: {density: 1000}\n";

std::string body(const std::string& rigid, const std::string& velocity = "[0, 0, 0, 0, 0, 0]") {
  return "bodies:\n  - {name: hull, joint: {type: free, velocity: " + velocity + "}, rigid: {" +
         rigid + "}}\n";
}

const WaterLoads::Data& water(const Posed& posed) {
  const WaterLoads* const loads = water_of(posed.model());
  EXPECT_NE(loads, nullptr);
  return loads->data();
}

double kinetic_energy(const Posed& posed) {
  return posed.model().bodies[0].family->kinetic_energy(posed.ws.bodies[0]);
}

// acceleration of the first body, as it is
Vector6 acceleration(Posed& posed) {
  forward_dynamics(posed.model(), posed.scenario.initial, posed.u, posed.ws);
  return posed.ws.a.head<6>();
}

// ---------------------------------------------------------------------------------- rigid bodies

TEST(WaterBuild, WithoutWordsAboutItABodyIsAsItsShape) {
  const double r = 0.1, V = 4.0 / 3 * pi * r * r * r;
  const std::string sphere = "shapes: [{sphere: 0.1, mass: 2, pose: {position: [0, 0.3, 0]}}]";
  const Posed posed(kWater + body(sphere, "[0, 0, 2, 3, 0, 0]") + kOneSecond);
  ASSERT_EQ(water(posed).rigids.size(), 1u);
  const RigidWater& wet = water(posed).rigids[0];
  EXPECT_NEAR(wet.volume, V, 1e-15);
  EXPECT_LT((wet.center - Vector3(0, 0.3, 0)).norm(), 1e-15);
  EXPECT_FALSE(wet.drags.empty());
  EXPECT_FALSE(water(posed).medium.has_surface());
  EXPECT_TRUE(water(posed).medium.current.still());

  // half of the displaced mass moves along: v_x - w_z y of its centre
  const double v = 3 - 2 * 0.3, spin = 0.5 * 0.4 * 2 * r * r * 4;
  EXPECT_NEAR(kinetic_energy(posed), 0.5 * (2 + 500 * V) * v * v + spin, 1e-12);
}

TEST(WaterBuild, BuoyancyAndAddedMassMoveASphereAsTheyShould) {
  const double V = 4.0 / 3 * pi * 1e-3;
  for (const bool ned : {false, true}) {
    Posed posed((ned ? "frame: ned\n" : "") + kWater + body("shapes: [{sphere: 0.1, mass: 2}]") +
                kOneSecond);
    const double up = (1000 * V - 2) * 9.81 / (2 + 500 * V);
    const Vector6 a = acceleration(posed);
    EXPECT_NEAR(a[5], ned ? -up : up, 1e-12);
    EXPECT_LT(a.head<5>().norm(), 1e-12);
    EXPECT_EQ(posed.model().gravity.z(), ned ? 9.81 : -9.81);
  }
}

TEST(WaterBuild, GravityOfTheFileIsKeptInNed) {
  const auto gravity = [](const std::string& head) {
    return build_text(head + body("mass: 1") + "study: {type: statics}\n").model.gravity;
  };
  EXPECT_EQ(gravity("frame: ned\ngravity: [0, 0, -9.81]\n"), Vector3(0, 0, -9.81));
  EXPECT_EQ(gravity("frame: ned\ngravity: [0, 0, 0]\n"), Vector3::Zero());
  EXPECT_EQ(gravity("frame: zup\n"), Vector3(0, 0, -9.81));
}

TEST(WaterBuild, DryBodiesAreLeftOut) {
  const Posed posed(kWater +
                    "bodies:\n"
                    "  - {name: a, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}], water: "
                    "none}}\n"
                    "  - {name: b, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
                    "  - {name: c, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}], water: "
                    "{from: none, linear: [0, 0, 0, 5, 0, 0]}}}\n" +
                    kOneSecond);
  ASSERT_EQ(water(posed).rigids.size(), 2u);
  EXPECT_EQ(water(posed).rigids[0].body, posed.body("b"));
  const RigidWater& c = water(posed).rigids[1];
  EXPECT_EQ(c.body, posed.body("c"));
  EXPECT_EQ(c.volume, 0);
  EXPECT_TRUE(c.added_mass.isZero(0));
  ASSERT_EQ(c.drags.size(), 1u);
  EXPECT_EQ(c.drags[0].linear(3, 3), 5);
}

TEST(WaterBuild, AModelWithoutWaterHasNone) {
  const Posed posed(body("shapes: [{sphere: 0.1, mass: 1}], water: none") + kOneSecond);
  EXPECT_EQ(water_of(posed.model()), nullptr);
  EXPECT_TRUE(posed.model().actors.empty());
}

// sway (v_y = 3) and yaw (w_z = 2) are coupled by 0.7
TEST(WaterBuild, OrderOfTheSixComponentsIsThatOfTheFile) {
  const std::string marine =
      "added_mass: [[1, 0, 0, 0, 0, 0], [0, 4, 0, 0, 0, 0.7], [0, 0, 1, 0, 0, 0], "
      "[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0.7, 0, 0, 0, 5]], order: linear_first";
  const std::string twist =
      "added_mass: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 5, 0, 0.7, 0], "
      "[0, 0, 0, 1, 0, 0], [0, 0, 0.7, 0, 4, 0], [0, 0, 0, 0, 0, 1]]";
  const double dry = 0.5 * 8 * 9;
  for (const std::string& text : {marine, twist}) {
    const Posed posed(kWater + body("mass: 8, water: {" + text + "}", "[0, 0, 2, 0, 3, 0]") +
                      kOneSecond);
    EXPECT_NEAR(kinetic_energy(posed), dry + 0.5 * (4 * 9 + 2 * 0.7 * 6 + 5 * 4), 1e-12);
  }
}

TEST(WaterBuild, DampingTakesTheOrderToo) {
  const Posed posed(kWater +
                    body("mass: 8, inertia: [1, 1, 1], water: {order: linear_first, form: vector, "
                         "linear: [[1, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], "
                         "[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 3]], "
                         "quadratic: [1, 2, 3, 4, 5, 6]}") +
                    kOneSecond);
  const RigidDrag& drag = water(posed).rigids[0].drags.at(0);
  EXPECT_EQ(drag.linear(3, 2), 2);  // surge force by yaw rate
  EXPECT_EQ(drag.linear(2, 3), 0);
  EXPECT_EQ(drag.linear(2, 2), 3);
  EXPECT_EQ(Vector6(drag.quadratic.diagonal()), (Vector6() << 4, 5, 6, 1, 2, 3).finished());
  EXPECT_EQ(drag.form, QuadraticForm::vector);
}

TEST(WaterBuild, CoefficientsHoldWhereTheFileSays) {
  // 6 kg of water at a place off the origin, anisotropic in a frame turned by 90 degrees about z
  const std::string place = "water: {at: [0, 0.5, 0], added_mass: [0, 0, 0, 6, 6, 6]}";
  const std::string frame =
      "frames: {f: {position: [0, 0.5, 0], rotation: {axis: z, angle: 90 deg}}}, "
      "water: {at: f, added_mass: [0, 0, 0, 6, 1, 1]}";
  // velocity there: (3 - 2 * 0.5, 1, 0)
  const std::string velocity = "[0, 0, 2, 3, 1, 0]";
  const double dry = 0.5 * 8 * 10 + 0.5 * 1 * 4;
  EXPECT_NEAR(kinetic_energy(Posed(
                  kWater + body("mass: 8, inertia: [1, 1, 1], " + place, velocity) + kOneSecond)),
              dry + 0.5 * 6 * (4 + 1), 1e-12);
  EXPECT_NEAR(kinetic_energy(Posed(
                  kWater + body("mass: 8, inertia: [1, 1, 1], " + frame, velocity) + kOneSecond)),
              dry + 0.5 * (1 * 4 + 6 * 1), 1e-12);
}

TEST(WaterBuild, VolumeAndCentreOfTheFileStandInsteadOfThoseOfTheShapes) {
  const std::string shape = "shapes: [{box: [1, 1, 1], mass: 8}]";
  const Posed given(kWater + body(shape + ", water: {volume: 0.5, center: [0, 0, 0.1]}") +
                    kOneSecond);
  EXPECT_EQ(water(given).rigids[0].volume, 0.5);
  EXPECT_EQ(water(given).rigids[0].center, Vector3(0, 0, 0.1));
  EXPECT_GT(water(given).rigids[0].added_mass(3, 3), 0);  // still that of the box
  const Posed centre(kWater + body(shape + ", water: {center: [0, 0, 0.1]}") + kOneSecond);
  EXPECT_NEAR(water(centre).rigids[0].volume, 1, 1e-15);
  const Posed none(kWater + body(shape + ", water: {volume: 0}") + kOneSecond);
  EXPECT_EQ(water(none).rigids[0].volume, 0);
  EXPECT_TRUE(water(none).rigids[0].elements.empty());
  EXPECT_FALSE(water(none).rigids[0].drags.empty());
}

// ----------------------------------------------------------------------------------------- medium

TEST(WaterBuild, LevelIsAHeightAlsoInNed) {
  const auto at = [](const std::string& head) {
    const Posed posed(head + "water: {density: 1025, level: 2}\n" +
                      body("shapes: [{sphere: 0.1, mass: 2}]") + kOneSecond);
    return water(posed).medium;
  };
  EXPECT_EQ(at("").up, Vector3(0, 0, 1));
  EXPECT_EQ(at("frame: ned\n").up, Vector3(0, 0, -1));
  EXPECT_EQ(at("frame: ned\n").level, 2);
  EXPECT_EQ(at("gravity: [0, -5, 0]\n").up, Vector3(0, 1, 0));
  EXPECT_EQ(at("frame: ned\ngravity: [0, 0, 0]\n").up, Vector3(0, 0, -1));
  EXPECT_EQ(at("").density, 1025);
}

TEST(WaterBuild, CurrentSignalsAreInputsWithRates) {
  Posed posed("water: {density: 1000, current: [0.5, \"sin(2*t)\", {table: [[0, 0], [1, 3]]}]}\n" +
                  body("shapes: [{sphere: 0.1, mass: 2}]") + kOneSecond,
              0.25);
  ASSERT_EQ(posed.model().nu(), 3);
  EXPECT_EQ(posed.model().inputs[1].name, "water.current.y");
  EXPECT_EQ(posed.model().inputs[1].unit, "m/s");
  const Flow flow = water(posed).medium.current.at(Vector3(7, 8, 9), 0.25, posed.u);
  EXPECT_LT((flow.velocity - Vector3(0.5, std::sin(0.5), 0.75)).norm(), 1e-14);
  EXPECT_LT((flow.acceleration - Vector3(0, 2 * std::cos(0.5), 3)).norm(), 1e-9);
}

TEST(WaterBuild, ProfilesCountHeightOrDepth) {
  const auto flow = [](const std::string& head, const std::string& more, double z) {
    const Posed posed(head +
                      "water: {density: 1000, level: 1, current: {profile: [[0, [1, 0, 0]], "
                      "[2, [5, 0, 0]]]" +
                      more + "}}\n" + body("shapes: [{sphere: 0.1, mass: 2}]") + kOneSecond);
    return water(posed).medium.current.at(Vector3(0, 0, z), 0, posed.u).velocity.x();
  };
  EXPECT_NEAR(flow("", "", 0.5), 2, 1e-15);               // half a metre over the origin
  EXPECT_NEAR(flow("", ", over: depth", 0.5), 2, 1e-15);  // half a metre below the surface
  EXPECT_NEAR(flow("", ", over: depth", -0.5), 4, 1e-15);
  EXPECT_NEAR(flow("", ", over: depth", -9), 5, 1e-15);
  EXPECT_NEAR(flow("frame: ned\n", "", 0.5), 4, 1e-15);  // 1.5 m below the surface
  EXPECT_NEAR(flow("frame: ned\n", ", over: height", -0.5), 2, 1e-15);
}

TEST(WaterBuild, FieldsAreFormulasInSpaceAndTime) {
  const Posed posed("water: {density: 1000, current: {field: [\"x*y + t\", 0.2 m/s, \"-z\"]}}\n" +
                    body("shapes: [{sphere: 0.1, mass: 2}]") + kOneSecond);
  const Flow flow = water(posed).medium.current.at(Vector3(2, 3, 4), 5, posed.u);
  EXPECT_LT((flow.velocity - Vector3(11, 0.2, -4)).norm(), 1e-14);
  EXPECT_EQ(posed.model().nu(), 0);
}

TEST(WaterBuild, CurrentsThatCannotBeAreReported) {
  const auto error = [](const std::string& current) {
    return error_of("water: {density: 1000, current: " + current + "}\n" +
                    body("shapes: [{sphere: 0.1, mass: 2}]") + kOneSecond);
  };
  EXPECT_NE(error("{field: [\"k*x\", 0, 0]}").find("k and n are defined only"), std::string::npos);
  EXPECT_NE(error("{profile: [[0, [1, 0, 0]], [1, [2, 0, 0]]], interpolation: step}")
                .find("water.current.interpolation: a current cannot jump"),
            std::string::npos);
  EXPECT_NE(error("[{table: [[0.5, 1], [2, 1]]}, 0, 0]").find("does not cover the run from 0 s"),
            std::string::npos);
  EXPECT_EQ(error("[{table: [[0, 1], [1, 1]]}, 0, 0]"), "");
}

// ------------------------------------------------------------------------------------------- rods

std::string wet_rod(const std::string& section, const std::string& more = "") {
  return kMaterials + "bodies:\n  - {name: arm, rod: {length: 2, section: {" + section +
         "}, material: m, strain: {bend_y: 1}" + more + "}}\n";
}

// the same number everywhere, by length
double per_length(const RodWater& wet, double (*part)(const RodStationWater&)) {
  double sum = 0;
  for (const RodStationWater& station : wet.stations) sum += part(station) / 2;
  return sum;
}

TEST(WaterBuild, RodsAreAsTheirSections) {
  struct Case {
    std::string section;
    double half_y, half_z, area;
  };
  const std::vector<Case> cases = {
      {"radius: 0.02", 0.02, 0.02, pi * 0.02 * 0.02},
      {"shape: ellipse, semi_y: 0.01, semi_z: 0.03", 0.01, 0.03, pi * 0.01 * 0.03},
      {"shape: rectangle, width: 0.02, height: 0.06", 0.01, 0.03, 0.02 * 0.06}};
  for (const Case& c : cases) {
    const Posed posed(kWater + wet_rod(c.section) + kOneSecond);
    ASSERT_EQ(water(posed).rods.size(), 1u);
    const RodWater& wet = water(posed).rods[0];
    EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.volume; }), c.area, 1e-12);
    EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.drag[0]; }),
                1000 * 0.5 * pi * 0.01 * (c.half_y + c.half_z) / 2, 1e-10);
    EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.drag[1]; }), 1100 * c.half_z, 1e-10);
    EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.drag[2]; }), 1100 * c.half_y, 1e-10);
    EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.added_mass[4]; }),
                1000 * pi * c.half_z * c.half_z, 1e-10);
    EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.added_mass[5]; }),
                1000 * pi * c.half_y * c.half_y, 1e-10);
    EXPECT_EQ(wet.form, QuadraticForm::vector);
    EXPECT_FALSE(wet.tail);
    // the rod itself does not weigh more
    EXPECT_NEAR(posed.model().bodies[0].family->mass(), 2000 * c.area, 1e-9);
  }
}

TEST(WaterBuild, RodCoefficientsOfTheFile) {
  const Posed posed(kWater +
                    wet_rod("radius: 0.02",
                            ", water: {drag: [0.1, 2, 3], added_mass: [0.5, 0.25], "
                            "form: componentwise, reactive: true, head: tip}") +
                    kOneSecond);
  const RodWater& wet = water(posed).rods.at(0);
  EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.drag[2]; }), 1000 * 3 * 0.02, 1e-10);
  EXPECT_NEAR(per_length(wet, [](const auto& s) { return s.added_mass[5]; }), 250 * pi * 4e-4,
              1e-10);
  EXPECT_EQ(wet.form, QuadraticForm::componentwise);
  ASSERT_TRUE(wet.tail);
  EXPECT_EQ(wet.tail->point, 0);
  EXPECT_EQ(wet.tail->forward, 1);
  EXPECT_NEAR(wet.tail->added_mass(1, 1), 500 * pi * 4e-4, 1e-10);

  const Posed drag(kWater + wet_rod("radius: 0.02", ", water: {from: none, drag: [0, 1, 1]}") +
                   kOneSecond);
  EXPECT_EQ(water(drag).rods.at(0).stations[0].volume, 0);
  EXPECT_TRUE(water(drag).rods[0].stations[0].added_mass.isZero(0));
  EXPECT_EQ(
      water_of(build_text(kWater + wet_rod("radius: 0.02", ", water: none") + kOneSecond).model),
      nullptr);
}

TEST(WaterBuild, DivisionsAndTapersOfARodCountEachWhereTheyAre) {
  const std::string law = "material: m, strain: {bend_y: 1}, quadrature: 6}";
  const Posed posed(kWater + kMaterials +
                    "bodies:\n  - {name: arm, rod: {divisions: [{length: 1, section: {radius: "
                    "[0.02, 0.01]}, " +
                    law + ", {length: 2, section: {radius: 0.03}, " + law + "]}}\n" + kOneSecond);
  double volume = 0;
  for (const RodStationWater& station : water(posed).rods.at(0).stations) volume += station.volume;
  const double cone = pi / 3 * (4e-4 + 2e-4 + 1e-4), cylinder = 2 * pi * 9e-4;
  EXPECT_NEAR(volume, cone + cylinder, 1e-15);
}

// -------------------------------------------------------------------------------- what people read

TEST(WaterBuild, CheckTellsWhatFloats) {
  const std::string text = describe_model(build(parse_scenario(
      kWater +
          "bodies:\n"
          "  - {name: barrel, joint: free, rigid: {shapes: [{box: [1, 1, 1], mass: 600}], center: "
          "[0, 0, -0.25]}}\n"
          "  - {name: lamp, parent: barrel, rigid: {mass: 1, water: none}}\n"
          "thrusters: [{name: jet, body: barrel, command: 3, quadratic: 2}]\n" +
          kOneSecond,
      "model.yaml")));
  EXPECT_NE(text.find("density  1000 kg/m^3"), std::string::npos) << text;
  EXPECT_NE(text.find("surface  none"), std::string::npos) << text;
  // name, mass, displaced, net buoyancy (400 kg), distance
  const size_t row = text.find("barrel", text.find("net buoyancy"));
  const std::string line = text.substr(row, text.find('\n', row) - row);
  for (const char* part : {"600", "1000", "3924", "0.25"})
    EXPECT_NE(line.find(part), std::string::npos) << line;
  EXPECT_NE(text.find("dry"), std::string::npos) << text;
  EXPECT_NE(text.find("18"), std::string::npos) << text;
}

std::string warnings_of(const std::string& rigid) {
  std::string all;
  for (const std::string& line : model_warnings(build_text(kWater + body(rigid) + kOneSecond)))
    all += line + "\n";
  return all;
}

TEST(WaterBuild, WarnsOfWhatIsProbablyNotMeant) {
  EXPECT_EQ(warnings_of("shapes: [{sphere: 0.1, mass: 4}]"), "");
  EXPECT_EQ(warnings_of("shapes: [{cone: [0.1, 1], mass: 9}]"), "");
  EXPECT_NE(warnings_of("shapes: [{sphere: 0.1, mass: 42}]").find("times as heavy"),
            std::string::npos);
  EXPECT_NE(warnings_of("mass: 1, inertia: [1, 1, 1]").find("displaces none"), std::string::npos);
  EXPECT_EQ(warnings_of("mass: 1, inertia: [1, 1, 1], water: none"), "");
  EXPECT_EQ(warnings_of("mass: 1, inertia: [1, 1, 1], water: {from: none, linear: [1,1,1,1,1,1]}"),
            "");
  EXPECT_NE(warnings_of("shapes: [{box: [1, 1, 1], mass: 900}], water: {center: [0, 0, 0.6]}")
                .find("0.1 m outside"),
            std::string::npos);
}

}  // namespace
}  // namespace cuttle::testing
