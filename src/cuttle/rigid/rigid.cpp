#include "cuttle/rigid/rigid.h"

#include <cmath>
#include <numbers>

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Inertia of a mass at distance d: m (|d|^2 1 - d d^T).
Matrix3 steiner(double mass, const Vector3& d) {
  return mass * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose());
}

}  // namespace

MassProperties& MassProperties::operator+=(const MassProperties& other) {
  const double total = mass + other.mass;
  if (total == 0) return *this;
  const Vector3 joint_center = (mass * center + other.mass * other.center) / total;
  inertia += steiner(mass, center - joint_center) + other.inertia +
             steiner(other.mass, other.center - joint_center);
  mass = total;
  center = joint_center;
  return *this;
}

MassProperties MassProperties::moved(const Pose& X) const {
  return {mass, X * center, X.R * inertia * X.R.transpose()};
}

Matrix6 MassProperties::spatial() const {
  const Matrix3 C = mass * hat(center);
  Matrix6 M;
  M << inertia + steiner(mass, center), C, -C, mass * Matrix3::Identity();
  return M;
}

MassProperties solid_box(double mass, const Vector3& edges) {
  const Vector3 s = edges.cwiseAbs2() * mass / 12;
  return {mass, Vector3::Zero(), Vector3(s[1] + s[2], s[0] + s[2], s[0] + s[1]).asDiagonal()};
}

MassProperties solid_ellipsoid(double mass, const Vector3& semi_axes) {
  const Vector3 s = semi_axes.cwiseAbs2() * mass / 5;
  return {mass, Vector3::Zero(), Vector3(s[1] + s[2], s[0] + s[2], s[0] + s[1]).asDiagonal()};
}

MassProperties solid_cylinder(double mass, double radius, double length) {
  const double across = mass * (3 * radius * radius + length * length) / 12;
  return {mass, Vector3::Zero(), Vector3(mass * radius * radius / 2, across, across).asDiagonal()};
}

MassProperties solid_cone(double mass, double radius, double length) {
  const double across = mass * (3 * radius * radius / 20 + 3 * length * length / 80);
  return {mass, Vector3(length / 4, 0, 0),
          Vector3(0.3 * mass * radius * radius, across, across).asDiagonal()};
}

MassProperties solid_capsule(double mass, double radius, double length) {
  // a cylinder and two half spheres, by volume
  const double pi = std::numbers::pi;
  const double cylinder = pi * radius * radius * length;
  const double sphere = 4.0 / 3.0 * pi * std::pow(radius, 3);
  MassProperties sum = solid_cylinder(mass * cylinder / (cylinder + sphere), radius, length);
  const double half = 0.5 * mass * sphere / (cylinder + sphere);
  const double across = half * radius * radius * 83.0 / 320.0;  // about the half sphere's centre
  const double along = half * radius * radius * 0.4;
  for (double side : {-1.0, 1.0})
    sum += MassProperties{half, Vector3(side * (length / 2 + 3.0 / 8.0 * radius), 0, 0),
                          Vector3(along, across, across).asDiagonal()};
  return sum;
}

Rigid::Rigid(const MassProperties& mass, std::vector<Pose> frames, const Matrix6& added_mass)
    : M_(mass.spatial() + added_mass),
      mass_(mass.mass),
      first_moment_(mass.mass * mass.center),
      frames_(std::move(frames)) {}

void Rigid::kinematics(const double*, const double*, const double*, BodyWork& b) const {
  b.points[0].X_BP = Pose::identity();
  for (size_t i = 0; i < frames_.size(); ++i) b.points[i + 1].X_BP = frames_[i];
  for (Point& point : b.points) {
    point.r.setZero();
    point.beta.setZero();
  }
}

void Rigid::forces(const Vector6& A, BodyWork& b) const {
  for (Point& point : b.points) point.force = -point.load;
  b.points[0].force += M_ * A + cross_wrench(b.V_B, M_ * b.V_B);
}

void Rigid::inertia(BodyWork& b) const { b.M_bb = M_; }

void Rigid::base_tangent(const BodyWork& b, Eigen::Matrix<double, 6, 18>& B_y) const {
  // d F = M dA + dV x* (M V) + V x* (M dV), and the loads' own stiffness
  B_y.leftCols<6>().setZero();
  const Vector6 momentum = M_ * b.V_B;
  const Matrix3 moment = hat(momentum.head<3>()), force = hat(momentum.tail<3>());
  auto per_dV = B_y.middleCols<6>(6);
  per_dV << -moment, -force, -force, Matrix3::Zero();
  per_dV -= ad(b.V_B).transpose() * M_;
  B_y.rightCols<6>() = M_;
  for (const PointTangent& load : b.tangents) {
    B_y.leftCols<6>() += load.K;
    per_dV += load.D;
  }
}

void Rigid::tangent(const Seed&, const double*, const double*, const double*, BodyWork& b,
                    BodyTangent& t) const {
  base_tangent(b, t.B_y);
}

void Rigid::derivatives(const double*, const double*, const double*, BodyWork& b,
                        BodyDerivatives& d) const {
  base_tangent(b, d.B_y);
}

}  // namespace cuttle
