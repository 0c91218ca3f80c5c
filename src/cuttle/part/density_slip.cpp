#include "cuttle/part/density_slip.h"

#include <fmt/format.h>

namespace cuttle {

void look_at_density(double density, const Origin& origin, Diagnostics& warnings) {
  constexpr double kLightest = 0.5, kHeaviest = 25;  // [g/cm^3] of what is solid
  if (density >= kLightest && density <= kHeaviest)
    warnings.add(origin.warning(
        "density",
        fmt::format("{:.4g} kg/m^3 is lighter than foam: {:.4g} g/cm^3?", density, density)));
}

}  // namespace cuttle
