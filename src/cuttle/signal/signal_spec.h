#pragma once
// Functions of X and signals in t as a file gives them: plain data, evaluated by signal/function.h
// and signal/signal.h.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/base/error.h"

namespace cuttle {

class Fields;

/// A function of the abscissa X [m]: number, [base, tip] (linear taper), polynomial
/// coefficients c0 + c1 X + ..., a table with straight lines between its knots, or an expression
/// in X.
struct FunctionSpec {
  enum class Kind { constant, taper, polynomial, expression, table };
  Kind kind = Kind::constant;
  std::vector<double> values = {0.0};  // constant: 1, taper: 2, polynomial: 1 or more; at knots
  std::vector<double> knots;           // [m] of a table, they rise
  std::string expression;
  CopyIndex copy;
  Origin origin;

  FunctionSpec() = default;
  FunctionSpec(double constant) : values{constant} {}  // a number is a function: implicit
};

/// How the values between the knots of a table are found.
enum class Interpolation { linear, step, cubic, smooth };

/// A function of time: number, expression in t (loads along a rod: in X and t), table or CSV
/// column (already read into times and values), or a train of trapezoidal pulses.
struct SignalSpec {
  enum class Kind { constant, expression, table, pulse };
  Kind kind = Kind::constant;
  double constant = 0;
  std::string expression;
  std::vector<double> times, values;  // knots, times rise strictly
  Interpolation interpolation = Interpolation::linear;
  std::string csv;  // the file the table came from; empty: written in place

  struct Pulse {
    double period = 1;     // [s]
    double width = 0.5;    // [s] from the start of the rise to the start of the fall
    double amplitude = 1;  // height
    double phase = 0;      // [s] start of the first pulse (the train also runs before it)
    double rise = 0;       // [s] duration of the rise, and of the fall
    Origin origin;

    void describe(Fields& v);
  } pulse;

  double lag = 0;  // [s] the signal follows its description x with lag z' = x - z; 0: it is x
  std::optional<double> initial;  // z at t = 0; nothing: x at t = 0

  CopyIndex copy;
  Origin origin;

  SignalSpec() = default;
  SignalSpec(double value) : constant(value) {}  // a number is a signal: implicit
};

/// Does a formula name the variable t?
bool names_time(const std::string& formula);

/// A strain at rest: a function of the abscissa, or a signal, which may depend on both.
struct RestSpec : FunctionSpec {
  std::optional<SignalSpec> signal;  // there: instead of the function

  RestSpec() = default;
  RestSpec(double constant) : FunctionSpec(constant) {}                   // implicit, as is
  RestSpec(FunctionSpec function) : FunctionSpec(std::move(function)) {}  // any function
};

/// One signal per coordinate; an empty entry means "not driven".
using SignalList = std::vector<std::optional<SignalSpec>>;

}  // namespace cuttle
