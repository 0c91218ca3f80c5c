#pragma once
// Exact derivatives of forward dynamics.

#include <memory>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/dynamics/force_differences.h"
#include "cuttle/dynamics/input_forces.h"
#include "cuttle/dynamics/tree_derivatives.h"
#include "cuttle/math/many_solve.h"

namespace cuttle {

/// Accelerations a at (x, u) and their derivatives. Displacements of q are in velocity coordinates,
/// q (+) d. Prescribed coordinates move as the input says: their entries of q and v do nothing
/// (zero columns), and their own accelerations are u''.
struct AccelerationDerivatives {
  VectorX a;             // (nv)
  MatrixX da_dq, da_dv;  // (nv x nv)
  MatrixX da_du;         // (nv x nu) with u' and u'' held
  MatrixX da_du_dot;     // (nv x nu) of prescribed coordinates and currents
  MatrixX da_du_ddot;    // (nv x nu) of prescribed coordinates
};

/// Derivatives of M a = forces for a robot without closed connections:
///   da = -M^-1 (d tau at fixed a),
/// tau of inverse dynamics. See ConstrainedDerivatives for closed loops. Forces without an exact
/// tangent (contact) are differentiated numerically where they act, see ForceDifferences.
class DerivativeSolver {
 public:
  explicit DerivativeSolver(const Model&);

  /// Fails if a body has no inertia or the numbers are not finite. No memory after the first call
  /// with the same `out`.
  Status solve(const Model&, const State&, const Input&, Workspace&, AccelerationDerivatives& out);

  // The same in two steps, for those who know the accelerations, or add to K in between.
  void linearise(const Model&, const State&, const Input&, const VectorX& a, Workspace&);
  Status divide(const Model&, AccelerationDerivatives& out);
  /// X = M^-1 F, zero in rows of prescribed coordinates. After `divide`.
  void multiply_inverse(const MatrixX& F, MatrixX& X);

  /// Derivatives of tau at the last accelerations: K per q, D per v, M per a.
  TreeDerivatives& tree() { return tree_; }
  /// Derivatives of -tau per input; of entries that follow the state, zero.
  const InputForces& inputs() const { return inputs_; }
  /// Prescribed coordinates, and their inputs.
  const std::vector<int>& held() const { return held_; }
  const std::vector<int>& held_inputs() const { return held_input_; }

 private:
  /// What moves them: d force = B (by_q dq + by_v dv + by_u du).
  void follow_law(const Model&, const State&, const Input&);
  /// Right-hand sides: columns of K, of D, of K, D, M of prescribed coordinates, of B and of B'.
  void fill_rows();
  void scatter(const Model&, AccelerationDerivatives& out) const;

  TreeDerivatives tree_;
  InputForces inputs_;
  ForceDifferences differences_;
  ManySolve solver_;
  MatrixX M_free_;
  std::vector<int> free_;              // coordinates that are not prescribed
  std::vector<int> held_;              // those that are, and their inputs
  std::unique_ptr<Workspace> law_ws_;  // if entries of the input follow the state
  InputLawSlopes law_slopes_;
  std::vector<int> held_input_;
};

}  // namespace cuttle
