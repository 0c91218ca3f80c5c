#pragma once

#include "cuttle/sim/subsystem.h"

namespace cuttle {

/// All subsystems of a scenario, which must outlive them: the tree first, if there are bodies.
Subsystems subsystems_of(const Scenario& scenario);

/// What is recorded of all of them.
void read_all(const Subsystems& parts, double t, std::vector<NetReading>& readings);

}  // namespace cuttle
