#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// The edge of a slender body where its water leaves it: large-amplitude elongated-body theory.
/// Sections are in the frame of the rod, axis x.
struct TailShedding {
  int point = 0;                         // of the rod: its tail end
  double forward = -1;                   // the nose lies this way along x: -1 or +1
  Matrix3 added_mass = Matrix3::Zero();  // [kg/m] of the tail section; lateral part used
};

/// Force on the tail for the velocity v of the tail section through the water, in its frame:
///   -u m w + 1/2 (w . m w) t,   u = v . t, w the lateral part of v, t towards the nose.
/// Its power is -1/2 u (w . m w): the energy of the water left behind.
Vector3 tail_force(const TailShedding&, const Vector3& v);
/// d(force)/dv.
Matrix3 tail_force_derivative(const TailShedding&, const Vector3& v);

}  // namespace cuttle
