// What a user reads when a model cannot be built, byte for byte.

#include <gtest/gtest.h>

#include "build_fixture.h"

namespace cuttle::testing {
namespace {

const std::string kStudy = "study: {type: dynamics, duration: 1}\n";

TEST(BuildError, RadiusThatVanishes) {
  EXPECT_EQ(error_of(kMaterials +
                     "bodies:\n"
                     "  - name: arm\n"
                     "    rod:\n"
                     "      length: 0.4\n"
                     "      section: {radius: \"0.01 - 0.06*X\"}\n"
                     "      material: m\n"
                     "      strain: {bend_y: 1}\n" +
                     kStudy),
            "model.yaml:6:25: error: bodies[0].rod.section.radius: "
            "is -0.000125 m at X = 0.16875 m, must be > 0\n"
            "  hint: X is in metres from the start of the division\n"
            "1 error; nothing was run.");
}

TEST(BuildError, RodThatCannotDeform) {
  EXPECT_EQ(error_of(kMaterials +
                     "bodies:\n"
                     "  - name: arm\n"
                     "    rod: {length: 0.4, section: {radius: 0.01}, material: m}\n" +
                     kStudy),
            "model.yaml:4:10: error: bodies[0].rod.strain: "
            "this rod has no strain mode, so it cannot deform\n"
            "  hint: give strain: {bend_y: 2}, or make it a rigid body\n"
            "1 error; nothing was run.");
}

TEST(BuildError, SphericalJointsAreTheSameInAllDirections) {
  EXPECT_EQ(error_of("bodies:\n"
                     "  - name: a\n"
                     "    joint: {type: spherical, stiffness: [1, 2, 3], damping: [1, 2, 3],\n"
                     "            initial: {position: [1, 0, 0]}}\n"
                     "    rigid: {mass: 1, inertia: [1, 1, 1]}\n" +
                     kStudy),
            "model.yaml:3:41: error: bodies[0].joint.stiffness: "
            "a spherical joint has one stiffness for all directions\n"
            "  hint: give one number\n"
            "model.yaml:3:61: error: bodies[0].joint.damping: "
            "a spherical joint has one damping for all directions\n"
            "  hint: give one number\n"
            "model.yaml:4:22: error: bodies[0].joint.initial: "
            "a spherical joint does not move its centre\n"
            "  hint: give rotation only\n"
            "3 errors; nothing was run.");
}

TEST(BuildError, JointWithoutInertia) {
  const std::string text =
      "bodies:\n"
      "  - name: a\n"
      "    joint: revolute\n"
      "    rigid: {mass: 0}\n";
  EXPECT_EQ(error_of(text + kStudy),
            "model.yaml:3:12: error: bodies[0].joint: nothing beyond this revolute joint has "
            "inertia that resists its motion (mass beyond it: 0 kg)\n"
            "  hint: give the body mass and inertia, or attach something that has them\n"
            "1 error; nothing was run.");
  // an equilibrium needs no mass
  EXPECT_EQ(error_of(text + "study: {type: statics}\n"), "");
}

TEST(BuildError, InertiaIsMissedInEveryDirection) {
  const auto model = [](const std::string& joint, const std::string& rigid) {
    return "bodies: [{name: a, joint: " + joint + ", rigid: " + rigid + "}]\n" + kStudy;
  };
  // a point mass on the axis, and the same beside it
  EXPECT_NE(error_of(model("revolute", "{mass: 1, center: [0, 0, 1]}")), "");
  EXPECT_EQ(error_of(model("revolute", "{mass: 1, center: [1, 0, 0]}")), "");
  EXPECT_NE(error_of(model("free", "{mass: 1}")), "");
  EXPECT_NE(error_of(model("spherical", "{mass: 1, center: [1, 0, 0]}")), "");
  EXPECT_EQ(error_of(model("{type: revolute, prescribed: t}", "{mass: 0}")), "");
  // two hinges about one axis with nothing between them
  const std::string chain =
      "bodies:\n"
      "  - {name: a, joint: revolute, rigid: {mass: 0}}\n"
      "  - {name: b, parent: a, joint: AXIS, rigid: {mass: 1, inertia: [1, 1, 1]}}\n" +
      kStudy;
  const auto with_axis = [&](const std::string& axis) {
    std::string text = chain;
    return text.replace(text.find("AXIS"), 4, "{type: revolute, axis: " + axis + "}");
  };
  EXPECT_NE(error_of(with_axis("z")), "");
  EXPECT_EQ(error_of(with_axis("x")), "");
}

TEST(BuildError, SignalsAtTheStart) {
  EXPECT_EQ(error_of(kMaterials +
                     "bodies:\n"
                     "  - {name: arm, rod: {length: 0.4, section: {radius: 0.01}, material: m,\n"
                     "     strain: {bend_y: 1}}}\n"
                     "cables:\n"
                     "  - {name: c, tension: \"t - 3\", path: [{body: arm, from: 0, to: tip}]}\n"
                     "loads:\n"
                     "  - {name: f, body: arm, force: [0, 0, \"1/t\"]}\n" +
                     kStudy),
            "model.yaml:6:24: error: cables[0].tension: is -3 N at t = 0 s, but cables only pull\n"
            "model.yaml:8:40: error: loads[0].force[2]: is inf N at t = 0 s, not a finite number\n"
            "2 errors; nothing was run.");
}

TEST(BuildError, SectionMatrixThatGivesEnergyAway) {
  EXPECT_EQ(error_of("bodies:\n"
                     "  - name: arm\n"
                     "    rod:\n"
                     "      length: 0.4\n"
                     "      section: {shape: custom, stiffness: [1, -2, 1, 1, 1, 1],\n"
                     "                inertia: [1, 1, 1, 0, 1, 1]}\n"
                     "      strain: {bend_y: 1}\n"
                     "      material: {young: 1, density: 1}\n" +
                     kStudy),
            "model.yaml:5:43: error: bodies[0].rod.section.stiffness: "
            "has the negative eigenvalue -2\n"
            "  hint: it must not generate energy: all eigenvalues must be >= 0\n"
            "model.yaml:6:26: error: bodies[0].rod.section.inertia: "
            "mass per length is 0 kg/m, must be > 0\n"
            "  hint: it is the fourth entry of the diagonal\n"
            "2 errors; nothing was run.");
}

TEST(BuildError, ShapesOfWhichSomeHaveNoDensity) {
  EXPECT_EQ(
      error_of("bodies:\n"
               "  - {name: a, rigid: {mass: 3, shapes: [{sphere: 1}, {sphere: 2, mass: 1}]}}\n" +
               kStudy),
      "model.yaml:2:40: error: bodies[0].rigid.shapes: "
      "some have a density or mass and some do not\n"
      "  hint: give it to all or none of them; with none, the mass of the body is spread evenly\n"
      "1 error; nothing was run.");
}

TEST(BuildError, SpecsMadeInCodeAreCheckedToo) {
  ScenarioSpec spec;
  spec.bodies.emplace_back();
  spec.bodies[0].name = "a";
  spec.bodies[0].parent = "nobody";
  spec.bodies[0].rigid.emplace().mass = 1;
  EXPECT_THROW(build(spec), InputError);
  spec.bodies[0].parent = "world";
  EXPECT_THROW(build(spec), InputError);  // nothing can move
  spec.bodies[0].joint.type = "prismatic";
  EXPECT_NO_THROW(build(spec));
  spec.bodies[0].rigid.reset();
  EXPECT_THROW(build(spec), InputError);
}

}  // namespace
}  // namespace cuttle::testing
