#pragma once

#include <deque>
#include <vector>

#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/table.h"
#include "cuttle/optimize/design_problem.h"

namespace cuttle {

/// The table of all trials: one list for each start.
CampaignTable trial_table(const CampaignSpec& campaign, const Columns& columns,
                          const std::vector<const std::deque<Trial>*>& searches);

}  // namespace cuttle
