#pragma once

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// Reads x.q, x.v, prescribed coordinates of u, and the accelerations a unless null.
/// Writes X, V, c (and A when a is given) of all joint steps, X_WB, V_B (A_B) of all bodies, and
/// their points; clears the points' loads and p_q. Entries of the input that follow the state get
/// their values in ws.acting. Cost linear in the bodies. Never allocates.
void update_kinematics(const Model&, const State&, const Input&, const double* a, Workspace&);

/// Runs all actors on the updated kinematics: loads at points, generalised forces in p_q.
void apply_actors(const Model&, const State&, const Input&, bool with_tangent, Workspace&);

/// All that acts at x: u, with the entries that follow the state.
Input input_at(const Model&, const State& x, const Input& u);

/// Pose of a point in the world, its twist in its own frame.
Pose point_pose(const Workspace&, int body, int point);
Vector6 point_twist(const Workspace&, int body, int point);

/// Fails if some body cannot be where it is (a shell that went through its axis): names it.
Status body_fault(const Model&, const Workspace&, double t);

}  // namespace cuttle
