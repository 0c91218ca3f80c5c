#include "cuttle/core/joint_build.h"

namespace cuttle {
namespace {

/// A right-handed frame with the given z (and y, as far as it is perpendicular). The plain axes for
/// z = (0, 0, 1), so that coordinates of planar and universal joints are those one expects.
Matrix3 joint_axes(const Vector3& axis, const std::optional<Vector3>& axis2) {
  const Vector3 z = axis.normalized();
  if (!axis2 && (z - Vector3::UnitZ()).norm() < 1e-12) return Matrix3::Identity();
  Vector3 y = axis2 ? *axis2 : Vector3(std::abs(z.y()) < 0.9 ? Vector3::UnitY() : Vector3::UnitX());
  y = (y - y.dot(z) * z).normalized();
  Matrix3 axes;
  axes << y.cross(z), y, z;
  return axes;
}

}  // namespace

std::vector<JointStep> make_steps(const JointKind& kind, const Vector3& axis,
                                  const std::optional<Vector3>& axis2, double pitch) {
  const Matrix3 axes = joint_axes(axis, axis2);
  std::vector<JointStep> steps;
  for (const StepRow& row : kind.steps) {
    JointStep step;
    step.kind = row.kind;
    const bool helical = row.turn != '-' && row.slide != '-';
    if (row.turn != '-') step.S.head<3>() = axes.col(row.turn - 'x');
    if (row.slide != '-') step.S.tail<3>() = axes.col(row.slide - 'x') * (helical ? pitch : 1.0);
    steps.push_back(step);
  }
  return steps;
}

}  // namespace cuttle
