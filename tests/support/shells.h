#pragma once
// Shells built in code, for tests and benchmarks.

#include <numbers>

#include "cuttle/shell/shell.h"

namespace cuttle::testing {

/// Modes of each division: {curvature, stretch, shear}.
struct MantleModes {
  ShellModes sphere{5, 3, 0}, cylinder{4, 2, 0};
  int quadrature = 9;
};

/// The mantle of [Renda18]: a rigid cup of 45 degrees, the rest of a half sphere of 31 mm, and a
/// cylinder; towards -x. 2 mm thick, 40 kPa, 0.336 kg.
inline ShellDescription mantle(const MantleModes& modes = {}) {
  const double R = 31e-3, quarter = std::numbers::pi / 4;
  const MeridianPoint start{R * std::sin(quarter), 0, -quarter, 0};
  const ProfilePiece sphere = arc_piece(start, R * quarter, -1 / R);
  const ProfilePiece cylinder = arc_piece(sphere.at(sphere.length), 94.955e-3, 0);
  const double pi = std::numbers::pi;
  // of the sphere's zone and the cylinder
  const double surface = 2 * pi * R * R * std::cos(quarter) + 2 * pi * R * cylinder.length;
  return {.profile = Profile({sphere, cylinder}),
          .divisions = {{sphere.length, modes.sphere, modes.quadrature},
                        {sphere.length + cylinder.length, modes.cylinder, modes.quadrature}},
          .half_thickness = [](double) { return 1e-3; },
          .area_density = [surface](double) { return 0.336 / surface; },
          .young = 40e3,
          .viscosity = 500};
}

inline std::shared_ptr<const Shell> make_shell(const ShellDescription& d,
                                               std::initializer_list<double> points = {}) {
  ShellBuilder builder(d);
  for (double X : points) builder.point_at(X);
  return builder.finish();
}

}  // namespace cuttle::testing
