#pragma once

#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// Signals of a motion that a look ahead cannot follow everywhere, and those that change within
/// less than one fixed step.
void add_signal_warnings(const Scenario& scenario, Diagnostics& warnings);

}  // namespace cuttle
