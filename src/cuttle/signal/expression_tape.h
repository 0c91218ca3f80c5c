#pragma once
// Formulas that know their derivatives and their dimension.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuttle/math/dual.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/units.h"

namespace cuttle {

struct TapeFunction;

/// A variable of a formula; without a dimension it fits anything.
struct FormulaVariable {
  std::string name;
  std::optional<Dimension> dimension;
};

/// The formula of an Expression as a list of operations on a stack: immutable, so that threads may
/// share it, and evaluated in dual numbers as well. Where it has a corner (abs, min, a comparison),
/// its derivative is that of the side on which it stands; where that is infinite or unknown, as of
/// sqrt(abs(x)) at zero, a short secant stands for it. A plain number takes whatever dimension
/// its place asks for; what has one by its unit, or is a variable that has one, must fit: sums,
/// comparisons and choices need terms of one dimension.
class ExpressionTape {
 public:
  /// Throws an InputError at the given origin, as Expression does, and for terms that do not fit.
  ExpressionTape(const std::string& text, std::vector<FormulaVariable> variables,
                 CopyIndex copy = {}, const Origin& origin = {});

  int variables() const { return int(variables_.size()); }
  const FormulaVariable& variable(int i) const { return variables_[size_t(i)]; }
  /// True if the formula names it.
  bool uses(int variable) const { return used_[size_t(variable)]; }
  const std::string& text() const { return text_; }
  /// Nothing: by plain numbers it fits anything.
  const std::optional<Dimension>& dimension() const { return dimension_; }

  /// Room that an evaluation needs.
  int depth() const { return depth_; }

  double value(std::span<const double> variables, std::span<double> stack) const;
  /// The derivatives by all variables, too, into as many numbers. Room: one for each variable more.
  double value(std::span<const double> variables, std::span<Dual> stack,
               std::span<double> gradient) const;

 private:
  enum class Code {
    number,
    variable,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    greater,
    less_equal,
    greater_equal,
    equal,
    unequal,
    both,
    either,
    choose,
    call
  };
  struct Operation {
    Code code;
    double number = 0;                       // number
    int index = 0;                           // variable; arguments of a call
    const TapeFunction* function = nullptr;  // of a call
  };
  class Parser;
  /// Stands for a derivative by one of the variables that is not finite.
  double secant(int variable, std::span<Dual> variables, std::span<Dual> stack) const;
  template <class T>
  T run(std::span<const T> variables, std::span<T> stack) const;

  std::string text_;
  std::vector<FormulaVariable> variables_;
  std::vector<Operation> operations_;
  std::vector<bool> used_;
  std::optional<Dimension> dimension_;
  int depth_ = 0;
};

}  // namespace cuttle
