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

  [[noreturn]] void refuse(const std::string& what, const char* hint) const {
    throw InputError(origin_.error("", fmt::format("'{}' {}", text_, what), hint));
  }

  /// The dimension of terms that must have the same.
  Term alike(const Term& a, const Term& b, const char* what) const {
    if (a.dimension && b.dimension && *a.dimension != *b.dimension)
      refuse(fmt::format("{} {} and {}", what, to_string(*a.dimension), to_string(*b.dimension)),
             "give its numbers their units, such as 2 N/m*tip.x");
    return {a.dimension ? a.dimension : b.dimension, {}};
  }
  /// The text from a place to here.
  std::string since(std::size_t begin) const {
    const std::size_t end = text_.find_last_not_of(" \t", at_ - 1);
    return text_.substr(begin, end + 1 - begin);
  }
  static bool has_dimension(const Term& term) {
    return term.dimension && *term.dimension != Dimension();
  }
  /// sin(t) means t in seconds as a number.
  void check_pure(const Term& term, const std::string& name, std::size_t begin) const {
    if (!has_dimension(term) || *term.dimension == Dimension{.second = 1}) return;
    refuse(fmt::format("takes {} of '{}', which is in {}", name, since(begin),
                       to_string(*term.dimension)),
           "divide by what makes it a number, such as sin(tip.x/0.1 m)");
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
    peek();
    const std::size_t begin = at_;
    const Term base = primary();
    const std::size_t base_end = at_;
    if (!take("^")) return base;
    peek();
    const std::size_t second = at_;
    const Term exponent = sign();
    emit(Code::power);
    if (has_dimension(exponent))
      refuse(fmt::format("has the exponent '{}', which is in {}", since(second),
                         to_string(*exponent.dimension)),
             "exponents are numbers");
    if (!has_dimension(base)) return {base.dimension, {}};
    if (!exponent.number && exponent.dimension)
      refuse(fmt::format("raises '{}', which is in {}, to a power that changes, '{}'",
                         text_.substr(begin, base_end - begin), to_string(*base.dimension),
                         since(second)),
             "divide by what makes it a number, such as (tip.x/0.1 m)^arm.angle");
    if (!exponent.number) return {};
    return {scaled(*base.dimension, *exponent.number), {}};
  }
  /// Of a power; nothing: exponents of units are whole numbers.
  static std::optional<Dimension> scaled(const Dimension& base, double n) {
    const auto whole = [n](int exponent) { return exponent * n == std::rint(exponent * n); };
    if (std::abs(n) > 20 || !whole(base.metre) || !whole(base.kilogram) || !whole(base.second))
      return std::nullopt;
    return Dimension{int(base.metre * n), int(base.kilogram * n), int(base.second * n)};
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
    using Gives = TapeFunction::Gives;
    int count = 0;
    Term all;
    do {
      peek();
      const std::size_t begin = at_;
      const Term next = choice();
      if (function->gives == Gives::pure && !function->alike) check_pure(next, name, begin);
      all = count++ == 0 ? next : function->alike ? alike(all, next, "takes together") : Term{};
    } while (take(","));
    expects(take(")"), "brackets that close");
    if (count > kMostArguments)
      throw InputError(origin_.error(
          "", fmt::format("{} has {} arguments, more than {}", name, count, kMostArguments)));
    emit(Operation{Code::call, 0, count, function}, 1 - count);
    if (function->gives == Gives::same) return {all.dimension, {}};
    if (function->gives != Gives::root) return {Dimension(), {}};
    if (!all.dimension) return {};
    return {scaled(*all.dimension, 0.5), {}};
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

ExpressionTape::ExpressionTape(const std::string& text, std::vector<FormulaVariable> variables,
                               CopyIndex copy, const Origin& origin)
    : text_(text), variables_(std::move(variables)), used_(variables_.size(), false) {
  std::vector<std::string> names;
  for (const FormulaVariable& variable : variables_) names.push_back(variable.name);
  const Expression sound(text, names, copy, origin);
  Parser(*this, origin, copy).run();
}

}  // namespace cuttle
