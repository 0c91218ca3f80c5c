#pragma once

#include <limits>

namespace cuttle::testing {

/// Tip of a planar cantilever clamped at the origin along x. y and the angle count positive the way
/// the load pushes. The elastica functions take and give dimensionless numbers: lengths over L.
struct PlanarTip {
  double x, y, angle;
};

/// Inextensible, dead transverse tip load: load = P L^2 / EI from 0 to 1e5. Elliptic integrals.
PlanarTip elastica_tip_load(double load);

/// Inextensible, end moment: moment = M L / EI. An arc of a circle.
PlanarTip elastica_end_moment(double moment);

/// Inextensible, own weight across the clamp's direction: load = w L^3 / EI, w in N/m. Shooting.
PlanarTip elastica_own_weight(double load);

/// Inextensible, tip force that stays normal to the rod: load = F L^2 / EI. Seen from the tip this
/// is an initial value problem, so it has one answer for any load and needs no iteration.
PlanarTip elastica_follower(double load);

/// Geometrically exact beam that bends, stretches and shears (Simo, Reissner), with forces linear
/// in the strains: M = EI kappa, N = EA epsilon, Q = GA gamma. SI, or any other consistent units.
struct PlanarBeam {
  double length = 1;
  double EI = 1;
  double EA = std::numeric_limits<double>::infinity();
  double GA = std::numeric_limits<double>::infinity();
};

/// Dead loads along +y: tip force [N] and weight per length [N/m], both >= 0. Shooting.
PlanarTip beam_dead_load(const PlanarBeam& beam, double tip_force, double weight);

/// Tip force normal to the tip section, and tip moment that turns towards +y.
PlanarTip beam_follower(const PlanarBeam& beam, double tip_force, double tip_moment);

}  // namespace cuttle::testing
