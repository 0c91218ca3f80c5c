#pragma once
// Derivatives of inverse dynamics tau(q, v, a, u) as whole matrices, by composite bodies: all that
// a joint carries answers to its motion as one stiff body, d F = P (zeta, dV, dA). Leaf to root,
// each coordinate takes along the wrench that it makes (a column) and its own answer to motions of
// what carries it (a row); they meet the coordinates of all ancestors on the way.

#include <vector>

#include "cuttle/core/workspace.h"

namespace cuttle {

class TreeDerivatives {
 public:
  explicit TreeDerivatives(const Model&);

  /// At (x, u, a); runs inverse_dynamics, which leaves its residual in ws.tau. Prescribed
  /// coordinates count like all others: they stand at u, and tau is the effort of their drive.
  /// Displacements of q are in velocity coordinates, q (+) d. No memory after the first call.
  void compute(const Model&, const State&, const Input&, const double* a, Workspace&);

  const MatrixX& K() const { return K_; }  // (nv x nv) d tau / dq
  const MatrixX& D() const { return D_; }  // (nv x nv) d tau / dv
  const MatrixX& M() const { return M_; }  // (nv x nv) d tau / da

  /// Stiffness and damping of forces that compute does not know.
  void add(const MatrixX& K) { K_ += K; }
  void add(const MatrixX& K, const MatrixX& D) {
    K_ += K;
    D_ += D;
  }

  /// Those of one force, d tau = F (by_q dq + by_v dv).
  template <class Column, class RowQ, class RowV>
  void add_row(const Column& F, const RowQ& by_q, const RowV& by_v) {
    K_.noalias() += F * by_q;
    D_.noalias() += F * by_v;
  }

  /// (zeta, dV, dA) of a point in the base coordinates of its body per position and per velocity,
  /// (18 x nv) each. After compute; the twist of the point per velocity is the first six rows of
  /// Y_q.
  void point_columns(const Model&, const Workspace&, int body, int point, MatrixX& Y_q,
                     MatrixX& Y_v);

 private:
  using Base = Eigen::Matrix<double, 6, 18>;
  using StepColumns = Eigen::Matrix<double, 18, Eigen::Dynamic, 0, 18, 6>;

  /// Coordinates first, first + 1, ...
  struct Range {
    int first = 0, count = 0;
  };
  using Ranges = std::vector<Range>;

  /// Motion of the moved frame of a step per own position and velocity.
  struct StepPart {
    Vector6 Sv;
    StepBasis S;
    StepColumns Y_q, Y_v;
    Ranges behind;  // coordinates of all that the step carries
  };
  struct BodyPart {
    BodyDerivatives d;
    std::vector<StepPart> steps;
    Ranges all;        // coordinates of the joint, of the body and of its descendants
    MatrixX Y_q, Y_v;  // (18 x n) of the parent's point that carries this body
    MatrixX PY;        // (6 x n)
    Base P;            // composite, in the frame that the sweep has reached
  };
  /// What a coordinate takes along: its row (zeta, dV, dA) and its wrenches per q and v.
  static constexpr int kRow = 0, kPerQ = 18, kPerV = 24, kCarried = 30;

  void step_columns(const JointStep&, const State&, const Input&, const double* a, const StepWork&,
                    StepPart&) const;
  void start_body(const Model&, int i, const State&, const double* a, Workspace&);
  void meet_step(const JointStep&, const StepPart&, const State&, const Input&, const StepWork&,
                 Base& P);
  void carry_through(const Pose& X, const Vector6& Sv, const Ranges&, Base& P);
  void meet_parent(const Model&, int i, const Workspace&);
  void add_couplings(const Model&, const Workspace&);
  void carry_columns(const JointStep&, const StepPart&, const StepWork&, MatrixX& Y_q,
                     MatrixX& Y_v);

  MatrixX K_, D_, M_;
  MatrixX carried_;  // (30 x nv)
  std::vector<BodyPart> bodies_;
  // of point_columns and couplings
  std::vector<int> path_;
  Ranges above_;
  MatrixX Y_q_, Y_v_;      // (18 x nv)
  MatrixX U_, CU_, BU_v_;  // (3 x nv)
};

}  // namespace cuttle
