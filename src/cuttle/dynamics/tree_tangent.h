#pragma once
// The exact derivative of inverse dynamics along own unknowns x of all joints and strains,
//   (dq, dv, da) = (beta, gamma, mu) x,
// held and solved as a tree: each body leaves a 6 x 18 articulated tangent at its base.

#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/law_tangent.h"
#include "cuttle/math/linalg/lu.h"

namespace cuttle {

class TreeTangent {
 public:
  explicit TreeTangent(const Model&);

  /// Linearises at (x, u, a); runs inverse_dynamics, which leaves its residual in ws.tau.
  void linearise(const Model&, const State&, const Input&, const double* a, const Seed&,
                 Workspace&);
  /// The same behind inverse_dynamics at (x, u, a) with its tangent, whose work is still in ws.
  void differentiate(const Model&, const State&, const Input&, const double* a, const Seed&,
                     Workspace&);

  /// d tau = T x. Prescribed coordinates do not move: their entries are ignored and left zero.
  void multiply(const Model&, const Workspace&, const VectorX& x, VectorX& d_tau);

  /// T as a dense matrix (nv x nv), column by column.
  MatrixX dense(const Model&, const Workspace&);

  /// Eliminates leaf to root. False when some block is singular: singular_body() says which.
  bool factor(const Model&, const Workspace&);
  int singular_body() const { return singular_body_; }

  /// x = T^-1 r (after factor).
  void solve(const Model&, const Workspace&, const VectorX& r, VectorX& x);

 private:
  using Base = Eigen::Matrix<double, 6, 18>;
  using StepColumns = Eigen::Matrix<double, 18, Eigen::Dynamic, 0, 18, 6>;
  using StepRows = Eigen::Matrix<double, Eigen::Dynamic, 18, 0, 6, 18>;
  using Variation = Eigen::Matrix<double, 18, 1>;  // (zeta, dV, dA)

  /// Across one joint step: y' = Y_y y + Y_x x in the moved frame, where Y_y is Ad^-1 of each of
  /// zeta, dV, dA, and -ad(S v) Ad^-1 from dV to dA.
  struct StepTangent {
    Matrix6 Ad_inverse, ad_Sv;
    StepColumns Y_x;  // (18 x nv)
    StepBasis W;      // (6 x nv): x -> (S beta x) x* F'
    StepMatrix K;     // (nv x nv) spring and damper
    // after factor
    StepMatrix H_inv;  // (nv x nv)
    StepRows X_y;      // (nv x 18): x = X_y y + X_e
    StepBasis G;       // (6 x nv): d F' per x
    StepVector X_e;    // of the last solve

    Variation carry(const Variation& y) const;  // Y_y y
    Base carry_back(const Base& P) const;       // P Y_y
    Base outwards(const Base& P) const;         // Ad^-T P
  };
  struct BodyPart {
    BodyTangent t;
    std::vector<StepTangent> steps;
    std::vector<size_t> children;
    Base P;       // at the carrier of the joint, after factor
    Vector6 f;    // likewise, of the last solve
    Lu H;         // (n x n)
    MatrixX B_x;  // (6 x n), children included
    MatrixX X_y;  // (n x 18)
    VectorX X_e;  // (n)
    MatrixX Y_x;  // (18 x n) of the parent's point that carries this body
    MatrixX J;    // (6 x n) of that point
    Variation y;  // of the base
    Vector6 dF;   // of the base wrench, by multiply
  };
  /// d = U x of a coupling, and the columns T^-1 U^T.
  struct CouplingPart {
    VectorX column[3];
  };

  void step_tangent(const JointStep&, const State&, const Input&, const double* a, const Seed&,
                    const StepWork&, StepTangent&) const;
  bool factor_body(const Model&, int i, const Workspace&);
  bool factor_steps(const Model&, int i, Base P);
  void solve_tree(const Model&, const Workspace&, const VectorX& r, VectorX& x);
  void spread(const Model&, const Workspace&, const VectorX& x);
  /// Of the point that carries a body, with a parent.
  Variation carrier_variation(const Model&, const Workspace&, size_t body, const VectorX& x) const;
  Variation point_variation(const Model&, const Workspace&, int body, int point,
                            const VectorX& x) const;
  Vector3 coupling_force(const Model&, const Workspace&, const Coupling&, const VectorX& x) const;
  void gather(const Model&, const Workspace&, const Coupling&, const Vector3& force,
              VectorX& d_tau);
  /// What the tree cannot hold: couplings, three rows each, then the law. Its rows along x, ...
  VectorX update_rows(const Model&, const Workspace&, const VectorX& x);
  /// ... and its columns, T^-1 of the forces: update k.
  VectorX& update_column(int k);
  int updates() const { return 3 * int(couplings_.size()) + law_.rows(); }
  bool factor_updates(const Model&, const Workspace&);

  std::vector<BodyPart> bodies_;
  std::vector<CouplingPart> couplings_;
  LawTangent law_;                    // of inputs that follow the state ...
  std::vector<VectorX> law_columns_;  // ... and T^-1 of minus its forces
  Lu update_lu_;                      // of couplings and law
  std::vector<bool> held_;            // (nv) prescribed
  int singular_body_ = -1;
};

}  // namespace cuttle
