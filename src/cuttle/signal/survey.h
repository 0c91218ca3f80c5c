#pragma once
// A look at a signal over a span of time, ahead of a run: where it is not smooth, and how fast it
// is elsewhere. Integrators that choose their steps see a signal only where they evaluate it.

#include <functional>
#include <limits>
#include <vector>

#include "cuttle/signal/signal_spec.h"

namespace cuttle {

struct SignalSurvey {
  /// Times in (start, end), in order, where the integration should stop: jumps, kinks, and the
  /// beginnings and ends of short events.
  std::vector<double> corners;
  /// For each piece between them, how long a step may be that does not miss what the signal does
  /// there [s]: the time in which the signal, at its steepest, would go through all its values.
  std::vector<double> pace;
  double lowest = std::numeric_limits<double>::infinity();      // seen; NaN: one is not finite
  double lowest_time = 0;                                       // [s]
  double below_zero = std::numeric_limits<double>::infinity();  // first time that was seen [s]
  double shortest = std::numeric_limits<double>::infinity();    // smallest pace that was seen [s]
  /// False if the signal changes too often to be looked at everywhere.
  bool complete = true;

  void see(double t, double x);
};

/// A signal without its lag, as it is looked at.
struct PlainSignal {
  const SignalSpec& spec;
  std::function<double(double t)> value;
  std::vector<double> breakpoints;  // that it knows itself, in (start, end)
};

/// Looks at `samples` times between start and end, closer where neighbours do not lie on a line,
/// and where the text of an expression, at the place X, says so.
SignalSurvey survey_plain(const PlainSignal& signal, double X, double start, double end,
                          int samples);

}  // namespace cuttle
