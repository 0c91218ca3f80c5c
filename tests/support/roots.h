#pragma once

#include <cmath>
#include <limits>

namespace cuttle::testing {

/// The root of f between low and high, by bisection down to neighbouring doubles: slow and certain.
/// NaN if f has the same sign at both ends.
template <class F>
double bisect(const F& f, double low, double high) {
  const double f_low = f(low);
  if (f_low == 0) return low;
  const double f_high = f(high);
  if (f_high == 0) return high;
  if ((f_low < 0) == (f_high < 0)) return std::numeric_limits<double>::quiet_NaN();
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) return middle;
    const double f_middle = f(middle);
    if (f_middle == 0) return middle;
    ((f_middle < 0) == (f_low < 0) ? low : high) = middle;
  }
}

}  // namespace cuttle::testing
