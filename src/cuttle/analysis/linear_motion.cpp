#include "cuttle/analysis/linear_motion.h"

#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/constrained_derivatives.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/islands.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/math/difference.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/se3.h"

namespace cuttle {

namespace {

constexpr double kPartOfD = 1e-9;  // [s]

/// d tau / dq and d tau / dv at rest or in motion, without the connections.
struct Tangents {
  MatrixX K, D;
};
Tangents tangents(const Model& model, const State& x, const Input& u, Workspace& ws) {
  TreeTangent tangent(model);
  const auto along = [&](const Seed& seed) {
    tangent.linearise(model, x, u, nullptr, seed, ws);
    return tangent.dense(model, ws);
  };
  Tangents t;
  t.D = along({0, 1, 0});
  // the seed of statics leaves out what a motion adds: mix in a little of D, and take it off
  const double part = x.v.isZero(0) ? 0 : kPartOfD;
  t.K = along({1, part, 0}) - part * t.D;
  return t;
}

Status check_finite(const LinearMotion& linear) {
  if (linear.M.allFinite() && linear.K.allFinite() && linear.D.allFinite() &&
      linear.acceleration.allFinite())
    return {};
  return Status::fail(Status::Code::not_finite, "stiffness, damping or inertia is not finite");
}

/// With connections the velocities follow the displacements, A v = 0: dv = Z u + B y.
Status constrained_tangents(const Model& model, const State& x, const Input& u, Workspace& ws,
                            LinearMotion& linear) {
  ConstrainedDerivatives solver(model);
  AccelerationDerivatives d;
  if (Status status = solver.solve(model, x, u, ws, d); !status.ok()) return status;
  const MatrixX& Z = linear.basis;
  const MatrixX B = velocity_slope(model, x, u, Z, ws);
  linear.K = -linear.M * (Z.transpose() * (d.da_dq * Z + d.da_dv * B));
  linear.D = -linear.M * (Z.transpose() * (d.da_dv * Z));
  linear.N -= Z.transpose() * B;
  linear.acceleration = Z.transpose() * d.a;
  return check_finite(linear);
}

}  // namespace

Status linear_motion(const Model& model, const State& x, const Input& u, Workspace& ws,
                     LinearMotion& linear) {
  const bool closed = !model.connections.empty(), moving = !x.v.isZero(0);
  const MatrixX free = free_columns(model);
  linear.basis = free;

  Model bare = model;
  bare.actors.clear();
  const MatrixX K_bare = tangents(bare, x, u, ws).K;

  // the forces that hold the loops are stiffness, too
  Model pushed = model;
  inverse_dynamics(model, x, u, nullptr, ws);
  if (closed) {
    linear.basis = free * null_space(dense_rows(model, x, ws).A * free);
    ws.lambda = static_multipliers(model, x, u, ws);
    pushed.actors.push_back(std::make_shared<const ConnectionForces>());
  }
  const MatrixX& Z = linear.basis;
  linear.M = Z.transpose() * mass_matrix(model, x, u, ws) * Z;
  linear.N = Z.transpose() * moving_frames(model, x.v) * Z;
  linear.K_bare = Z.transpose() * K_bare * Z;

  linear.exact = !(closed && moving);
  if (!linear.exact) return constrained_tangents(model, x, u, ws, linear);
  Tangents t = tangents(pushed, x, u, ws);
  if (closed) t.K += cross_stiffness(model, x, ws.lambda, ws);
  linear.K = Z.transpose() * t.K * Z;
  linear.D = Z.transpose() * t.D * Z;
  inverse_dynamics(model, x, u, nullptr, ws);
  linear.acceleration = -Cholesky(linear.M).solve(VectorX(Z.transpose() * ws.tau));
  return check_finite(linear);
}

UnitMassMotion unit_mass_motion(const LinearMotion& linear) {
  UnitMassMotion unit;
  if (linear.n() == 0) return unit;
  unit.L = Cholesky(linear.M).factors().triangularView<Eigen::Lower>();
  const auto lower = unit.L.triangularView<Eigen::Lower>();
  // L^-1 X L^-T
  const auto normalised = [&](const MatrixX& X) {
    const MatrixX half = lower.solve(X).transpose();
    return MatrixX(lower.solve(half).transpose());
  };
  unit.K = normalised(linear.K);
  unit.D = normalised(linear.D);
  unit.N = unit.L.transpose() * lower.solve(linear.N.transpose()).transpose();
  unit.acceleration = unit.L.transpose() * linear.acceleration;

  const Svd svd = svd_with_v(unit.K);
  unit.right = svd.V;
  unit.stiffness = svd.values;
  const double size = std::max(unit.K.norm(), normalised(linear.K_bare).norm());
  const double noise = linear.exact ? 1e-13 * (size + kPartOfD * unit.D.norm())
                                    : 1e-9 * (size + unit.D.squaredNorm() + unit.N.squaredNorm());
  while (unit.rank < linear.n() && unit.stiffness[unit.rank] > noise) ++unit.rank;
  unit.stiffness.tail(linear.n() - unit.rank).setZero();
  return unit;
}

namespace {

constexpr double kScaledDifference = 1e-3;  // in units of the scales
constexpr double kMostRanked = 2.5e5;  // numbers in a matrix whose rank takes less than a second

/// Bodies that joints or closed connections tie together, but for the world.
struct Island {
  std::vector<int> free;            // coordinates that are not prescribed
  std::vector<size_t> connections;  // closed
  size_t rows = 0;                  // of these
};

std::vector<Island> islands_of(const Model& model, const State& x) {
  const std::vector<size_t> island_of = islands(model, x);
  std::vector<Island> all(model.bodies.size());  // most of them stay empty
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    std::vector<int>& free = all[island_of[i]].free;
    for (const JointStep& step : body.steps)
      for (int k = 0; k < step.nv() && !step.prescribed(); ++k) free.push_back(step.v + k);
    for (int k = 0; k < body.n(); ++k) free.push_back(body.v + k);
  }
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& connection = model.connections[i];
    const int body = std::max(connection.a.body, connection.b.body);
    if (!x.connections[i].closed || body < 0) continue;
    Island& island = all[island_of[size_t(body)]];
    island.connections.push_back(i);
    island.rows += size_t(connection.rows());
  }
  return all;
}

