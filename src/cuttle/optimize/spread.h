#pragma once

#include <vector>

#include "cuttle/math/types.h"
#include "cuttle/sweep/random.h"

namespace cuttle {

/// `count` places of the unit cube, one in each of `count` equal parts of every coordinate
/// [McKay79].
std::vector<VectorX> spread(int count, Eigen::Index dimensions, RandomStream& random);

}  // namespace cuttle
