#pragma once
// Where a function of time is no motion: found from its values alone.

#include <optional>

#include "cuttle/signal/sign_changes.h"

namespace cuttle {

struct RoughPlace {
  /// The slope jumps; it grows without bound; the value jumps; it grows without bound.
  enum class Kind { slope_jump, steep, value_jump, pole } kind;
  double t = 0;
};

/// The first of the places that n + 1 samples between start and end show. Where the slope changes
/// between neighbours by more than `tolerance`, ever shorter intervals tell whether it still does.
/// Places that come nearer than some samples, and changes that are smaller than those of the smooth
/// part from one sample to the next, may be missed.
std::optional<RoughPlace> first_rough_place(const FunctionOfTime& f, double start, double end,
                                            double tolerance, int n);

}  // namespace cuttle
