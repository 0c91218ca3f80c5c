#pragma once
// What a record tells of nets.

#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/net/net_model.h"

namespace cuttle {

/// A net as a record starts: resting drives, no forces.
NetReading rest_reading(const NetModel& net);

/// Places, states and forces of all nodes, as a trajectory has them (kNetNumbers each).
void tell_nets(const State& x, const std::vector<NetReading>& readings, std::vector<double>& row);

}  // namespace cuttle
