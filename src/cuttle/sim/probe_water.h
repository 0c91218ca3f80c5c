#pragma once
// Targets of probes that have to do with water.

#include <vector>

#include "cuttle/sim/probe_writer.h"
#include "cuttle/water/fin.h"
#include "cuttle/water/thruster.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

/// Command, n, force [N] and the power [W] that a thruster gives to the robot.
struct ThrusterTarget {
  const Thruster* thruster = nullptr;  // one of Model::actors, which keeps it alive
};

/// Angle of attack [rad], lift and drag [N] and power [W] of a fin. Positive lift is along z of the
/// fin, for a fin that moves along its x.
struct FinTarget {
  const Fin* fin = nullptr;  // one of Model::actors, which keeps it alive
};

/// How a robot swims, seen from a place on one of its bodies.
///   x, y, z [m]          where it is
///   distance [m]         from where it was at the start, along its forward axis there
///   speed, surge [m/s]   length of its velocity; component along its forward axis
///   yaw_rate [rad/s]     about the world's z
///   turning_radius [m]   |w x v| / |w|^2, the distance from the axis of its screw: [Renda18] (29)
///                        without the length there; not a number while it does not turn
///   power_in [W]         of all drives: joints, cables, muscles, loads, shell loads, thrusters;
///                        [Renda18] (27) counts those of the shell only. The jet of a shell is no
///                        drive of its own
///   power_out [W]        against the drag of all bodies and fins, as in [Renda18] (26): in still
///                        water; what reactive tails and water inside of shells leave in their
///                        wakes does not count
struct SwimmerTarget {
  Attachment at;
  Vector3 forward = Vector3::UnitX();         // unit, in the frame of the point
  Vector3 start = Vector3::Zero();            // [m] place at the start
  Vector3 start_forward = Vector3::UnitX();   // forward there, in world axes
  std::vector<const Actor*> drives, resists;  // of Model::actors, which keeps them alive
  const WaterLoads* water = nullptr;          // likewise; null if there is none
};

/// A swimmer as it is in the initial state. Reads the kinematics of ws.
SwimmerTarget make_swimmer(const Model&, const Attachment& at, const Vector3& forward,
                           const Workspace& ws);

void add_columns(const ThrusterTarget&, const Model&, ColumnList&);
void add_columns(const FinTarget&, const Model&, ColumnList&);
void add_columns(const SwimmerTarget&, const Model&, ColumnList&);
void write(const ThrusterTarget&, const Snapshot&, RowWriter&);
void write(const FinTarget&, const Snapshot&, RowWriter&);
void write(const SwimmerTarget&, const Snapshot&, RowWriter&);

}  // namespace cuttle
