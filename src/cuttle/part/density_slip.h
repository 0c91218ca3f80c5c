#pragma once

#include "cuttle/base/error.h"

namespace cuttle {

/// Warns of a density [kg/m^3] that looks like one in g/cm^3. `origin` has the field `density`.
void look_at_density(double density, const Origin& origin, Diagnostics& warnings);

}  // namespace cuttle
