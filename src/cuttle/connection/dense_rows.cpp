#include "cuttle/connection/dense_rows.h"

#include "cuttle/connection/connection_forces.h"
#include "cuttle/core/body_place.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Twist of a point in base coordinates per velocity: (6 x nv), prescribed columns zero.
MatrixX base_jacobian(const Model& model, const Workspace& ws, const Mount& mount) {
  const Pose& X_BP = ws.bodies[size_t(mount.body)].points[size_t(mount.point)].X_BP;
  MatrixX J = Ad(X_BP) * jacobian(model, ws, mount.body, mount.point);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) J.col(step.v).setZero();
  return J;
}

// Below this part of what a row could be it is round-off.
constexpr double kRoundOff = 1e-13;

/// What the rows W^T J could be at most: neither the turns nor the slides of a joint may hide by
/// pointing across the wrenches, so only their sizes count.
MatrixX largest_rows(const Eigen::Ref<const MatrixX>& W, const MatrixX& J) {
  const VectorX moments = W.topRows(3).colwise().norm(), forces = W.bottomRows(3).colwise().norm();
  const VectorX turns = J.topRows(3).colwise().norm(), slides = J.bottomRows(3).colwise().norm();
  return moments * turns.transpose() + forces * slides.transpose();
}

/// Rows of one connection (count x nv).
MatrixX rows_of(const Model& model, const Connection& c, const ConnectionMotion& motion,
                const Workspace& ws) {
  const RowWrenches wrenches = row_wrenches(motion);
  const int count = motion.rows.count;
  MatrixX rows = MatrixX::Zero(count, model.nv), most = rows;
  for (const auto& [mount, columns] :
       {std::pair(&c.a, &wrenches.on_a), std::pair(&c.b, &wrenches.on_b)})
    if (mount->body >= 0) {
      const MatrixX J = base_jacobian(model, ws, *mount);
      rows += columns->leftCols(count).transpose() * J;
      most += largest_rows(columns->leftCols(count), J);
    }
  // what cancelled is zero, or it would count as much as the largest where all of it is so
  return (rows.array().abs() > kRoundOff * most.array()).select(rows, 0.0);
}

}  // namespace

MatrixX connection_rows(const Model& model, const State& x, size_t connection,
                        const Workspace& ws) {
  const Connection& c = model.connections[connection];
  const ConnectionState& state = x.connections[connection];
  if (!state.closed) return MatrixX(0, model.nv);
  return rows_of(model, c, connection_motion(model, ws, c, state, false), ws);
}

DenseRows dense_rows(const Model& model, const State& x, const Workspace& ws) {
  int all = 0;
  for (size_t i = 0; i < model.connections.size(); ++i)
    if (x.connections[i].closed) all += model.connections[i].rows();
  DenseRows rows{MatrixX(all, model.nv), VectorX(all), VectorX(all), {}};
  int first = 0, next = 0;
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& c = model.connections[i];
    if (x.connections[i].closed) {
      const ConnectionMotion m = connection_motion(model, ws, c, x.connections[i], false);
      const int count = m.rows.count;
      rows.A.middleRows(next, count) = rows_of(model, c, m, ws);
      rows.gap.segment(next, count) = m.rows.gap.head(count);
      rows.rate.segment(next, count) = m.rows.C.topRows(count) * m.V_r;
      for (int k = 0; k < count; ++k) rows.index.push_back(first + k);
      next += count;
    }
    first += c.rows();
  }
  return rows;
}

MatrixX cross_stiffness(const Model& model, const State& x, const VectorX& lambda,
                        const Workspace& ws) {
  MatrixX K = MatrixX::Zero(model.nv, model.nv);
  int first = 0;
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& c = model.connections[i];
    const int count = c.rows();
    if (x.connections[i].closed && c.a.body >= 0 && c.b.body >= 0) {
      const ConnectionMotion m = connection_motion(model, ws, c, x.connections[i], false);
      const Vector6 load = row_wrenches(m).on_a.leftCols(count) * lambda.segment(first, count);
      const Pose X_AB =
          ws.bodies[size_t(c.a.body)].X_WB.inverse() * ws.bodies[size_t(c.b.body)].X_WB;
      K -= base_jacobian(model, ws, c.a).transpose() * fixed_wrench_stiffness(load) * Ad(X_AB) *
           base_jacobian(model, ws, c.b);
    }
    first += count;
  }
  return K;
}

VectorX static_multipliers(const Model& model, const State& x, const Input& u, Workspace& ws) {
  int all = 0;
  for (const Connection& connection : model.connections) all += connection.rows();
  VectorX lambda = VectorX::Zero(all);
  const DenseRows rows = dense_rows(model, x, ws);
  if (rows.index.empty() || model.nv == 0) return lambda;
  VectorX tau = ws.tau;
  clear_prescribed(model, tau);
  const VectorX found = LeastNorm(rows.A.transpose(), 1e-10).solve(tau);
  for (size_t k = 0; k < rows.index.size(); ++k) lambda[rows.index[k]] = found[Eigen::Index(k)];

  Model pushed = model;
  pushed.actors.push_back(std::make_shared<const ConnectionForces>());
  ws.lambda = lambda;
  inverse_dynamics(pushed, x, u, nullptr, ws);
  return lambda;
}

MatrixX independent_combinations(const MatrixX& A, double cut) {
  if (A.size() == 0 || !(A.cwiseAbs().maxCoeff() > cut)) return MatrixX(A.rows(), 0);
  const ColumnQr qr(A, cut);
  // rows that are independent stay as they are
  if (qr.rank() == A.rows()) return MatrixX::Identity(A.rows(), A.rows());
  const MatrixX Q = qr.Q();
  return Q.leftCols(qr.rank());
}

MatrixX null_space(const MatrixX& A) {
  if (A.rows() == 0 || A.cols() == 0) return MatrixX::Identity(A.cols(), A.cols());
  // the columns of Q beyond the rank of A^T = Q R P^T
  const ColumnQr qr(A.transpose(), 1e-9);
  const MatrixX Q = qr.Q();
  return Q.rightCols(A.cols() - qr.rank());
}

}  // namespace cuttle
