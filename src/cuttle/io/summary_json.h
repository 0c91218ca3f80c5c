#pragma once
// The short answer of a run as JSON: summary.json (see write_summary.h), and the same in a page.

#include "cuttle/io/json_members.h"
#include "cuttle/sim/run.h"

namespace cuttle {

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
