#pragma once

#include "cuttle/core/workspace.h"

namespace cuttle {

/// How long [s] the motion may go on before shapes that are apart could have passed through each
/// other unseen. Planes are solid all the way down: they need no care. Reads the kinematics of ws
/// and where its contact shapes are; infinite if nothing can meet.
double safe_step(const Model&, const Workspace& ws);

}  // namespace cuttle
