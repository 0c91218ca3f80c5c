#include "cuttle/fit/loss.h"

#include <cmath>

namespace cuttle {

namespace {

// rho(s) of s = (residual / scale)^2 with two derivatives
struct Rho {
  double value, first, second;
};

Rho rho(Loss loss, double s) {
  switch (loss) {
    case Loss::squares:
      break;
    case Loss::huber:
      if (s <= 1) break;
      return {2 * std::sqrt(s) - 1, 1 / std::sqrt(s), -0.5 / (s * std::sqrt(s))};
    case Loss::soft_l1: {
      const double root = std::sqrt(1 + s);
      return {2 * s / (root + 1), 1 / root, -0.5 / (root * root * root)};
    }
    case Loss::cauchy:
      return {std::log1p(s), 1 / (1 + s), -1 / ((1 + s) * (1 + s))};
  }
  return {s, 1, 0};
}

}  // namespace

WeighedResidual apply_loss(Loss loss, double scale, double residual) {
  const double z = residual / scale;
  const Rho r = rho(loss, z * z);
  WeighedResidual result;
  // the root of rho has the slope rho' z / sqrt(rho), which is 1 at zero
  const double root = std::sqrt(r.value);
  result.value = std::copysign(scale * root, residual);
  result.slope = root > 0 ? r.first * std::abs(z) / root : 1;
  result.influence = r.first * residual;
  result.curvature = r.first + 2 * z * z * r.second;
  return result;
}

}  // namespace cuttle
