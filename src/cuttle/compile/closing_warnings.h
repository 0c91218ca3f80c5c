#pragma once

#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// Adds what closing the loops has made of the start that the file gives: velocities that did not
/// fit together, and coordinates that were far from closed.
void add_closing_warnings(const Scenario& scenario, Diagnostics& warnings);

}  // namespace cuttle
