#include "cuttle/core/joint.h"

#include <algorithm>

#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"

namespace cuttle {

std::span<const JointKind> joint_table() {
  using enum StepKind;
  static const std::vector<JointKind> table = {
      {"fixed", "no motion", {{fixed, '-', '-', ""}}},
      {"revolute", "turns about axis", {{screw, 'z', '-', "angle"}}},
      {"prismatic", "slides along axis", {{screw, '-', 'z', "travel"}}},
      {"helical", "turns about axis and slides by pitch per radian", {{screw, 'z', 'z', "angle"}}},
      {"cylindrical",
       "turns about axis and slides along it",
       {{screw, 'z', '-', "angle"}, {screw, '-', 'z', "travel"}}},
      {"universal",
       "turns about axis2 x axis, then about axis2, two crossing axes",
       {{screw, 'x', '-', "angle1"}, {screw, 'y', '-', "angle2"}}},
      {"planar",
       "slides in the plane normal to axis and turns about it",
       {{screw, '-', 'x', "x"}, {screw, '-', 'y', "y"}, {screw, 'z', '-', "angle"}}},
      {"spherical", "turns freely about a point (unit quaternion)", {{rotation, '-', '-', ""}}},
      {"free", "moves freely (unit quaternion and position)", {{motion, '-', '-', ""}}},
  };
  return table;
}

const JointKind* find_joint_kind(std::string_view name) {
  const auto table = joint_table();
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const JointKind& kind) { return kind.name == name; });
  return row == table.end() ? nullptr : &*row;
}

Pose step_pose(const JointStep& step, const double* q) {
  switch (step.kind) {
    case StepKind::fixed:
      return Pose::identity();
    case StepKind::screw:
      return exp_se3(Vector6(step.S * q[0]));
    case StepKind::rotation:
      return {quaternion_to_rotation(Eigen::Map<const Vector4>(q)), Vector3::Zero()};
    case StepKind::motion:
      return {quaternion_to_rotation(Eigen::Map<const Vector4>(q)),
              Eigen::Map<const Vector3>(q + 4)};
  }
  return Pose::identity();
}

Vector6 step_twist(const JointStep& step, const double* v) {
  Vector6 V = Vector6::Zero();
  if (step.kind == StepKind::screw) V = step.S * v[0];
  if (step.kind == StepKind::rotation) V.head<3>() = Eigen::Map<const Vector3>(v);
  if (step.kind == StepKind::motion) V = Eigen::Map<const Vector6>(v);
  return V;
}

StepBasis step_basis(const JointStep& step) {
  if (step.kind == StepKind::screw) return step.S;
  return Matrix6::Identity().leftCols(step.nv());
}

void step_position_rate(const JointStep& step, const double* q, const double* v, double* q_dot) {
  if (step.kind == StepKind::fixed) return;
  if (step.kind == StepKind::screw) {
    q_dot[0] = v[0];
    return;
  }
  const Eigen::Map<const Vector4> quaternion(q);
  Eigen::Map<Vector4>(q_dot, 4) = quaternion_rate(quaternion, Eigen::Map<const Vector3>(v));
  if (step.kind == StepKind::motion)
    Eigen::Map<Vector3>(q_dot + 4) =
        quaternion_to_rotation(quaternion) * Eigen::Map<const Vector3>(v + 3);
}

void step_retract(const JointStep& step, const double* q, const double* d, double* out) {
  if (step.kind == StepKind::fixed) return;
  if (step.kind == StepKind::screw) {
    out[0] = q[0] + d[0];
    return;
  }
  const Eigen::Map<const Vector4> quaternion(q);
  const Eigen::Map<const Vector3> angle(d);
  if (step.kind == StepKind::motion) {
    const Vector6 twist = Eigen::Map<const Vector6>(d);
    const Pose moved = exp_se3(twist);
    Eigen::Map<Vector3>(out + 4) =
        Eigen::Map<const Vector3>(q + 4) + quaternion_to_rotation(quaternion) * moved.p;
  }
  Eigen::Map<Vector4>(out, 4) = quaternion_multiply(quaternion, quaternion_exp(angle)).normalized();
}

double step_spring_energy(const JointStep& step, const double* q) {
  if (step.kind == StepKind::fixed || step.stiffness == 0) return 0;
  if (step.kind == StepKind::screw) return 0.5 * step.stiffness * std::pow(q[0] - step.rest, 2);
  const Pose X = step_pose(step, q);
  return 0.5 * step.stiffness * (log_so3(X.R).squaredNorm() + X.p.squaredNorm());
}

StepVector step_spring_force(const JointStep& step, const double* q) {
  StepVector force = StepVector::Zero(step.nv());
  if (step.kind == StepKind::fixed || step.stiffness == 0) return force;
  if (step.kind == StepKind::screw) {
    force[0] = -step.stiffness * (q[0] - step.rest);
    return force;
  }
  // log R is its own body-frame gradient: dexp^-T log R = log R
  const Pose X = step_pose(step, q);
  force.head<3>() = -step.stiffness * log_so3(X.R);
  if (step.kind == StepKind::motion) force.tail<3>() = -step.stiffness * (X.R.transpose() * X.p);
  return force;
}

StepVector step_effort(const JointStep& step, const State& x, const Input& u) {
  const double* q = step.prescribed() ? &u.u[step.prescribed_input] : x.q.data() + step.q;
  const double* v = step.prescribed() ? &u.u_dot[step.prescribed_input] : x.v.data() + step.v;
  StepVector effort = step_spring_force(step, q);
  for (int i = 0; i < step.nv(); ++i) {
    effort[i] -= step.damping * v[i];
    if (step.effort_input >= 0) effort[i] += u.u[step.effort_input + i];
  }
  return effort;
}

StepMatrix step_spring_tangent(const JointStep& step, const double* q) {
  const int nv = step.nv();
  StepMatrix K = StepMatrix::Zero(nv, nv);
  if (step.kind == StepKind::fixed || step.stiffness == 0) return K;
  if (step.kind == StepKind::screw) {
    K(0, 0) = step.stiffness;
    return K;
  }
  // d(log R) along a body-frame rotation is the inverse right dexp
  const Pose X = step_pose(step, q);
  Vector6 minus_angle = Vector6::Zero();
  minus_angle.head<3>() = -log_so3(X.R);
  K.topLeftCorner<3, 3>() = step.stiffness * dexp_left_inverse(minus_angle).A;
  if (step.kind == StepKind::motion) {
    K.bottomRightCorner<3, 3>() = step.stiffness * Matrix3::Identity();
    K.bottomLeftCorner<3, 3>() = step.stiffness * hat(Vector3(X.R.transpose() * X.p));
  }
  return K;
}

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
