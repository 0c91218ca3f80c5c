#pragma once
// How well fitted numbers are known.

#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// A combination of parameters that the data (almost) do not determine.
struct WeakDirection {
  VectorX weights;       // of unit length, in parts of the scales of the parameters
  double deviation = 0;  // standard deviation along it, in the same measure; may be infinite
};

struct FitCovariance {
  MatrixX covariance;    // infinite for parameters that the data do not tell; NaN for held ones
  VectorX error;         // standard errors, likewise
  MatrixX correlation;   // 1 on the diagonal; NaN where an error is
  VectorX leverage;      // of each row: how much of one parameter it determines
  double condition = 1;  // of the scaled slopes
  std::vector<WeakDirection> weak;
};

/// Of parameters p with residuals r(p) in standard deviations whose slopes are J (all rows, also
/// those of priors): covariance = (J^T J)^-1. `scale`: a typical size of each parameter. Held
/// parameters do not vary. A direction is weak if its deviation exceeds `weak_deviation`, or its
/// singular value is below `singular` of the largest, so that numerical slopes cannot resolve it.
FitCovariance fit_covariance(const MatrixX& J, const VectorX& scale, const std::vector<bool>& held,
                             double weak_deviation = 1, double singular = 1e-7);

/// Share of the variation of y that the prediction explains, 1 - sum (y - f)^2 / sum (y - mean)^2.
/// NaN if y does not vary.
double r_squared(const std::vector<double>& y, const std::vector<double>& prediction);

double root_mean_square(const std::vector<double>& values);

/// Middle value of |x|; times 1.4826 it is the standard deviation of normal noise, and outliers
/// hardly change it.
double median_size(std::vector<double> x);

}  // namespace cuttle
