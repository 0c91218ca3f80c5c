#pragma once
// Which runs a sweep makes.

#include <vector>

#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/spec.h"

namespace cuttle {

/// The samples of the sweep, in order, without those that `where` excludes. The same file gives
/// the same samples; a longer random or sobol sweep begins with those of a shorter one. Throws
/// InputError.
///
///   grid             all combinations; the last parameter runs fastest
///   list             the first value of each parameter, then the second, ...
///   random           independent numbers
///   latin_hypercube  each range cut into `count` parts, one sample in each part [McKay79]
///   sobol            an even sequence; a seed shifts it (exclusive or), seed 0 leaves it
std::vector<ParameterPoint> sample_points(const CampaignSpec& campaign);

/// Samples before `where` excludes some. Throws InputError with all that is wrong with the
/// parameters as its method sees them, and for more samples than anyone wants to wait for.
std::size_t count_samples(const CampaignSpec& campaign, const SweepSpec& sweep);

}  // namespace cuttle
