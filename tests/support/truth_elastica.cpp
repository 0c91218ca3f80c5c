#include "support/truth_elastica.h"

#include <cmath>
#include <numbers>

#include "cuttle/math/types.h"
#include "support/elliptic.h"
#include "support/integrate.h"
#include "support/roots.h"

namespace cuttle::testing {
namespace {

constexpr double kRightAngle = 0.5 * std::numbers::pi;

// sine s of the tip angle and 1 - s, both without cancellation, from the angle left to pi/2
struct TipSine {
  double s, rest;
};

TipSine tip_sine(double angle_left) {
  const double half = std::sin(0.5 * angle_left);
  return {.s = std::cos(angle_left), .rest = 2 * half * half};
}

// sqrt(P L^2 / EI) of the elastica with this tip angle. The textbook's K(k) - F(phi, k),
// k^2 = (1 + s)/2, sin(phi) = 1/(k sqrt 2), is one integral F at the complementary amplitude.
double root_of_load(const TipSine& tip) {
  const double sine = std::sqrt(2 * tip.s / (1 + tip.s));
  return sine * carlson_rf(tip.rest / (1 + tip.s), tip.rest, 1);
}

struct DeadLoad {
  double force_x, force_y;  // on the tip
  double weight;            // per length, along +y
};

// Section state (x, y, angle, moment) at the clamp, found by walking from the tip (at the origin)
// back along the rod. n = force of the outer part on the inner one.
Vector4 walk_to_clamp(const PlanarBeam& beam, const DeadLoad& load, double tip_angle,
                      double tip_moment) {
  const auto slope = [&](double s, const Vector4& state) -> Vector4 {
    const double c = std::cos(state[2]), d = std::sin(state[2]);
    const double nx = load.force_x, ny = load.force_y + load.weight * (beam.length - s);

    // stretch and shear from the force in the section's frame
    const double stretch = 1 + (c * nx + d * ny) / beam.EA;
    const double shear = (c * ny - d * nx) / beam.GA;
    const double dx = stretch * c - shear * d, dy = stretch * d + shear * c;
    return {dx, dy, state[3] / beam.EI, -(dx * ny - dy * nx)};
  };
  const Vector4 tip(0, 0, tip_angle, tip_moment);
  return integrate(slope, beam.length, 0.0, tip, 64);
}

// turns the picture so that the clamp lies at the origin along x
PlanarTip seen_from_clamp(const Vector4& clamp, double tip_angle) {
  const double c = std::cos(clamp[2]), s = std::sin(clamp[2]);
  return {.x = -(c * clamp[0] + s * clamp[1]),
          .y = s * clamp[0] - c * clamp[1],
          .angle = tip_angle - clamp[2]};
}

}  // namespace

PlanarTip elastica_tip_load(double load) {
  if (load == 0) return {.x = 1, .y = 0, .angle = 0};
  const double alpha = std::sqrt(load);

  // the load grows with the tip angle, without bound towards pi/2
  const double angle_left = bisect(
      [alpha](double left) { return root_of_load(tip_sine(left)) - alpha; }, 1e-150, kRightAngle);
  const TipSine tip = tip_sine(angle_left);

  // x: first integral of the bending equation, kappa(0)^2 = 2 P s / EI with kappa(0) = P x / EI.
  // y: 1 - 2/alpha (E - E(phi)), brought to the complementary amplitude as above.
  const double sine = std::sqrt(2 * tip.s / (1 + tip.s));
  const double rd = carlson_rd(tip.rest / (1 + tip.s), tip.rest, 1);
  const double bracket = std::sqrt(2 * tip.s) + (1 + tip.s) / 3 * sine * sine * sine * rd;
  return {.x = std::sqrt(2 * tip.s) / alpha,
          .y = bracket / alpha - 1,
          .angle = kRightAngle - angle_left};
}

PlanarTip elastica_end_moment(double moment) {
  if (moment == 0) return {.x = 1, .y = 0, .angle = 0};
  const double half = std::sin(0.5 * moment);
  return {.x = std::sin(moment) / moment, .y = 2 * half * half / moment, .angle = moment};
}

PlanarTip elastica_own_weight(double load) { return beam_dead_load({}, 0, load); }

PlanarTip elastica_follower(double load) { return beam_follower({}, load, 0); }

PlanarTip beam_dead_load(const PlanarBeam& beam, double tip_force, double weight) {
  const DeadLoad load{.force_x = 0, .force_y = tip_force, .weight = weight};
  if (tip_force == 0 && weight == 0) return {.x = beam.length, .y = 0, .angle = 0};

  // the clamp's angle is too small for a straight tip and too large for one that points down
  const auto clamp_angle = [&](double tip_angle) {
    return walk_to_clamp(beam, load, tip_angle, 0)[2];
  };
  const double tip_angle = bisect(clamp_angle, 0, kRightAngle);
  return seen_from_clamp(walk_to_clamp(beam, load, tip_angle, 0), tip_angle);
}

PlanarTip beam_follower(const PlanarBeam& beam, double tip_force, double tip_moment) {
  const DeadLoad load{.force_x = 0, .force_y = tip_force, .weight = 0};
  return seen_from_clamp(walk_to_clamp(beam, load, 0, tip_moment), 0);
}

}  // namespace cuttle::testing
