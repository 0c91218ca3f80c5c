#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle {

/// Exponents of metre, kilogram and second. Angles and ratios have none.
struct Dimension {
  int metre = 0;
  int kilogram = 0;
  int second = 0;

  bool operator==(const Dimension&) const = default;
};

/// In base units: "m", "kg m^-1 s^-2"; "1" for a pure number.
std::string to_string(const Dimension& dimension);

/// A unit: how many SI units it holds, and its dimension.
struct Unit {
  double factor = 1;
  Dimension dimension;
};

/// Reads "kPa", "kg/m^3", "N m s/rad", "mm", "%". Factors stand side by side (blank, * or .); each
/// / divides by the one factor that follows. Empty: pure number. nullopt: not a unit.
std::optional<Unit> parse_unit(std::string_view text);

/// The same unit with its letters as they must be: "kPa" for "kpa", "MPa" and "mPa" for "mpa".
/// Empty if that helps nothing.
std::vector<std::string> units_spelt_like(std::string_view text);

/// A hint for "2 inch": what that is in units of the language, or how these are written.
std::string unit_hint(const std::string& text);

/// A number as a user writes it, converted to SI.
struct Quantity {
  double value = 0;
  std::string unit;  // as written; empty: plain number, taken as SI
  Dimension dimension;
};

/// Reads "110 kPa", "-3e-2", "45deg". nullopt: not a number followed by a unit.
std::optional<Quantity> parse_quantity(std::string_view text);

/// True if a quantity fits a field whose allowed units are written "N m|N" (| = or); "*" takes
/// any. A plain number always fits.
bool fits_unit(const Quantity& quantity, const std::string& field_units);

/// The number at the head of a text and what follows it; a sign and an exponent may be there.
/// nullopt: the text does not begin with a number. "nan" and "inf" count as numbers.
std::optional<double> leading_number(std::string_view text, std::string_view& rest);

}  // namespace cuttle
