#pragma once

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// Values that can be computed with, but look like a slip of units or of a digit: one row of a
/// table for each kind of slip. A sentence each, with its place in the file; what stands there
/// once is reported once, however many bodies or copies use it.
void add_plausibility_warnings(const Scenario& scenario, Diagnostics& warnings);

}  // namespace cuttle
