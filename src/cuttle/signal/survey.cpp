#include "cuttle/signal/survey.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "cuttle/math/constants.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/expression_parts.h"
#include "cuttle/signal/rough_places.h"

namespace cuttle {
namespace {

// How far from a line through its neighbours a sample may lie, in parts of the largest value.
constexpr double kStraight = 0.02;
// Samples at most, in those of the first look; then the survey is not complete.
constexpr long kBudget = 24;
// A signal is as fast as the time tells in which it varies by this part of its largest value.
constexpr double kVariation = 0.1;
// What turns within so many samples is a short event.
constexpr double kShortEvent = 8;
// Samples of a formula in which nothing can be short.
constexpr int kPolynomial = 200;
// An event is followed from so many of its own lengths before it.
constexpr double kMargin = 2;
// Brackets that are zero more often are periodic: their zeros mark no event.
constexpr std::size_t kMaxZeros = 64;
// Steps that slow pieces may be cut into because a signal is fast; above, it is only told.
constexpr double kMostSteps = 1e5;

// Characters of formulas that are evaluated for what the text tells: some tenths of a second.
constexpr double kMostCharacters = 1e8;

// Sides of a comparison may be equal for a moment: some numbers before, nothing has changed yet.
double before(double t) { return t - 1e-15 * (1 + std::abs(t)); }

class Survey {
 public:
  Survey(const PlainSignal& signal, double X, double start, double end, int samples)
      : spec_(signal.spec), signal_(signal), X_(X), start_(start), end_(end), n_(samples) {}

  SignalSurvey look() {
    jumps_ = signal_.breakpoints;
    const bool spline =
        spec_.kind == SignalSpec::Kind::table && (spec_.interpolation == Interpolation::cubic ||
                                                  spec_.interpolation == Interpolation::smooth);
    const bool formula = spec_.kind == SignalSpec::Kind::expression;
    // between the corners of the others is nothing to see
    if (!spline && !formula) n_ = 1;
    if (formula && is_low_polynomial(spec_.expression)) n_ = std::min(n_, kPolynomial);
    if (spline)
      for (const double t : spec_.times)
        if (t > start_ && t < end_) times_.push_back(t);
    if (formula) read_text();
    sample();
    for (std::size_t i = 0; i + 1 < samples_.size() && (spline || formula); ++i) take_interval(i);
    divide();
    return std::move(result_);
  }

 private:
  struct Sample {
    double t, x;
  };
  struct Leaf {  // a part over which the signal is straight
    double from, to, change;
    double pace = kInfinity;
  };
  /// Leaves over which the signal varies by a part of its size, up to the one whose number the
  /// window has.
  struct Window {
    std::size_t first = 0;
    double pace = kInfinity;
  };
  struct Event {
    double from, to, pace;
  };

  double value(double t) {
    ++evaluations_;
    const double x = signal_.value(t);
    result_.see(t, x);
    return x;
  }

  /// A part of the formula as a function of time; nothing if time is not in it.
  std::optional<FunctionOfTime> part(const std::string& text) {
    const auto formula = std::make_shared<const Expression>(
        text, std::vector<std::string>{"t", "X"}, spec_.copy, spec_.origin);
    if (!formula->uses("t")) return std::nullopt;
    return [this, formula, length = double(text.size())](double t) {
      characters_ += length;
      return formula->value(std::array{t, X_});
    };
  }

  /// Parts of a long formula may be many, and long themselves.
  bool worth_reading() {
    if (characters_ <= kMostCharacters) return true;
    result_.complete = false;
    return false;
  }

  void read_text() {
    for (const std::string& text : switching_formulas(spec_.expression)) {
      if (!worth_reading()) return;
      if (const auto g = part(text))
        for (const double t : sign_changes(*g, start_, end_, n_)) jumps_.push_back(t);
    }
    for (const std::string& text : bracketed_formulas(spec_.expression)) {
      if (!worth_reading()) return;
      if (const auto g = part(text)) {
        const std::vector<double> zeros = sign_changes(*g, start_, end_, std::min(n_, 256), true);
        if (zeros.size() > kMaxZeros) continue;
        for (const double t : zeros) look_around(t);
      }
    }
  }

