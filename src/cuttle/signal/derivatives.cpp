#include "cuttle/signal/derivatives.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cuttle {
namespace {

constexpr double kShrink = 1.7;
constexpr int kLevels = 14;

struct Extrapolated {
  double value = 0, error = std::numeric_limits<double>::infinity();
};

// Extrapolates differences d(h) = d + a h^p + b h^2p + ..., h falling by kShrink
// [Ridders82]; `ratio` is kShrink^p. noise / h^power is the round-off of a difference: small steps
// agree by luck, not by merit.
template <class Difference>
Extrapolated extrapolate_from(const Difference& difference, double h, double noise, int power,
                              double ratio) {
  std::array<double, kLevels> last{}, row{};
  double best = difference(h, 0);
  double best_error = std::numeric_limits<double>::infinity();
  row[0] = best;
  for (int i = 1; i < kLevels; ++i) {
    h /= kShrink;
    last = row;
    row[0] = difference(h, i);
    double factor = ratio;
    for (int j = 1; j <= i; ++j) {
      const auto a = static_cast<std::size_t>(j);
      row[a] = (row[a - 1] * factor - last[a - 1]) / (factor - 1);
      factor *= ratio;
      // the two parents tell how far to trust the child
      const double error = std::max(std::abs(row[a] - row[a - 1]), std::abs(row[a] - last[a - 1])) +
                           noise / (power == 1 ? h : h * h);
      if (error <= best_error) {
        best_error = error;
        best = row[a];
      }
    }
  }
  return {best, best_error};
}

/// A function around x, values that are used again taken once.
class Neighbourhood {
 public:
  Neighbourhood(const std::function<double(double)>& f, double x, const TimeSpan& span)
      : f_(f), x_(x), below_(x - span.from), above_(span.to - x), middle_(f(x)) {}

  /// The first or second derivative. Starts again with shorter steps where the longest cannot see
  /// the function: fast oscillations, a pole nearby. The result with the smallest error estimate is
  /// taken.
  double derivative(int order, double h) {
    constexpr double kUnknown = 1e-3, kRoundOff = 1e6, kFew = 4;
    const auto search = [&](const auto& attempt) {
      Extrapolated best;
      for (const double start : {h, 1e-2 * h, 1e-4 * h}) {
        const Extrapolated next = attempt(start);
        if (!(next.error > best.error) && std::isfinite(next.value)) best = next;
        // shorter steps know less of what is zero but for round-off
        if (best.error <= std::max(1e-8 * std::abs(best.value), kFew * noise(order, start))) break;
      }
      return best;
    };
    Extrapolated best = search([&](double s) { return inside(order, s); });
    // a corner at x: one side of it
    if (best.error > std::max(kUnknown * std::abs(best.value), kRoundOff * noise(order, h)))
      for (const double side : {above_, -below_}) {
        const Extrapolated next = search([&](double s) { return one_sided(order, s, side); });
        if (next.error < best.error) best = next;
      }
    return best.value;
  }

 private:
  double round_off(int order) const { return order * 2e-16 * std::abs(middle_) + 1e-18; }
  double noise(int order, double h) const { return round_off(order) / (order == 1 ? h : h * h); }

  /// Central differences if there is room for them, otherwise those of the roomier side.
  Extrapolated inside(int order, double h) {
    if (!(std::min(below_, above_) >= h))
      return one_sided(order, h, above_ >= below_ ? above_ : -below_);
    const auto first = [&](double s, int i) { return (at(s, i) - at(-s, i)) / (2 * s); };
    const auto second = [&](double s, int i) {
      return (at(s, i) - 2 * middle_ + at(-s, i)) / (s * s);
    };
    constexpr double kRatio = kShrink * kShrink;
    return order == 1 ? extrapolate_from(first, h, round_off(1), 1, kRatio)
                      : extrapolate_from(second, h, round_off(2), 2, kRatio);
  }

  /// `room`: how far the function is known on this side, negative below x.
  Extrapolated one_sided(int order, double h, double room) {
    h = std::min(h, std::abs(room) / order);
    if (!(h > 0)) return {};
    const double side = room > 0 ? 1 : -1;
    const auto first = [&](double s, int i) { return (at(side * s, i) - middle_) / (side * s); };
    const auto second = [&](double s, int i) {
      return (middle_ - 2 * at(side * s, i) + f_(x_ + 2 * side * s)) / (s * s);
    };
    return order == 1 ? extrapolate_from(first, h, 2 * round_off(1), 1, kShrink)
                      : extrapolate_from(second, h, round_off(2), 2, kShrink);
  }

  /// The value at x + s; the second derivative asks at the places of the first, level by level.
  double at(double s, int level) {
    Seen& seen = seen_[static_cast<std::size_t>(2 * level + (s > 0 ? 1 : 0))];
    if (seen.s != s) seen = {s, f_(x_ + s)};
    return seen.value;
  }

  struct Seen {
    double s = 0, value = 0;
  };
  const std::function<double(double)>& f_;
  double x_, below_, above_, middle_;
  std::array<Seen, 2 * kLevels> seen_;  // the last of each level and side
};

}  // namespace

double ridders_derivative_within(const std::function<double(double)>& f, double x,
                                 const TimeSpan& span, double h) {
  return Neighbourhood(f, x, span).derivative(1, h);
}

Slopes ridders_slopes_within(const std::function<double(double)>& f, double x, const TimeSpan& span,
                             double h) {
  Neighbourhood near(f, x, span);
  return {near.derivative(1, h), near.derivative(2, h)};
}

double ridders_derivative(const std::function<double(double)>& f, double x, double h) {
  return Neighbourhood(f, x, {}).derivative(1, h);
}

double ridders_second_derivative(const std::function<double(double)>& f, double x, double h) {
  return Neighbourhood(f, x, {}).derivative(2, h);
}

Slopes ridders_slopes(const std::function<double(double)>& f, double x, double h) {
  return ridders_slopes_within(f, x, {}, h);
}

}  // namespace cuttle
