#include "cuttle/water/reactive.h"

namespace cuttle {
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
