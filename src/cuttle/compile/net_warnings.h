#pragma once

#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// Adds what is probably not meant about nets: friction that grows when a node slides, nodes placed
/// below the ground, edges that are placed stretched or shortened.
void add_net_warnings(const Scenario& scenario, Diagnostics& warnings);

}  // namespace cuttle
