#pragma once

#include <filesystem>
#include <string>

#include "cuttle/study/run.h"

namespace cuttle {

/// The short answer of a run as JSON:
/// {"run": id, "figures": {name: {"value": x, "unit": "m"}},
///  "expect": [{figure, value, reference, tolerance, pass, source}],
///  "solver": {...}, "energy_residual": x, "wall_seconds": x}.
/// `tolerance` is absolute, so that a row can be checked by itself. A number that is not finite
/// is null. `solver` also says how the run ended (status, message, t).
std::string summary_text(const RunResult& result);
void write_summary(const RunResult& result, const std::filesystem::path& path);

}  // namespace cuttle
