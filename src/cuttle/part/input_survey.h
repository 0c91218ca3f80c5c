#pragma once
// What a look ahead has shown of the signals of a scenario.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuttle/signal/signal.h"

namespace cuttle {

enum class InputRole;  // part/input_source.h

/// A survey looks at all signals together so often, at one of them between so many times.
inline int samples_of_each(std::size_t signals) {
  constexpr int kAll = 60'000, kMost = 4'000, kLeast = 400;
  return std::clamp(kAll / std::max(1, int(signals)), kLeast, kMost);
}

/// A span of time, and the signals that change in it.
struct InputSurvey {
  double start = 0, end = 0;  // [s]
  /// Where a survey says that an integration should stop, in order, and for each piece between
  /// them the longest step [s].
  std::vector<double> corners, longest_step;

  /// A signal as the first entry sees it that uses it, at its abscissa.
  struct Seen {
    int entry = 0;  // of Input::u
    std::string label, unit;
    InputRole role{};  // plain
    Origin origin;
    SignalSurvey signal;
  };
  std::vector<Seen> signals;  // in the order of their sources
};

/// The surveys that copies of an InputSource share. May be used by several threads.
class InputSurveys {
 public:
  InputSurveys(double start, double length) : start_(start), length_(length) {}

  double start() const { return start_; }
  double length() const { return length_; }

  /// That of the span around t; made by `make` from its start and end unless it is known.
  template <class Make>
  std::shared_ptr<const InputSurvey> get(double t, const Make& make) {
    const double k = span_of(t);
    const std::scoped_lock lock(mutex_);
    if (const auto known = spans_.find(k); known != spans_.end()) return known->second;
    // a live motion may go on for ever
    if (spans_.size() >= kMost) spans_.erase(spans_.begin());
    return spans_[k] = std::make_shared<const InputSurvey>(make(start_of(k), start_of(k + 1)));
  }

 private:
  /// The end of a span is the start of the next one, to the last digit.
  double start_of(double k) const { return start_ + k * length_; }
  /// That with start <= t < end, which the quotient misses by one where it is rounded.
  double span_of(double t) const {
    double k = std::floor((t - start_) / length_);
    if (t < start_of(k)) k -= 1;
    if (t >= start_of(k + 1)) k += 1;
    return k;
  }

  double start_, length_;  // [s] of the first span
  static constexpr std::size_t kMost = 16;
  std::mutex mutex_;
  std::map<double, std::shared_ptr<const InputSurvey>> spans_;
};

}  // namespace cuttle
