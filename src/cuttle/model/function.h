#pragma once

#include <optional>
#include <vector>

#include "cuttle/model/expression.h"
#include "cuttle/model/spec_values.h"

namespace cuttle {

/// A function of the abscissa X [m], made from its description. Exact derivative for numbers,
/// tapers and polynomials; extrapolated differences for expressions.
class Function {
 public:
  /// length [m]: where a taper reaches its second value.
  Function(const FunctionSpec& spec, double length);

  double value(double X) const;
  double derivative(double X) const;

 private:
  std::vector<double> coefficients_;  // of a polynomial in X; unused for expressions
  std::optional<Expression> expression_;
  double length_ = 0;
};

}  // namespace cuttle
