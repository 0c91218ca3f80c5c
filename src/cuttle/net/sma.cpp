#include "cuttle/net/sma.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuttle {
namespace {

// 1 - L, the share of the pulse that acts a time s after it
double share(const SmaLaw& law, double s) { return 1 / (1 + std::exp((s - law.t0) / law.tau)); }

// time since the last pulse; a pulse takes effect just after its instant
struct Since {
  double s;
  bool first;
};

Since since_pulse(const SmaLaw& law, double t) {
  const double s = t - law.phase;
  if (law.period <= 0) return {.s = s, .first = true};
  // a time that a sum of steps brings to a pulse belongs to the cycle before it
  const double cycle = std::max(0.0, std::ceil(s / law.period - 1e-9) - 1);
  return {.s = s - cycle * law.period, .first = cycle == 0};
}

}  // namespace

SmaValue sma_value(const SmaLaw& law, double t) {
  double acting = 0;
  const Since now = since_pulse(law, t);
  if (now.s > 1e-9 * law.period) {
    acting = share(law, now.s);
    if (now.s < law.rise) {
      const double before = now.first ? 0 : share(law, law.period);
      acting = before + now.s / law.rise * (acting - before);
    }
  }
  return sma_value_of(law, acting);
}

SmaValue sma_value_of(const SmaLaw& law, double share) {
  return {.rest_curvature = law.rest_curvature + law.amplitude * share,
          .stiffness_factor = 1 + (law.hot_stiffness - 1) * share};
}

double next_corner(const SmaLaw& law, double t) {
  // round-off may put t on either side of a pulse, so look at two cycles
  const double cycle = law.period > 0 ? std::floor((t - law.phase) / law.period) : 0;
  for (double n = std::max(0.0, cycle); n <= std::max(0.0, cycle) + 1; ++n) {
    const double pulse = law.phase + n * law.period;
    if (pulse > t) return pulse;
    if (pulse + law.rise > t) return pulse + law.rise;
    if (law.period <= 0) break;
  }
  return law.period > 0 ? law.phase + (cycle + 2) * law.period
                        : std::numeric_limits<double>::infinity();
}

}  // namespace cuttle
