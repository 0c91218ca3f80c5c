// Rods: sections, rest strains, bases, stations.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "build_fixture.h"
#include "cuttle/rod/rod.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

// one rod of length 0.5 with these fields
std::string rod_text(const std::string& fields) {
  return kMaterials + "bodies: [{name: arm, rod: {length: 0.5, material: m, " + fields +
         "}}]\nstudy: {type: statics}\n";
}

const Rod& rod_of(const Scenario& s) { return dynamic_cast<const Rod&>(*s.model.bodies[0].family); }

TEST(BuildRod, TaperRunsFromBaseToTip) {
  Posed p(rod_text("section: {radius: [30 mm, 10 mm]}, strain: {bend_y: 0}"));
  const Rod& rod = rod_of(p.scenario);
  const double a = 0.03, b = 0.01, L = 0.5, E = 1e6;
  // frustum of a cone; the stiffness is the integral of E pi r^4 / 4
  EXPECT_NEAR(rod.mass(), 1000 * pi * L / 3 * (a * a + a * b + b * b), 1e-15);
  const double integral = L * (std::pow(a, 5) - std::pow(b, 5)) / (5 * (a - b));
  EXPECT_NEAR(rod.data().K(0, 0), E * pi / 4 * integral, 1e-14);
  // its centre of mass is nearer to the thick end, which is at X = 0
  const double centre = L / 4 * (a * a + 2 * a * b + 3 * b * b) / (a * a + a * b + b * b);
  EXPECT_NEAR(rod.first_moment(p.ws.bodies[0])[0] / rod.mass(), centre, 1e-15);
}

TEST(BuildRod, WidthIsAlongYAndHeightAlongZ) {
  const std::string strain = "strain: {bend_y: 0, bend_z: 0, torsion: 0}";
  const Scenario s =
      build_text(rod_text("section: {shape: rectangle, width: 10 mm, height: 30 mm}, " + strain));
  // order of the coordinates: torsion, bend_y, bend_z
  const MatrixX& K = rod_of(s).data().K;
  const double Jy = 0.01 * std::pow(0.03, 3) / 12, Jz = 0.03 * std::pow(0.01, 3) / 12;
  EXPECT_NEAR(K(1, 1), 1e6 * Jy * 0.5, 1e-14);
  EXPECT_NEAR(K(2, 2), 1e6 * Jz * 0.5, 1e-14);
  EXPECT_NEAR(K(0, 0), 1e6 / 3 * (Jy + Jz) * 0.5, 1e-14);
  EXPECT_EQ(s.model.q_names[1], "arm.bend_y[0]");

  const Scenario e =
      build_text(rod_text("section: {shape: ellipse, semi_y: 10 mm, semi_z: 30 mm}, " + strain));
  EXPECT_NEAR(rod_of(e).data().K(1, 1), 1e6 * pi / 4 * 0.01 * std::pow(0.03, 3) * 0.5, 1e-14);
}

TEST(BuildRod, CustomMatricesAreTakenAsTheyAre) {
  const Scenario s = build_text(rod_text(
      "section: {shape: custom, stiffness: [1, 2, 3, 4, 5, 6], inertia: [7, 8, 9, 10, 10, 10],"
      " damping: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}, strain: {bend_y: 0, stretch: 0}"));
  EXPECT_NEAR(rod_of(s).data().K(0, 0), 2 * 0.5, 1e-15);
  EXPECT_NEAR(rod_of(s).data().D(1, 1), 0.4 * 0.5, 1e-15);
  EXPECT_NEAR(rod_of(s).mass(), 10 * 0.5, 1e-14);
}

TEST(BuildRod, RestStrainIsAFunctionOfX) {
  const Scenario s = build_text(
      rod_text("section: {radius: 10 mm}, strain: {bend_y: 1}, initial: {bend_y: [1, 2]},"
               " rest: {bend_y: \"3*cos(X)\", torsion: [1, 2], stretch: 1.1}"));
  // Legendre on [0, 1]: 1 and 2x - 1
  const Vector6 xi = rod_of(s).strain(0.4, s.initial.q.data());
  EXPECT_NEAR(xi[1], 3 * std::cos(0.4) + 1 + 2 * (2 * 0.8 - 1), 1e-14);
  EXPECT_NEAR(xi[0], 1 + 0.8, 1e-14);
  EXPECT_NEAR(xi[3], 1.1, 1e-15);
}

// of rods that nothing bends; rod_error_test.cpp has others
TEST(BuildRod, GaussPointsAreThreeMoreThanTheOrder) {
  const auto stations = [](const std::string& fields) {
    const std::string weightless = "gravity: [0, 0, 0]\n";
    return rod_of(build_text(weightless + rod_text("section: {radius: 10 mm}, " + fields)))
        .data()
        .stations.size();
  };
  EXPECT_EQ(stations("strain: {bend_y: 2, torsion: 4}"), 7u);
  EXPECT_EQ(stations("strain: {bend_y: 2}, quadrature: 9"), 9u);
  // at least two on each smooth piece; cubic pieces take four
  EXPECT_EQ(stations("strain: {bend_y: {basis: linear, elements: 5}}"), 10u);
  EXPECT_EQ(stations("strain: {bend_y: {basis: hermite, elements: 2}}"), 8u);
}

TEST(BuildRod, DivisionsHaveTheirOwnCoordinates) {
  const Scenario s = build_text(kMaterials + R"(
bodies:
  - name: arm
    rod:
      divisions:
        - {length: 0.2, section: {radius: 10 mm}, material: m, strain: {bend_y: 1},
           initial: {bend_y: [0, 5]}}
        - {length: 0.3, section: {radius: 10 mm}, material: m, strain: {bend_z: 0, bend_y: 0},
           initial: {bend_z: [7]}, velocity: {bend_y: [8]}}
study: {type: statics}
)");
  EXPECT_EQ(s.model.q_names,
            (std::vector<std::string>{"arm.division_1.bend_y[0]", "arm.division_1.bend_y[1]",
                                      "arm.division_2.bend_y[0]", "arm.division_2.bend_z[0]"}));
  EXPECT_EQ(s.initial.q, (VectorX(4) << 0, 5, 0, 7).finished());
  EXPECT_EQ(s.initial.v, (VectorX(4) << 0, 0, 8, 0).finished());
}

class BuildTable : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "cuttle_build_table";
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "phi.csv") << "X,phi1,phi2\n0,1,0\n0.2,3,1\n0.5,6,2\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Scenario build_length(const std::string& length) const {
    const std::string text = kMaterials + "bodies: [{name: arm, rod: {length: " + length +
                             ", section: {radius: 10 mm}, material: m, initial: {bend_y: [10, 1]},"
                             " strain: {bend_y: {basis: table, csv: phi.csv}}}}]\n"
                             "study: {type: statics}\n";
    return build(parse_scenario(text, folder_ / "model.yaml"));
  }
  std::filesystem::path folder_;
};

TEST_F(BuildTable, IsLinearBetweenItsRows) {
  const Scenario s = build_length("0.5");
  // X = 0.3 is a third of the way from 0.2 to 0.5
  EXPECT_NEAR(rod_of(s).strain(0.3, s.initial.q.data())[1], 10 * 4.0 + 4.0 / 3, 1e-13);
}

TEST_F(BuildTable, MustCoverTheDivision) { EXPECT_THROW(build_length("0.6"), InputError); }

}  // namespace
}  // namespace cuttle::testing
