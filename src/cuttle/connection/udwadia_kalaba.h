#pragma once

#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// The closed connections as A a = b.
struct AccelerationRows {
  MatrixX A;               // (rows x nv); columns of prescribed coordinates are zero
  VectorX b;               // (rows)
  std::vector<int> block;  // (rows) a number for the rotations and one for the displacements of
                           // each connection
};

/// Fixed connections have the seven rows of [Nielsen16] (20)-(26): three of the displacement
/// p_A - p_B in the world, four of the quaternion u_B* u_A, the order of (24)-(26); (21) has the
/// other one, which holds in the plane only. Other kinds have the rows of
/// connection_rows.h. Reads the kinematics of ws for no accelerations; clears ws.a.
AccelerationRows acceleration_rows(const Model&, const State& x, Workspace& ws);

/// Forward dynamics under the closed connections in the form of [Nielsen16] (16), with whole
/// matrices and no tree sweep:
///   a = a_free + M^(-1/2) (A M^(-1/2))^+ (b - A a_free).
/// A reference for ConstraintSolver: it leaves in ws what that leaves there, allocates, and its
/// cost grows with the cube of the number of velocities.
Status udwadia_kalaba(const Model&, const State& x, const Input& u, Workspace& ws);

}  // namespace cuttle
