#include "cuttle/signal/expression.h"

#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/signal/expression_functions.h"
#include "cuttle/signal/expression_parts.h"
#include "cuttle/signal/expression_units.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

constexpr std::size_t kMaxLength = 2000;

// muParser accepts some things that have no place in a model file
std::optional<std::string> forbidden(const std::string& text) {
  if (text.empty()) return "empty expression";
  if (text.size() > kMaxLength) return "expression is longer than 2000 characters";
  if (text.find('"') != std::string::npos) return "text in quotes is not allowed in an expression";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool compared = (i > 0 && std::string("=<>!").find(text[i - 1]) != std::string::npos) ||
                          (i + 1 < text.size() && text[i + 1] == '=');
    if (!compared) return "an expression cannot assign; for 'equal' write ==";
  }
  return std::nullopt;
}

// calls a function on each word (letters, digits, _ and .) and on each character between them
template <class Visit>
void for_each_word(std::string_view text, const Visit& visit) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    end = std::max(end, i + 1);
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;  // a letter of UTF-8 is whole
    visit(text.substr(i, end - i));
    i = end;
  }
}

// The rest of a text from the unknown symbol on may come as its name.
std::string first_word(std::string_view text) {
  std::string first;
  for_each_word(text, [&](std::string_view word) {
    if (first.empty()) first = word;
  });
  return first;
}

// Symbols of other languages, in the words of this one.
const std::map<std::string, std::string> kElsewhere{
    {"%", "x - y*rint(x/y - 0.5) for the remainder of x/y"},
    {"ceil", "-rint(-x - 0.5) for ceil(x)"},
    {"deg", "sind(x) for sines of degrees, x*pi/180 for x of them, or 30 deg after a number"},
    {"fabs", "abs(x) for fabs(x)"},
    {"floor", "rint(x - 0.5) for floor(x)"},
    {"fmod", "x - y*rint(x/y - 0.5) for the remainder of x/y"},
    {"hypot", "sqrt(x^2 + y^2) for hypot(x, y)"},
    {"mod", "x - y*rint(x/y - 0.5) for the remainder of x/y"},
    {"pow", "x^y for pow(x, y)"},
    {"round", "rint(x) for round(x)"},
    {"sgn", "sign(x) for sgn(x)"},
    {"time", "t for the time in seconds"},
};

}  // namespace

struct Expression::Impl {
  std::string text;
  std::vector<std::string> names;
  CopyIndex copy;
  mu::Parser parser;
  std::vector<double> values;  // the parser reads the variables from here; never resized
  double k = 0, n = 0;         // outside copies

  Impl(std::string t, std::vector<std::string> v, CopyIndex c)
      : text(std::move(t)), names(std::move(v)), copy(c), values(names.size(), 0.0) {
    // columns of results are variables with dots
    const auto dotted = [](const std::string& name) { return name.find('.') != name.npos; };
    if (std::any_of(names.begin(), names.end(), dotted))
      parser.DefineNameChars("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.");
    for (std::size_t i = 0; i < names.size(); ++i) parser.DefineVar(names[i], &values[i]);
    // in a copy they are numbers: it gives the same as a text with the numbers in their place
    if (copy.n > 0) {
      parser.DefineConst("k", copy.k);
      parser.DefineConst("n", copy.n);
    } else {
      parser.DefineVar("k", &k);
      parser.DefineVar("n", &n);
    }
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineConst("e", std::numbers::e);
    for (const ExpressionFunction& function : expression_functions()) {
      if (function.of_one) parser.DefineFun(function.name, function.of_one);
      if (function.of_two) parser.DefineFun(function.name, function.of_two);
      if (function.of_three) parser.DefineFun(function.name, function.of_three);
    }
    parser.SetExpr(without_units(text, names));
  }

  // what looks like a column of a probe and begins with an unknown symbol; empty: nothing does
  std::string column(const std::string& symbol) const {
    for (const std::string& name : column_names(text))
      if (name.starts_with(symbol + ".")) return name;
    return "";
  }

  // what to write instead of an unknown symbol, and all that a user may write
  std::string hint(const std::string& symbol) const {
    std::vector<std::string> functions, all = names;
    for (const auto& [name, callback] : parser.GetFunDef()) functions.push_back(name);
    all.insert(all.end(), functions.begin(), functions.end());
    if (!column(symbol).empty()) return std::string("these can: ") + kFollowTheState;
    const std::string near = nearest(symbol, all);
    std::string advice;
    const bool timeless = symbol == "time" && std::ranges::find(names, "t") == names.end();
    if (const auto other = kElsewhere.find(symbol); other != kElsewhere.end() && !timeless)
      advice = "write " + other->second + "; ";
    else if (!near.empty())
      advice = "did you mean '" + near + "'? ";
    advice += "known symbols: ";
    for (const std::string& name : names) advice += name + ", ";
    advice += "pi, e, k and n (inside repeat), and the functions ";
    for (const std::string& name : functions) advice += (&name == &functions[0] ? "" : ", ") + name;
    return advice;
  }
};

Expression::Expression(const std::string& text, std::vector<std::string> variables, CopyIndex copy,
                       const Origin& origin) {
  if (const auto problem = forbidden(text)) throw InputError(origin.error("", *problem));
  if (const std::string unit = unknown_unit(text, variables); !unit.empty())
    throw InputError(
        origin.error("", "unknown unit '" + unit + "' in '" + text + "'", unit_hint("1 " + unit)));
  // evaluate once: the parser compiles on first use
  try {
    impl_ = std::make_unique<Impl>(text, std::move(variables), copy);
    int results = 0;
    impl_->parser.Eval(results);
    if (results != 1)
      throw InputError(origin.error("", "the expression '" + text + "' has several values"));
  } catch (const mu::Parser::exception_type& error) {
    const bool unknown = error.GetCode() == mu::ecUNASSIGNABLE_TOKEN;
    const std::string symbol = first_word(error.GetToken());
    const std::string column = impl_ && unknown ? impl_->column(symbol) : "";
    const std::string what = !column.empty() ? "cannot follow the state: '" + column + "' in '" +
                                                   text + "' looks like a column of a probe"
                             : unknown ? "unknown symbol '" + symbol + "' in '" + text + "'"
                                       : "cannot read the expression '" + text + "'";
    const std::string hint = impl_ && unknown               ? impl_->hint(symbol)
                             : text.find("**") != text.npos ? "write x^y for x**y"
                                                            : error.GetMsg();
    throw InputError(origin.error("", what, hint));
  }
}

Expression::Expression(const Expression& other)
    : impl_(std::make_unique<Impl>(other.impl_->text, other.impl_->names, other.impl_->copy)) {}

Expression& Expression::operator=(const Expression& other) {
  if (this != &other) *this = Expression(other);
  return *this;
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::value(std::span<const double> variables) const {
  expects(variables.size() == impl_->values.size(), "one value per variable of the expression");
  std::copy(variables.begin(), variables.end(), impl_->values.begin());
  return impl_->parser.Eval();
}

bool Expression::uses(const std::string& name) const {
  bool found = false;
  for_each_word(impl_->text, [&](std::string_view word) { found = found || word == name; });
  return found;
}

const std::string& Expression::text() const { return impl_->text; }

std::string with_copy_numbers(const std::string& text, CopyIndex copy) {
  if (copy.n == 0) return text;
  std::string numbered;
  for_each_word(text, [&](std::string_view word) {
    if (word == "k")
      numbered += std::to_string(copy.k);
    else if (word == "n")
      numbered += std::to_string(copy.n);
    else
      numbered += word;
  });
  return numbered;
}

}  // namespace cuttle
