#pragma once
// The nearest point of a nonlinear function to zero, within bounds.

#include <functional>
#include <string>
#include <vector>

#include "cuttle/campaign/spec.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct LeastSquaresProblem {
  VectorX start;
  VectorX lower, upper;          // infinite: no bound
  VectorX scale;                 // > 0: what counts as a change of one
  std::vector<bool> log_scaled;  // the search changes the logarithm; the value stays > 0

  /// Residuals at p, and their slopes unless null. False: they cannot be computed there; the
  /// search takes a smaller step.
  std::function<bool(const VectorX& p, VectorX& residuals, MatrixX* slopes)> evaluate;
  int residuals = 0;

  int iterations = 50;
  double tolerance = 1e-10;  // relative change of the sum of squares that ends the search
};

struct LeastSquaresResult {
  enum class End { converged, iterations, failed };
  End end = End::failed;
  VectorX parameters;
  int iterations = 0;
  std::string message;  // of the solver
};

/// Levenberg-Marquardt (Ceres), on one thread: the same problem gives the same bits.
LeastSquaresResult solve_least_squares(const LeastSquaresProblem& problem);

// How much a residual counts.

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
