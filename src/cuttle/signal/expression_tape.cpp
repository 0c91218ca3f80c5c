#include "cuttle/signal/expression_tape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

#include "cuttle/signal/expression_tape_functions.h"
#include "cuttle/signal/expression_units.h"

namespace cuttle {

// The formula is known to be sound: Expression has read it. Rules of precedence are those of
// muParser: ?:, ||, &&, comparisons, sums, products, signs, powers, from loose to tight.
class ExpressionTape::Parser {
 public:
  Parser(ExpressionTape& tape, const Origin& origin, CopyIndex copy)
      : tape_(tape), text_(tape.text_), origin_(origin), copy_(copy) {
    for (const FormulaVariable& variable : tape.variables_) names_.push_back(variable.name);
    numbers_ = numbers_of(text_, names_);
  }

  void run() {
    tape_.dimension_ = choice().dimension;
    expects(peek() == '\0', "a formula that is read to its end");
  }

 private:
  /// What is known of a term besides its operations.
  struct Term {
    std::optional<Dimension> dimension;
    std::optional<double> number;  // a plain number, with its sign
  };

  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view sign) {
    peek();
    if (text_.compare(at_, sign.size(), sign) != 0) return false;
    at_ += sign.size();
    return true;
  }

  void emit(Operation operation, int change) {
    tape_.operations_.push_back(operation);
    now_ += change;
    tape_.depth_ = std::max(tape_.depth_, now_);
  }
  void emit(Code code, int change = -1) { emit(Operation{code}, change); }

  /// The dimension of terms that must have the same.
  Term alike(const Term& a, const Term& b, const char* what) const {
    if (a.dimension && b.dimension && *a.dimension != *b.dimension)
      throw InputError(origin_.error("",
                                     fmt::format("'{}' {} {} and {}", text_, what,
                                                 to_string(*a.dimension), to_string(*b.dimension)),
                                     "give its numbers their units, such as 2 N/m*tip.x"));
    return {a.dimension ? a.dimension : b.dimension, {}};
  }
  static Term product(const Term& a, const Term& b, int sign) {
    if (!a.dimension || !b.dimension) return {};
    return {Dimension{a.dimension->metre + sign * b.dimension->metre,
                      a.dimension->kilogram + sign * b.dimension->kilogram,
                      a.dimension->second + sign * b.dimension->second},
            {}};
  }

  Term choice() {
    const Term condition = either();
    if (!take("?")) return condition;
    const Term yes = choice();
    expects(take(":"), "both ways of a choice");
    const Term no = choice();
    emit(Code::choose, -2);
    return alike(yes, no, "chooses between");
  }
  Term either() {
    Term left = both();
    while (take("||")) {
      both();
      emit(Code::either);
      left = {};
    }
    return left;
  }
  Term both() {
    Term left = comparison();
    while (take("&&")) {
      comparison();
      emit(Code::both);
      left = {};
    }
    return left;
  }
  std::optional<Code> comparing() {
    if (take("<=")) return Code::less_equal;
    if (take(">=")) return Code::greater_equal;
    if (take("==")) return Code::equal;
    if (take("!=")) return Code::unequal;
    if (take("<")) return Code::less;
    if (take(">")) return Code::greater;
    return std::nullopt;
  }
  Term comparison() {
    Term left = sum();
    while (const auto code = comparing()) {
      alike(left, sum(), "compares");
      emit(*code);
      left = {};
    }
    return left;
  }
  Term sum() {
    Term left = terms();
    for (;;) {
      const bool plus = take("+");
      if (!plus && !take("-")) return left;
      left = alike(left, terms(), plus ? "adds" : "subtracts");
      emit(plus ? Code::add : Code::subtract);
    }
  }
  Term terms() {
    Term left = sign();
    for (;;) {
      const bool times = take("*");
      if (!times && !take("/")) return left;
      left = product(left, sign(), times ? 1 : -1);
      emit(times ? Code::multiply : Code::divide);
    }
  }
  Term sign() {
    if (take("+")) return sign();
    if (!take("-")) return power();
    Term term = sign();
    emit(Code::negate, 0);
    if (term.number) term.number = -*term.number;
    return term;
  }
  Term power() {
    const Term base = primary();
    if (!take("^")) return base;
    const Term exponent = sign();
    emit(Code::power);
    if (!base.dimension || *base.dimension == Dimension()) return {base.dimension, {}};
    const double n = exponent.number.value_or(0.5);
    if (n != std::rint(n) || std::abs(n) > 20) return {};
    const int whole = int(n);
    return {Dimension{base.dimension->metre * whole, base.dimension->kilogram * whole,
                      base.dimension->second * whole},
            {}};
  }

