#include "cuttle/connection/udwadia_kalaba.h"

#include <algorithm>

#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"

namespace cuttle {
namespace {

constexpr double kPivotCut = 3e-5;    // of the largest pivot: 1e-9 in A M^-1 A^T
constexpr double kLeastScale = 1e-4;  // rows that are all zero must not be blown up

using Matrix43 = Eigen::Matrix<double, 4, 3>;
using Matrix4 = Eigen::Matrix<double, 4, 4>;

/// u' = T(u) omega, the angular velocity in the body.
Matrix43 rate_matrix(const Vector4& u) {
  Matrix43 T;
  for (int k = 0; k < 3; ++k) T.col(k) = quaternion_rate(u, Vector3::Unit(k));
  return T;
}

Vector4 conjugate(const Vector4& u) { return {u[0], -u[1], -u[2], -u[3]}; }

/// The two matrices of [Nielsen16] (26): u_B* u_A = G_B u_A = G_A u_B. Both are linear in u.
Matrix4 G_of_second(const Vector4& u_B) {
  Matrix4 G;
  for (int k = 0; k < 4; ++k) G.col(k) = quaternion_multiply(conjugate(u_B), Vector4::Unit(k));
  return G;
}
Matrix4 G_of_first(const Vector4& u_A) {
  Matrix4 G;
  for (int k = 0; k < 4; ++k) G.col(k) = quaternion_multiply(conjugate(Vector4::Unit(k)), u_A);
  return G;
}

/// Twist of a mount in its own frame per velocity: (6 x nv), prescribed columns zero.
MatrixX mount_jacobian(const Model& model, const Workspace& ws, const Mount& mount,
                       const Pose& X_PM) {
  if (mount.body < 0) return MatrixX::Zero(6, model.nv);
  MatrixX J = Ad(X_PM.inverse()) * jacobian(model, ws, mount.body, mount.point);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) J.col(step.v).setZero();
  return J;
}

/// Acceleration of the origin of a mount, world axes; gravity drops out of differences.
Vector3 origin_acceleration(const MountMotion& at) {
  return at.X_WM.R * (at.A.tail<3>() + at.V.head<3>().cross(Vector3(at.V.tail<3>())));
}

/// Seven rows of a fixed connection; the accelerations in m are those of a = 0.
/// note: [Nielsen16] takes omega of the whole body and arms in the world, here each mount has its
/// own frame, twist and Jacobian; (23) with the absolute velocities.
void fixed_rows(const ConnectionMotion& m, const MatrixX& J_a, const MatrixX& J_b,
                Eigen::Ref<MatrixX> A, Eigen::Ref<VectorX> b) {
  // displacements: p_A - p_B, (22)(23)
  A.topRows(3) = m.a.X_WM.R * J_a.bottomRows(3) - m.b.X_WM.R * J_b.bottomRows(3);
  b.head(3) = origin_acceleration(m.b) - origin_acceleration(m.a);

  // rotations: u_B* u_A, (24)(25)
  const Vector4 u_A = rotation_to_quaternion(m.a.X_WM.R), u_B = rotation_to_quaternion(m.b.X_WM.R);
  const Vector3 w_A = m.a.V.head<3>(), w_B = m.b.V.head<3>();
  const Matrix43 T_A = rate_matrix(u_A), T_B = rate_matrix(u_B);
  const Matrix43 T_A_dot = rate_matrix(T_A * w_A), T_B_dot = rate_matrix(T_B * w_B);
  const Matrix4 G_A = G_of_first(u_A), G_B = G_of_second(u_B);
  const Matrix4 G_B_dot = G_of_second(T_B * w_B);
  A.bottomRows(4) = G_B * T_A * J_a.topRows(3) + G_A * T_B * J_b.topRows(3);
  b.tail(4) = -G_A * T_B_dot * w_B - (G_B * T_A_dot + 2 * G_B_dot * T_A) * w_A -
              G_B * T_A * m.a.A.head<3>() - G_A * T_B * m.b.A.head<3>();
}

/// One over the size of the rows: one scale for each block, so that its own zeros stay zero.
VectorX row_scales(const MatrixX& B, const std::vector<int>& block) {
  const VectorX size = B.rowwise().norm();
  const double floor = kLeastScale * size.maxCoeff();
  VectorX scale(size.size());
  for (Eigen::Index k = 0; k < size.size(); ++k) {
    double largest = floor;
    for (Eigen::Index j = 0; j < size.size(); ++j)
      if (block[size_t(j)] == block[size_t(k)]) largest = std::max(largest, size[j]);
    scale[k] = largest > 0 ? 1 / largest : 0;
  }
  return scale;
}

/// Multipliers of all rows of all connections for the generalised force that holds them.
VectorX multipliers(const Model& model, const State& x, const std::vector<int>& moving,
                    const VectorX& force, const Workspace& ws) {
  int all = 0;
  for (const Connection& connection : model.connections) all += connection.rows();
  VectorX lambda = VectorX::Zero(all);
  const DenseRows rows = dense_rows(model, x, ws);
  if (rows.index.empty() || moving.empty()) return lambda;
  const VectorX found = LeastNorm(rows.A(Eigen::all, moving).transpose(), 1e-10).solve(force);
  for (size_t k = 0; k < rows.index.size(); ++k) lambda[rows.index[k]] = found[Eigen::Index(k)];
  return lambda;
}

}  // namespace

