#pragma once

#include <memory>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/core/model.h"
#include "cuttle/net/net_model.h"
#include "cuttle/record/probe.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Reports if the result of a study would not fit: rows times what one row records.
void check_record_size(const StudySpec& study, const Model& model, const std::vector<Probe>& probes,
                       const std::vector<std::shared_ptr<const NetModel>>& nets,
                       Diagnostics& diagnostics);

}  // namespace cuttle
