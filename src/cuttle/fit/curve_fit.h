#pragma once

#include "cuttle/campaign/spec.h"
#include "cuttle/fit/curve.h"
#include "cuttle/fit/problem.h"

namespace cuttle {

/// The problem of a curve and its points. Starts that are not given are guessed from the points.
FitProblem curve_problem(const std::shared_ptr<const Curve>& curve, ObservationGroup points);

/// The same for a campaign: reads its data; parameters of the campaign give starts, bounds and
/// priors. Throws InputError.
FitProblem curve_problem(const CampaignSpec& campaign);

}  // namespace cuttle
