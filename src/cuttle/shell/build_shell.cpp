#include "cuttle/shell/build_shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/signal/function.h"

namespace cuttle {

namespace {

// thickness and factors are looked at in as many places before a shell is accepted
constexpr int kProfileSamples = 200;
// part of the length: a smaller ring is the pole of a closed shell, told with rounded numbers
constexpr double kPole = 1e-4;
// part of the length at a capped edge where rings may be narrower than the wall is thick
constexpr double kCapEnd = 0.02;
// of a cubic spline
constexpr size_t kLeastPoints = 4;
constexpr long kMostShellCoordinates = 500;
constexpr long kMostShellStations = 2'000;

Profile profile_of_pieces(const ProfileSpec& spec) {
  MeridianPoint at{.r = spec.radius, .x = 0, .theta = spec.angle, .mu = 0};
  std::vector<ProfilePiece> pieces;
  for (const ProfilePieceSpec& piece : spec.pieces) {
    const double length =
        piece.arc ? piece.arc->radius * std::abs(piece.arc->angle) : piece.line.value_or(0);
    expects(length > 0, "a piece of a profile has a length");
    pieces.push_back(arc_piece(at, length, piece.arc ? piece.arc->angle / length : 0));
    at = pieces.back().at(length);
  }
  return Profile(std::move(pieces));
}

// a spline through points that are told apart
std::optional<Profile> profile_of_points(const std::vector<std::array<double, 2>>& points,
                                         const Origin& origin, const char* field,
                                         Diagnostics& diagnostics) {
  if (points.size() < kLeastPoints) {
    diagnostics.add(origin.error(
        field, fmt::format("{} points, but at least {} are needed", points.size(), kLeastPoints)));
    return std::nullopt;
  }
  std::vector<double> r, x;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!std::isfinite(points[i][0]) || !std::isfinite(points[i][1])) {
      diagnostics.add(origin.error(field, fmt::format("point {} is not finite", i + 1)));
      return std::nullopt;
    }
    if (i > 0 && points[i] == points[i - 1]) {
      diagnostics.add(origin.error(
          field, fmt::format("points {} and {} are the same: r = {:.6g} m, x = {:.6g} m", i, i + 1,
                             points[i][0], points[i][1])));
      return std::nullopt;
    }
    r.push_back(points[i][0]);
    x.push_back(points[i][1]);
  }
  return Profile({spline_piece(r, x)});
}

// values of a formula in s at the samples
std::vector<double> sampled(const FunctionSpec& spec, int samples) {
  std::optional<Expression> formula;
  if (spec.kind == FunctionSpec::Kind::expression)
    formula.emplace(spec.expression, std::vector<std::string>{"s"}, spec.copy, spec.origin);
  std::vector<double> values;
  for (int i = 0; i < samples; ++i) {
    const double s = double(i) / (samples - 1);
    values.push_back(formula ? formula->value(s) : Function(spec, 1).value(s));
  }
  return values;
}

std::optional<Profile> profile_of_formulas(const ProfileSpec& spec, Diagnostics& diagnostics) {
  expects(spec.x.has_value(), "a formula for r needs one for x");
  const std::vector<double> r = sampled(*spec.r, spec.samples), x = sampled(*spec.x, spec.samples);
  std::vector<std::array<double, 2>> points;
  for (size_t i = 0; i < r.size(); ++i) points.push_back({r[i], x[i]});
  return profile_of_points(points, spec.origin, "r", diagnostics);
}

// the wall must be thin against both of its radii
void check_thickness(const ShellSpec& spec, const Profile& profile, const Function& thickness,
                     Diagnostics& diagnostics) {
  const double length = profile.length();
  const bool capped = spec.edge == ShellEdge::capped;
  const bool pole = profile.at(from_held_edge(spec, length, length)).r < kPole * length;
  for (int i = 0; i <= kProfileSamples; ++i) {
    const double X = length * i / kProfileSamples, t = thickness.value(X);
    const std::string at = fmt::format("is {:.4g} m at X = {:.4g} m", t, X);
    if (!(t > 0 && std::isfinite(t))) {
      diagnostics.add(spec.origin.error("thickness", at + ", must be > 0",
                                        "X is in metres from the start of the profile"));
      return;
    }
    const MeridianPoint p = profile.at(X);
    // near a pole every wall is thicker than its ring
    const double to_edge = length - from_held_edge(spec, length, X);
    const bool at_cap = capped && to_edge < std::max(kCapEnd * length, pole ? 2 * t : 0);
    const bool rings = !at_cap && t > p.r, bends = t * std::abs(p.mu) > 1;
    if (!rings && !bends) continue;
    diagnostics.add(
        spec.origin.error("thickness",
                          fmt::format("{}, more than the radius {} there, {:.4g} m", at,
                                      bends ? "of curvature of the profile" : "of the shell",
                                      bends ? 1 / std::abs(p.mu) : p.r),
                          "a shell must be thin: far thinner than both of its radii"));
    return;
  }
}

