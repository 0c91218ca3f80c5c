#pragma once
// Runs of motions that end before their time: by what they cost, or where another one ended.

#include <limits>

#include "cuttle/record/run_result.h"
#include "cuttle/spec/spec.h"

namespace cuttle::testing {

/// Where a run ends, if not at the end of its study. Only motions end early, since paths of
/// equilibria look back when they are at their end.
struct EarlyEnd {
  double seconds = std::numeric_limits<double>::infinity();  // of computing, from its start on
  double t = std::numeric_limits<double>::infinity();        // [s] behind the row at this time
};

struct PartOfRun {
  RunResult result;       // its status is good where it ended as told
  double seconds = 0;     // of computing
  bool too_slow = false;  // ended by `seconds`
  double last() const;    // [s] the last row
};

/// With what the end leaves of its rows.
PartOfRun run_part(const ScenarioSpec& spec, const EarlyEnd& end = {});

/// The first rows of a record.
Trajectory first_rows(const Trajectory& all, std::size_t rows);

}  // namespace cuttle::testing
