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

}  // namespace cuttle
