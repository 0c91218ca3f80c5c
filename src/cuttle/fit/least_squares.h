#pragma once
// The nearest point of a nonlinear function to zero, within bounds.

#include <functional>
#include <string>
#include <vector>

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

}  // namespace cuttle
