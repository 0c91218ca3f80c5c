#include "cuttle/dynamics/derivatives.h"

#include <fmt/format.h>

#include "cuttle/dynamics/forward.h"

namespace cuttle {

DerivativeSolver::DerivativeSolver(const Model& model)
    : tree_(model), inputs_(model), differences_(model) {
  std::vector<int> input(size_t(model.nv), -1);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) input[size_t(step.v)] = step.prescribed_input;
  for (int i = 0; i < model.nv; ++i) {
    if (input[size_t(i)] < 0) {
      free_.push_back(i);
    } else {
      held_.push_back(i);
      held_input_.push_back(input[size_t(i)]);
    }
  }
}

Status DerivativeSolver::solve(const Model& model, const State& x, const Input& u, Workspace& ws,
                               AccelerationDerivatives& out) {
  forward_dynamics(model, x, u, ws);
  out.a = ws.a;
  if (ws.singular_body >= 0)
    return Status::fail(
        Status::Code::diverged,
        fmt::format("'{}' has no inertia", model.bodies[size_t(ws.singular_body)].name), x.t);
  linearise(model, x, u, out.a, ws);
  Status status = divide(model, out);
  status.t = x.t;
  return status;
}

void DerivativeSolver::linearise(const Model& model, const State& x, const Input& u,
                                 const VectorX& a, Workspace& ws) {
  if (differences_.empty()) {
    tree_.compute(model, x, u, a.data(), ws);
  } else {
    tree_.compute(differences_.others(), x, u, a.data(), ws);
    differences_.compute(model, x, u, ws);
    tree_.add(differences_.K(), differences_.D());
  }
  inputs_.compute(model, x, u, a.data(), ws);
  if (model.law) follow_law(model, x, u);
}

void DerivativeSolver::follow_law(const Model& model, const State& x, const Input& u) {
  if (!law_ws_) law_ws_ = std::make_unique<Workspace>(model);
  model.law->slopes(model, x, u, *law_ws_, law_slopes_);
  const auto& [by_q, by_v, by_u] = law_slopes_;
  const std::vector<int>& entries = model.law->entries();
  for (size_t k = 0; k < entries.size(); ++k) {
    const auto row = Eigen::Index(k);
    tree_.add_row(-inputs_.B().col(entries[k]), by_q.row(row), by_v.row(row));
  }
  inputs_.follow(entries, by_u);
}

Status DerivativeSolver::divide(const Model& model, AccelerationDerivatives& out) {
  const bool all = held_.empty();
  if (!all) {
    const auto count = Eigen::Index(free_.size());
    M_free_.resize(count, count);
    for (Eigen::Index i = 0; i < count; ++i)
      for (Eigen::Index j = 0; j <= i; ++j)
        M_free_(i, j) = tree_.M()(free_[size_t(i)], free_[size_t(j)]);
  }
  if (!solver_.factor(all ? tree_.M() : M_free_))
    return Status::fail(Status::Code::diverged, "the mass matrix is not positive definite");
  fill_rows();
  solver_.solve();
  scatter(model, out);
  if (!out.da_dq.allFinite() || !out.da_dv.allFinite() || !out.da_du.allFinite())
    return Status::fail(Status::Code::not_finite, "derivatives of the accelerations");
  return {};
}

void DerivativeSolver::multiply_inverse(const MatrixX& F, MatrixX& X) {
  solver_.start(int(F.cols()));
  for (size_t i = 0; i < free_.size(); ++i)
    for (Eigen::Index j = 0; j < F.cols(); ++j) solver_.row(int(i))[j] = F(free_[i], j);
  solver_.solve();
  X.setZero(F.rows(), F.cols());
  for (size_t i = 0; i < free_.size(); ++i)
    for (Eigen::Index j = 0; j < F.cols(); ++j) X(free_[i], j) = solver_.row(int(i))[j];
}

void DerivativeSolver::fill_rows() {
  solver_.start(int(2 * free_.size() + 3 * held_.size() + inputs_.forcing().size() +
                    inputs_.forcing_rates().size()));
  const MatrixX &K = tree_.K(), &D = tree_.D(), &M = tree_.M();
  for (size_t i = 0; i < free_.size(); ++i) {
    double* row = solver_.row(int(i));
    const int at = free_[i];
    for (const MatrixX* matrix : {&K, &D})
      for (int j : free_) *row++ = -(*matrix)(at, j);
    for (const MatrixX* matrix : {&K, &D, &M})
      for (int j : held_) *row++ = -(*matrix)(at, j);
    for (int k : inputs_.forcing()) *row++ = inputs_.B()(at, k);
    for (int k : inputs_.forcing_rates()) *row++ = inputs_.B_dot()(at, k);
  }
}

void DerivativeSolver::scatter(const Model& model, AccelerationDerivatives& out) const {
  for (MatrixX* square : {&out.da_dq, &out.da_dv}) square->setZero(model.nv, model.nv);
  for (MatrixX* wide : {&out.da_du, &out.da_du_dot, &out.da_du_ddot})
    wide->setZero(model.nv, model.nu());
  for (size_t i = 0; i < free_.size(); ++i) {
    const double* row = solver_.row(int(i));
    const int at = free_[i];
    for (MatrixX* matrix : {&out.da_dq, &out.da_dv})
      for (int j : free_) (*matrix)(at, j) = *row++;
    for (MatrixX* matrix : {&out.da_du, &out.da_du_dot, &out.da_du_ddot})
      for (int k : held_input_) (*matrix)(at, k) += *row++;
    for (int k : inputs_.forcing()) out.da_du(at, k) += *row++;
    for (int k : inputs_.forcing_rates()) out.da_du_dot(at, k) += *row++;
  }
  for (size_t k = 0; k < held_.size(); ++k) out.da_du_ddot(held_[k], held_input_[k]) += 1;
}

}  // namespace cuttle
