#pragma once
// Resistance as a function of the velocity through the water, with its exact derivative.

#include "cuttle/math/pose.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// |v| v of each component on its own, or with the length of the whole vector.
enum class QuadraticForm { componentwise, vector };

/// |v| v of three components in the given form, and d(|v| v)/dv.
Vector3 quadratic(QuadraticForm, const Vector3& v);
Matrix3 quadratic_derivative(QuadraticForm, const Vector3& v);

/// Damping of a rigid body in a frame of its own: wrench = -(linear V + quadratic q(V)) with V the
/// twist through the water there, and q = |V| V by component, or (|w| w; |v| v).
struct RigidDrag {
  Pose X_BD = Pose::identity();
  Matrix6 linear = Matrix6::Zero();     // (angular; linear)
  Matrix6 quadratic = Matrix6::Zero();  // likewise
  QuadraticForm form = QuadraticForm::componentwise;
};
Vector6 drag_wrench(const RigidDrag&, const Vector6& V);
/// -d(wrench)/dV.
Matrix6 drag_derivative(const RigidDrag&, const Vector6& V);

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
