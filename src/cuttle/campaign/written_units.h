#pragma once
// Units of numbers in a study file, against what they are set in or compared with.

#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/io/bound_model.h"

namespace cuttle {

/// Reports numbers of parameters that are written with a unit which the field that they set does
/// not take, and `unit`s of parameters that are not those of the field: bodies.p.rigid.mass from
/// 1000 mm. A parameter that stands alone in a field, as $(m), has the unit of that field. `trial`:
/// values of the parameters with which the model can be built.
void check_parameter_units(const CampaignSpec& campaign, const SampledModel& model,
                           const ParameterPoint& trial, Diagnostics& diagnostics);

/// Reports numbers in fields of a list of parts of the study file (such as optimize.constraints)
/// that are written with a unit, where item i is compared with a number in `units[i]`; "-": not
/// known.
void check_compared_units(const CampaignSpec& campaign, const std::string& section,
                          const std::string& list, const std::vector<std::string>& fields,
                          const std::vector<const Origin*>& origins,
                          const std::vector<std::string>& units, Diagnostics& diagnostics);

}  // namespace cuttle
