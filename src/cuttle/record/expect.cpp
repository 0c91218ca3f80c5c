#include "cuttle/record/expect.h"

#include <cmath>

namespace cuttle {

ExpectResult check_expectation(const Figure& figure, double reference, Tolerance tolerance,
                               const std::string& source) {
  const double allowed =
      tolerance.relative ? tolerance.value * std::abs(reference) : tolerance.value;
  const bool pass = std::isfinite(figure.value) && std::abs(figure.value - reference) <= allowed;
  return {figure.name, figure.value, figure.unit, reference, allowed, pass, source};
}

}  // namespace cuttle
