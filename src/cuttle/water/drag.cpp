#include "cuttle/water/drag.h"

#include <cmath>

namespace cuttle {

namespace {

Vector6 quadratic6(QuadraticForm form, const Vector6& V) {
  Vector6 q;
  q << quadratic(form, V.head<3>()), quadratic(form, V.tail<3>());
  return q;
}

}  // namespace

Vector3 quadratic(QuadraticForm form, const Vector3& v) {
  if (form == QuadraticForm::vector) return v.norm() * v;
  return v.cwiseAbs().cwiseProduct(v);
}

Matrix3 quadratic_derivative(QuadraticForm form, const Vector3& v) {
  if (form == QuadraticForm::componentwise) return Vector3(2 * v.cwiseAbs()).asDiagonal();
  const double size = v.norm();
  if (size == 0) return Matrix3::Zero();
  return size * Matrix3::Identity() + v * v.transpose() / size;
}

Vector6 drag_wrench(const RigidDrag& drag, const Vector6& V) {
  return -(drag.linear * V + drag.quadratic * quadratic6(drag.form, V));
}

Matrix6 drag_derivative(const RigidDrag& drag, const Vector6& V) {
  Matrix6 dq = Matrix6::Zero();
  dq.topLeftCorner<3, 3>() = quadratic_derivative(drag.form, V.head<3>());
  dq.bottomRightCorner<3, 3>() = quadratic_derivative(drag.form, V.tail<3>());
  return drag.linear + drag.quadratic * dq;
}

namespace {

/// m w: added mass times the lateral part of v.
Vector3 lateral_momentum(const TailShedding& tail, const Vector3& v) {
  Vector3 p = Vector3::Zero();
  p.tail<2>() = tail.added_mass.bottomRightCorner<2, 2>() * v.tail<2>();
  return p;
}

}  // namespace

Vector3 tail_force(const TailShedding& tail, const Vector3& v) {
  const Vector3 p = lateral_momentum(tail, v);
  Vector3 force = -tail.forward * v[0] * p;
  force[0] += 0.5 * tail.forward * p.dot(v);
  return force;
}

Matrix3 tail_force_derivative(const TailShedding& tail, const Vector3& v) {
  const Vector3 p = lateral_momentum(tail, v);
  Matrix3 d = Matrix3::Zero();
  d.bottomRightCorner<2, 2>() = -tail.forward * v[0] * tail.added_mass.bottomRightCorner<2, 2>();
  d.col(0) = -tail.forward * p;
  d.row(0).tail<2>() = tail.forward * p.tail<2>().transpose();
  return d;
}

}  // namespace cuttle
