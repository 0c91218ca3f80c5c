#pragma once
// The last checks: what needs the model, its columns or its initial state. All report everything.

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// Columns and figures that the file names must exist. Reads probes, sensors and controllers.
void check_recorded(const Scenario& scenario, Diagnostics& diagnostics);

/// The robot must be one that the study can find something out about. Reads the initial state.
void check_possible(const Scenario& scenario, Diagnostics& diagnostics);

}  // namespace cuttle
