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

// angle of the tip, its sine s, and 1 - s
struct TipSine {
  double angle, s, rest;
};

// from the angle itself (small loads) or from what is left to pi/2 (large loads): neither cancels
TipSine tip_at(double angle) {
  const double half = std::sin(0.5 * (kRightAngle - angle));
  return {.angle = angle, .s = std::sin(angle), .rest = 2 * half * half};
}

TipSine tip_short_of_right_angle(double left) {
  const double half = std::sin(0.5 * left);
  return {.angle = kRightAngle - left, .s = std::cos(left), .rest = 2 * half * half};
}

// sqrt(P L^2 / EI) of the elastica with this tip angle. The textbook's K(k) - F(phi, k),
// k^2 = (1 + s)/2, sin(phi) = 1/(k sqrt 2), is one integral F at the complementary amplitude.
double root_of_load(const TipSine& tip) {
  const double sine = std::sqrt(2 * tip.s / (1 + tip.s));
  return sine * carlson_rf(tip.rest / (1 + tip.s), tip.rest, 1);
}

// the tip as its loads see it: force [N] and weight [N/m] push along +y
struct LoadedTip {
  double angle, force, weight, moment;
};

// Section state (x, y, angle, moment) at the clamp, found by walking from the tip (at the origin)
// back along the rod. n = force along +y of the outer part on the inner one.
Vector4 walk_to_clamp(const PlanarBeam& beam, const LoadedTip& tip) {
  const auto slope = [&](double s, const Vector4& state) -> Vector4 {
    const double c = std::cos(state[2]), d = std::sin(state[2]);
    const double n = tip.force + tip.weight * (beam.length - s);

    // stretch and shear from the force in the section's frame
    const double stretch = 1 + d * n / beam.EA;
    const double shear = c * n / beam.GA;
    const double dx = stretch * c - shear * d, dy = stretch * d + shear * c;
    return {dx, dy, state[3] / beam.EI, -dx * n};
  };
  const Vector4 start(0, 0, tip.angle, tip.moment);
  return integrate(slope, beam.length, 0.0, start, 64);
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
  const auto find_tip = [alpha](TipSine (*tip_of)(double), double from) {
    const auto miss = [&](double a) { return root_of_load(tip_of(a)) - alpha; };
    return tip_of(bisect(miss, from, 0.5 * kRightAngle));
  };
  const bool small = alpha <= root_of_load(tip_at(0.5 * kRightAngle));
  const TipSine tip = small ? find_tip(tip_at, 0) : find_tip(tip_short_of_right_angle, 1e-150);

  // x: first integral of the bending equation, kappa(0)^2 = 2 P s / EI with kappa(0) = P x / EI.
  // y: 1 - 2/alpha (E - E(phi)), brought to the complementary amplitude as above.
  const double sine = std::sqrt(2 * tip.s / (1 + tip.s));
  const double rd = carlson_rd(tip.rest / (1 + tip.s), tip.rest, 1);
  const double bracket = std::sqrt(2 * tip.s) + (1 + tip.s) / 3 * sine * sine * sine * rd;
  return {.x = std::sqrt(2 * tip.s) / alpha, .y = bracket / alpha - 1, .angle = tip.angle};
}

PlanarTip elastica_end_moment(double moment) {
  if (moment == 0) return {.x = 1, .y = 0, .angle = 0};
  const double half = std::sin(0.5 * moment);
  return {.x = std::sin(moment) / moment, .y = 2 * half * half / moment, .angle = moment};
}

PlanarTip elastica_own_weight(double load) { return beam_dead_load({}, 0, load); }

PlanarTip elastica_follower(double load) { return beam_follower({}, load, 0); }

PlanarTip beam_dead_load(const PlanarBeam& beam, double tip_force, double weight) {
  if (tip_force == 0 && weight == 0) return {.x = beam.length, .y = 0, .angle = 0};

  // the clamp's angle is too small for a straight tip and too large for one that points down
  const auto clamp = [&](double tip_angle) {
    return walk_to_clamp(beam,
                         {.angle = tip_angle, .force = tip_force, .weight = weight, .moment = 0});
  };
  const double tip_angle = bisect([&](double a) { return clamp(a)[2]; }, 0, kRightAngle);
  return seen_from_clamp(clamp(tip_angle), tip_angle);
}

PlanarTip beam_follower(const PlanarBeam& beam, double tip_force, double tip_moment) {
  const LoadedTip tip{.angle = 0, .force = tip_force, .weight = 0, .moment = tip_moment};
  return seen_from_clamp(walk_to_clamp(beam, tip), 0);
}

}  // namespace cuttle::testing
