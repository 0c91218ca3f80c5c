#pragma once
// What a net looks like: every segment a strip that is drawn as a rod is, with a section per node.

#include "cuttle/scene/drawing.h"

namespace cuttle {

/// Bodies, strips, and arrows of loads and of the ground; probed nodes become points.
void add_nets(const Scenario& scenario, Drawing& drawing);

/// The numbers of all nets in one frame. `record`: the nets of a row of a trajectory; empty: all
/// nodes where they are placed, and nothing touches. t: of the loads.
void put_nets(const Drawing& drawing, double t, std::span<const double> record, Scene& scene);

/// Speeds of the strips in the last frame, which a record does not have, from the velocities of x.
void put_net_speeds(const Scenario& scenario, const State& x, Scene& scene);

}  // namespace cuttle
