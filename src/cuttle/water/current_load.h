#pragma once
// What a moving (and heavy) world of water changes for an added mass that the inertia already
// holds: the inertia uses V' - g and V, the water knows only the motion relative to itself.

#include "cuttle/math/se3.h"
#include "cuttle/water/current.h"

namespace cuttle {

/// The flow in the axes of a body or section.
struct LocalFlow {
  Vector3 velocity = Vector3::Zero();      // R^T u
  Vector3 acceleration = Vector3::Zero();  // R^T Du/Dt
  Matrix3 gradient = Matrix3::Zero();      // R^T grad u R
};
LocalFlow local_flow(const Flow&, const Matrix3& R);

/// M_A V_c' + V x* (M_A V) - V_r x* (M_A V_r), with V_r = V - V_c, V_c = (0; R^T u) and
/// V_c' = (0; R^T Du/Dt - w x R^T u).
Vector6 current_load(const Matrix6& M, const LocalFlow&, const Vector6& V);
/// Adds its K and D (the acceleration's own gradient is left out: exact for uniform currents).
/// `place` is where the flow was looked up.
void add_current_tangent(const Matrix6& M, const LocalFlow&, const Vector6& V, const Vector3& place,
                         Matrix6& K, Matrix6& D);
/// d V_c per displacement twist of the body: it turns back, and it varies in space.
Matrix6 current_displacement(const LocalFlow&, const Vector3& place);

}  // namespace cuttle
