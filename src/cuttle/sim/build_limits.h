#pragma once

#include <memory>
#include <vector>

#include "cuttle/model/model.h"
#include "cuttle/model/spec.h"
#include "cuttle/sim/net_model.h"
#include "cuttle/sim/probe.h"

namespace cuttle {

/// Throws an InputError if the result of a study would not fit: rows times what one row records.
void check_record_size(const StudySpec& study, const Model& model, const std::vector<Probe>& probes,
                       const std::vector<std::shared_ptr<const NetModel>>& nets);

}  // namespace cuttle
