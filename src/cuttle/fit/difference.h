#pragma once
// Slopes of what can only be evaluated, all points at once.

#include <functional>
#include <vector>

#include "cuttle/fit/problem.h"

namespace cuttle {

using PredictMany = std::function<std::vector<Prediction>(const std::vector<VectorX>& points)>;

/// The prediction at p with slopes from central differences at steps h and 2h, extrapolated to
/// h = 0 (Richardson): 4 n + 1 evaluations, in one call. Where p +- 2h leaves the bounds or an
/// evaluation fails, differences look to one side, at h, 2h and 4h. `slope_error` is the difference
/// of the two estimates over the largest slope of that parameter: larger than the error of the
/// extrapolated slopes.
Prediction predict_with_slopes(const PredictMany& predict, const VectorX& p, const VectorX& h,
                               const VectorX& lower, const VectorX& upper);

}  // namespace cuttle
