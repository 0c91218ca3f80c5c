#pragma once

#include <filesystem>
#include <string>

#include "cuttle/io/json_members.h"
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

// The short answer of a run as JSON: summary.json (see write_summary.h), and the same in a page.

/// What a page shows of a run: the content of summary.json, and what only readers want to know.
struct PageSummary {
  const RunResult& result;
};
void json_members(JsonMembers& m, const PageSummary& summary);

/// The content of summary.json, see write_summary.h.
OrderedJson summary_json(const RunResult& result);

/// Parts of it: figures by name with value and unit; expectations.
OrderedJson figures_json(const std::vector<Figure>& figures);
OrderedJson expect_json(const std::vector<ExpectResult>& expect);

}  // namespace cuttle
