#pragma once

#include <optional>
#include <vector>

#include "cuttle/signal/expression.h"
#include "cuttle/signal/signal_spec.h"

namespace cuttle {

/// A function of the abscissa X [m], made from its description. Exact derivative for numbers,
/// tapers and polynomials; extrapolated differences for expressions; none for tables.
class Function {
 public:
  /// length [m]: where a taper reaches its second value.
  Function(const FunctionSpec& spec, double length);

  double value(double X) const;
  double derivative(double X) const;

 private:
  double table_value(double X) const;

  std::vector<double> coefficients_;  // of a polynomial in X, or at the knots of a table
  std::vector<double> knots_;         // of a table
  std::optional<Expression> expression_;
  double length_ = 0;
};

}  // namespace cuttle
