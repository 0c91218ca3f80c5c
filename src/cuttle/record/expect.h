#pragma once

#include <string>

#include "cuttle/record/figure.h"

namespace cuttle {

/// How far a figure may be from its reference.
struct Tolerance {
  double value = 0;
  bool relative = false;  // a part of |reference|, else in the unit of the figure
};

/// A figure beside its truth. It passes when |value - reference| <= tolerance.
struct ExpectResult {
  std::string figure;
  double value = 0;
  std::string unit;
  double reference = 0;
  double tolerance = 0;  // absolute, in the unit of the figure
  bool pass = false;
  std::string source;
};

/// A value that is not finite never passes, whatever the tolerance.
ExpectResult check_expectation(const Figure& figure, double reference, Tolerance tolerance,
                               const std::string& source);

}  // namespace cuttle
