// What `cuttle check` prints.

#include "cuttle/study/describe.h"

#include <gtest/gtest.h>

#include "unit/compile/build_fixture.h"

namespace cuttle::testing {
namespace {

std::string described(const std::string& text) {
  return describe_model(build(parse_scenario(text, "model.yaml")));
}

TEST(DescribeModel, TellsWhatTheModelIs) {
  EXPECT_EQ(described(R"(
name: crane
materials: {stiff: {young: 1 GPa, density: 1000}}
title: a hinge and an arm
bodies:
  - {name: hinge, joint: {type: revolute, prescribed: "t"}, rigid: {mass: 2, center: [0, 0, 1]}}
  - {name: arm, parent: hinge, rod: {length: 0.5, section: {shape: rectangle, width: 10 mm,
     height: 10 mm}, material: stiff, strain: {bend_y: 2, torsion: 1}}}
loads:
  - {name: wind, body: arm, from: 0, to: tip, force: [0, 0, 3]}
cables:
  - {name: c, tension: 5, path: [{body: arm, from: 0, to: tip, y: 2 mm}]}
probes:
  - {name: tip, frame: arm}
study: {type: dynamics, duration: 2 s, method: implicit}
)"),
            R"(crane: a hinge and an arm

bodies
  name   family  parent  joint             DoF  mass [kg]  length [m]  points  strains
  hinge  rigid   world   revolute, driven    0          2                   1
  arm    rod     hinge   fixed               5       0.05         0.5       7  torsion 2, bend_y 3

total
  degrees of freedom  5 and 1 prescribed
  mass                2.05 kg
  centre of mass      (0.00609756, 0, 0.97561) m
  gravity             (0, 0, -9.81) m/s^2

inputs at t = 0
  joints.hinge.prescribed  0  rad
  loads.wind.force.x       0  N/m  at the first of 5 stations
  loads.wind.force.y       0  N/m  at the first of 5 stations
  loads.wind.force.z       3  N/m  at the first of 5 stations
  loads.wind.moment.x      0  N    at the first of 5 stations
  loads.wind.moment.y      0  N    at the first of 5 stations
  loads.wind.moment.z      0  N    at the first of 5 stations
  cables.c.tension         5  N

probes
  tip  x, y, z

study
  dynamics over 2 s, output every 0.01 s, method implicit, rtol 1e-06

rods, at their equilibrium under the inputs at the start
  name  Gauss points  quadrature error [m]  basis error [m]  fraction of the length
  arm              5               1.3e-07            2e-07                 6.8e-07
)");
}

TEST(DescribeModel, WarnsOfWhatIsProbablyNotMeant) {
  const auto rod = [](const std::string& fields, const std::string& study) {
    return described("bodies: [{name: arm, rod: {length: 0.5, " + fields + "}}]\nstudy: " + study);
  };
  const std::string soft = "material: {young: 100 kPa, density: 1000}, strain: {bend_y: 1}";
  const std::string steel = "material: {young: 200 GPa, density: 8000}, strain: {bend_y: 5}";
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string plastic = "material: {young: 3 GPa, density: 1000}, strain: {bend_y: 2}";
  const std::string rubber = "material: {young: 500 kPa, density: 1000}, strain: {bend_y: 2}";
  const std::string thin = "section: {radius: 5 mm}, ", thick = "section: {radius: 80 mm}, ";
  EXPECT_FALSE(has(rod(thin + plastic, "{type: statics}"), "warnings"));
  EXPECT_TRUE(has(rod(thin + soft, "{type: statics}"), "off due to its strain basis"));
  EXPECT_TRUE(has(rod(thick + rubber, "{type: statics}"), "off for lack of shear"));
  EXPECT_TRUE(has(rod("section: {radius: 8}, " + plastic, "{type: statics}"),
                  "the rod arm is thicker (16 m) than it is long (0.5 m); m, cm or mm?"));
  EXPECT_TRUE(has(rod(thin + soft + ", rest: {bend_z: 30}", "{type: statics}"), "turns by"));
  EXPECT_TRUE(has(rod(thin + steel, "{type: dynamics, duration: 20 s}"), "is stiff"));
  EXPECT_FALSE(
      has(rod(thin + steel, "{type: dynamics, duration: 20 s, method: implicit}"), "is stiff"));
}

TEST(DescribeModel, ListsConnections) {
  const std::string text = described(R"(
bodies:
  - {name: a, joint: free, rigid: {mass: 1, inertia: [1, 1, 1], frames: {hook: {}}}}
  - {name: b, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: dock, a: {body: a, at: hook}, b: {body: b}, closes: {time: 2}, opens: 3}
  - {name: pin, type: spherical, a: {body: world}, b: {body: a}}
)");
  EXPECT_NE(text.find(R"(connections
  name  type       a          b  gap [m]  tilt [rad]  closed
  dock  fixed      a at hook  b        0           0  from t = 2 s, until t = 3 s
  pin   spherical  world      a        0           0  from the start
)"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("one of many"), std::string::npos) << text;
}

// a bar on a hinge, whose free end is tied to a slide: a quarter of a turn and the height of the
// slide
TEST(DescribeModel, TellsWhatAssemblyMoved) {
  const std::string text = described(R"(
bodies:
  - {name: bar, joint: {type: revolute, axis: y, initial: -0.5}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: slide, pose: {position: [0.6, 0, 0]}, joint: {type: prismatic, axis: z}, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - {name: far, pose: {position: [3, 0, 0], rotation: {axis: x, angle: 0.25}}, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
connections:
  - {name: pin, type: spherical, a: {body: bar, pose: {position: [1, 0, 0]}}, b: {body: slide}}
  - {name: dock, a: {body: world}, b: {body: far}, closes: {time: 2}}
)");
  // the bar ends at 0.6 = cos(angle), 0.8 above: 3-4-5
  EXPECT_NE(text.find("assembly, from a gap of 0.479426 (m, rad)"), std::string::npos) << text;
  EXPECT_NE(text.find("-0.5  -0.927295  rad"), std::string::npos) << text;
  EXPECT_NE(text.find("0.8  m"), std::string::npos) << text;
  EXPECT_EQ(text.find("far.", text.find("assembly")), std::string::npos) << text;
  // what is open is as far off as it is placed
  EXPECT_NE(text.find("dock  fixed      world  far          3        0.25"), std::string::npos)
      << text;
}

// a door on so many hinges: one of them is enough
TEST(DescribeModel, SaysThatReactionsAreNotUnique) {
  const auto door = [](const std::string& connections) {
    return described(
        "bodies: [{name: door, joint: {type: free}, rigid: {mass: 1, inertia: [1, 1, 1]}}]\n"
        "connections: [" +
        connections + "]\n");
  };
  const auto hinge = [](int z, const std::string& type = "revolute, axis: z") {
    const std::string at = "{position: [0, 0, " + std::to_string(z) + "]}";
    return "{name: h" + std::to_string(z) + ", type: " + type + ", a: {body: world, pose: " + at +
           "}, b: {body: door, pose: " + at + "}}";
  };
  const std::string words = "redundant: the forces and moments at them are one of many solutions";
  EXPECT_EQ(door(hinge(0)).find("one of many"), std::string::npos);
  EXPECT_NE(door(hinge(0) + ", " + hinge(1)).find("5 of their constraints are " + words),
            std::string::npos);
  EXPECT_NE(door(hinge(0) + ", " + hinge(1) + ", " + hinge(2)).find("10 of their constraints are"),
            std::string::npos);
  // each motion is held once: three displacements, then two across the axis
  EXPECT_NE(door(hinge(0, "spherical") + ", " + hinge(1, "spherical"))
                .find("1 of their constraints is " + words),
            std::string::npos);
}

}  // namespace
}  // namespace cuttle::testing
