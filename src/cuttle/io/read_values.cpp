#include "cuttle/io/read_values.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "cuttle/io/read_slips.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

constexpr double kAbsurd = 1e15;
constexpr double kVanishing = 1e-30;  // its powers up to the tenth are normal numbers
constexpr double kRounding = 1e-15;   // of the squared length of a normalised vector

// "Pa [kg m^-1 s^-2]", "N m or N"
std::string units_text(const std::string& units) {
  if (units.empty()) return "a pure number";
  std::string text = units;
  const std::size_t bar = text.find('|');
  if (bar != std::string::npos) return text.replace(bar, 1, " or ");
  const std::optional<Unit> unit = parse_unit(units);
  const std::string base = unit ? to_string(unit->dimension) : units;
  return base == units ? units : units + " [" + base + "]";
}

// "[kg m^-1 s^-2] in base units", "a pure number"
std::string dimension_text(const Dimension& dimension) {
  const std::string text = to_string(dimension);
  return text == "1" ? "a pure number" : "[" + text + "] in base units";
}

// "a number [Pa]"
std::string wanted(const std::string& units) {
  if (units.empty() || units == "*") return "a number";
  std::string text = units;
  const std::size_t bar = text.find('|');
  if (bar != std::string::npos) text.replace(bar, 1, " or ");
  return "a number [" + text + "]";
}

// "5 Nm": a number, then letters that look like a unit but are none
bool looks_like_unit(const std::string& text, std::string& unit) {
  std::string_view rest;
  if (!leading_number(text, rest)) return false;
  unit = std::string(rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size())));
  if (unit.empty() || !std::isalpha(static_cast<unsigned char>(unit.front()))) return false;
  return unit.find_first_of("()+-?<>=,") == std::string::npos;
}

bool in_range(const FieldInfo& info, double value) {
  const bool low = info.low_open ? value > info.low : value >= info.low;
  const bool high = info.high_open ? value < info.high : value <= info.high;
  return low && high;
}

bool check_value(const Slot& slot, double value) {
  const std::string got = ", got " + slot.node.text;
  if (!std::isfinite(value)) {
    slot.error("must be a finite number" + got);
  } else if (std::abs(value) > kAbsurd) {
    slot.error("absurd value: more than 1e15 in SI units" + got);
  } else if (slot.info.low == 0 && slot.info.low_open && value > 0 && value < kVanishing) {
    slot.error("absurd value: less than 1e-30 in SI units" + got);
  } else if (!in_range(slot.info, value)) {
    const bool degrees =
        slot.info.unit == "rad" && slot.node.text.find_first_of("dr") == std::string::npos;
    slot.error(range_text(slot.info) + got,
               degrees ? "degrees are written as " + slot.node.text + " deg" : "");
  } else {
    return true;
  }
  return false;
}

bool check_unit(const Slot& slot, const Quantity& quantity, const std::string& units) {
  if (fits_unit(quantity, units)) return true;
  slot.error(
      fmt::format("the unit of {} does not fit, expected {}", slot.node.text, units_text(units)),
      fmt::format("'{}' is {}", quantity.unit, dimension_text(quantity.dimension)));
  return false;
}

// a quantity that is known to parse: its dimension, then its value
std::optional<double> checked(const Slot& slot, const Quantity& quantity,
                              const std::string& units) {
  if (!check_unit(slot, quantity, units) || !check_value(slot, quantity.value)) return std::nullopt;
  return quantity.value;
}

// a list of fixed length, each item a number
bool read_numbers(const Slot& slot, double* values, std::size_t count) {
  if (!slot.node.is_list() || slot.node.items.size() != count) {
    const std::string got =
        slot.node.is_list() ? fmt::format("{} of them", slot.node.items.size()) : slot.node.what();
    slot.error(fmt::format("expected a list of {} numbers, got {}", count, got),
               count == 3 && slot.node.is_scalar() ? "write [x, y, z]" : "");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<double> number = read_number(slot.item(i), slot.info.unit);
    if (number) values[i] = *number;
    ok = ok && number.has_value();
  }
  return ok;
}

// x, -y, ...; nullopt: not the name of an axis
std::optional<Vector3> axis_by_name(const std::string& text) {
  const bool minus = text.starts_with('-');
  const std::string name = minus ? text.substr(1) : text;
  if (name != "x" && name != "y" && name != "z") return std::nullopt;
  return (minus ? -1.0 : 1.0) * Vector3::Unit(name[0] - 'x');
}

// [[X, value], ...]
bool read_table(const Slot& slot, FunctionSpec& function) {
  function.kind = FunctionSpec::Kind::table;
  function.values.clear();
  FieldInfo place;
  place.name = slot.info.name;
  place.unit = "m";
  for (std::size_t i = 0; i < slot.node.items.size(); ++i) {
    const Slot row = slot.item(i);
    if (!row.node.is_list() || row.node.items.size() != 2) {
      row.error("expected a pair [X, value], got " + row.node.what());
      return false;
    }
    const Slot at = row.item(0);
    const auto X = read_number({at.node, at.path, place, at.context}, "m");
    const auto number = read_number(row.item(1), slot.info.unit);
    if (!X || !number) return false;
    function.knots.push_back(*X);
    function.values.push_back(*number);
  }
  return check_times(slot, function.knots);
}

}  // namespace