bool ranked(const Island& island) {
  return double(island.rows) * double(island.free.size()) <= kMostRanked;
}

/// The directions in which an island can move. Reads the kinematics of ws.
Eigen::Index freedom_of(const Island& island, const Model& model, const State& x,
                        const Workspace& ws) {
  MatrixX A(Eigen::Index(island.rows), Eigen::Index(island.free.size()));
  Eigen::Index next = 0;
  for (const size_t connection : island.connections) {
    const MatrixX rows = connection_rows(model, x, connection, ws);
    A.middleRows(next, rows.rows()) = rows(Eigen::all, island.free);
    next += rows.rows();
  }
  return null_space(A).cols();
}

}  // namespace

int count_free(const Model& model) {
  int free = model.nv;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) --free;
  return free;
}

MatrixX free_columns(const Model& model) {
  std::vector<bool> held(size_t(model.nv), false);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) held[size_t(step.v)] = true;
  MatrixX columns = MatrixX::Zero(model.nv, count_free(model));
  Eigen::Index next = 0;
  for (int i = 0; i < model.nv; ++i)
    if (!held[size_t(i)]) columns(i, next++) = 1;
  return columns;
}

MatrixX free_basis(const Model& model, const State& x, const Input& u, Workspace& ws) {
  const MatrixX free = free_columns(model);
  if (model.connections.empty()) return free;
  update_kinematics(model, x, u, nullptr, ws);
  return free * null_space(dense_rows(model, x, ws).A * free);
}

bool moves(const Model& model, const State& x, const Input& u) {
  const std::vector<Island> all = islands_of(model, x);
  const auto loose = [](const Island& island) { return island.rows < island.free.size(); };
  if (std::ranges::any_of(all, loose)) return true;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  return std::ranges::any_of(all, [&](const Island& island) {
    return !ranked(island) || freedom_of(island, model, x, ws) > 0;
  });
}

int redundant_rows(const Model& model, const State& x, const Input& u) {
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  Eigen::Index redundant = 0;
  for (const Island& island : islands_of(model, x))
    if (island.rows > 0 && ranked(island))
      redundant += Eigen::Index(island.rows) - Eigen::Index(island.free.size()) +
                   freedom_of(island, model, x, ws);
  return int(redundant);
}

MatrixX moving_frames(const Model& model, const VectorX& v) {
  MatrixX N = MatrixX::Zero(model.nv, model.nv);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::motion)
        N.block<6, 6>(step.v, step.v) = ad(Vector6(v.segment<6>(step.v)));
      if (step.kind == StepKind::rotation)
        N.block<3, 3>(step.v, step.v) = hat(Vector3(v.segment<3>(step.v)));
    }
  return N;
}

MatrixX velocity_slope(const Model& model, const State& x, const Input& u, const MatrixX& Z,
                       Workspace& ws) {
  MatrixX slope = MatrixX::Zero(model.nv, Z.cols());
  if (model.connections.empty() || x.v.isZero(0)) return slope;
  const auto rates = [&](const VectorX& dq) {
    State moved = x;
    retract(model, x.q, dq, moved.q);
    update_kinematics(model, moved, u, nullptr, ws);
    return dense_rows(model, moved, ws).rate;
  };
  update_kinematics(model, x, u, nullptr, ws);
  const MatrixX free = free_columns(model);
  const MatrixX A = dense_rows(model, x, ws).A * free;
  // redundant rows are so to the gap that is left, not to round-off
  const LeastNorm rows(A, 1e-9);
  for (Eigen::Index j = 0; j < Z.cols(); ++j) {
    if (!interruption(x.t).ok()) return slope;  // who called asks, too
    const double h =
        kScaledDifference / Z.col(j).cwiseQuotient(displacement_scale(model)).cwiseAbs().maxCoeff();
    const VectorX slope_of_rate =
        central_derivative([&](double s) { return rates(s * Z.col(j)); }, h);
    slope.col(j) = -free * rows.solve(slope_of_rate);
  }
  return slope;
}

}  // namespace cuttle