AccelerationRows acceleration_rows(const Model& model, const State& x, Workspace& ws) {
  ws.a.setZero();
  AccelerationRows rows{MatrixX(0, model.nv), VectorX(0), {}};
  const auto grow = [&](int first, int second, int block) {
    rows.A.conservativeResize(rows.A.rows() + first + second, model.nv);
    rows.b.conservativeResize(rows.A.rows());
    rows.block.insert(rows.block.end(), size_t(first), block);
    rows.block.insert(rows.block.end(), size_t(second), block + 1);
  };
  for (size_t i = 0; i < model.connections.size(); ++i) {
    if (!x.connections[i].closed) continue;
    const Connection& c = model.connections[i];
    const ConnectionMotion m = connection_motion(model, ws, c, x.connections[i], true);
    const MatrixX J_a = mount_jacobian(model, ws, c.a, c.a.X_PM * x.connections[i].X_latch);
    const MatrixX J_b = mount_jacobian(model, ws, c.b, c.b.X_PM);
    if (c.kind->turns == HeldTurns::all && c.kind->slides == HeldSlides::all) {
      grow(3, 4, 2 * int(i));
      fixed_rows(m, J_a, J_b, rows.A.bottomRows(7), rows.b.tail(7));
      continue;
    }
    const int count = m.rows.count;
    grow(m.rows.turns, count - m.rows.turns, 2 * int(i));
    const auto C = m.rows.C.topRows(count);
    rows.A.bottomRows(count) = C * (J_b - Ad(m.X_AB.inverse()) * J_a);
    rows.b.tail(count) = -(C * m.A_r + m.rows.bias.head(count));
  }
  return rows;
}

Status udwadia_kalaba(const Model& model, const State& x, const Input& u, Workspace& ws) {
  std::vector<int> moving;
  VectorX a = VectorX::Zero(model.nv);
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps) {
      if (step.prescribed()) a[step.v] = u.u_ddot[step.prescribed_input];
      for (int k = 0; k < step.nv() && !step.prescribed(); ++k) moving.push_back(step.v + k);
    }
    for (int k = 0; k < body.n(); ++k) moving.push_back(body.v + k);
  }

  if (moving.empty()) {
    forward_dynamics(model, x, u, ws);
    ws.lambda = multipliers(model, x, moving, VectorX(0), ws);
    return {};
  }

  // every velocity in units of its own inertia: rods mix strains of very different size
  const MatrixX all = mass_matrix(model, x, u, ws);
  const VectorX force = (-bias(model, x, u, ws) - all * a)(moving);
  const MatrixX M = all(moving, moving);
  const VectorX unit = M.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixX M_unit = unit.asDiagonal() * M * unit.asDiagonal();
  const SymmetricEigen eigen(M_unit);
  if (!(M_unit.allFinite() && eigen.values().minCoeff() > 0))
    return Status::fail(Status::Code::diverged, "inertia is not positive definite", x.t);
  const MatrixX M_root = eigen.inverse_root();
  const VectorX free = unit.asDiagonal() * (M_root * (M_root * unit.cwiseProduct(force)));

  // what the rows miss at the free acceleration
  update_kinematics(model, x, u, nullptr, ws);
  const AccelerationRows rows = acceleration_rows(model, x, ws);
  const MatrixX A = rows.A(Eigen::all, moving);
  VectorX change = VectorX::Zero(free.size());
  if (rows.b.size() > 0) {
    const MatrixX B = A * unit.asDiagonal() * M_root;
    const VectorX scale = row_scales(B, rows.block);
    const LeastNorm inverse(scale.asDiagonal() * B, kPivotCut);
    const VectorX missing = scale.cwiseProduct(rows.b - A * free);
    change = unit.asDiagonal() * (M_root * inverse.solve(missing));
  }
  a(moving) = free + change;

  // the rest of the workspace, for probes and drives: a sweep with the forces of the connections
  ws.lambda = multipliers(model, x, moving, M * change, ws);
  update_kinematics(model, x, u, nullptr, ws);
  apply_actors(model, x, u, false, ws);
  ConnectionForces().apply(model, x, u, false, ws);
  factor_tree(model, x, u, {}, ws);
  if (ws.singular_body >= 0) return {};  // told by the caller, who knows the body
  solve_tree(model, ws);
  ws.a = a;
  return a.allFinite() ? Status{}
                       : Status::fail(Status::Code::not_finite,
                                      "forces of the connections are not finite", x.t);
}

}  // namespace cuttle
