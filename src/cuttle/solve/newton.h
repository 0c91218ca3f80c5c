#pragma once

#include <functional>

#include "cuttle/base/status.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// R(x) = 0, x on a manifold if `retract` says so.
struct NewtonProblem {
  /// r = R(x). A failure or a value that is not finite makes the step shorter.
  std::function<Status(const VectorX& x, VectorX& r)> residual;
  /// dx with K dx = r, K = dR/dx at x; the step is x ⊕ (-dx). The last residual before it was at
  /// the same x, so what was computed there is still good.
  std::function<Status(const VectorX& x, const VectorX& r, VectorX& dx)> solve;
  /// dx with the K of the last `solve` for another r; may be empty. With it, a step is also good if
  /// what K makes of the residual behind it is a shorter step: where some directions are held
  /// hardly at all, the residual along all others may grow on a way that leads straight to the end.
  std::function<void(const VectorX& r, VectorX& dx)> solve_again = {};
  /// out = x ⊕ d; left empty: x + d.
  std::function<void(const VectorX& x, const VectorX& d, VectorX& out)> retract;
};

struct NewtonOptions {
  double residual_tolerance = 1e-10;  // converged if max_i residual_weight_i |r_i| is below, or
  double step_tolerance = 1e-10;      // if max_i step_weight_i |dx_i| of a full step is below
  VectorX residual_weight = {};       // empty: all one
  VectorX step_weight = {};           // empty: all one
  int max_iterations = 50;
  int max_shortenings = 25;  // of the step, per iteration
};

struct NewtonResult {
  Status status;
  int iterations = 0;   // linear solves
  int evaluations = 0;  // of the residual
  double residual = 0;  // weighted max norm at the returned x
  double step = 0;      // weighted max norm of the last full step
  double shortest = 1;  // smallest fraction of a step taken
};

/// Damped Newton with a backtracking line search on the weighted 2-norm of the residual, for which
/// the Newton direction always goes downhill, or with `solve_again` on that of the step, the
/// natural level function [Deuflhard04], whichever is content. x is the guess on entry and the last
/// point accepted on exit, also after a failure; r and dx have `n_step` components (0: as many as
/// x).
NewtonResult newton(const NewtonProblem& problem, const NewtonOptions& options, VectorX& x,
                    int n_step = 0);

}  // namespace cuttle
