#pragma once

#include <string>

#include "cuttle/connection/connection_rows.h"

namespace cuttle {

/// The rows of the closed connections that no motion can meet at the same time, in words:
///   "; cannot be satisfied together: 'one' (displacement along z), 'two' (rotation about x), in
///   the axes of frame b"
/// They are those with a part in gap - A A^+ gap, which lies in the left null space of A. Empty if
/// the connections do not contradict each other at the kinematics of ws.
std::string describe_conflict(const Model&, const State& x, const Workspace& ws);

}  // namespace cuttle