std::string range_text(const FieldInfo& info) {
  const std::string unit = info.unit.empty() || info.unit == "*" ? "" : " " + info.unit;
  const bool low = std::isfinite(info.low), high = std::isfinite(info.high);
  if (low && high)
    return fmt::format("must be in {}{:g}, {:g}{}{}", info.low_open ? '(' : '[', info.low,
                       info.high, info.high_open ? ')' : ']', unit);
  if (low) return fmt::format("must be {} {:g}{}", info.low_open ? ">" : ">=", info.low, unit);
  return fmt::format("must be {} {:g}{}", info.high_open ? "<" : "<=", info.high, unit);
}

bool is_identifier(const std::string& text) {
  if (text.empty() || text.size() > 100) return false;
  for (const char c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-') return false;
  return std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_';
}

std::optional<double> read_number(const Slot& slot, const std::string& units) {
  std::string unit;
  if (slot.node.is_scalar()) {
    if (const auto quantity = parse_quantity(slot.node.text))
      return checked(slot, *quantity, units);
    if (looks_like_unit(slot.node.text, unit)) {
      slot.error("unknown unit '" + unit + "'", unit_hint(slot.node.text));
      return std::nullopt;
    }
  }
  slot.error("expected " + wanted(units) + ", got " + slot.node.what(),
             number_hint(slot.node.text));
  return std::nullopt;
}

bool check_unit(const Slot& slot, const std::string& units) {
  if (!slot.node.is_scalar()) return true;
  const auto quantity = parse_quantity(slot.node.text);
  return !quantity || check_unit(slot, *quantity, units);
}

bool read_value(const Slot& slot, double& value) {
  const std::optional<double> number = read_number(slot, slot.info.unit);
  if (number) value = *number;
  return number.has_value();
}

bool read_value(const Slot& slot, int& value) {
  const std::string& text = slot.node.text;
  long long number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (!slot.node.is_scalar() || error == std::errc::invalid_argument || stop != end) {
    slot.error("expected a whole number, got " + slot.node.what(), number_hint(text));
    return false;
  }
  const double size = error == std::errc() ? static_cast<double>(number) : 1e30;
  if (!check_value(slot, size)) return false;
  value = static_cast<int>(number);
  return true;
}

bool read_value(const Slot& slot, std::string& value) {
  if (!slot.node.is_scalar()) {
    slot.error("expected text, got " + slot.node.what());
    return false;
  }
  const std::string& text = slot.node.text;
  if (slot.info.identifier && !is_identifier(text)) {
    slot.error("'" + text + "' cannot be a name",
               "letters, digits, _ and -, beginning with a letter");
    value = text;  // what names this part names it, all the same
    return false;
  }
  std::vector<std::string> names;
  for (const NamedChoice& choice : slot.info.choices) names.push_back(choice.name);
  if (!names.empty() && std::find(names.begin(), names.end(), text) == names.end()) {
    slot.error("unknown " + slot.info.name + " '" + text + "'", suggest_word(text, names));
    return false;
  }
  value = text;
  return true;
}

bool read_value(const Slot& slot, Vector3& value) {
  if (slot.info.direction && slot.node.is_scalar()) {
    const std::optional<Vector3> axis = axis_by_name(slot.node.text);
    if (axis) value = *axis;
    if (!axis) slot.error("expected x, y, z or three numbers, got " + slot.node.what());
    return axis.has_value();
  }
  Vector3 numbers;
  if (!read_numbers(slot, numbers.data(), 3)) return false;
  if (slot.info.direction) {
    if (numbers.norm() < 1e-9) {
      slot.error("a direction cannot be zero");
      return false;
    }
    // a unit vector already is kept to the last digit
    if (std::abs(numbers.squaredNorm() - 1) > kRounding) numbers.normalize();
  }
  value = numbers;
  return true;
}

bool read_value(const Slot& slot, Matrix6& value) {
  const bool full = slot.node.is_list() && !slot.node.items.empty() && slot.node.items[0].is_list();
  Matrix6 matrix = Matrix6::Zero();
  if (!full) {
    Vector6 diagonal;
    if (!read_numbers(slot, diagonal.data(), 6)) return false;
    matrix.diagonal() = diagonal;
  } else {
    if (slot.node.items.size() != 6) {
      slot.error(fmt::format("expected 6 rows, got {}", slot.node.items.size()));
      return false;
    }
    for (std::size_t i = 0; i < 6; ++i) {
      Vector6 row;
      if (!read_numbers(slot.item(i), row.data(), 6)) return false;
      matrix.row(static_cast<Eigen::Index>(i)) = row.transpose();
    }
    if ((matrix - matrix.transpose()).norm() > 1e-9 * matrix.norm()) {
      slot.error("must be symmetric");
      return false;
    }
  }
  value = matrix;
  return true;
}

bool read_value(const Slot& slot, std::vector<double>& value) {
  const std::size_t count = slot.node.is_list() ? slot.node.items.size() : 1;
  std::vector<double> numbers(count);
  if (slot.node.is_list() && !read_numbers(slot, numbers.data(), count)) return false;
  if (!slot.node.is_list() && !read_value(slot, numbers[0])) return false;
  value = std::move(numbers);
  return true;
}

bool read_value(const Slot& slot, std::array<double, 2>& value) {
  return read_numbers(slot, value.data(), 2);
}

bool read_value(const Slot& slot, std::array<double, 3>& value) {
  return read_numbers(slot, value.data(), 3);
}

bool read_value(const Slot& slot, std::array<double, 4>& value) {
  return read_numbers(slot, value.data(), 4);
}

bool read_value(const Slot& slot, std::array<double, 9>& value) {
  return read_numbers(slot, value.data(), 9);
}

bool read_value(const Slot& slot, std::vector<std::vector<double>>& value) {
  if (!slot.node.is_list() || slot.node.items.empty() || !slot.node.items[0].is_list()) {
    slot.error("expected a list of rows of numbers, got " + slot.node.what());
    return false;
  }
  std::vector<double> row(slot.node.items[0].items.size());
  value.assign(row.size(), {});
  bool ok = true;
  for (std::size_t i = 0; i < slot.node.items.size() && ok; ++i) {
    ok = read_numbers(slot.item(i), row.data(), row.size());
    for (std::size_t j = 0; j < row.size() && ok; ++j) value[j].push_back(row[j]);
  }
  return ok;
}

bool read_value(const Slot& slot, std::vector<std::array<double, 2>>& value) {
  if (!slot.node.is_list() || slot.node.items.empty()) {
    slot.error("expected a list of pairs, got " +
               std::string(slot.node.is_list() ? "an empty list" : slot.node.what()));
    return false;
  }
  bool ok = true;
  value.assign(slot.node.items.size(), {});
  for (std::size_t i = 0; i < value.size(); ++i) ok = read_value(slot.item(i), value[i]) && ok;
  return ok;
}

bool read_value(const Slot& slot, BodyPlaceSpec& value) {
  const std::string& text = slot.node.text;
  if (!slot.node.is_scalar()) {
    slot.error("expected an abscissa [m], base, tip or the name of a frame, got " +
               slot.node.what());
    return false;
  }
  if (const auto quantity = parse_quantity(text)) {
    FieldInfo info = slot.info;
    info.low = 0;
    const auto number = checked({slot.node, slot.path, info, slot.context}, *quantity, "m");
    if (!number) return false;
    value = {BodyPlaceSpec::Kind::abscissa, *number, ""};
  } else if (text == "base") {
    value = {BodyPlaceSpec::Kind::base, 0, ""};
  } else if (text == "tip") {
    value = {BodyPlaceSpec::Kind::tip, 0, ""};
  } else {
    value = {BodyPlaceSpec::Kind::frame, 0, text};
  }
  return true;
}

bool read_expression(const Slot& slot, std::string& text) {
  try {
    const Expression trial(slot.node.text, slot.info.variable_names(slot.node.text), {1, 1},
                           slot.origin());
    text = trial.text();
    return true;
  } catch (const InputError& error) {
    // "5 Nm" is no formula
    std::string unit;
    const bool number = looks_like_unit(slot.node.text, unit) && unit.find('*') == unit.npos;
    if (number) return read_number(slot, slot.info.unit).has_value();
    for (const Diagnostic& d : error.diagnostics()) slot.context.diagnostics.add(d);
    return false;
  }
}

bool read_value(const Slot& slot, FunctionSpec& value) {
  FunctionSpec function;
  function.origin = slot.origin();
  const bool pairs =
      slot.node.is_list() && !slot.node.items.empty() && slot.node.items[0].is_list();
  if (pairs && slot.info.table) {
    if (!read_table(slot, function)) return false;
  } else if (slot.node.is_list()) {
    const bool taper = !slot.info.polynomial;
    const std::size_t count = slot.node.items.size();
    if (count == 0 || count > 20 || (taper && count != 2)) {
      slot.error(taper ? "expected a number, [base, tip] or an expression in X"
                       : "expected 1 to 20 coefficients");
      return false;
    }
    function.kind = taper ? FunctionSpec::Kind::taper : FunctionSpec::Kind::polynomial;
    function.values.resize(count);
    // coefficient i of a polynomial is per metre^i
    for (std::size_t i = 0; i < count; ++i) {
      const std::string unit = slot.info.unit + (taper || i == 0 ? "" : fmt::format("/m^{}", i));
      const auto number = read_number(slot.item(i), unit);
      if (!number) return false;
      function.values[i] = *number;
    }
  } else if (slot.node.is_scalar() && !parse_quantity(slot.node.text)) {
    function.kind = FunctionSpec::Kind::expression;
    if (!read_expression(slot, function.expression)) return false;
  } else if (!read_value(slot, function.values[0])) {
    return false;
  }
  value = std::move(function);
  return true;
}

}  // namespace cuttle
