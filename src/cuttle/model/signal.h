#pragma once

#include <optional>
#include <vector>

#include "cuttle/model/expression.h"
#include "cuttle/model/spec_values.h"

namespace cuttle {

/// A function of time made from its description. Owned by one run (expressions are not shared
/// between threads); a copy is independent. Jumps are right-continuous: at a breakpoint all
/// values are those just after it.
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

  /// The first time after t where the signal is not smooth (table knot, pulse corner); infinity
  /// if there is none. Expressions do not know theirs.
  double next_breakpoint(double t) const;
  /// All of them in (t0, t1).
  std::vector<double> breakpoints(double t0, double t1) const;

  bool is_constant() const { return spec_.kind == SignalSpec::Kind::constant; }

 private:
  // value, first and second derivative of table and pulse
  struct Jet {
    double x = 0, v = 0, a = 0;
  };
  Jet table_jet(double t) const;
  Jet pulse_jet(double t) const;
  Jet jet(double t) const;

  SignalSpec spec_;
  std::optional<Expression> expression_;
  std::vector<double> curvature_;  // second derivatives at the knots of a cubic table
};

}  // namespace cuttle
