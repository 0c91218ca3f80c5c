#pragma once

#include "cuttle/core/model.h"

namespace cuttle {

/// d with q = retract(model, q0, d): logarithms of rotations and motions, differences elsewhere.
void difference(const Model&, const VectorX& q0, const VectorX& q, Eigen::Ref<VectorX> d);

}  // namespace cuttle
