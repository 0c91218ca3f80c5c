#pragma once
// Targets of probes that look at shells and their jets.

#include <vector>

#include "cuttle/shell/shell_actors.h"
#include "cuttle/sim/probe_writer.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

/// How a shell breathes.
///   volume [m^3], volume_rate [m^3/s]   inside, measured as its jet does; geometric without a jet
///   thrust [N]     of its jet along the axis; positive: away from the edge
///   drag [N]       along the axis; positive: against a motion away from the edge
///   radius_1, ...  [m] at the abscissas asked for
///   radius_min, radius_max [m]   over all rings, base, edge and these abscissas
///   length [m]     along the axis, from base to edge
///   power_in [W]   of its shell loads, as in [Renda18] (27)
struct ShellTarget {
  int body = 0;
  const Shell* shell = nullptr;       // of Model::bodies, which keeps it alive
  std::vector<MeridianRow> rows;      // at the abscissas
  std::vector<const Actor*> loads;    // of Model::actors, which keeps them alive
  const JetThrust* jet = nullptr;     // likewise; null if there is none
  const WaterLoads* water = nullptr;  // likewise
  const ShellDrag* drag = nullptr;    // of that water; null: dry
};

/// Abscissas count from the held edge.
ShellTarget make_shell_target(const Model&, int body, const std::vector<double>& abscissas);

/// Thrust [N], positive away from the edge, the rate of the volume [m^3/s] and the power [W] that
/// the jet gives to the robot.
struct JetTarget {
  const JetThrust* jet = nullptr;  // one of Model::actors, which keeps it alive
};

void add_columns(const ShellTarget&, const Model&, ColumnList&);
void add_columns(const JetTarget&, const Model&, ColumnList&);
void write(const ShellTarget&, const Snapshot&, RowWriter&);
void write(const JetTarget&, const Snapshot&, RowWriter&);

}  // namespace cuttle
