#pragma once

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// All that can be wrong with a shell without any geometry.
void check_shell(const ScenarioSpec& scenario, const BodySpec& body, Diagnostics& diagnostics);

}  // namespace cuttle
