#pragma once

#include <string>
#include <vector>

#include "cuttle/sim/build.h"

namespace cuttle {

/// Adds what is probably not meant about nets: friction that grows when a node slides, nodes placed
/// below the ground, ties between places that are far apart.
void add_net_warnings(const Scenario& scenario, std::vector<std::string>& warnings);

}  // namespace cuttle
