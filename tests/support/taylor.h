#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle::testing {

/// Slope of log y over log x by least squares: y = c x^p gives p. All values must be positive.
inline double fit_slope(std::span<const double> xs, std::span<const double> ys) {
  if (xs.size() != ys.size() || xs.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double n = static_cast<double>(xs.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    mean_x += std::log(xs[i]) / n;
    mean_y += std::log(ys[i]) / n;
  }
  double sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double dx = std::log(xs[i]) - mean_x;
    sxx += dx * dx;
    sxy += dx * (std::log(ys[i]) - mean_y);
  }
  return sxy / sxx;
}

/// Order p of a method whose step is divided by `ratio` from one error to the next.
inline double measured_order(std::span<const double> errors, double ratio) {
  std::vector<double> steps;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    steps.push_back(std::pow(ratio, -static_cast<double>(i)));
  }
  return fit_slope(steps, errors);
}

inline double magnitude(double x) { return std::abs(x); }

template <class Derived>
double magnitude(const Eigen::MatrixBase<Derived>& x) {
  return x.norm();
}

/// Order in e of the Taylor remainder |f(x + e dx) - f(x) - e g|: 2 for the right derivative g of f
/// along dx, 1 for a wrong one, infinity if the remainder is round-off only (f linear along dx).
/// f(x) is a number or a vector; `derivative` is the value g, or a function (x, dx) that gives it.
/// e runs over 2^-3 .. 2^-14; the four smallest whose remainder stands above round-off are fitted.
template <class F, class Derivative>
double remainder_order(const F& f, const Derivative& derivative, const VectorX& x,
                       const VectorX& dx) {
  // Eigen's vectors can be called like functions, so ask for values first
  constexpr bool kIsValue =
      std::is_arithmetic_v<Derivative> || std::is_convertible_v<const Derivative&, VectorX>;
  if constexpr (!kIsValue) {
    return remainder_order(f, derivative(x, dx), x, dx);
  } else {
    // plain values, so that no expression refers to a temporary
    using Value = std::conditional_t<std::is_arithmetic_v<Derivative>, double, VectorX>;
    const Value f0 = f(x), g = derivative;
    std::vector<double> es, remainders;
    for (int k = 14; k >= 3 && es.size() < 4; --k) {
      const double e = std::ldexp(1.0, -k);
      const Value fe = f(VectorX(x + e * dx));
      const Value remainder = fe - f0 - e * g;
      const double round_off = 1e-12 * (magnitude(f0) + magnitude(fe));
      if (!std::isfinite(magnitude(remainder))) return std::numeric_limits<double>::quiet_NaN();
      if (magnitude(remainder) <= round_off) continue;
      es.push_back(e);
      remainders.push_back(magnitude(remainder));
    }
    if (es.size() < 2) return std::numeric_limits<double>::infinity();
    return fit_slope(es, remainders);
  }
}

}  // namespace cuttle::testing
