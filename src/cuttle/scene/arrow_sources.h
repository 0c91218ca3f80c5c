#pragma once

#include "cuttle/scene/drawing.h"

namespace cuttle {

/// Arrows for all loads and joint efforts: appends to still.arrows and arrows of the drawing.
void add_arrow_sources(const Scenario& scenario, Drawing& drawing);

}  // namespace cuttle
