#pragma once
// Model files with one shell, for the tests of build().

#include <numbers>
#include <string>

namespace cuttle::testing {

/// The mantle of [Renda18]: 45 degrees of a sphere and a cylinder, towards -x.
// (one for each object: constants of tests are made of it while the program starts)
const std::string kProfile =
    "profile: {radius: 21.92031 mm, angle: -45 deg, "
    "pieces: [{arc: [31 mm, -45 deg]}, {line: 94.955 mm}]}, ";
inline constexpr double kR = 31e-3, kArc = kR * std::numbers::pi / 4, kLine = 94.955e-3;  // [m]

/// A model of one shell with these fields, and these lists beside the bodies.
inline std::string shell_text(const std::string& fields, const std::string& lists = "") {
  return "materials: {m: {young: 40 kPa, poisson: 0, density: 1080}, "
         "light: {young: 40 kPa, poisson: 0.3}}\ngravity: [0, 0, 0]\n"
         "bodies: [{name: mantle, shell: {" +
         fields + "}}]\n" + lists + "\nstudy: {type: statics}\n";
}

inline std::string mantle_text(const std::string& lists = "", const std::string& fields = "") {
  return shell_text(kProfile + "thickness: 2 mm, material: m" + fields, lists);
}

/// A cylinder of radius 30 mm and length 100 mm along +x.
inline std::string cylinder_text(const std::string& fields, const std::string& lists = "") {
  return shell_text("profile: {radius: 30 mm, angle: 90 deg, pieces: [{line: 100 mm}]}, " + fields,
                    lists);
}

}  // namespace cuttle::testing
