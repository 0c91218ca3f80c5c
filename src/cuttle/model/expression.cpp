#include "cuttle/model/expression.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "cuttle/base/contract.h"

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
    visit(text.substr(i, end - i));
    i = end;
  }
}

// Extrapolates differences d(h) = d + a h^2 + b h^4 + ..., h falling by kShrink (Ridders).
// noise / h^power is the round-off of a difference: small steps agree by luck, not by merit.
struct Extrapolated {
  double value = 0, error = std::numeric_limits<double>::infinity();
};
template <class Difference>
Extrapolated extrapolate_from(const Difference& difference, double h, double noise, int power) {
  constexpr int kLevels = 14;
  constexpr double kShrink = 1.7, kShrink2 = kShrink * kShrink;
  std::array<double, kLevels> last{}, row{};
  double best = difference(h);
  double best_error = std::numeric_limits<double>::infinity();
  row[0] = best;
  for (int i = 1; i < kLevels; ++i) {
    h /= kShrink;
    last = row;
    row[0] = difference(h);
    double factor = kShrink2;
    for (int j = 1; j <= i; ++j) {
      const auto a = static_cast<std::size_t>(j);
      row[a] = (row[a - 1] * factor - last[a - 1]) / (factor - 1);
      factor *= kShrink2;
      // the two parents tell how far to trust the child
      const double error = std::max(std::abs(row[a] - row[a - 1]), std::abs(row[a] - last[a - 1])) +
                           noise / (power == 1 ? h : h * h);
      if (error <= best_error) {
        best_error = error;
        best = row[a];
      }
    }
  }
  return {best, best_error};
}

// Starts again with shorter steps where the longest cannot see the function: fast oscillations, a
// pole nearby. The result with the smallest error estimate is taken.
template <class Difference>
double extrapolate(const Difference& difference, double h, double noise, int power) {
  Extrapolated best;
  for (const double start : {h, 1e-2 * h, 1e-4 * h}) {
    const Extrapolated next = extrapolate_from(difference, start, noise, power);
    if (!(next.error > best.error) && std::isfinite(next.value)) best = next;
    if (best.error <= 1e-8 * std::abs(best.value)) break;
  }
  return best.value;
}

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
    parser.SetExpr(text);
  }

  // the names a user may write, for hints
  std::string known() const {
    std::string list;
    for (const std::string& name : names) list += name + ", ";
    return list + "pi, e, k and n (inside repeat), and functions such as sin, exp, sqrt, min";
  }
};

Expression::Expression(const std::string& text, std::vector<std::string> variables, CopyIndex copy,
                       const Origin& origin) {
  if (const auto problem = forbidden(text)) throw InputError(origin.error("", *problem));
  // evaluate once: the parser compiles on first use
  try {
    impl_ = std::make_unique<Impl>(text, std::move(variables), copy);
    int results = 0;
    impl_->parser.Eval(results);
    if (results != 1)
      throw InputError(origin.error("", "the expression '" + text + "' has several values"));
  } catch (const mu::Parser::exception_type& error) {
    const bool unknown = error.GetCode() == mu::ecUNASSIGNABLE_TOKEN;
    const std::string what = unknown ? "unknown symbol '" + error.GetToken() + "' in '" + text + "'"
                                     : "cannot read the expression '" + text + "'";
    const std::string hint = impl_ && unknown ? "known symbols: " + impl_->known() : error.GetMsg();
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

double ridders_derivative(const std::function<double(double)>& f, double x, double h) {
  const double noise = 2e-16 * std::abs(f(x)) + 1e-18;
  return extrapolate([&](double s) { return (f(x + s) - f(x - s)) / (2 * s); }, h, noise, 1);
}

double ridders_second_derivative(const std::function<double(double)>& f, double x, double h) {
  const double middle = f(x);
  const double noise = 4e-16 * std::abs(middle) + 1e-18;
  const auto difference = [&](double s) { return (f(x + s) - 2 * middle + f(x - s)) / (s * s); };
  return extrapolate(difference, h, noise, 2);
}

Slopes ridders_slopes(const std::function<double(double)>& f, double x, double h) {
  struct Pair {
    double s, above, below;
  };
  std::array<Pair, 24> seen;  // more than the steps that are ever tried
  std::size_t count = 0;
  const auto pair = [&](double s) {
    for (std::size_t i = 0; i < count; ++i)
      if (seen[i].s == s) return seen[i];
    const Pair fresh{s, f(x + s), f(x - s)};
    if (count < seen.size()) seen[count++] = fresh;
    return fresh;
  };
  const double middle = f(x), size = 2e-16 * std::abs(middle);
  const auto first = [&](double s) { return (pair(s).above - pair(s).below) / (2 * s); };
  const auto second = [&](double s) {
    return (pair(s).above - 2 * middle + pair(s).below) / (s * s);
  };
  return {extrapolate(first, h, size + 1e-18, 1), extrapolate(second, h, 2 * size + 1e-18, 2)};
}

}  // namespace cuttle
