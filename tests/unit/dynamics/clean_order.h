#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "support/taylor.h"

namespace cuttle::testing {

/// What is left of a change when the first-order change is taken off.
struct Remainder {
  double left = 0;   // size of what is left
  double first = 0;  // of the first-order change
  double whole = 0;  // of the values themselves
};

/// Order in e of what remains(e) leaves, at the smallest e = 2^-k that show a clean power: 2 for
/// the right derivative, 1 for a wrong one. Infinity if nothing is left but round-off of the values
/// or of the derivative, `round_off` of its size; NaN if there is no clean power.
template <class Remains>
double clean_order(const Remains& remains, double round_off) {
  constexpr size_t kWindow = 5;
  std::vector<double> es, left;
  bool linear = true;
  for (int k = 26; k >= 2; --k) {
    if (k == 2 && linear) break;  // so large a change is for what has shown a remainder
    const double e = std::ldexp(1.0, -k);
    const Remainder r = remains(e);
    if (r.left < 1e-13 * r.whole + round_off * r.first) {
      es.clear();
      left.clear();
      continue;
    }
    linear &= r.left < 1e-9 * r.whole;
    es.push_back(e);
    left.push_back(r.left);
    if (es.size() < kWindow) continue;
    const std::span<const double> x(&es[es.size() - kWindow], kWindow),
        y(&left[es.size() - kWindow], kWindow);
    const double slope = fit_slope(x, y);
    double off = 0;  // from a line of that slope through the middle
    for (size_t i = 0; i < kWindow; ++i)
      off = std::max(
          off, std::abs(std::log(y[i] / y[kWindow / 2]) - slope * std::log(x[i] / x[kWindow / 2])));
    if (slope > 0.7 && off < 0.03) return slope;
  }
  return linear ? std::numeric_limits<double>::infinity()
                : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace cuttle::testing
