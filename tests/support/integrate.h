#pragma once

#include <array>

namespace cuttle::testing {

/// Solution at x1 of y' = f(x, y), y(x0) = y0, by Gragg's midpoint rule extrapolated to order 12
/// over `steps` equal steps. Shares nothing with the project's own integrators.
/// State: a fixed-size Eigen vector. A few dozen smooth steps reach round-off.
template <class State, class F>
State integrate(const F& f, double x0, double x1, const State& y0, int steps = 32) {
  constexpr int kColumns = 6;
  const double H = (x1 - x0) / steps;
  State y = y0;
  for (int step = 0; step < steps; ++step) {
    const double x = x0 + step * H;
    // increments over the step, not states: their round-off is smaller by the step
    std::array<State, kColumns> table;
    for (int j = 0; j < kColumns; ++j) {
      // n leap-frog steps; the error of the smoothed end value is a series in h^2
      const int n = 2 * (j + 1);
      const double h = H / n;
      State before = State::Zero();
      State now = h * f(x, y);
      for (int i = 1; i < n; ++i) {
        const State next = before + 2 * h * f(x + i * h, State(y + now));
        before = now;
        now = next;
      }
      table[j] = 0.5 * (before + now + h * f(x + H, State(y + now)));

      // Aitken-Neville towards h = 0, in place
      for (int k = j - 1; k >= 0; --k) {
        const double ratio = static_cast<double>(n) / (2 * (k + 1));
        table[k] = table[k + 1] + (table[k + 1] - table[k]) / (ratio * ratio - 1);
      }
    }
    y += table[0];
  }
  return y;
}

}  // namespace cuttle::testing
