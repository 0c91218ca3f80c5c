#pragma once

#include "cuttle/net/net.h"

namespace cuttle {

/// A net at rest in a shape, to first order: mass a = force - K dx - D v + C dc + S ds, with the
/// changes dc of the resting curvatures and ds of the stiffness factors of all segments. Rows and
/// columns of held coordinates are zero. Contacts take no part.
struct NetLinear {
  VectorX mass;   // (2 nodes) [kg]
  VectorX force;  // (2 nodes) out of balance [N]
  MatrixX K, D;   // (2 nodes x 2 nodes)
  MatrixX C, S;   // (2 nodes x segments)
};

/// Exact: second derivatives of the energies; the forces are linear in curvatures and factors.
NetLinear linearize_net(const NetData& net, const NetInput& input, const VectorX& x);

}  // namespace cuttle