void set_material(const ShellSpec& spec, ShellDescription& shell) {
  const MaterialSpec& material = spec.material.spec;
  shell.young = material.young;
  shell.poisson = material.poisson;
  shell.viscosity = material.viscosity;
  shell.coupling = spec.coupling;
  shell.edge = spec.edge;
  shell.area_density = [h = shell.half_thickness, density = material.density](double X) {
    return 2 * density * h(X);
  };
  if (!spec.mass) return;
  const double even = *spec.mass / make_shell_data(shell).surface;
  shell.area_density = [even](double) { return even; };
}

// false: reported
bool check_profile(const ShellSpec& spec, const Profile& held, Diagnostics& diagnostics) {
  const std::string fault = profile_fault(held, spec.edge == ShellEdge::capped);
  if (fault.empty()) return true;
  std::string hint;
  if (fault.find("axis") != std::string::npos)
    hint = "r must be > 0 everywhere; only with edge: capped may the far end lie on the axis";
  if (spec.held == HeldEnd::end)
    hint +=
        std::string(hint.empty() ? "" : "; ") + "here X is measured from the end, which is held";
  diagnostics.add(spec.origin.error("profile", fault, hint));
  return false;
}

/// Matrices of a shell grow with the square of its stations.
void check_shell_size(const ShellSpec& spec, const std::vector<ShellDivision>& divisions,
                      Diagnostics& diagnostics) {
  long coordinates = 0, stations = 0;
  for (const ShellDivision& division : divisions) {
    coordinates += division.modes.curvature + division.modes.stretch + division.modes.shear;
    stations += division.quadrature;
  }
  const bool wide = coordinates > kMostShellCoordinates;
  if (!wide && stations <= kMostShellStations) return;
  diagnostics.add(spec.origin.error(
      spec.divisions ? "divisions" : "modes",
      fmt::format("{} divisions together have {} {}, but at most {} are possible", divisions.size(),
                  wide ? coordinates : stations, wide ? "coordinates" : "Gauss points",
                  wide ? kMostShellCoordinates : kMostShellStations),
      wide ? "use fewer divisions, or fewer curvature, stretch and shear coordinates in each"
           : "use a smaller quadrature, or fewer divisions"));
}

}  // namespace

std::optional<Profile> make_profile(const ProfileSpec& spec, Diagnostics& diagnostics) {
  if (!spec.pieces.empty()) return profile_of_pieces(spec);
  if (spec.r) return profile_of_formulas(spec, diagnostics);
  expects(spec.points.has_value(), "a profile has pieces, formulas or points");
  return profile_of_points(*spec.points, spec.origin, spec.file.empty() ? "points" : "file",
                           diagnostics);
}

std::optional<ShellDescription> make_shell(const ShellSpec& spec, const std::vector<double>& cuts,
                                           Diagnostics& diagnostics) {
  Diagnostics own;
  const std::optional<Profile> profile = make_profile(spec.profile, own);
  std::optional<ShellDescription> shell;
  if (profile) {
    const bool reversed = spec.held == HeldEnd::end;
    const Profile held = reversed ? profile->reversed() : *profile;
    // shared: a std::function must be cheap to copy
    const auto thickness = std::make_shared<const Function>(spec.thickness, profile->length());
    if (check_profile(spec, held, own)) check_thickness(spec, *profile, *thickness, own);
    const auto half = [reversed, length = profile->length(), thickness](double X) {
      return 0.5 * thickness->value(reversed ? length - X : X);
    };
    std::vector<ShellDivision> divisions = make_shell_divisions(spec, *profile, cuts, own);
    check_shell_size(spec, divisions, own);
    if (own.empty()) {
      shell.emplace(ShellDescription{held, std::move(divisions), half, {}});
      set_material(spec, *shell);
    }
  }
  for (const Diagnostic& diagnostic : own.list()) diagnostics.add(diagnostic);
  return shell;
}

}  // namespace cuttle
