#pragma once
// Units of parameters, as the model that they are set in wants them.

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

}  // namespace cuttle
