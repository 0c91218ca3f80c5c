#pragma once

#include "cuttle/campaign/page.h"
#include "cuttle/optimize/optimize.h"

namespace cuttle {

/// The objective of every evaluation, and the best so far that keeps the constraints. Logarithmic
/// where all objectives are positive and differ by more than a hundred times.
PageChart convergence_chart(const OptimizeResult& result, Goal goal);

}  // namespace cuttle
