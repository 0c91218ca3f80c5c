#pragma once

#include "cuttle/scene/drawing.h"

namespace cuttle {

/// All that there is to see of a scenario; every kind of part adds its own.
Drawing make_drawing(const Scenario& scenario);

}  // namespace cuttle
