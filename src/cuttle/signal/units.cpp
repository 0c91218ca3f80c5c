#include "cuttle/signal/units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "cuttle/math/constants.h"

namespace cuttle {

namespace {

struct Symbol {
  std::string_view name;
  Unit unit;
  bool prefixes;  // may carry k, m, u, ...
};

constexpr std::array<Symbol, 18> kSymbols = {{
    {"m", {1, {1, 0, 0}}, true},
    {"g", {1e-3, {0, 1, 0}}, true},
    {"s", {1, {0, 0, 1}}, true},
    {"N", {1, {1, 1, -2}}, true},
    {"Pa", {1, {-1, 1, -2}}, true},
    {"J", {1, {2, 1, -2}}, true},
    {"W", {1, {2, 1, -3}}, true},
    {"Hz", {1, {0, 0, -1}}, true},
    {"rad", {1, {}}, true},
    {"deg", {kPi / 180, {}}, false},
    {"rev", {2 * kPi, {}}, false},
    {"rpm", {2 * kPi / 60, {0, 0, -1}}, false},
    {"bar", {1e5, {-1, 1, -2}}, true},
    {"l", {1e-3, {3, 0, 0}}, true},
    {"min", {60, {0, 0, 1}}, false},
    {"h", {3600, {0, 0, 1}}, false},
    {"%", {0.01, {}}, false},
    {"1", {1, {}}, false},
}};

struct Prefix {
  std::string_view name;
  double factor;
};

constexpr std::array<Prefix, 12> kPrefixes = {{
    {"p", 1e-12},
    {"n", 1e-9},
    {"u", 1e-6},
    {"µ", 1e-6},
    {"m", 1e-3},
    {"c", 1e-2},
    {"d", 1e-1},
    {"h", 1e2},
    {"k", 1e3},
    {"M", 1e6},
    {"T", 1e12},
    {"G", 1e9},
}};

// units that are not in the language: what one of them is
struct ForeignUnit {
  const char* name;
  double factor;
  const char* unit;
};
constexpr std::array kForeignUnits = {
    ForeignUnit{"in", 0.0254, "m"},
    ForeignUnit{"inch", 0.0254, "m"},
    ForeignUnit{"inches", 0.0254, "m"},
    ForeignUnit{"ft", 0.3048, "m"},
    ForeignUnit{"foot", 0.3048, "m"},
    ForeignUnit{"feet", 0.3048, "m"},
    ForeignUnit{"lb", 0.45359237, "kg"},
    ForeignUnit{"lbs", 0.45359237, "kg"},
    ForeignUnit{"oz", 0.028349523125, "kg"},
    ForeignUnit{"lbf", 4.4482216152605, "N"},
    ForeignUnit{"kgf", 9.80665, "N"},
    ForeignUnit{"psi", 6894.757293168, "Pa"},
    ForeignUnit{"ksi", 6894757.293168, "Pa"},
    ForeignUnit{"atm", 101325, "Pa"},
    ForeignUnit{"Nm", 1, "N m"},
    ForeignUnit{"newton", 1, "N"},
    ForeignUnit{"meter", 1, "m"},
    ForeignUnit{"meters", 1, "m"},
    ForeignUnit{"metre", 1, "m"},
    ForeignUnit{"metres", 1, "m"},
    ForeignUnit{"sec", 1, "s"},
    ForeignUnit{"second", 1, "s"},
    ForeignUnit{"seconds", 1, "s"},
    ForeignUnit{"degree", 1, "deg"},
    ForeignUnit{"degrees", 1, "deg"},
    ForeignUnit{"radian", 1, "rad"},
    ForeignUnit{"radians", 1, "rad"},
};

// a symbol on its own goes first: "min" is a minute, not milli-inch; "m" is a metre
std::optional<Unit> find_symbol(std::string_view text) {
  for (const Symbol& symbol : kSymbols)
    if (symbol.name == text) return symbol.unit;
  for (const Prefix& prefix : kPrefixes) {
    if (!text.starts_with(prefix.name)) continue;
    for (const Symbol& symbol : kSymbols)
      if (symbol.prefixes && symbol.name == text.substr(prefix.name.size()))
        return Unit{prefix.factor * symbol.unit.factor, symbol.unit.dimension};
  }
  return std::nullopt;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// large ones first: mpa is hardly a thousandth of a pascal
std::vector<std::string> symbols_spelt_like(std::string_view text) {
  std::vector<std::string> found;
  for (const Symbol& symbol : kSymbols) {
    if (same_but_for_case(symbol.name, text)) found.emplace_back(symbol.name);
    for (std::size_t i = kPrefixes.size(); symbol.prefixes && i-- > 0;) {
      std::string name = std::string(kPrefixes[i].name) + std::string(symbol.name);
      if (same_but_for_case(name, text)) found.push_back(std::move(name));
    }
  }
  return found;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// multiplies a unit by a factor such as "mm^2" (or divides, if sign is -1)
bool multiply(Unit& unit, std::string_view factor, int sign) {
  int power = 1;
  const std::size_t hat = factor.find('^');
  if (hat != std::string_view::npos) {
    const std::string_view digits = factor.substr(hat + 1);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, power);
    if (error != std::errc() || stop != end || std::abs(power) > 9) return false;
    factor = factor.substr(0, hat);
  }
  const std::optional<Unit> base = find_symbol(factor);
  if (!base) return false;
  power *= sign;
  unit.factor *= std::pow(base->factor, power);
  unit.dimension.metre += power * base->dimension.metre;
  unit.dimension.kilogram += power * base->dimension.kilogram;
  unit.dimension.second += power * base->dimension.second;
  return true;
}

}  // namespace

std::string to_string(const Dimension& dimension) {
  std::string text;
  const auto append = [&text](const char* name, int power) {
    if (power == 0) return;
    text += (text.empty() ? "" : " ") + std::string(name);
    if (power != 1) text += "^" + std::to_string(power);
  };
  append("kg", dimension.kilogram);
  append("m", dimension.metre);
  append("s", dimension.second);
  return text.empty() ? "1" : text;
}

std::optional<Unit> parse_unit(std::string_view text) {
  Unit unit;
  text = trim(text);
  int sign = 1;
  bool expect_factor = false;
  while (!text.empty()) {
    // one factor, up to the next separator
    const std::size_t end = text.find_first_of(" \t*./");
    if (!multiply(unit, text.substr(0, end), sign)) return std::nullopt;
    text = end == std::string_view::npos ? std::string_view() : trim(text.substr(end));
    sign = 1;
    expect_factor = false;
    if (text.empty()) break;
    if (text.front() == '*' || text.front() == '.' || text.front() == '/') {
      sign = text.front() == '/' ? -1 : 1;
      expect_factor = true;
      text = trim(text.substr(1));
    }
  }
  if (expect_factor) return std::nullopt;
  return unit;
}

std::vector<std::string> units_spelt_like(std::string_view text) {
  constexpr std::string_view kBetween = " \t*./^0123456789-";
  std::vector<std::string> spelt = {""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t next = std::min(text.find_first_not_of(kBetween, end), text.size());
    const std::vector<std::string> words = word.empty() || find_symbol(word)
                                               ? std::vector{std::string(word)}
                                               : symbols_spelt_like(word);
    if (words.size() > 1 && spelt.size() > 1) return {};
    std::vector<std::string> longer;
    for (const std::string& head : spelt)
      for (const std::string& tail : words)
        longer.push_back(head + tail + std::string(text.substr(end, next - end)));
    spelt = std::move(longer);
    text.remove_prefix(next);
  }
  std::erase_if(spelt, [](const std::string& unit) { return !parse_unit(unit); });
  return spelt;
}

std::string unit_hint(const std::string& text) {
  std::string_view rest;
  const std::optional<double> number = leading_number(text, rest);
  const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
  for (const ForeignUnit& foreign : kForeignUnits)
    if (number && rest.substr(begin) == foreign.name)
      return fmt::format("{:g} {} is {:.12g} {}", *number, foreign.name, *number * foreign.factor,
                         foreign.unit);
  if (const auto spelt = units_spelt_like(rest.substr(begin)); !spelt.empty())
    return fmt::format("did you mean {}?", fmt::join(spelt, " or "));
  return "write units such as kPa, N m, kg/m^3, deg";
}

std::optional<double> leading_number(std::string_view text, std::string_view& rest) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  // YAML writes infinity and not-a-number with a dot
  std::string_view body = text;
  const bool minus = body.starts_with('-');
  if (minus) body.remove_prefix(1);
  for (const std::string_view word : {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"}) {
    if (!body.starts_with(word)) continue;
    rest = body.substr(word.size());
    if (word[1] == 'n' || word[1] == 'N') return std::nan("");
    return minus ? -HUGE_VAL : HUGE_VAL;
  }
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) value = minus ? -HUGE_VAL : HUGE_VAL;
  rest = std::string_view(stop, static_cast<std::size_t>(end - stop));
  return value;
}

std::optional<Quantity> parse_quantity(std::string_view text) {
  std::string_view rest;
  const std::optional<double> number = leading_number(text, rest);
  if (!number) return std::nullopt;
  rest = trim(rest);
  const std::optional<Unit> unit = parse_unit(rest);
  if (!unit) return std::nullopt;
  return Quantity{*number * unit->factor, std::string(rest), unit->dimension};
}

bool fits_unit(const Quantity& quantity, const std::string& field_units) {
  if (quantity.unit.empty() || field_units == "*") return true;
  std::string_view rest = field_units;
  while (true) {
    const std::size_t bar = rest.find('|');
    const std::optional<Unit> unit = parse_unit(rest.substr(0, bar));
    if (unit && unit->dimension == quantity.dimension) return true;
    if (bar == std::string_view::npos) return false;
    rest = rest.substr(bar + 1);
  }
}

}  // namespace cuttle
