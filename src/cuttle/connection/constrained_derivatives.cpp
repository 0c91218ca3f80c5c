#include "cuttle/connection/constrained_derivatives.h"

#include "cuttle/connection/connection_forces.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

Model with_connection_forces(Model model) {
  model.actors.push_back(std::make_shared<const ConnectionForces>());
  return model;
}

}  // namespace

ConstrainedDerivatives::ConstrainedDerivatives(const Model& model)
    : pushed_(with_connection_forces(model)), free_(pushed_), solver_(model) {}

Status ConstrainedDerivatives::solve(const Model& model, const State& x, const Input& u,
                                     Workspace& ws, AccelerationDerivatives& out) {
  bool closed = false;
  for (const ConnectionState& connection : x.connections) closed |= connection.closed;
  if (!closed) return free_.solve(model, x, u, ws, out);
  if (Status status = solver_.solve(model, x, u, ws); !status.ok()) return status;
  if (ws.singular_body >= 0)
    return Status::fail(Status::Code::diverged,
                        "'" + model.bodies[size_t(ws.singular_body)].name + "' has no inertia",
                        x.t);
  out.a = ws.a;
  free_.linearise(pushed_, x, u, out.a, ws);
  // the kinematics hold J a already
  ws.a.setZero();
  update_rows(model, x, ws);
  ws.a = out.a;
  free_.tree().add(K_);
  if (Status status = free_.divide(model, out); !status.ok()) return status;

  A_transposed_ = A_.transpose();
  free_.multiply_inverse(A_transposed_, columns_);
  const MatrixX& Z = columns_;
  system_.start(int(A_.rows()));
  for (Eigen::Index i = 0; i < A_.rows(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j) system_.add(int(i), int(j), A_.row(i).dot(Z.col(j)));
  system_.finish(solver_.kept());

  // prescribed coordinates move the rows, too
  per_u_.setZero(A_.rows(), model.nu());
  per_u_dot_.setZero(A_.rows(), model.nu());
  none_.setZero(A_.rows(), model.nu());
  for (size_t k = 0; k < free_.held().size(); ++k) {
    per_u_.col(free_.held_inputs()[k]) += per_q_.col(free_.held()[k]);
    per_u_dot_.col(free_.held_inputs()[k]) += per_v_.col(free_.held()[k]);
    per_q_.col(free_.held()[k]).setZero();
    per_v_.col(free_.held()[k]).setZero();
  }
  constrain(per_q_, out.da_dq);
  constrain(per_v_, out.da_dv);
  constrain(per_u_, out.da_du);
  constrain(per_u_dot_, out.da_du_dot);
  constrain(none_, out.da_du_ddot);
  return {};
}

void ConstrainedDerivatives::constrain(const MatrixX& rows, MatrixX& change) {
  product_ = rows;
  product_.noalias() += A_ * change;
  for (Eigen::Index j = 0; j < change.cols(); ++j) {
    rhs_ = -product_.col(j);
    if (rhs_.isZero(0)) continue;
    system_.solve(rhs_, lambda_);
    change.col(j).noalias() += columns_ * lambda_;
  }
}

void ConstrainedDerivatives::update_rows(const Model& model, const State& x, Workspace& ws) {
  int count = 0;
  for (size_t i = 0; i < model.connections.size(); ++i)
    if (x.connections[i].closed) count += model.connections[i].rows();
  for (MatrixX* rows : {&A_, &per_q_, &per_v_}) rows->setZero(count, model.nv);
  K_.setZero(model.nv, model.nv);
  int lambda = 0, first = 0;
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& c = model.connections[i];
    if (x.connections[i].closed) {
      const ConnectionMotion m = connection_motion(model, ws, c, x.connections[i], true);
      mount_columns(model, ws, c.a, m.a.X_BM, Y_q_[0], Y_v_[0]);
      mount_columns(model, ws, c.b, m.b.X_BM, Y_q_[1], Y_v_[1]);
      add_connection(c, m, first, lambda, ws);
      first += m.rows.count;
    }
    lambda += c.rows();
  }
}

void ConstrainedDerivatives::mount_columns(const Model& model, const Workspace& ws,
                                           const Mount& mount, const Pose& X_BM, MatrixX& Y_q,
                                           MatrixX& Y_v) {
  if (mount.body < 0) {
    Y_q.setZero(18, model.nv);
    Y_v.setZero(18, model.nv);
    return;
  }
  free_.tree().point_columns(model, ws, mount.body, mount.point, Y_q, Y_v);
  for (MatrixX* Y : {&Y_q, &Y_v})
    for (auto column : Y->colwise())
      for (int block = 0; block < 18; block += 6)
        column.segment<6>(block) = Ad_inv_apply(X_BM, Vector6(column.segment<6>(block)));
}

void ConstrainedDerivatives::add_connection(const Connection& c, const ConnectionMotion& m,
                                            int first, int lambda, const Workspace& ws) {
  const int count = m.rows.count;
  zeta_.resize(6, A_.cols());
  for (Eigen::Index j = 0; j < A_.cols(); ++j) {
    const RowVariation q = row_variation(c, m, Y_q_[0].col(j), Y_q_[1].col(j));
    const RowVariation v = row_variation(c, m, Y_v_[0].col(j), Y_v_[1].col(j));
    zeta_.col(j) = q.zeta;
    per_q_.col(j).segment(first, count) = q.acceleration.head(count);
    per_v_.col(j).segment(first, count) = v.acceleration.head(count);
  }
  A_.middleRows(first, count).noalias() = m.rows.C.topRows(count) * zeta_;

  // their force on A is fixed in B (the actor knows how A alone turns), or turns with A
  const double* forces = ws.lambda.data() + lambda;
  const Vector6 F = m.rows.C.topRows(count).transpose() * Eigen::Map<const VectorX>(forces, count);
  K_.noalias() -= zeta_.transpose() * turning_rows(c, m, forces) * zeta_;
  if (c.a.body < 0 || c.b.body < 0) return;
  const Vector6 on_a = -Ad_invT_apply(m.X_AB, F);
  const Matrix6 turned = fixed_wrench_stiffness(on_a) * Ad(m.X_AB);
  K_.noalias() -= Y_q_[0].topRows<6>().transpose() * turned * Y_q_[1].topRows<6>();
}

}  // namespace cuttle
