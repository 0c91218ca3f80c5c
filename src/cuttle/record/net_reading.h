#pragma once
// What a record tells of nets.

#include <span>
#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/net/net_model.h"

namespace cuttle {

/// A net as a record starts: resting drives, no forces.
NetReading rest_reading(const NetModel& net);

/// What the nets of a state store: kinetic, gravity, elastic.
Energy energy_of_nets(const NetList& nets, const Vector3& gravity, const State& x,
                      const std::vector<NetReading>& readings);

/// What has flowed into all of them [J].
double work_on_nets(const std::vector<NetReading>& readings);

/// Places, states and forces of all nodes, as a trajectory has them (kNetNumbers each).
void tell_nets(const State& x, const std::vector<NetReading>& readings, std::vector<double>& row);

/// The nets of such a row, put into x and the forces of readings. A row has no velocities: they are
/// zero. An empty row leaves x as it is and gives no readings.
void recall_nets(std::span<const double> row, State& x, std::vector<NetReading>& readings);

}  // namespace cuttle
