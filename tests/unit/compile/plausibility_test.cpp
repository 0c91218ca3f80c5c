// Warnings of what looks like a slip of units, and limits of size.

#include "cuttle/compile/plausibility.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <functional>

#include "build_fixture.h"
#include "cuttle/study/describe.h"
#include "support/sanitized.h"

namespace cuttle::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> warnings(const Scenario& scenario) {
  Diagnostics found;
  add_plausibility_warnings(scenario, found);
  std::vector<std::string> texts;
  for (const Diagnostic& warning : found.list()) texts.push_back(warning_text(warning));
  return texts;
}

std::vector<std::string> warnings(const std::string& text) { return warnings(build_text(text)); }

std::string rod(const std::string& material, const std::string& section = "radius: 10 mm") {
  return "bodies: [{name: arm, rod: {length: 0.5, section: {" + section + "}, material: {" +
         material + "}, strain: {bend_y: 1}}}]\n";
}

TEST(Plausibility, ModuliThatNoMaterialHas) {
  EXPECT_THAT(warnings(rod("young: 400, density: 1000")),
              ElementsAre(HasSubstr("model.yaml:1:85: bodies[0].rod.material.young: 400 Pa is "
                                    "softer than a gel: kPa, MPa or GPa?")));
  EXPECT_THAT(warnings(rod("young: 2000 GPa, density: 1000")),
              ElementsAre(HasSubstr("stiffer than diamond")));
  EXPECT_THAT(warnings(rod("young: 1 kPa, density: 1000")), IsEmpty());
}

TEST(Plausibility, DensitiesInGramsPerCubicCentimetre) {
  EXPECT_THAT(warnings(rod("young: 1 MPa, density: 1.08")), ElementsAre(HasSubstr("1.08 g/cm^3?")));
  EXPECT_THAT(warnings("bodies: [{name: b, joint: free, rigid: {shapes: [{sphere: 1, density: "
                       "7.8}]}}]\n"),
              ElementsAre(HasSubstr("bodies[0].rigid.shapes[0].density: 7.8 kg/m^3")));
}

TEST(Plausibility, MaterialsThatHardlyMove) {
  const std::string slow = rod("young: 100 kPa, density: 1000, viscosity: 1 MPa s");
  EXPECT_THAT(warnings(slow), ElementsAre(HasSubstr("takes 30 s to follow a load")));
  EXPECT_THAT(warnings(slow + "study: {type: statics}\n"), IsEmpty());
}

TEST(Plausibility, AnglesInDegrees) {
  const auto hinge = [](const std::string& fields) {
    return "bodies: [{name: b, joint: {type: revolute, " + fields +
           "}, rigid: {mass: 1, inertia: [1, 1, 1]}}]\n";
  };
  EXPECT_THAT(warnings(hinge("initial: 90")), ElementsAre(HasSubstr("90 rad is more than a turn")));
  for (const char* slip : {"45", "-180", "{table: [[0, 90], [1, 0]]}"})
    EXPECT_THAT(warnings(hinge(std::string("prescribed: ") + slip)),
                ElementsAre(HasSubstr("rad is more than a turn")))
        << slip;
  // a drive may be turned several times round
  for (const char* meant : {"45 deg", "44", "7.25 rev", "{table: [[0, 0], [1, 90]]}", "-1"})
    EXPECT_THAT(warnings(hinge(std::string("prescribed: ") + meant)), IsEmpty()) << meant;
  EXPECT_THAT(warnings(hinge("initial: 90 deg")), IsEmpty());
  EXPECT_THAT(warnings(hinge("prescribed: \"100*t\"")), IsEmpty());
  EXPECT_THAT(error_of("bodies: [{name: b, pose: {rotation: {axis: x, angle: 90}}, rigid: {mass: "
                       "1}}]\n"),
              HasSubstr("angle"));
}

TEST(Plausibility, RodsLikeThreads) {
  EXPECT_THAT(warnings(rod("young: 1 MPa, density: 1000", "radius: 0.1 mm")),
              ElementsAre(HasSubstr("2.5e+03 times as long as it is thick (0.2 mm)")));
}

TEST(Plausibility, CablesFarFromTheirRod) {
  const std::string cable =
      rod("young: 1 MPa, density: 1000") +
      "cables: [{name: c, tension: 1, path: [{body: arm, from: base, to: tip, z: OFF}]}]\n";
  const auto at = [&](const std::string& off) {
    std::string text = cable;
    return warnings(text.replace(text.find("OFF"), 3, off));
  };
  EXPECT_THAT(at("8 mm"), IsEmpty());
  EXPECT_THAT(at("8 cm"), ElementsAre(HasSubstr("path[0].z: the cable runs 80 mm off the axis")));
}

TEST(Plausibility, MassesThatDoNotGoTogether) {
  EXPECT_THAT(
      warnings("bodies: [{name: a, joint: free, rigid: {mass: 1000, inertia: [1, 1, 1]}}, "
               "{name: b, parent: a, joint: free, rigid: {mass: 1e-4, inertia: [1, 1, 1]}}]\n"),
      ElementsAre(HasSubstr("b has 0.0001 kg next to the 1e+03 kg of a")));
}

