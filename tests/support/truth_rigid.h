#pragma once

#include "cuttle/math/types.h"

namespace cuttle::testing {

/// Period [s] of a swing of this amplitude [rad] in (0, pi), from the complete elliptic integral.
/// small_frequency: sqrt(g/l) of the point mass, sqrt(m g d / I) of the physical pendulum [rad/s].
double pendulum_period(double small_frequency, double amplitude);

double point_pendulum_frequency(double length, double gravity);

/// inertia: about the pivot [kg m^2]; centre: distance of the centre of mass from the pivot [m].
double physical_pendulum_frequency(double mass, double centre, double inertia, double gravity);

/// Angle [rad] at time t, released at rest at the amplitude.
double pendulum_angle(double small_frequency, double amplitude, double t);

/// Body rates [rad/s] at time t of a free rigid body with these principal moments of inertia, in
/// its principal axes, from any initial rates: Euler's solution in Jacobi's functions.
/// Not on the separatrix itself (NaN there), where the spin about the middle axis never returns.
Vector3 free_body_rates(const Vector3& inertia, const Vector3& rates_0, double t);

/// Two links that swing in a vertical plane, hung from a fixed pivot.
struct DoublePendulum {
  struct Link {
    double mass;     // [kg]
    double length;   // pivot to the next pivot [m]
    double centre;   // pivot to the centre of mass, along the link [m]
    double inertia;  // about the centre of mass [kg m^2]
  };
  Link upper, lower;
  double gravity;
};

/// Both angles are absolute, from the downward vertical, both with the same sense; the joint
/// coordinate of the lower link is angle[1] - angle[0].
struct DoublePendulumState {
  Eigen::Vector2d angle, rate;
};

/// Angular accelerations from Lagrange's equations in the two absolute angles.
Eigen::Vector2d accelerations(const DoublePendulum& pendulum, const DoublePendulumState& state);

/// Kinetic plus potential energy [J], zero at rest with both centres at the height of the pivot.
double energy(const DoublePendulum& pendulum, const DoublePendulumState& state);

}  // namespace cuttle::testing
