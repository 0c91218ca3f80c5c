#include "cuttle/math/turn_between.h"

#include <cmath>
#include <limits>

namespace cuttle {

Eigen::Quaterniond turn_between(const Vector3& from, const Vector3& to) {
  const Vector3 a = from.normalized(), b = to.normalized();
  const double cosine = a.dot(b);
  if (cosine < -1 + 100 * std::numeric_limits<double>::epsilon()) {
    const Vector3 axis = a.unitOrthogonal();
    return {0, axis.x(), axis.y(), axis.z()};
  }
  // by half the angle: |a x b| = 2 sin cos
  const double twice = std::sqrt(2 * (1 + cosine));
  const Vector3 axis = a.cross(b) / twice;
  return {twice / 2, axis.x(), axis.y(), axis.z()};
}

}  // namespace cuttle
