#include "cuttle/signal/rough_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace cuttle {

namespace {

// The interval, in parts of the whole, that tells the kind of a place. At much shorter ones
// asin(sin(t)) is round-off only, which is the root of that of a number.
constexpr double kNarrowest = 1e-6;
// What happens while the interval falls by this factor tells the kind of a place: a change that
// does not fall is a jump.
constexpr int kHalvings = 4;
constexpr double kFalls = 0.6, kGrows = 1.5, kPole = 2;
// Beside a jump nothing else happens, in parts of its size, at so many intervals.
constexpr double kCalm = 0.25;
constexpr int kCalmIntervals = 4;
// Values at most, in those of the first look.
constexpr long kEvaluations = 8;

/// Five values at even distances, ever nearer to where the slope changes most.
class Zoom {
 public:
  Zoom(const FunctionOfTime& f, double from, double to) : f_(f), from_(from), width_(to - from) {
    for (std::size_t i = 0; i < 5; ++i) x_[i] = f_(time(i));
  }

  double width() const { return width_; }
  double middle() const { return time(2); }
  bool finite() const {
    return std::ranges::all_of(x_, [](double x) { return std::isfinite(x); });
  }

  /// How much the slope changes in the interval, and what of that may be round-off.
  double change() const {
    double low = slope(0), high = slope(0);
    for (std::size_t i = 1; i < 4; ++i) {
      low = std::min(low, slope(i));
      high = std::max(high, slope(i));
    }
    return high - low;
  }
  double round_off() const {
    const double steepest = std::max(std::abs(slope(0)), std::abs(slope(3)));
    return 64 * std::numeric_limits<double>::epsilon() * (size() + steepest * std::abs(middle())) /
           width_;
  }
  double size() const {
    double most = 0;
    for (const double x : x_) most = std::max(most, std::abs(x));
    return most;
  }
  double range() const { return std::ranges::max(x_) - std::ranges::min(x_); }

  /// To the two parts beside the point where the slope changes most.
  void halve() {
    std::size_t at = 1;
    for (std::size_t i = 2; i < 4; ++i)
      if (std::abs(slope(i) - slope(i - 1)) > std::abs(slope(at) - slope(at - 1))) at = i;
    const std::array kept{x_[at - 1], x_[at], x_[at + 1]};
    from_ = time(at - 1);
    width_ /= 2;
    x_ = {kept[0], f_(time(1)), kept[1], f_(time(3)), kept[2]};
  }

 private:
  double time(std::size_t i) const { return from_ + 0.25 * double(i) * width_; }
  double slope(std::size_t i) const { return 4 * (x_[i + 1] - x_[i]) / width_; }

  const FunctionOfTime& f_;
  double from_, width_;
  std::array<double, 5> x_{};
};

/// How far the values and the slopes on one side of t range, at six places a step h apart.
struct Ranges {
  double value = 0, slope = 0;
};
Ranges ranges_beside(const FunctionOfTime& f, double t, double h, double start, double end) {
  constexpr int kPlaces = 6;
  std::vector<double> x, slopes;
  for (int i = 1; i <= kPlaces; ++i)
    if (const double at = t + i * h; at >= start && at <= end) x.push_back(f(at));
  for (std::size_t i = 1; i < x.size(); ++i) slopes.push_back((x[i] - x[i - 1]) / std::abs(h));
  const auto range = [](const std::vector<double>& list) {
    return list.empty() ? 0 : std::ranges::max(list) - std::ranges::min(list);
  };
  return {range(x), range(slopes)};
}

class Search {
 public:
  Search(const FunctionOfTime& f, double start, double end, double tolerance)
      : f_(f), start_(start), end_(end), tolerance_(tolerance) {}

  double shortest() const { return kNarrowest * (end_ - start_); }

