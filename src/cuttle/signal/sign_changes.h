#pragma once

#include <functional>
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

}  // namespace cuttle
