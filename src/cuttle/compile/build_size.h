#pragma once
// Limits of size, so that whatever is accepted can be built in seconds and in a part of the memory
// of any computer.

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// Reports rods with more coordinates than one dense matrix should have, or too many points for
/// them, and robots with too many coordinates or inputs. After the Gauss points are chosen, before
/// anything is allocated for them.
void check_size(ScenarioDraft& draft);

}  // namespace cuttle