  Term primary() {
    peek();
    if (take("(")) {
      const Term inside = choice();
      expects(take(")"), "brackets that close");
      return inside;
    }
    const auto number = std::ranges::find(numbers_, at_, &NumberInText::begin);
    if (number != numbers_.end()) {
      at_ = number->end;
      return constant(number->value, number->unit);
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '_' || text_[at_] == '.'))
      ++at_;
    const std::string name = text_.substr(begin, at_ - begin);
    return peek() == '(' ? call(name) : variable(name);
  }

  Term constant(double value, const std::string& unit) {
    emit(Operation{Code::number, value}, 1);
    if (unit.empty()) return {{}, value};
    return {parse_unit(unit)->dimension, {}};
  }

  Term variable(const std::string& name) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) {
      // as in Expression: constants, and the numbers of copies
      if (name == "pi") return constant(std::numbers::pi, "");
      if (name == "e") return constant(std::numbers::e, "");
      if (name == "k") return constant(copy_.k, "");
      expects(name == "n", "a name that the formula knows");
      return constant(copy_.n, "");
    }
    const auto index = int(found - names_.begin());
    tape_.used_[size_t(index)] = true;
    emit(Operation{Code::variable, 0, index}, 1);
    return {tape_.variables_[size_t(index)].dimension, {}};
  }

  Term call(const std::string& name) {
    const TapeFunction* const function = find_tape_function(name);
    if (!function)
      throw InputError(origin_.error("", "the derivative of " + name + " is not known"));
    take("(");
    int count = 0;
    Term all;
    do {
      const Term next = choice();
      all = count++ == 0 ? next : function->alike ? alike(all, next, "takes together") : Term{};
    } while (take(","));
    expects(take(")"), "brackets that close");
    if (count > kMostArguments)
      throw InputError(origin_.error(
          "", fmt::format("{} has {} arguments, more than {}", name, count, kMostArguments)));
    emit(Operation{Code::call, 0, count, function}, 1 - count);
    using Gives = TapeFunction::Gives;
    if (function->gives == Gives::same) return {all.dimension, {}};
    if (function->gives == Gives::root && all.dimension) {
      const Dimension& d = *all.dimension;
      if (d.metre % 2 == 0 && d.kilogram % 2 == 0 && d.second % 2 == 0)
        return {Dimension{d.metre / 2, d.kilogram / 2, d.second / 2}, {}};
    }
    // sin(t) means t in seconds as a number
    const bool pure = function->gives == Gives::number;
    const bool fits = count > 1 || !all.dimension || *all.dimension == Dimension();
    return pure && fits ? Term{Dimension(), {}} : Term{};
  }

  ExpressionTape& tape_;
  const std::string& text_;
  const Origin& origin_;
  CopyIndex copy_;
  std::vector<std::string> names_;
  std::vector<NumberInText> numbers_;
  std::size_t at_ = 0;
  int now_ = 0;
};

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

ExpressionTape::ExpressionTape(const std::string& text, std::vector<FormulaVariable> variables,
                               CopyIndex copy, const Origin& origin)
    : text_(text), variables_(std::move(variables)), used_(variables_.size(), false) {
  std::vector<std::string> names;
  for (const FormulaVariable& variable : variables_) names.push_back(variable.name);
  const Expression sound(text, names, copy, origin);
  Parser(*this, origin, copy).run();
}

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
