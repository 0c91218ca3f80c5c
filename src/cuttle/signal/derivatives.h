#pragma once
// Derivatives of functions that are smooth only in a part of the axis.

#include <functional>
#include <limits>

#include "cuttle/signal/expression.h"

namespace cuttle {

/// Where a function may be asked for its values: between two corners, after the beginning of time.
struct TimeSpan {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
};

/// As ridders_derivative and ridders_slopes, from values in the span only: near its ends by
/// one-sided differences, which are extrapolated as far as the central ones. x lies in the span.
double ridders_derivative_within(const std::function<double(double)>& f, double x,
                                 const TimeSpan& span, double h = 0.1);
Slopes ridders_slopes_within(const std::function<double(double)>& f, double x, const TimeSpan& span,
                             double h = 0.1);

}  // namespace cuttle