TEST(Plausibility, CopiesAreToldOnce) {
  EXPECT_THAT(
      warnings("bodies: [{name: arm, repeat: {count: 8, about: x}, rod: {length: 1, section: "
               "{radius: 0.1 mm}, material: {young: 1 MPa, density: 1000}, strain: {bend_y: "
               "1}}}]\n"),
      ElementsAre(HasSubstr("(in all 8 copies)")));
  EXPECT_THAT(
      warnings("materials: {m: {young: 10, density: 1000}}\nbodies: [{name: arm, repeat: "
               "{count: 8, about: x}, rod: {length: 1, section: {radius: 10 mm}, material: m, "
               "strain: {bend_y: 1}}}]\n"),
      ElementsAre(HasSubstr("materials.m.young")));
}

TEST(Plausibility, NoModelOfOursLooksWrong) {
  for (const auto& file : std::filesystem::directory_iterator(CUTTLE_MODELS))
    if (file.path().extension() == ".yaml") {
      EXPECT_THAT(warnings(build(read_scenario(file.path()))), IsEmpty()) << file.path();
    }
}

// ---------------------------------------------------------------------------------- limits of size

double seconds(const std::function<void()>& action) {
  const std::clock_t start = std::clock();
  action();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

std::string shell(int divisions) {
  std::string list;
  for (int i = 1; i <= divisions; ++i) list += fmt::format("{{to: {:.9g}}}, ", 0.3 * i / divisions);
  return "bodies: [{name: s, shell: {profile: {radius: 100 mm, angle: 90 deg, pieces: [{line: 300 "
         "mm}]}, thickness: 2 mm, material: {young: 1 MPa, density: 1000}, divisions: [" +
         list + "]}}]\n";
}

TEST(Size, LargeShellsAreRefusedAtTheirPlace) {
  EXPECT_THAT(error_of(shell(1000)),
              HasSubstr("bodies[0].shell.divisions: 1000 divisions together have 6002 coordinates, "
                        "but at most 500 are possible"));
  EXPECT_LT(seconds([] { EXPECT_EQ(error_of(shell(80)), ""); }), 10 * kSlowdown);
}

TEST(Size, RodsOfManyElementsAreBuiltInSecondsOrRefused) {
  const auto hermite = [](const std::string& modes) {
    return "bodies: [{name: r, rod: {length: 1, section: {radius: 10 mm}, material: {young: 1 MPa, "
           "density: 1000}, strain: {" +
           modes + "}}}]\nstudy: {type: statics}\n";
  };
  const std::string one = "bend_y: {basis: hermite, elements: 200}";
  EXPECT_LT(seconds([&] { EXPECT_EQ(error_of(hermite(one)), ""); }), 5 * kSlowdown);
  EXPECT_THAT(error_of(hermite(one + ", bend_z: {basis: hermite, elements: 200}")),
              HasSubstr("bodies[0].rod: this rod has 804 strain coordinates, but at most 500"));
}

TEST(Size, RodsOfManyPointsAreRefused) {
  std::string list;
  for (int i = 0; i < 100; ++i)
    list +=
        "{length: 0.01, section: {radius: 10 mm}, material: {young: 1 MPa, density: 1000}, strain: "
        "{bend_y: 2}, quadrature: 200}, ";
  EXPECT_THAT(error_of("bodies: [{name: r, rod: {divisions: [" + list + "]}}]\n"),
              HasSubstr("20100 Gauss points with 300 strain coordinates"));
}

TEST(Size, RobotsOfManyCoordinatesAreRefused) {
  std::string rods =
      "bodies: [{name: a, repeat: {count: 1000, about: x}, rod: &r {length: 0.1, section: {radius: "
      "10 "
      "mm}, material: {young: 1 MPa, density: 1000}, strain: {bend_y: 29}}}";
  for (int i = 0; i < 3; ++i)
    rods += fmt::format(", {{name: b{}, parent: {}, rod: *r}}", i,
                        i == 0 ? "a" : fmt::format("b{}", i - 1));
  EXPECT_THAT(error_of(rods + "]\n"), HasSubstr("the robot has 120000 coordinates"));
}

TEST(Size, RecordsThatNoMemoryHoldsAreRefused) {
  EXPECT_THAT(
      [] {
        describe_model(build(parse_scenario(
            "bodies: [{name: a, joint: free, repeat: {count: 20, about: x}, rigid: {mass: 1, "
            "inertia: "
            "[1, 1, 1]}}]\nstudy: {type: dynamics, duration: 900, output_step: 1 ms}\n",
            "model.yaml")));
      },
      ::testing::ThrowsMessage<InputError>(
          HasSubstr("study.output_step: the result would have 9e+05 "
                    "rows")));
}

}  // namespace
}  // namespace cuttle::testing
