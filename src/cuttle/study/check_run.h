#pragma once

#include "cuttle/compile/compile.h"

namespace cuttle {

/// Throws InputError for what a run would refuse before its first step: figures of columns that
/// there are not, expectations of unknown figures, studies that cannot be made of this robot.
void check_run(const Scenario& scenario);

}  // namespace cuttle