  /// Adds times ever nearer to t.
  void look_around(double t) {
    times_.push_back(t);
    const double nearest = kSameTime * (1 + std::abs(t));
    for (double d = (end_ - start_) / n_; d > nearest; d *= 0.5)
      for (const double at : {t - d, t + d})
        if (at > start_ && at < end_) times_.push_back(at);
  }

  void sample() {
    std::ranges::sort(jumps_);
    // formulas may have NaN where others decide: nothing changes there
    for (const double t : jumps_) {
      times_.push_back(before(t));
      times_.push_back(t);
    }
    for (int i = 0; i <= n_; ++i) times_.push_back(sample_time(start_, end_, i, n_));
    std::ranges::sort(times_);
    const auto tail = std::ranges::unique(times_);
    times_.erase(tail.begin(), tail.end());
    for (const double t : times_) {
      samples_.push_back({t, value(t)});
      if (std::isfinite(samples_.back().x)) size_ = std::max(size_, std::abs(samples_.back().x));
    }
    look_at_valleys();
    evaluations_ = 0;
  }

  /// Between three samples the lowest value is where their parabola has it.
  void look_at_valleys() {
    for (std::size_t i = 1; i + 1 < samples_.size(); ++i) {
      const auto& [ta, xa] = samples_[i - 1];
      const auto& [t, x] = samples_[i];
      const auto& [tb, xb] = samples_[i + 1];
      if (!(x <= xa && x <= xb && xa + xb > 2 * x)) continue;
      const double left = (x - xa) / (t - ta), right = (xb - x) / (tb - t);
      const double bottom = 0.5 * (ta + t) - left * 0.5 * (tb - ta) / (right - left);
      if (std::isfinite(bottom)) value(bottom);
    }
  }

  bool known_jump(double from, double to) const {
    const auto next = std::ranges::upper_bound(jumps_, from);
    return next != jumps_.end() && *next <= to;
  }

  /// How far sample i lies from the line through its neighbours; 0 beside a known corner.
  double bend(std::size_t i) const {
    if (i == 0 || i + 1 >= samples_.size()) return 0;
    const auto& [ta, xa] = samples_[i - 1];
    const auto& [t, x] = samples_[i];
    const auto& [tb, xb] = samples_[i + 1];
    if (known_jump(ta, tb)) return 0;
    return std::abs(x - xa - (xb - xa) * (t - ta) / (tb - ta));
  }

  void take_interval(std::size_t i) {
    const Sample a = samples_[i], b = samples_[i + 1];
    if (!std::isfinite(a.x + b.x) || known_jump(a.t, b.t)) return;
    const double most = kStraight * size_;
    if (bend(i) > most || bend(i + 1) > most)
      refine(a, b);
    else
      add_leaf(a, b);
  }

  void add_leaf(const Sample& a, const Sample& b) {
    leaves_.push_back({a.t, b.t, std::abs(b.x - a.x)});
  }

  void refine(const Sample& a, const Sample& b) {
    const double middle = 0.5 * (a.t + b.t);
    if (evaluations_ > kBudget * n_) {
      result_.complete = false;
      return add_leaf(a, b);
    }
    if (!(middle > a.t && middle < b.t)) {
      if (std::abs(b.x - a.x) > kStraight * size_) found_.push_back(b.t);
      return;
    }
    const Sample m{middle, value(middle)};
    if (!std::isfinite(m.x)) return;
    if (std::abs(m.x - 0.5 * (a.x + b.x)) <= kStraight * size_) {
      add_leaf(a, m);
      add_leaf(m, b);
      return;
    }
    refine(a, m);
    refine(m, b);
  }

  /// From the time in which a signal varies by a part of its size to that in which it would vary
  /// by twice its size: a third of the period of a sine.
  void set_paces() {
    std::ranges::sort(leaves_, {}, &Leaf::from);
    if (!(size_ > 0)) return;
    const double share = kVariation * size_;
    double variation = 0;
    std::size_t first = 0;
    std::vector<Window> windows(leaves_.size());
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      // jumps part what follows from what was before
      if (i > first && known_jump(leaves_[i - 1].from, leaves_[i].from)) {
        first = i;
        variation = 0;
      }
      variation += leaves_[i].change;
      while (first < i && variation - leaves_[first].change >= share)
        variation -= leaves_[first++].change;
      const double time = (leaves_[i].to - leaves_[first].from) * share / variation;
      windows[i] = {first, variation < share ? kInfinity : 2 / kVariation * time};
    }
    // The fastest of all windows that hold a leaf, from the last leaf to the first. A window that
    // ends later reaches less far back: once it is not the faster one, it is never needed again.
    std::deque<Window> holding;
    for (std::size_t i = leaves_.size(); i-- > 0;) {
      while (!holding.empty() && holding.front().pace >= windows[i].pace) holding.pop_front();
      holding.push_front(windows[i]);
      while (holding.back().first > i) holding.pop_back();
      leaves_[i].pace = holding.back().pace;
    }
  }

