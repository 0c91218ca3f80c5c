// Values and derivatives of formulas that were read (expression_tape.cpp).

#include <algorithm>
#include <array>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/signal/expression_tape.h"
#include "cuttle/signal/expression_tape_functions.h"

namespace cuttle {

namespace {

constexpr double kSecant = 1e-4;  // half of its length, of 1 + |x|

double number_in(double x) { return x; }
double number_in(const Dual& x) { return x.v; }

double power_of(double a, double b) { return std::pow(a, b); }
Dual power_of(const Dual& a, const Dual& b) {
  const double f = std::pow(a.v, b.v);
  const double slope = b.v == 0 ? 0 : b.v * std::pow(a.v, b.v - 1);
  // slopes may be infinite, logarithms not there, by what does not change
  Dual power(f);
  for (int i = 0; i < Dual::kSize; ++i) {
    if (a.d[i] != 0) power.d.set(i, slope * a.d[i]);
    if (b.d[i] != 0) power.d.set(i, power.d[i] + f * std::log(a.v) * b.d[i]);
  }
  return power;
}

double call(const TapeFunction& function, std::span<const double> x) {
  std::array<double, kMostArguments> slopes;
  return function.at(x, std::span(slopes).first(x.size()));
}
Dual call(const TapeFunction& function, std::span<const Dual> x) {
  std::array<double, kMostArguments> values, slopes;
  for (std::size_t i = 0; i < x.size(); ++i) values[i] = x[i].v;
  Dual f(function.at(std::span(values).first(x.size()), std::span(slopes).first(x.size())));
  // the slope of what does not change may be infinite: sqrt(0)
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < Dual::kSize; ++k)
      if (x[i].d[k] != 0) f.d.set(k, f.d[k] + slopes[i] * x[i].d[k]);
  return f;
}

}  // namespace

template <class T>
T ExpressionTape::run(std::span<const T> variables, std::span<T> stack) const {
  expects(variables.size() == variables_.size() && stack.size() >= size_t(depth_),
          "a value for each variable, and room");
  T* top = stack.data() - 1;  // the last term
  const auto pair = [&top](const auto& operate) {
    --top;
    *top = operate(top[0], top[1]);
  };
  const auto test = [&pair](const auto& holds) {
    pair([&](const T& a, const T& b) { return T(holds(number_in(a), number_in(b)) ? 1.0 : 0.0); });
  };
  for (const Operation& operation : operations_) switch (operation.code) {
      case Code::number:
        *++top = T(operation.number);
        break;
      case Code::variable:
        *++top = variables[size_t(operation.index)];
        break;
      case Code::negate:
        *top = -*top;
        break;
      case Code::add:
        pair([](const T& a, const T& b) { return T(a + b); });
        break;
      case Code::subtract:
        pair([](const T& a, const T& b) { return T(a - b); });
        break;
      case Code::multiply:
        pair([](const T& a, const T& b) { return T(a * b); });
        break;
      case Code::divide:
        pair([](const T& a, const T& b) { return T(a / b); });
        break;
      case Code::power:
        pair([](const T& a, const T& b) { return power_of(a, b); });
        break;
      case Code::less:
        test([](double a, double b) { return a < b; });
        break;
      case Code::greater:
        test([](double a, double b) { return a > b; });
        break;
      case Code::less_equal:
        test([](double a, double b) { return a <= b; });
        break;
      case Code::greater_equal:
        test([](double a, double b) { return a >= b; });
        break;
      case Code::equal:
        test([](double a, double b) { return a == b; });
        break;
      case Code::unequal:
        test([](double a, double b) { return a != b; });
        break;
      case Code::both:
        test([](double a, double b) { return a != 0 && b != 0; });
        break;
      case Code::either:
        test([](double a, double b) { return a != 0 || b != 0; });
        break;
      case Code::choose:
        top -= 2;
        *top = number_in(top[0]) != 0 ? top[1] : top[2];
        break;
      case Code::call:
        top -= operation.index - 1;
        *top = call(*operation.function, std::span<const T>(top, size_t(operation.index)));
        break;
    }
  return *top;
}

double ExpressionTape::secant(int variable, std::span<Dual> variables,
                              std::span<Dual> stack) const {
  Dual& moved = variables[size_t(variable)];
  const double x = moved.v, h = kSecant * (1 + std::abs(x));
  const auto at = [&](double value) {
    moved.v = value;
    return run(std::span<const Dual>(variables), stack).v;
  };
  const double before = at(x - h), after = at(x + h), here = at(x);
  // at the end of where it is defined: on one side
  if (!std::isfinite(before)) return (after - here) / h;
  if (!std::isfinite(after)) return (here - before) / h;
  return (after - before) / (2 * h);
}

double ExpressionTape::value(std::span<const double> variables, std::span<double> stack) const {
  return run(variables, stack);
}

double ExpressionTape::value(std::span<const double> variables, std::span<Dual> stack,
                             std::span<double> gradient) const {
  const auto count = int(variables.size());
  expects(stack.size() >= size_t(depth_ + count) && gradient.size() == variables.size(),
          "room for the variables, the terms and the derivatives");
  const std::span<Dual> seeded = stack.last(size_t(count));
  double value = 0;
  for (int first = 0; first < std::max(count, 1); first += Dual::kSize) {
    for (int i = 0; i < count; ++i) {
      seeded[size_t(i)] = Dual(variables[size_t(i)]);
      if (i >= first && i < first + Dual::kSize) seeded[size_t(i)].d.set(i - first, 1);
    }
    const Dual f = run(std::span<const Dual>(seeded), stack);
    value = f.v;
    for (int i = first; i < std::min(count, first + Dual::kSize); ++i)
      gradient[size_t(i)] = f.d[i - first];
  }
  if (std::isfinite(value))
    for (int i = 0; i < count; ++i)
      if (!std::isfinite(gradient[size_t(i)])) gradient[size_t(i)] = secant(i, seeded, stack);
  return value;
}

}  // namespace cuttle
