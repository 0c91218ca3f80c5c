#pragma once

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// Reports prescribed coordinates that jump while a motion lasts, and expressions whose velocity
/// does: of those, the velocities on both sides of a corner are not known exactly.
void check_drives(ScenarioDraft& draft);

}  // namespace cuttle
