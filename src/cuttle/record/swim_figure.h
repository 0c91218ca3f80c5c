#pragma once

#include "cuttle/record/figure.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A figure of a swimmer, from the columns of its probe. Integrals are trapezoidal sums over the
/// recorded rows in [from, to]; take whole periods of a motion that repeats itself. `mass` [kg] of
/// the robot. NaN where there is no way, or no work done.
///   distance           |p(to) - p(from)|
///   mean_speed         distance / (to - from)
///   cost_of_transport  work in / (m g distance), g = 9.81 m/s^2
///   efficiency         work out / work in, [Renda18] (26) over (27): the part of what the drives
///                      spend that drag takes; the rest is lost in the robot or left in the wake
///   strouhal           f A / mean_speed, f and A = largest - smallest value of the named column
Figure evaluate_swim_figure(const Trajectory&, const FigureSpec&, double mass);

}  // namespace cuttle
