#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/shell/build_shell.h"

namespace cuttle {

namespace {

// coordinates of a division without numbers of its own: with them the mantle of [Renda18] is within
// a part in a thousand of converged figures (docs/theory/shell.md); the edge effect needs more
constexpr int kCurvatureAtHeld = 5, kCurvature = 4;
constexpr int kStretchAtHeld = 3, kStretch = 2;
// Gauss points over the largest number of coordinates: forces are polynomials of higher degree
constexpr int kMoreShellPoints = 4;
// what that gives for the default numbers, and for shells with fewer
constexpr int kLeastQuadrature = kCurvatureAtHeld + kMoreShellPoints;

// Ends of divisions along the profile: 0, ..., its length.
using Ends = std::vector<double>;

// takes a place in unless it is there already; places outside are told elsewhere
void cut(Ends& ends, double X) {
  const double slack = kSamePlace * ends.back();
  if (X <= slack || X >= ends.back() - slack) return;
  const auto next = std::lower_bound(ends.begin(), ends.end(), X);
  if (*next - X > slack && X - *(next - 1) > slack) ends.insert(next, X);
}

Ends default_ends(const ShellSpec& spec, const Profile& profile, const std::vector<double>& cuts) {
  Ends ends = profile.ends();
  for (double X : cuts) cut(ends, X);
  for (double X : spec.thickness.knots) cut(ends, X);
  return ends;
}

// ends that the file gives, set exactly on the breaks of the profile. Empty: reported.
Ends given_ends(const ShellSpec& spec, const Profile& profile, Diagnostics& diagnostics) {
  const std::vector<double>& breaks = profile.ends();
  const double length = profile.length(), slack = kSamePlace * length;
  Ends ends = {0};
  for (const ShellDivisionSpec& division : *spec.divisions) {
    double X = division.to;
    for (const double at : breaks)
      if (std::abs(X - at) <= slack) X = at;
    if (!(X > ends.back())) {
      diagnostics.add(division.origin.error(
          "to",
          fmt::format("{:.6g} m does not lie beyond the previous division, which ends at {:.6g} m",
                      division.to, ends.back())));
      return {};
    }
    ends.push_back(X);
  }
  if (ends.size() < 2) {
    diagnostics.add(spec.origin.error("divisions", "is empty"));
    return {};
  }
  const Origin& last = spec.divisions->back().origin;
  if (ends.back() != length) {
    diagnostics.add(last.error(
        "to", fmt::format("the last division ends at {:.6g} m, but the profile at {:.6g} m",
                          ends.back(), length)));
    return {};
  }
  for (const double at : breaks)
    if (std::find(ends.begin(), ends.end(), at) == ends.end()) {
      diagnostics.add(spec.origin.error(
          "divisions", fmt::format("no division ends at X = {:.6g} m", at),
          "two pieces of the profile meet there, and strains are not smooth across such a break"));
      return {};
    }
  return ends;
}

ShellDivision make_shell_division(const ShellSpec& spec, const ShellDivisionSpec& given,
                                  bool at_held, Diagnostics& diagnostics) {
  const ShellModesSpec all = spec.modes.value_or(ShellModesSpec());
  ShellDivision division;
  ShellModes& modes = division.modes;
  modes.curvature =
      given.curvature.value_or(all.curvature.value_or(at_held ? kCurvatureAtHeld : kCurvature));
  modes.stretch = given.stretch.value_or(all.stretch.value_or(at_held ? kStretchAtHeld : kStretch));
  modes.shear = given.shear.value_or(all.shear.value_or(0));
  const int most = std::max({modes.curvature, modes.stretch, modes.shear});
  division.quadrature =
      given.quadrature.value_or(std::max(kLeastQuadrature, most + kMoreShellPoints));
  if (division.quadrature < most)
    diagnostics.add(given.origin.error(
        "quadrature",
        fmt::format("{} Gauss points cannot resolve {} coordinates", division.quadrature, most),
        fmt::format("at least {} are needed; without this field there are {}", most,
                    std::max(kLeastQuadrature, most + kMoreShellPoints))));
  return division;
}

}  // namespace

std::vector<ShellDivision> make_shell_divisions(const ShellSpec& spec, const Profile& profile,
                                                const std::vector<double>& cuts,
                                                Diagnostics& diagnostics) {
  const Ends ends =
      spec.divisions ? given_ends(spec, profile, diagnostics) : default_ends(spec, profile, cuts);
  const size_t count = ends.empty() ? 0 : ends.size() - 1;
  const bool reversed = spec.held == HeldEnd::end;
  std::vector<ShellDivision> divisions;
  for (size_t i = 0; i < count; ++i) {
    // from the held edge on
    const size_t k = reversed ? count - 1 - i : i;
    const ShellDivisionSpec given = spec.divisions ? (*spec.divisions)[k] : ShellDivisionSpec();
    divisions.push_back(make_shell_division(spec, given, i == 0, diagnostics));
    divisions.back().end = i + 1 == count
                               ? profile.length()
                               : from_held_edge(spec, profile.length(), ends[reversed ? k : k + 1]);
  }
  return divisions;
}

}  // namespace cuttle
