#pragma once
// Functions that formulas may call: the one list of those that are not plainly muParser's.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle {

/// A call in a formula: "min(t, 2)".
struct FunctionCall {
  std::string text;                         // all of it
  std::vector<std::string_view> arguments;  // "t", " 2"
};

/// A row: what muParser must be told, and where values may jump or have a kink.
struct ExpressionFunction {
  const char* name;
  /// One of these; none: muParser has the function itself.
  double (*of_one)(double) = nullptr;
  double (*of_two)(double, double) = nullptr;
  double (*of_three)(double, double, double) = nullptr;
  /// Adds formulas whose sign changes are where the function is not smooth. Null: it is smooth.
  void (*switches)(const FunctionCall&, std::vector<std::string>& formulas) = nullptr;
};

std::span<const ExpressionFunction> expression_functions();
/// Null: a function of muParser that is smooth, or none.
const ExpressionFunction* find_expression_function(std::string_view name);

/// "(a)-(b)".
std::string difference_of(std::string_view a, std::string_view b);

}  // namespace cuttle
