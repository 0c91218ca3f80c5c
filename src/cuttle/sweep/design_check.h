#pragma once

#include "cuttle/campaign/spec.h"

namespace cuttle {

/// Samples before `where` excludes some. Throws InputError with all that is wrong with the
/// parameters as its method sees them, and for more samples than anyone wants to wait for.
std::size_t count_samples(const CampaignSpec& campaign, const SweepSpec& sweep);

}  // namespace cuttle
