#include "cuttle/io/read_scenario.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "cuttle/io/schema.h"
#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

ScenarioSpec rigid_with(const std::string& fields) {
  return parse_scenario("bodies: [{name: a, rigid: {mass: 1}, " + fields + "}]", "dir/a-b c.yaml");
}

TEST(ReadScenario, HasTheDefaultsOfTheStructs) {
  const ScenarioSpec s =
      parse_scenario("bodies: [{name: a, rigid: {mass: 3 g}}]", "dir/a-b c.yaml");
  EXPECT_EQ(s.name, "a-b_c");
  EXPECT_EQ(s.gravity, Vector3(0, 0, -9.81));
  EXPECT_DOUBLE_EQ(*s.bodies[0].rigid->mass, 3e-3);
  EXPECT_EQ(s.bodies[0].parent, "world");
  EXPECT_EQ(s.bodies[0].joint.type, "fixed");
  EXPECT_EQ(s.study.method, Method::dopri5);
  EXPECT_FALSE(s.origin.given("gravity"));
  EXPECT_TRUE(s.bodies[0].rigid->origin.given("mass"));
  EXPECT_EQ(s.bodies[0].rigid->origin.path, "bodies[0].rigid");
}

TEST(ReadRotation, AllFormsAgree) {
  // a quarter turn about z takes x to y
  Matrix3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  for (const char* text :
       {"{axis: z, angle: 90 deg}", "{axis: [0, 0, 3], angle: 1.5707963267948966}",
        "{axis: -z, angle: -90 deg}", "{rpy: [0, 0, 90 deg]}",
        "{quaternion: [0.70710678118654757, 0, 0, 0.70710678118654757]}",
        "[{axis: z, angle: 30 deg}, {axis: z, angle: 60 deg}]"}) {
    const ScenarioSpec s = rigid_with("pose: {rotation: " + std::string(text) + "}");
    EXPECT_LT((s.bodies[0].pose.rotation - quarter).norm(), 1e-15) << text;
  }
  // x to y about z; then about the new x, which is the old y: z goes to the old x
  const ScenarioSpec list =
      rigid_with("pose: {rotation: [{axis: z, angle: 90 deg}, {axis: x, angle: 90 deg}]}");
  EXPECT_LT((list.bodies[0].pose.rotation * Vector3::UnitY() - Vector3::UnitZ()).norm(), 1e-15);
  // yaw is outermost: roll of y to z stays z under yaw
  const ScenarioSpec rpy = rigid_with("pose: {rotation: {rpy: [90 deg, 0, 90 deg]}}");
  EXPECT_LT((rpy.bodies[0].pose.rotation * Vector3::UnitY() - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_LT((rpy.bodies[0].pose.rotation * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
}

TEST(ReadJoint, TakesAWordOrAMap) {
  EXPECT_EQ(rigid_with("joint: spherical").bodies[0].joint.type, "spherical");
  const JointSpec joint =
      rigid_with(
          "joint: {type: cylindrical, axis: [0, 2, 0], stiffness: [3 N m/rad, 2 N/mm], "
          "damping: 0.5, initial: [45 deg, 10 mm], effort: [\"sin(t)\", ~]}")
          .bodies[0]
          .joint;
  EXPECT_EQ(joint.axis, Vector3::UnitY());
  EXPECT_EQ(joint.stiffness, (std::vector<double>{3, 2000}));
  EXPECT_EQ(joint.damping, (std::vector<double>{0.5}));
  EXPECT_DOUBLE_EQ(joint.initial.values[0], kPi / 4);
  EXPECT_DOUBLE_EQ(joint.initial.values[1], 0.01);
  ASSERT_EQ(joint.effort.size(), 2u);
  EXPECT_EQ(joint.effort[0]->expression, "sin(t)");
  EXPECT_FALSE(joint.effort[1].has_value());
  const JointSpec free =
      rigid_with(
          "joint: {type: free, initial: {position: [1, 2, 3]}, velocity: [1, 2, 3, 4, 5, 6]}")
          .bodies[0]
          .joint;
  EXPECT_EQ(free.initial.pose->position, Vector3(1, 2, 3));
  EXPECT_EQ(free.velocity.size(), 6u);
}

constexpr const char* kRod = R"yaml(
materials: {soft: {young: 110 kPa, poisson: 0.4, density: 1.08 g/cm^3, viscosity: 300 Pa s}}
bodies:
  - name: one
    rod:
      length: 40 cm
      section: {shape: rectangle, height: [20 mm, 10 mm], width: "0.02 - 0.01*X"}
      material: soft
      strain: {torsion: 1, bend_z: {basis: hermite, elements: 3}}
      rest: {bend_y: "3*cos(X)", stretch: 1.1}
      initial: {torsion: [1, 2]}
      quadrature: 8
  - name: two
    parent: one
    at: 0.25
    rod:
      divisions:
        - {length: 0.1, section: {radius: 0.01}, material: {young: 1e6, density: 1000}}
        - length: 0.3
          section:
            shape: custom
            stiffness: [1, 2, 3, 4, 5, 6]
            inertia: [[1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0],
                      [0, 0, 0, 4, 0, 0.5], [0, 0, 0, 0, 5, 0], [0, 0, 0, 0.5, 0, 6]]
)yaml";

TEST(ReadRod, TakesOneDivisionInPlaceOrAList) {
  const ScenarioSpec s = parse_scenario(kRod, "rod.yaml");
  ASSERT_EQ(s.bodies[0].rod->divisions.size(), 1u);
  const DivisionSpec& one = s.bodies[0].rod->divisions[0];
  EXPECT_DOUBLE_EQ(one.length, 0.4);
  EXPECT_EQ(one.section.height->kind, FunctionSpec::Kind::taper);
  EXPECT_EQ(one.section.width->kind, FunctionSpec::Kind::expression);
  EXPECT_DOUBLE_EQ(one.material.spec.young, 110e3);
  EXPECT_DOUBLE_EQ(one.material.spec.density, 1080);
  EXPECT_EQ(one.strain.modes[0]->order, 1);
  EXPECT_EQ(one.strain.modes[2]->elements, 3);
  EXPECT_FALSE(one.strain.modes[1].has_value());
  EXPECT_EQ(one.rest.modes[1].expression, "3*cos(X)");
  EXPECT_EQ(one.rest.modes[3].values[0], 1.1);
  EXPECT_EQ(one.initial.modes[0], (std::vector<double>{1, 2}));
  EXPECT_EQ(one.quadrature, 8);
  // build() can point at every field
  EXPECT_EQ(to_string(one.section.origin.error("height", "bad")),
            "rod.yaml:7:43: error: bodies[0].rod.section.height: bad");
  EXPECT_EQ(to_string(one.origin.at("length")), "rod.yaml:6:15");

  const RodSpec& two = *s.bodies[1].rod;
  ASSERT_EQ(two.divisions.size(), 2u);
  EXPECT_DOUBLE_EQ(two.length(), 0.4);
  EXPECT_EQ(s.bodies[1].at.kind, BodyPlaceSpec::Kind::abscissa);
  EXPECT_EQ((*two.divisions[1].section.stiffness)(4, 4), 5);
  EXPECT_EQ((*two.divisions[1].section.inertia)(3, 5), 0.5);
}

TEST(ReadSignal, TakesAllForms) {
  const auto folder = std::filesystem::temp_directory_path() / "cuttle_read_signal";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "x.csv") << "t [s],a,b\n0,1,5\n0.5,2,6\n";
  const auto effort = [&](const std::string& text) {
    return *parse_scenario(
                "bodies: [{name: a, rigid: {mass: 1}, joint: {type: prismatic, effort: " + text +
                    "}}]",
                folder / "m.yaml")
                .bodies[0]
                .joint.effort[0];
  };
  EXPECT_EQ(effort("5 mN").constant, 5e-3);
  EXPECT_EQ(effort("5*t").kind, SignalSpec::Kind::expression);
  EXPECT_EQ(effort("{csv: x.csv, column: b}").values, (std::vector<double>{5, 6}));
  EXPECT_EQ(effort("{csv: x.csv, column: a, time_column: b}").times, (std::vector<double>{5, 6}));
  const SignalSpec table = effort("{table: [[0, 1], [2 s, 3 N]], interpolation: cubic}");
  EXPECT_EQ(table.times, (std::vector<double>{0, 2}));
  EXPECT_EQ(table.interpolation, Interpolation::cubic);
  EXPECT_EQ(effort("{pulse: {period: 1, width: 0.5, amplitude: 2 N}}").pulse.amplitude, 2);
}

TEST(ReadExpect, TellsRelativeFromAbsolute) {
  const ScenarioSpec s = parse_scenario(R"(
bodies: [{name: a, rigid: {mass: 1}}]
expect:
  - {figure: f, value: 22.297 Hz, tolerance: 0.2 %, source: "Timoshenko"}
  - {figure: g, value: 3 mm, tolerance: 0.1 mm}
)",
                                        "m.yaml");
  EXPECT_TRUE(s.expect[0].tolerance.relative);
  EXPECT_DOUBLE_EQ(s.expect[0].tolerance.value, 0.002);
  EXPECT_FALSE(s.expect[1].tolerance.relative);
  EXPECT_DOUBLE_EQ(s.expect[1].tolerance.value, 1e-4);
  EXPECT_DOUBLE_EQ(s.expect[1].value, 3e-3);
}

TEST(SchemaText, NamesEveryPartWithUnitRangeAndDefault) {
  const std::string text = schema_text();
  for (const char* part : {"## model file",
                           "## body",
                           "## rod",
                           "## division",
                           "## section",
                           "## material",
                           "## joint",
                           "## signal",
                           "## cable",
                           "## load",
                           "## probe",
                           "## study",
                           "## figure",
                           "## expect",
                           "## repeat",
                           "## rotation",
                           "| `poisson` | number, in (-1, 0.5] | `0.5` | Poisson's ratio |",
                           "| `gravity` | 3 numbers [m/s^2] | `[0, 0, -9.81]` |",
                           "- `revolute`: turns about axis",
                           "- `generalized_alpha`: "})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  // no part twice
  EXPECT_EQ(text.find("## material"), text.rfind("## material"));
}

TEST(SchemaJson, RefersOnlyToPartsThatExist) {
  const std::string json = schema_json();
  std::size_t refs = 0;
  for (std::size_t at = json.find("#/$defs/"); at != std::string::npos;
       at = json.find("#/$defs/", at + 1)) {
    const std::size_t begin = at + std::string("#/$defs/").size();
    const std::string name = json.substr(begin, json.find('"', begin) - begin);
    EXPECT_NE(json.find("\n    \"" + name + "\": {"), std::string::npos) << name;
    ++refs;
  }
  EXPECT_GT(refs, 15u);
}

}  // namespace
}  // namespace cuttle
