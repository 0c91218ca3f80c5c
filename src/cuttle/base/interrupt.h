#pragma once
// How a long calculation hears that it shall end: every loop that may take long asks
// `interruption()` when it begins anew, at least every 50 ms.

#include <chrono>
#include <functional>
#include <memory>

#include "cuttle/base/status.h"

namespace cuttle {

/// For its life, calculations on this thread ask whether they shall end. Scopes nest: those outside
/// are asked, too.
class InterruptScope {
 public:
  /// True from `asked` ends the calculation: the user wants so. An empty function never does.
  explicit InterruptScope(std::function<bool()> asked);
  /// The calculation may take so many seconds of the clock.
  explicit InterruptScope(double seconds);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  friend Status interruption(double t);
  bool wanted() const { return asked_ && asked_(); }
  bool late() const;

  std::function<bool()> asked_;
  double seconds_ = 0;  // 0: no limit
  std::chrono::steady_clock::time_point end_ = {};
  const InterruptScope* outer_;
};

/// Ok, or `interrupted`: the calculation of this thread should end, or its time is over.
/// t is the time (or load) at which it does. Never allocates except on failure.
Status interruption(double t = 0);

/// Runs work that cannot ask (a decomposition by a library) on a thread of its own, while this one
/// asks. False if the calculation shall end: the work is then left behind, so that it must own all
/// that it touches. Quick work (`long_one` is false) is done right here.
bool run_aside(bool long_one, const std::function<void()>& work);

}  // namespace cuttle