  std::optional<RoughPlace> look_closer(Zoom zoom) const {
    using Kind = RoughPlace::Kind;
    std::vector<Zoom> before;
    while (true) {
      // no value between values: a pole
      if (!zoom.finite() && before.empty()) return std::nullopt;
      if (!zoom.finite()) return RoughPlace{Kind::pole, zoom.middle()};
      if (zoom.change() <= tolerance_ + zoom.round_off()) return std::nullopt;
      if (zoom.width() <= shortest() && before.size() >= kHalvings) break;
      before.push_back(zoom);
      zoom.halve();
    }
    const Zoom& wide = before[before.size() - kHalvings];
    const double change = zoom.change() / wide.change();
    if (zoom.size() > kPole * wide.size()) return growth(Kind::pole, zoom);
    if (zoom.range() > kFalls * wide.range()) return jump(Kind::value_jump, zoom);
    if (change > kGrows) return growth(Kind::steep, zoom);
    if (change > kFalls) return jump(Kind::slope_jump, zoom);
    return std::nullopt;
  }

 private:
  /// A jump stays in ever shorter intervals as long as round-off lets it be seen. An oscillation
  /// that is faster than all of them looks like jumps everywhere, so beside a jump all must be
  /// calm.
  std::optional<RoughPlace> jump(RoughPlace::Kind kind, Zoom zoom) const {
    const bool value = kind == RoughPlace::Kind::value_jump;
    const double size = value ? zoom.range() : zoom.change();
    RoughPlace place{kind, zoom.middle()};
    for (int i = 0; zoom.width() > kSameTime * (1 + std::abs(place.t)); ++i, zoom.halve()) {
      const bool seen = zoom.round_off() < kCalm * zoom.change() && calm(zoom, value, size);
      if (!seen && i < kCalmIntervals) return std::nullopt;
      if (!seen) break;
      if ((value ? zoom.range() : zoom.change()) < kFalls * size) return std::nullopt;
      place.t = zoom.middle();
    }
    return place;
  }

  /// What grows goes on doing so, and does not beside the place.
  std::optional<RoughPlace> growth(RoughPlace::Kind kind, Zoom zoom) const {
    const double first = zoom.change();
    for (int i = 0; i < kCalmIntervals && zoom.finite(); ++i, zoom.halve())
      if (!calm(zoom, false, zoom.change())) return std::nullopt;
    if (zoom.finite() && !(zoom.change() > kGrows * first)) return std::nullopt;
    return RoughPlace{kind, zoom.middle()};
  }

  bool calm(const Zoom& zoom, bool value, double size) const {
    for (const double h : {-zoom.width(), zoom.width()}) {
      const Ranges beside = ranges_beside(f_, zoom.middle(), h, start_, end_);
      if (!((value ? beside.value : beside.slope) < kCalm * size)) return false;
    }
    return true;
  }

  const FunctionOfTime& f_;
  double start_, end_, tolerance_;
};

}  // namespace

std::optional<RoughPlace> first_rough_place(const FunctionOfTime& f, double start, double end,
                                            double tolerance, int n) {
  struct Candidate {
    double from, to, change;
  };
  long evaluations = 0;
  const FunctionOfTime counted = [&](double t) {
    ++evaluations;
    return f(t);
  };
  std::vector<Candidate> candidates;
  std::array<double, 3> t{}, x{};
  for (int i = 0; i <= n; ++i) {
    t = {t[1], t[2], sample_time(start, end, i, n)};
    x = {x[1], x[2], f(t[2])};
    if (i < 2) continue;
    const double change = std::abs((x[2] - x[1]) / (t[2] - t[1]) - (x[1] - x[0]) / (t[1] - t[0]));
    // half-way between two samples a jump of the slope is seen by halves
    if (change > 0.5 * tolerance) candidates.push_back({t[0], t[2], change});
  }
  std::ranges::stable_sort(candidates, std::greater(), &Candidate::change);
  const Search search(counted, start, end, tolerance);
  std::optional<RoughPlace> first;
  for (const auto& [from, to, change] : candidates) {
    if (evaluations > kEvaluations * n) break;
    if (first && from > first->t) continue;
    const auto place = search.look_closer(Zoom(counted, from, to));
    if (place && (!first || place->t < first->t)) first = place;
  }
  // what happens at the start is seen just after it
  if (first && first->t - start < search.shortest()) first->t = start;
  return first;
}

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
