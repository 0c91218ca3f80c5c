#include "cuttle/math/quadrature.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <numbers>

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

// extended precision where the machine has it: the results are then exact to the last bit
using Extended = long double;

struct LegendreValue {
  Extended value, derivative;
};

/// P_n and P_n' at -1 < x < 1 by the three-term recurrence.
LegendreValue legendre(int n, Extended x) {
  Extended previous = 1.0;
  Extended current = x;
  for (int k = 2; k <= n; ++k) {
    const Extended next = x * current + (x * current - previous) * (k - 1) / k;
    previous = current;
    current = next;
  }
  return {current, n * (previous - x * current) / ((1 - x) * (1 + x))};
}

Quadrature compute_gauss_legendre(int n) {
  Quadrature rule{VectorX(n), VectorX(n)};

  // roots of P_n on [0, 1), largest first; the others by symmetry
  for (int i = 0; 2 * i < n; ++i) {
    const bool centre = 2 * i + 1 == n;
    Extended x = centre ? 0.0 : std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));

    // Newton from Tricomi's guess: quadratic, four steps are plenty
    for (int step = 0; step < 6 && !centre; ++step) {
      const LegendreValue p = legendre(n, x);
      x -= p.value / p.derivative;
    }

    // weight on [0, 1]: half of 2 / ((1 - x^2) P_n'^2)
    const Extended slope = legendre(n, x).derivative;
    const Extended weight = 1 / ((1 - x) * (1 + x) * slope * slope);
    rule.nodes[i] = static_cast<double>((1 - x) / 2);
    rule.nodes[n - 1 - i] = static_cast<double>((1 + x) / 2);
    rule.weights[i] = rule.weights[n - 1 - i] = static_cast<double>(weight);
  }
  return rule;
}

}  // namespace

Quadrature gauss_legendre(int n) {
  expects(n >= 1, "gauss_legendre needs at least one node");
  // rods ask for the same rules again and again
  struct Kept {
    std::once_flag once;
    Quadrature rule;
  };
  constexpr int kMost = 64;
  static std::array<Kept, kMost + 1> all;
  if (n > kMost) return compute_gauss_legendre(n);
  Kept& kept = all[std::size_t(n)];
  std::call_once(kept.once, [&] { kept.rule = compute_gauss_legendre(n); });
  return kept.rule;
}

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
