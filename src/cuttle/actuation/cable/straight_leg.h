#pragma once
// A straight stretch of cable between two places. Its length is smoothed where they meet,
// l = sqrt(|d|^2 + eps^2), so that force and stiffness stay finite.

#include "cuttle/core/body_place.h"

namespace cuttle {

/// Smoothing length of straight legs [m].
inline constexpr double kLegSmoothing = 1e-9;

struct StraightLeg {
  BodyPlace from, to;
};

double leg_length(const StraightLeg&, const Workspace&);
double leg_rate(const StraightLeg&, const Workspace&);
/// Adds factor dl/dq to a vector of generalised forces (nv).
void add_leg_gradient(const StraightLeg&, const Model&, const Workspace&, double factor,
                      VectorX& gradient);

/// Adds the pull on both ends to their loads, and its tangent when asked.
void pull_leg(const StraightLeg&, const Model&, double tension, bool with_tangent, Workspace&);

}  // namespace cuttle
