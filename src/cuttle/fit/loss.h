#pragma once
// How much a residual counts.

#include "cuttle/campaign/spec.h"

namespace cuttle {

/// A residual after the loss: sum of `value`^2 is what a fit makes small.
struct WeighedResidual {
  double value = 0;      // has the sign of the residual; close to zero it is the residual
  double slope = 1;      // d value / d residual
  double influence = 0;  // psi: half of the slope of value^2
  double curvature = 1;  // d psi / d residual
};

/// `residual` in standard deviations; beyond `scale` of them it counts less than its square
/// (huber: its size, soft_l1: likewise and smooth, cauchy: the logarithm of its square).
WeighedResidual apply_loss(Loss loss, double scale, double residual);

}  // namespace cuttle