  /// Short events, each as long as its leaves and what lies near them.
  std::vector<Event> events() const {
    const double shortest = kShortEvent * (end_ - start_) / n_;
    std::vector<Event> list;
    for (const Leaf& leaf : leaves_) {
      const double pace = leaf.pace;
      if (pace >= shortest) continue;
      const double margin = kMargin * std::min(pace, leaf.to - leaf.from);
      const Event event{leaf.from - margin, leaf.to + margin, pace};
      if (list.empty() || event.from > list.back().to) {
        list.push_back(event);
        continue;
      }
      while (list.size() > 1 && event.from < list[list.size() - 2].to) {
        Event& earlier = list[list.size() - 2];
        earlier.to = std::max(earlier.to, list.back().to);
        earlier.pace = std::min(earlier.pace, list.back().pace);
        list.pop_back();
      }
      Event& last = list.back();
      last = {std::min(last.from, event.from), std::max(last.to, event.to),
              std::min(last.pace, event.pace)};
    }
    return list;
  }

  /// Corners and what may be stepped over between them.
  void divide() {
    jumps_.insert(jumps_.end(), found_.begin(), found_.end());
    std::ranges::sort(jumps_);
    set_paces();
    std::vector<double> all = jumps_;
    for (const Event& event : events())
      if (event.to - event.from < 0.5 * (end_ - start_))
        for (const double t : {event.from, event.to}) all.push_back(t);
    std::ranges::sort(all);
    for (const double t : all) {
      const double near = kSameTime * (1 + std::abs(t));
      if (t <= start_ + near || t >= end_ - near) continue;
      const bool same = !result_.corners.empty() && t - result_.corners.back() <= near;
      if (same)
        result_.corners.back() = t;
      else
        result_.corners.push_back(t);
    }
    result_.pace.assign(result_.corners.size() + 1, kInfinity);
    for (const Leaf& leaf : leaves_) {
      const auto next = std::ranges::upper_bound(result_.corners, leaf.from);
      double& pace = result_.pace[std::size_t(next - result_.corners.begin())];
      pace = std::min(pace, leaf.pace);
      result_.shortest = std::min(result_.shortest, leaf.pace);
    }
    limit_cost();
  }

  /// Steps that would be too many are left to the error control.
  void limit_cost() {
    double steps = 0;
    for (std::size_t i = 0; i < result_.pace.size(); ++i) {
      const double from = i == 0 ? start_ : result_.corners[i - 1];
      const double to = i == result_.corners.size() ? end_ : result_.corners[i];
      const double more = (to - from) / result_.pace[i];
      if (steps + more > kMostSteps) {
        result_.pace[i] = kInfinity;
        result_.complete = false;
      } else {
        steps += more;
      }
    }
  }

  const SignalSpec& spec_;
  const PlainSignal& signal_;
  double X_, start_, end_;
  int n_;
  long evaluations_ = 0;
  double characters_ = 0;                      // of formulas, each as often as it was evaluated
  std::vector<double> jumps_, found_, times_;  // known from the text; by looking; to be looked at
  std::vector<Sample> samples_;
  std::vector<Leaf> leaves_;
  double size_ = 0;  // of the largest value
  SignalSurvey result_;
};

}  // namespace

void SignalSurvey::see(double t, double x) {
  if (!std::isfinite(x)) {
    if (!std::isnan(lowest) || t < lowest_time) lowest_time = t;
    lowest = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  if (x < 0) below_zero = std::min(below_zero, t);
  if (!(x < lowest)) return;
  lowest = x;
  lowest_time = t;
}

SignalSurvey survey_plain(const PlainSignal& signal, double X, double start, double end,
                          int samples) {
  return Survey(signal, X, start, end, samples).look();
}

}  // namespace cuttle
