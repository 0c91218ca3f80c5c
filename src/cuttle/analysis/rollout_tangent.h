#pragma once
// A motion in equal intervals, and how its end depends on its start and its inputs.

#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/derivatives.h"

namespace cuttle {

/// x_(k+1) = F(x_k, u_k) over one interval, and its exact derivative. Small changes of a state are
/// (displacement in velocity coordinates, change of the velocities): 2 nv numbers.
struct IntervalTangent {
  MatrixX A;  // (2 nv x 2 nv)
  MatrixX B;  // (2 nv x nu) per held input
};

struct RolloutTangent {
  std::vector<State> x;                    // at t0, t0 + dt, ...
  std::vector<IntervalTangent> intervals;  // one less
  Status status;

  /// d x_last / d x_0, the product of all A.
  MatrixX start_to_end() const;
  /// d x_last / d u_k.
  MatrixX input_to_end(int k) const;
};

/// Classical Runge-Kutta of fourth order with `substeps` equal steps per interval, and the
/// derivative of the very same steps. u: (nu x intervals), held over each of them; prescribed
/// coordinates stand still. For models without connections, contacts or nets.
RolloutTangent rollout_tangent(const Model& model, const State& x0, const MatrixX& u, double dt,
                               int substeps);

}  // namespace cuttle
