#pragma once
// Numbers with units in formulas: "9.81 m/s^2*t", "sin(30 deg)".

#include <string>
#include <vector>

namespace cuttle {

// A unit is what stands behind a number: units side by side or joined by a point, each with its
// power, and what they are divided by, unless that is one of the names that the formula knows
// ("4 N/k"). It binds closer than any operator: 1/2 s is one by two seconds.

/// The formula with plain numbers (SI) for those with units. `names`: its variables.
std::string without_units(const std::string& text, const std::vector<std::string>& names);

/// A number of a formula with all that belongs to it, in text[begin, end): its value in SI, as
/// without_units has it, and its unit; empty: a plain number.
struct NumberInText {
  std::size_t begin = 0, end = 0;
  double value = 0;
  std::string unit;
};
std::vector<NumberInText> numbers_of(const std::string& text,
                                     const std::vector<std::string>& names);

/// The first word behind a number that should be a unit and is none; empty: there is none.
std::string unknown_unit(const std::string& text, const std::vector<std::string>& names);

}  // namespace cuttle
