#pragma once

#include <string>
#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/part/built.h"

namespace cuttle {

/// Adds what is probably not meant: a centre of buoyancy outside of the body, a body far heavier
/// than the water that it displaces, a body that displaces none, a shell at a surface. Reads the
/// kinematics of ws.
void warn_of_water(const Built& built, const Workspace& ws, Diagnostics& warnings);

}  // namespace cuttle
