#pragma once

#include "cuttle/base/status.h"
#include "cuttle/math/types.h"
#include "cuttle/net/net.h"

namespace cuttle {

struct NetStaticsOptions {
  int load_steps = 1;        // gravity and dead forces grow in so many steps; more if needed
  double tolerance = 1e-10;  // last correction over the shortest edge
  int max_iterations = 200;  // for one load step
};

struct NetStaticsResult {
  Status status;        // its t is the share of the load that was reached
  int iterations = 0;   // all together
  int load_steps = 0;   // that were taken
  double residual = 0;  // largest force that is not balanced [N]
};

/// Moves x to an equilibrium under the full loads: Newton's method with the exact second
/// derivative and a line search on the energy, so that it ends in a minimum if it can. Held
/// coordinates stay where x has them.
NetStaticsResult net_equilibrium(const NetData& net, const NetInput& input, VectorX& x,
                                 const NetStaticsOptions& options = {});

/// Small vibrations about a shape, lowest first.
struct NetModes {
  VectorX hertz;   // negative for a shape that is not stable: -sqrt(-eigenvalue) / (2 pi)
  MatrixX shapes;  // (2 nodes x modes), each with sum of m u^2 = 1
};

/// All modes of the coordinates that are not held. Dense: for nets of up to a few hundred nodes.
NetModes net_modes(const NetData& net, const NetInput& input, const VectorX& x);

}  // namespace cuttle
