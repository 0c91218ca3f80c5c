#include "cuttle/signal/interpolation.h"

#include <cstddef>

namespace cuttle {

std::vector<double> monotone_slopes(const std::vector<double>& t, const std::vector<double>& x) {
  std::vector<double> slopes(t.size(), 0.0);
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    const double h0 = t[i] - t[i - 1], h1 = t[i + 1] - t[i];
    const double left = (x[i] - x[i - 1]) / h0, right = (x[i + 1] - x[i]) / h1;
    const bool turns = !((left > 0 && right > 0) || (left < 0 && right < 0));
    // weights that keep both sides below three of their slopes [FritschCarlson80]
    const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    if (!turns) slopes[i] = (w0 + w1) / (w0 / left + w1 / right);
  }
  return slopes;
}

// by tridiagonal elimination
std::vector<double> spline_curvatures(const std::vector<double>& t, const std::vector<double>& x) {
  const std::size_t n = t.size();
  std::vector<double> curvature(n, 0.0), upper(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h0 = t[i] - t[i - 1], h1 = t[i + 1] - t[i];
    const double right = 6 * ((x[i + 1] - x[i]) / h1 - (x[i] - x[i - 1]) / h0);
    const double pivot = 2 * (h0 + h1) - h0 * upper[i - 1];
    upper[i] = h1 / pivot;
    curvature[i] = (right - h0 * curvature[i - 1]) / pivot;
  }
  for (std::size_t i = n; i-- > 1;)
    if (i + 1 < n) curvature[i] -= upper[i] * curvature[i + 1];
  return curvature;
}

}  // namespace cuttle
