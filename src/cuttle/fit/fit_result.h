#pragma once
// What a fit found: the numbers, how well they are known, and how well they explain the data.

#include <string>
#include <vector>

#include "cuttle/fit/problem.h"

namespace cuttle {

struct FittedParameter {
  FitParameter given;
  double value = 0;
  double error = 0;  // standard error; infinite: the data do not tell; NaN: held at a bound
  bool at_bound = false;
};

struct FittedGroup {
  ObservationGroup observed;
  std::vector<double> before, fitted;  // predictions at the start and at the end
  std::vector<double> sigma;           // given or estimated
  double r_squared = 0, rms = 0;       // of fitted - observed
};

struct FitResult {
  enum class End { converged, iterations, failed, interrupted };
  End end = End::failed;
  std::string reason;  // of a failure

  std::vector<FittedParameter> parameters;
  MatrixX correlation;
  std::vector<FittedGroup> groups;
  double r_squared = 0;  // of all observations, each in its standard deviations
  double chi2_dof = 0;   // NaN: no standard deviations were given
  bool robust = false;   // the loss is not that of squares
  int observations = 0, degrees_of_freedom = 0, iterations = 0;
  double condition = 0;    // of the slopes, in parts of the values
  double slope_error = 0;  // of numerical slopes at the end, relative; 0: exact slopes
  std::vector<std::string> warnings;

  /// Has numbers: the search ended by itself or at its last iteration.
  bool solved() const { return end == End::converged || end == End::iterations; }
};

}  // namespace cuttle
