#pragma once
// Functions of formulas with their derivatives.

#include <span>
#include <string_view>

namespace cuttle {

/// Arguments of a call at most.
inline constexpr int kMostArguments = 32;

struct TapeFunction {
  /// What dimension comes out: that of a number, of the arguments, or the root of it. `pure` gives
  /// a number and takes one (or an angle).
  enum class Gives { pure, number, same, root };

  const char* name;
  /// The value at x, and its slope by each argument.
  double (*at)(std::span<const double> x, std::span<double> slopes);
  Gives gives = Gives::pure;
  bool alike = false;  // arguments have one dimension
};

/// Null: there is none.
const TapeFunction* find_tape_function(std::string_view name);

}  // namespace cuttle
