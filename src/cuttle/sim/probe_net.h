#pragma once
// Targets of probes that look at nets.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/sim/net_model.h"
#include "cuttle/sim/probe_writer.h"

namespace cuttle {

/// How a net moves, in its plane.
///   <segment>_<node>_x, _y [m]   of the nodes asked for
///   <segment>_curvature [1/m]    mean of the segments asked for: sum of kappa / sum of lengths
///   com_x, com_y [m]             centre of mass
///   px, py [N s], L [N m s]      momentum, angular about the origin of the plane
///   kinetic, elastic, gravity [J], and total, their sum
///   contacts, sticking [-]       nodes that touch the ground, and those of them that stick
///   normal [N]                   sum of the normal forces of the ground
struct NetTarget {
  std::shared_ptr<const NetModel> net;
  int index = 0;  // of the scenario's nets
  std::vector<int> nodes;
  std::vector<std::string> node_labels;
  std::vector<int> segments;
};

NetTarget make_net_target(std::shared_ptr<const NetModel> net, int index, const ProbeSpec& probe);

void add_columns(const NetTarget&, const Model&, ColumnList&);
void write(const NetTarget&, const Snapshot&, RowWriter&);

}  // namespace cuttle
