#include "cuttle/model/function.h"

#include "cuttle/base/contract.h"

namespace cuttle {

Function::Function(const FunctionSpec& spec, double length) : length_(length) {
  if (spec.kind == FunctionSpec::Kind::expression) {
    expression_.emplace(spec.expression, std::vector<std::string>{"X"}, spec.copy, spec.origin);
    return;
  }
  expects(!spec.values.empty(), "a function has at least one value");
  coefficients_ = spec.values;
  // a taper is the straight line through its two values
  if (spec.kind == FunctionSpec::Kind::taper) {
    expects(spec.values.size() == 2 && length > 0, "a taper has two values and a length");
    coefficients_[1] = (spec.values[1] - spec.values[0]) / length;
  }
}

double Function::value(double X) const {
  if (expression_) return expression_->value(X);
  double sum = 0;
  for (std::size_t i = coefficients_.size(); i-- > 0;) sum = sum * X + coefficients_[i];
  return sum;
}

double Function::derivative(double X) const {
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
