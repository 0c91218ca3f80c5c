// Shells that cannot be: every refusal names its field.

#include <gtest/gtest.h>

#include "build_fixture.h"
#include "shell_text.h"

namespace cuttle::testing {
namespace {

// an error that names the field and says this
void expect_error(const std::string& text, const std::string& field, const std::string& says) {
  const std::string error = error_of(text);
  EXPECT_NE(error.find("error: " + field + ":"), std::string::npos) << error;
  EXPECT_NE(error.find(says), std::string::npos) << error;
}

TEST(BuildShellError, ProfilesThatAreNoShellAreRefused) {
  const std::string rest = ", thickness: 1 mm, material: m";
  const auto refused = [&](const std::string& profile, const std::string& field,
                           const std::string& says) {
    expect_error(shell_text("profile: {" + profile + "}" + rest), "bodies[0].shell." + field, says);
  };
  refused("radius: 30 mm, angle: 180 deg, pieces: [{line: 40 mm}]", "profile",
          "crosses its axis at X = 0.03 m");
  refused(
      "radius: 50 mm, angle: 90 deg, pieces: [{line: 50 mm}, {arc: [10 mm, 270 deg]}, "
      "{line: 50 mm}]",
      "profile", "crosses itself");
  refused("points: [[0.03, 0], [0.03, 0.1], [0.03, 0.2]]", "profile.points", "at least 4");
  refused("points: [[0.03, 0], [0.03, 0.1], [0.03, 0.1], [0.03, 0.2]]", "profile.points",
          "points 2 and 3 are the same");
  refused("r: \"0.03/(s - 0.5)\", x: s, samples: 101", "profile.r", "is not finite");
  refused("pieces: []", "profile.pieces", "is empty");
  refused("radius: 1, angle: 0, pieces: [{arc: [0, 1]}]", "profile.pieces[0].arc[0]", "> 0 m");
  // closed by a cap, it may end on the axis
  const std::string dome =
      "profile: {radius: 30 mm, angle: 90 deg, pieces: [{arc: [30 mm, 90 deg]}]}";
  EXPECT_NE(error_of(shell_text(dome + rest)).find("touches its axis"), std::string::npos);
  EXPECT_EQ(error_of(shell_text(dome + rest + ", edge: capped")), "");
}

// a dome whose pole is told with four digits, and one with a small hole
TEST(BuildShellError, WallsMayBeThickerThanTheirRingsAtACap) {
  const auto error = [](const std::string& angle, const std::string& fields) {
    return error_of(shell_text("profile: {radius: 30 mm, angle: 90 deg, pieces: [{arc: [30 mm, " +
                               angle + "]}]}, material: m, thickness: " + fields));
  };
  for (const char* angle : {"1.5708", "1.57079", "90 deg"})
    EXPECT_EQ(error(angle, "1 mm, edge: capped"), "") << angle;
  // 1 % of the length before the pole: r = 0.47 mm
  EXPECT_EQ(error("89.1 deg", "0.6 mm, edge: capped"), "");
  EXPECT_NE(error("89.1 deg", "0.6 mm").find("more than the radius of the shell"),
            std::string::npos);
  // 0.94 mm before the edge, 2 % of the length, r = 1.4 mm
  EXPECT_NE(error("89.1 deg", "2 mm, edge: capped").find("more than the radius of the shell"),
            std::string::npos);
}

TEST(BuildShellError, ThickWallsAreRefused) {
  const std::string bent = "profile: {radius: 30 mm, angle: 0, pieces: [{arc: [5 mm, 90 deg]}]}, ";
  expect_error(shell_text(bent + "material: m, thickness: 6 mm"), "bodies[0].shell.thickness",
               "is 0.006 m at X = 0 m, more than the radius of curvature of the profile there, "
               "0.005 m");
  expect_error(cylinder_text("material: m, thickness: 0.4*X"), "bodies[0].shell.thickness",
               "is 0 m at X = 0 m, must be > 0");
  expect_error(cylinder_text("material: m, thickness: 0.001 + 0.4*X"), "bodies[0].shell.thickness",
               "is 0.0302 m at X = 0.073 m, more than the radius of the shell there, 0.03 m");
}

TEST(BuildShellError, DivisionsThatDoNotFitAreRefused) {
  const auto refused = [](const std::string& divisions, const std::string& field,
                          const std::string& says) {
    expect_error(mantle_text("", ", divisions: [" + divisions + "]"), "bodies[0].shell." + field,
                 says);
  };
  refused("", "divisions", "is empty");
  refused("{to: 50 mm}, {to: 119.302 mm}", "divisions", "no division ends at X = 0.0243473 m");
  refused("{to: 24.347 mm}, {to: 24.347 mm}", "divisions[1].to", "does not lie beyond");
  refused("{to: 24.347 mm}, {to: 110 mm}", "divisions[1].to", "the profile at 0.119302 m");
  refused("{to: 24.347 mm}, {to: 119.302 mm, curvature: 8, quadrature: 7}",
          "divisions[1].quadrature", "cannot resolve 8 coordinates");
  refused("{to: 24.347 mm, stretch: 0}", "divisions[0].stretch", "must be in [1, 30]");
}

TEST(BuildShellError, PlacesBesideTheProfileAreRefused) {
  const std::string load = "shell_loads: [{name: l, body: mantle, hoop: 1, ";
  expect_error(mantle_text(load + "to: 0.13}]"), "shell_loads[0].to",
               "0.13 m is outside the profile, 0 to 0.119302 m");
  expect_error(mantle_text(load + "from: 0.1, to: 0.05}]"), "shell_loads[0].to", "has no length");
  expect_error(mantle_text("probes: [{name: p, shell: mantle, at: [0.1, 0.2]}]"), "probes[0].at",
               "0.2 m is beyond the profile of mantle");
  expect_error(mantle_text("loads: [{body: mantle, at: 0.2, force: [1, 0, 0]}]"), "loads[0].at",
               "beyond the profile");
  EXPECT_EQ(error_of(mantle_text(load + "to: 119.303 mm}]")), "");
}

TEST(BuildShellError, LoadsThatAreNothingAreRefused) {
  const auto load = [](const std::string& fields) {
    return "shell_loads: [{name: l, body: mantle, " + fields + "}]";
  };
  expect_error(
      cylinder_text("thickness: 1 mm, material: m", load("hoop: 1, along: sqrt(X - 0.05)")),
      "shell_loads[0].along", "is not finite at X = 0.00");
  // the first of nine Gauss points is 1.6 mm from the end
  const std::string one = "thickness: 1 mm, material: m, divisions: [{to: 0.1}]";
  expect_error(cylinder_text(one, load("radial: 1, to: 1 mm")), "shell_loads[0].from",
               "no Gauss point of the shell lies between from and to");
  EXPECT_EQ(error_of(cylinder_text(one, load("radial: 1, to: 2 mm"))), "");
}

TEST(BuildShellError, MassComesFromOnePlace) {
  expect_error(mantle_text("", ", mass: 0.3"), "bodies[0].shell.mass", "cannot be combined with");
  expect_error(cylinder_text("thickness: 1 mm, material: light"), "bodies[0].shell.mass",
               "missing");
  // rods still need the density of their material
  expect_error(
      "bodies: [{name: a, rod: {length: 1, section: {radius: 0.1}, strain: {bend_y: 1}, "
      "material: {young: 1 MPa}}}]\nstudy: {type: statics}\n",
      "bodies[0].rod.material.density", "missing");
  expect_error(cylinder_text("thickness: 1 mm, material: {young: 1 MPa, shear: 1 MPa, density: 1}"),
               "bodies[0].shell.material", "has the shear modulus 1e+06 Pa");
}

TEST(BuildShellError, AxialCouplingWantsNoWeightAndNoFreeBase) {
  const std::string shell = ", shell: {" + kProfile +
                            "thickness: 2 mm, coupling: axial, material: {young: 40 kPa, "
                            "density: 1080}}}]\nstudy: {type: statics}\n";
  expect_error("bodies: [{name: s" + shell, "bodies[0].shell.coupling", "gravity is [0, 0, -9.81]");
  expect_error("gravity: [0, 0, 0]\nbodies: [{name: s, joint: free" + shell,
               "bodies[0].shell.coupling", "this free joint");
  EXPECT_EQ(error_of("gravity: [0, 0, 0]\nbodies: [{name: s" + shell), "");
  EXPECT_EQ(
      error_of("gravity: [0, 0, 0]\nbodies: [{name: s, joint: {type: prismatic, axis: x}" + shell),
      "");
}

}  // namespace
}  // namespace cuttle::testing
