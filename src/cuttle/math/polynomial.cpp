#include "cuttle/math/polynomial.h"

#include <cstddef>

#include "cuttle/base/contract.h"

namespace cuttle {

namespace {

/// P_0 = 1, P_1 = slope * s + offset; the start that all three families share.
void start(double s, double slope, double offset, std::span<double> value,
           std::span<double> derivative) {
  expects(value.size() == derivative.size(), "values and derivatives have the same size");
  if (!value.empty()) {
    value[0] = 1.0;
    derivative[0] = 0.0;
  }
  if (value.size() > 1) {
    value[1] = slope * s + offset;
    derivative[1] = slope;
  }
}

}  // namespace

void shifted_legendre(double s, std::span<double> value, std::span<double> derivative) {
  start(s, 2.0, -1.0, value, derivative);
  const double x = 2.0 * s - 1.0;

  // k P_k = (2k - 1) x P_{k-1} - (k - 1) P_{k-2},   P_k' = P_{k-2}' + 2 (2k - 1) P_{k-1}
  for (std::size_t k = 2; k < value.size(); ++k) {
    const double n = static_cast<double>(k);
    value[k] = ((2.0 * n - 1.0) * x * value[k - 1] - (n - 1.0) * value[k - 2]) / n;
    derivative[k] = derivative[k - 2] + 2.0 * (2.0 * n - 1.0) * value[k - 1];
  }
}

void shifted_chebyshev(double s, std::span<double> value, std::span<double> derivative) {
  start(s, 2.0, -1.0, value, derivative);
  const double x = 2.0 * s - 1.0;

  // T_k = 2 x T_{k-1} - T_{k-2} and its derivative, dx/ds = 2
  for (std::size_t k = 2; k < value.size(); ++k) {
    value[k] = 2.0 * x * value[k - 1] - value[k - 2];
    derivative[k] = 2.0 * x * derivative[k - 1] + 4.0 * value[k - 1] - derivative[k - 2];
  }
}

void monomials(double s, std::span<double> value, std::span<double> derivative) {
  start(s, 1.0, 0.0, value, derivative);
  for (std::size_t k = 2; k < value.size(); ++k) {
    value[k] = s * value[k - 1];
    derivative[k] = static_cast<double>(k) * value[k - 1];
  }
}

}  // namespace cuttle
