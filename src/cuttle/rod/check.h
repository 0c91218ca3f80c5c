#pragma once

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// All that can be wrong with a rod without any physics.
void check_rod(const BodySpec& body, Diagnostics& diagnostics);

/// Rods need the densities of their materials, which the model may hold.
void check_densities(const ScenarioSpec& scenario, const BodySpec& body, Diagnostics& diagnostics);

}  // namespace cuttle
