#pragma once

#include <algorithm>

#include "cuttle/core/model.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// Coordinate in State::q whose size a displacement in velocity coordinates compares with, (nv):
/// itself, or for quaternions the matching imaginary part.
std::vector<int> displacement_coordinate(const Model&);

/// How far the bodies of the loop that a connection closes lie from it, at the kinematics of ws
/// [m]; 1 if all are in one place.
double loop_reach(const Model&, const Workspace& ws, const Connection&);

/// Model::q_scale in velocity coordinates, (nv).
VectorX displacement_scale(const Model&);

/// Size of each coordinate that moves the robot by about its own size, (nq): Model::q_scale, but
/// one for stretch and shear, whose tolerances are finer.
VectorX reach_scale(const Model&);

/// Kinetic energy [J] of the robot at rest if it moved with Model::v_scale. Leaves the kinematics
/// of that motion in ws.
double energy_scale(const Model&, Workspace& ws);

/// Rows that are redundant on a closed loop are so to the gap that is left off it: below this part
/// of the largest row nothing is known of them. Rows and gap in m and rad, per change of order one.
inline double redundancy_cut(double gap) {
  constexpr double kLeast = 1e-9, kPerGap = 10, kMost = 1e-3;
  return std::clamp(kPerGap * gap, kLeast, kMost);
}

/// Where rows are solved by least norm, what is weaker than this counts as none.
inline constexpr double kRedundant = 1e-10;

}  // namespace cuttle
