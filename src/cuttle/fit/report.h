#pragma once
// What a fit leaves behind: tables, charts, lines for people.

#include <string>

#include "cuttle/campaign/page.h"
#include "cuttle/fit/fit.h"

namespace cuttle {

/// parameter,unit,value,error,start,lower,upper,at_bound: one row per parameter. Empty cells: no
/// bound, no standard error.
std::string parameters_csv(const FitResult& result);

/// name,unit,x,measured,sigma,before,fitted,residual: one row per observation, in SI.
std::string residuals_csv(const FitResult& result);

/// Figures, charts of measured, before and fitted, residuals, correlations, warnings. The caller
/// adds the table.
CampaignPage fit_page(const FitResult& result);

/// Parameters with their standard errors, one per line.
std::vector<std::string> fit_lines(const FitResult& result);

/// A value with as many digits as its standard error justifies: "0.03123 ± 0.00041".
std::string with_error(double value, double error);

}  // namespace cuttle
