#pragma once

#include <optional>
#include <vector>

#include "cuttle/signal/expression.h"
#include "cuttle/signal/lag.h"
#include "cuttle/signal/signal_spec.h"
#include "cuttle/signal/survey.h"

namespace cuttle {

/// A function of time made from its description. Owned by one run (expressions are not shared
/// between threads); a copy is independent. Jumps are right-continuous: at a breakpoint all
/// values are those just after it. A lag z of the described x, lag z' = x - z from t = 0 on, is
/// exact for numbers, tables and pulses and good to 1e-11 for expressions; before t = 0 it rests.
class Signal {
 public:
  Signal() : Signal(SignalSpec()) {}
  Signal(const SignalSpec& spec);

  /// X [m] matters only to loads along a rod.
  double value(double t, double X = 0) const;
  /// First and second time derivative: exact for numbers, tables and pulses (without the jumps),
  /// extrapolated differences for expressions.
  double rate(double t, double X = 0) const;
  double acceleration(double t, double X = 0) const;

  /// Value, rate and acceleration: cheaper at once than one by one.
  struct Jet {
    double x = 0, v = 0, a = 0;
    double j = 0;  // third derivative, of tables without a lag only
  };
  Jet motion(double t, double X = 0) const;

  /// The first time after t where the signal is not smooth (table knot, also where only the second
  /// derivative jumps; pulse corner); infinity if there is none. Expressions do not know theirs.
  double next_breakpoint(double t) const;
  /// All of them in (t0, t1).
  std::vector<double> breakpoints(double t0, double t1) const;

  /// [s] How far an expression with a lag looks ahead for corners at first: the time of a study.
  void set_lag_span(double span) {
    lag_span_ = span;
    tracks_.clear();
  }

  bool is_constant() const {
    const bool settled = spec_.lag == 0 || spec_.initial.value_or(spec_.constant) == spec_.constant;
    return spec_.kind == SignalSpec::Kind::constant && settled;
  }

 private:
  // of table and pulse
  Jet table_jet(double t) const;
  Jet pulse_jet(double t) const;
  Jet jet(double t) const;

  // the description itself, without lag
  double plain_value(double t, double X) const;
  double plain_rate(double t, double X) const;

  // the lag
  void prepare_lag();
  double lagged(double t, double X) const;
  double lagged_table(double t) const;
  double lagged_pulse(double t) const;
  /// From z at t0 to z at t1, over all corners between.
  double relax_over(double z, double t0, double t1) const;
  double relax_piece(double z, double t0, double t1) const;

  SignalSpec spec_;
  std::optional<Expression> expression_;
  std::vector<double> curvature_;  // second derivatives at the knots of a cubic table
  std::vector<double> slopes_;     // at the knots of a smooth one

  /// Lag of a table: z at the knots after t = 0, and at 0 itself. Of a pulse: z at 0 and where the
  /// first whole period begins, and z at the start of a period in the long run.
  std::vector<double> lag_times_, lag_values_;
  double lag_cycle_ = 0;
  /// Lags of an expression, one for each X that was asked for.
  struct Track {
    double X;
    LagTrack z;
  };
  mutable std::vector<Track> tracks_;
  double lag_span_ = 1;
};

/// Looks ahead at a signal, its lag included. `X` as in Signal::value.
SignalSurvey survey_signal(const SignalSpec& spec, double X, double start, double end, int samples);

}  // namespace cuttle
