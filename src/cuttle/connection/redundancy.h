#pragma once

#include <algorithm>

namespace cuttle {

/// Rows that are redundant on a closed loop are so to the gap that is left off it: below this part
/// of the largest row nothing is known of them. Rows and gap in m and rad, per change of order one.
inline double redundancy_cut(double gap) {
  constexpr double kLeast = 1e-9, kPerGap = 10, kMost = 1e-3;
  return std::clamp(kPerGap * gap, kLeast, kMost);
}

/// Where rows are solved by least norm, what is weaker than this counts as none.
inline constexpr double kRedundant = 1e-10;

}  // namespace cuttle
