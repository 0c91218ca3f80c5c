#pragma once
// Where a function of time is no motion: found from its values alone.

#include <functional>
#include <optional>
#include <vector>

namespace cuttle {

using FunctionOfTime = std::function<double(double)>;

/// Times nearer than this part of themselves are the same to an integrator.
inline constexpr double kSameTime = 1e-12;

/// Sample i of n + 1, from start to end; inside they are uneven, or a period that divides their
/// distance would hide.
double sample_time(double start, double end, int i, int n);

/// Times where g changes its sign, also twice between two of n + 1 samples. `touching`: those where
/// it only comes near zero, too.
std::vector<double> sign_changes(const FunctionOfTime& g, double start, double end, int n,
                                 bool touching = false);

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
