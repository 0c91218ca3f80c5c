#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/signal/signal_spec.h"

namespace cuttle {

/// A formula such as "5*sin(2*pi*t)". Known are the variables given at construction, the constants
/// pi and e, the copy numbers k and n, the functions of muParser (sin, exp, min, if-else ?: ...)
/// and those of signal/expression_functions.h. A unit behind a number is part of the number ("30
/// deg" is pi/6); dimensions are not checked. An Expression belongs to one thread; a copy is
/// independent.
class Expression {
 public:
  /// Compiles the text. Throws an InputError at the given origin if it cannot be understood.
  Expression(const std::string& text, std::vector<std::string> variables, CopyIndex copy = {},
             const Origin& origin = {});
  Expression(const Expression& other);
  Expression(Expression&&) noexcept;
  Expression& operator=(const Expression& other);
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// Value at the given variables, in the order of construction. May be NaN or infinite: the
  /// caller turns that into a Status.
  double value(std::span<const double> variables) const;
  double value(double first) const { return value(std::span(&first, 1)); }

  /// True if the formula names this variable (also k and n).
  bool uses(const std::string& name) const;
  const std::string& text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The text with numbers for k and n of a copy; its value is the same to the last digit.
std::string with_copy_numbers(const std::string& text, CopyIndex copy);

/// First derivative of f at x by Ridders' extrapolation of central differences, starting at
/// step h. muParser cannot differentiate; on sin(20 t) the error is 1e-12 of the amplitude.
double ridders_derivative(const std::function<double(double)>& f, double x, double h = 0.1);

/// Second derivative likewise: 2e-11 of the amplitude.
double ridders_second_derivative(const std::function<double(double)>& f, double x, double h = 0.1);

/// Both at once, from the same values of f.
struct Slopes {
  double first = 0, second = 0;
};
Slopes ridders_slopes(const std::function<double(double)>& f, double x, double h = 0.1);

}  // namespace cuttle
