#pragma once

#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/model/workspace.h"

namespace cuttle {

/// A natural mode of small undamped motion about an equilibrium.
struct NaturalMode {
  double frequency = 0;  // [Hz]; 0 for a motion without resistance
  double growth = 0;     // [1/s] > 0: unstable (buckling, flutter of follower loads)
  VectorX shape;         // (nv) displacement, largest entry relative to the scales = 1
};

/// The `count` lowest modes of M x'' + K x = 0 about (x, u), K by the exact tangent. Prescribed
/// coordinates do not take part.
std::vector<NaturalMode> natural_modes(const Model&, const State&, const Input&, int count,
                                       Workspace&, Status&);

}  // namespace cuttle
