#pragma once
// What water adds to a drawing: its surface, its current, thrusters and fins.

#include "cuttle/scene/drawing.h"

namespace cuttle {

void add_water(const Scenario& scenario, Drawing& drawing);

}  // namespace cuttle
