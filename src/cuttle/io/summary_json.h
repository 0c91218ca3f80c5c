#pragma once

#include <nlohmann/json.hpp>

#include "cuttle/sim/run.h"

namespace cuttle {

/// The content of summary.json, see write_summary.h.
nlohmann::ordered_json summary_json(const RunResult& result);

/// Parts of it: figures by name with value and unit; expectations.
nlohmann::ordered_json figures_json(const std::vector<Figure>& figures);
nlohmann::ordered_json expect_json(const std::vector<ExpectResult>& expect);

}  // namespace cuttle
