#pragma once
// The rows of one connection at a state. V_r, the twist of frame B relative to frame A, is held by
//   C V_r = 0,   C V_r' + C' V_r = 0,
// and their integral, the gap, is zero where the frames meet.

#include "cuttle/core/connection.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// Up to six rows; those of rotations come first.
struct ConnectionRows {
  int count = 0, turns = 0;
  Matrix6 C = Matrix6::Zero();     // (count x 6) in frame B
  Vector6 gap = Vector6::Zero();   // [rad] and [m]
  Vector6 bias = Vector6::Zero();  // C' V_r
};

/// Rows for the pose of B in A and their relative twist.
ConnectionRows connection_rows(const Connection&, const Pose& X_AB, const Vector6& V_r);

/// How far two frames are from where a connection holds them: the whole way and the whole angle in
/// what it holds, however far they are apart. Zero where its rows have no gap.
struct Offset {
  double distance = 0, angle = 0;  // [m], [rad]
};
Offset offset_of(const Connection&, const Pose& X_AB);

/// A mount of a robot: all six-vectors in the mount's own frame.
struct MountMotion {
  Pose X_BM;  // in the base frame of its body (world: the mount in the world)
  Pose X_WM;
  Vector6 V, A;  // A as the tree has it: gravity is the acceleration of the world
};

/// Reads the kinematics of ws; A reads ws.a and A_B as well (after solve_tree).
MountMotion mount_motion(const Model&, const Workspace&, const Mount&, bool with_acceleration);

/// Everything about a closed connection at the state of ws.
struct ConnectionMotion {
  MountMotion a, b;
  Pose X_AB;
  Vector6 V_r, A_r;  // twist and acceleration of B relative to A, in B
  ConnectionRows rows;
};
ConnectionMotion connection_motion(const Model&, const Workspace&, const Connection&,
                                   const ConnectionState&, bool with_acceleration);

/// Wrenches of unit multipliers on the two bodies, in their base coordinates: columns (6 x count).
struct RowWrenches {
  Matrix6 on_a = Matrix6::Zero(), on_b = Matrix6::Zero();
};
RowWrenches row_wrenches(const ConnectionMotion&);

// How the rows of a closed connection answer to small motions of its two mounts.

/// (zeta, dV, dA) of a mount in its own frame: displacement twist, and what an observer on the
/// mount sees its twist and acceleration change by. Zero for a mount in the world.
using MountVariation = Eigen::Matrix<double, 18, 1>;

/// Displacement of B relative to A in B (6), and the change of the rows' accelerations
/// C A_r + C' V_r (count).
struct RowVariation {
  Vector6 zeta;
  Vector6 acceleration;
};

/// `motion` must hold the accelerations.
RowVariation row_variation(const Connection&, const ConnectionMotion& motion,
                           const MountVariation& a, const MountVariation& b);

/// d(C^T lambda) in B per relative displacement in B: rows that turn with A (universal joints).
Matrix6 turning_rows(const Connection&, const ConnectionMotion&, const double* lambda);

}  // namespace cuttle
