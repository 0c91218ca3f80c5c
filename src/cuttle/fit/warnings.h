#pragma once

#include <string>
#include <vector>

#include "cuttle/campaign/experiment.h"
#include "cuttle/fit/fit_result.h"
#include "cuttle/fit/statistics.h"

namespace cuttle {

/// What a user should know before he trusts the numbers: parameters at bounds, combinations that
/// the data do not tell, slopes that are not sharp, noise that is not what was said.
std::vector<std::string> fit_warnings(const FitResult& result,
                                      const std::vector<WeakDirection>& weak);

/// Data that are denser than the record of the model.
std::vector<std::string> record_warnings(const Readout& readout, const StudySpec& study);

}  // namespace cuttle
