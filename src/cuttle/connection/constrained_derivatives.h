#pragma once
// Exact derivatives of forward dynamics under connections:
//   M da - A^T d lambda = -d(tau - A^T lambda at fixed a, lambda),   A da = -d(A a - b at fixed a).

#include <vector>

#include "cuttle/connection/connection_rows.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/dynamics/derivatives.h"

namespace cuttle {

class ConstrainedDerivatives {
 public:
  explicit ConstrainedDerivatives(const Model&);

  /// Like DerivativeSolver::solve, for any model and state: connections that are open do not
  /// count. Where rows are redundant, the derivatives are right along motions that keep the
  /// connections closed.
  Status solve(const Model&, const State&, const Input&, Workspace&, AccelerationDerivatives& out);

 private:
  /// Rows of all closed connections: A (m x nv), their accelerations per q and v, and what their
  /// forces add to K.
  void update_rows(const Model&, const State&, Workspace&);
  void mount_columns(const Model&, const Workspace&, const Mount&, const Pose& X_BM, MatrixX& Y_q,
                     MatrixX& Y_v);
  void add_connection(const Connection&, const ConnectionMotion&, int first, int lambda,
                      const Workspace&);
  /// change += M^-1 A^T lambda, with lambda such that A change = -rows.
  void constrain(const MatrixX& rows, MatrixX& change);

  Model pushed_;  // with the forces of the connections as an actor
  DerivativeSolver free_;
  ConstraintSolver solver_;
  RowSystem system_;
  MatrixX A_, per_q_, per_v_;  // (rows x nv)
  MatrixX A_transposed_;
  MatrixX per_u_, per_u_dot_, none_;  // (rows x nu)
  MatrixX K_;                         // (nv x nv)
  MatrixX columns_;                   // (nv x rows) M^-1 A^T
  MatrixX Y_q_[2], Y_v_[2];           // (18 x nv) of the two mounts
  MatrixX zeta_;                      // (6 x nv)
  MatrixX product_;                   // (rows x columns)
  VectorX rhs_, lambda_;
};

}  // namespace cuttle
