#include "cuttle/signal/sign_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace cuttle {
namespace {

double after(double t) { return std::nextafter(t, std::numeric_limits<double>::infinity()); }
int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// The first time at which a function has left the sign that it has at `from`, between there and
/// `to`. A single zero is passed over: a comparison has its new value after it.
double first_change(const FunctionOfTime& g, double from, double to) {
  const int sign = sign_of(g(from));
  const int last = sign_of(g(to));
  const double nearest = 1e-16 * (1 + std::abs(to));
  for (double middle = 0.5 * (from + to); middle > from && middle < to && to - from > nearest;
       middle = 0.5 * (from + to))
    (sign_of(g(middle)) == sign ? from : to) = middle;
  const bool touches = last != 0 && sign_of(g(to)) == 0 && sign_of(g(after(to))) != 0;
  return touches ? after(to) : to;
}

/// Where |g| is smallest between two times, by the golden section; ends at the first other sign.
double nearest_to_zero(const FunctionOfTime& g, double from, double to) {
  constexpr double kSection = 0.6180339887498949;
  const int sign = sign_of(g(from));
  double a = to - kSection * (to - from), b = from + kSection * (to - from);
  double ga = g(a), gb = g(b);
  for (int i = 0; i < 80 && from < a && a < b && b < to; ++i) {
    if (sign_of(ga) != sign) return a;
    if (sign_of(gb) != sign) return b;
    if (std::abs(ga) < std::abs(gb)) {
      to = std::exchange(b, a);
      gb = ga;
      ga = g(a = to - kSection * (to - from));
    } else {
      from = std::exchange(a, b);
      ga = gb;
      gb = g(b = from + kSection * (to - from));
    }
  }
  return std::abs(ga) < std::abs(gb) ? a : b;
}

}  // namespace

double sample_time(double start, double end, int i, int n) {
  if (i <= 0) return start;
  if (i >= n) return end;
  constexpr double kGolden = 0.6180339887498949;
  const double turns = kGolden * i;
  const double shift = 0.6 * (turns - std::floor(turns) - 0.5);
  return start + (end - start) * (i + shift) / n;
}

std::vector<double> sign_changes(const FunctionOfTime& g, double start, double end, int n,
                                 bool touching) {
  std::vector<double> changes;
  const auto add = [&](double from, double to) {
    const double t = first_change(g, from, to), near = kSameTime * (1 + std::abs(t));
    if (t > start + near && t < end - near) changes.push_back(t);
  };
  std::array<std::pair<double, double>, 3> last{};  // times and values
  for (int i = 0; i <= n; ++i) {
    const double t = sample_time(start, end, i, n);
    last = {last[1], last[2], std::pair{t, g(t)}};
    if (i == 0) continue;
    const auto& [a, ga] = last[1];
    const auto& [b, gb] = last[2];
    if (sign_of(ga) != sign_of(gb)) add(a, b);
    if (i == 1) continue;
    const auto& [z, gz] = last[0];
    const bool one_sign = sign_of(gz) == sign_of(ga) && sign_of(ga) == sign_of(gb) && ga != 0;
    if (!one_sign || !(std::abs(ga) <= std::abs(gz) && std::abs(ga) <= std::abs(gb))) continue;
    if (gz == ga && ga == gb) continue;
    const double turn = nearest_to_zero(g, z, b);
    if (sign_of(g(turn)) != sign_of(ga)) {
      add(z, turn);
      add(turn, b);
    } else if (touching) {
      changes.push_back(turn);
    }
  }
  std::ranges::sort(changes);
  return changes;
}

}  // namespace cuttle
