#pragma once

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Writes work.placed, where all contact shapes are now. Reads the kinematics of ws; `work` may be
/// ws.contact.
void place_shapes(const Model&, const Workspace& ws, ContactWork& work);

}  // namespace cuttle
