#include "cuttle/signal/function.h"

#include <algorithm>

#include "cuttle/base/error.h"

namespace cuttle {

Function::Function(const FunctionSpec& spec, double length) : length_(length) {
  if (spec.kind == FunctionSpec::Kind::expression) {
    expression_.emplace(spec.expression, std::vector<std::string>{"X"}, spec.copy, spec.origin);
    return;
  }
  expects(!spec.values.empty(), "a function has at least one value");
  coefficients_ = spec.values;
  knots_ = spec.knots;
  // a taper is the straight line through its two values
  if (spec.kind == FunctionSpec::Kind::taper) {
    expects(spec.values.size() == 2 && length > 0, "a taper has two values and a length");
    coefficients_[1] = (spec.values[1] - spec.values[0]) / length;
  }
}

double Function::value(double X) const {
  if (expression_) return expression_->value(X);
  if (!knots_.empty()) return table_value(X);
  double sum = 0;
  for (std::size_t i = coefficients_.size(); i-- > 0;) sum = sum * X + coefficients_[i];
  return sum;
}

// straight lines; the end values hold outside
double Function::table_value(double X) const {
  const auto next = std::upper_bound(knots_.begin(), knots_.end(), X);
  if (next == knots_.begin()) return coefficients_.front();
  if (next == knots_.end()) return coefficients_.back();
  const auto i = std::size_t(next - knots_.begin());
  const double part = (X - knots_[i - 1]) / (knots_[i] - knots_[i - 1]);
  return coefficients_[i - 1] + part * (coefficients_[i] - coefficients_[i - 1]);
}

double Function::derivative(double X) const {
  expects(knots_.empty(), "a function that is smooth");
  if (expression_) {
    // first step a twentieth of the length: features of a rod are not much shorter
    const double h = length_ > 0 ? 0.05 * length_ : 0.01;
    return ridders_derivative([this](double x) { return expression_->value(x); }, X, h);
  }
  double sum = 0;
  for (std::size_t i = coefficients_.size(); i-- > 1;)
    sum = sum * X + static_cast<double>(i) * coefficients_[i];
  return sum;
}

}  // namespace cuttle
