#pragma once
// Fits the unknown numbers of a problem to its observations, and says how well they are known.

#include <vector>

#include "cuttle/fit/fit_result.h"
#include "cuttle/fit/problem.h"
#include "cuttle/record/figure.h"

namespace cuttle {

/// Minimises the sum of the losses of (predicted - observed) / sigma, and of priors. Where standard
/// deviations are not given they are estimated, one for each group, and the search is repeated
/// until they settle if they matter for it. All standard errors are those of a linear theory
/// around the solution.
FitResult solve_fit(const FitProblem& problem);

/// <parameter>, <parameter>.error, r_squared, chi2_dof; rms of a single series, else
/// <column>.r_squared and <column>.rms of each; the fitted values of targets.
std::vector<Figure> fit_figures(const FitResult& result);

}  // namespace cuttle
