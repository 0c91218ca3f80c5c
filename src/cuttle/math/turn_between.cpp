#include "cuttle/math/turn_between.h"

namespace cuttle {

// Directions this close to opposite ones count as opposite: the axis would be round-off.
constexpr double kOpposite = 1e-7;

Eigen::Quaterniond turn_between(const Vector3& from, const Vector3& to) {
  const Vector3 a = from.normalized(), b = to.normalized();
  // by half the angle: |a + b| = 2 cos, |a x b| = 2 sin cos
  const double twice = (a + b).norm();
  if (twice < kOpposite) {
    const Vector3 axis = a.unitOrthogonal();
    return {0, axis.x(), axis.y(), axis.z()};
  }
  const Vector3 axis = a.cross(b) / twice;
  return {twice / 2, axis.x(), axis.y(), axis.z()};
}

}  // namespace cuttle
