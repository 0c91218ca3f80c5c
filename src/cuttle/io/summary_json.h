#pragma once

#include <nlohmann/json.hpp>

#include "cuttle/sim/run.h"

namespace cuttle {

/// The content of summary.json, see write_summary.h.
nlohmann::ordered_json summary_json(const RunResult& result);

}  // namespace cuttle
