#include "cuttle/control/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace cuttle {

void require(bool ok, const Origin& origin, const char* field, double value, const char* range,
             Diagnostics& diagnostics) {
  if (!ok) diagnostics.add(origin.error(field, fmt::format("must be {}, got {}", range, value)));
}

void check_list(const std::vector<double>& list, double low, const Origin& origin,
                const char* field, Diagnostics& diagnostics) {
  for (const double x : list)
    if (!(std::isfinite(x) && x >= low))
      return diagnostics.add(origin.error(
          field, fmt::format("must be finite{}, got {}",
                             std::isfinite(low) ? fmt::format(" and >= {}", low) : "", x)));
}

void check_list_size(std::size_t count, std::size_t wanted, const char* what, const char* of,
                     const Origin& origin, const char* field, Diagnostics& diagnostics) {
  if (count <= 1 || count == wanted) return;
  const std::string each =
      wanted > 1 ? fmt::format(", or {} of them, one for each {}", wanted, of) : "";
  diagnostics.add(origin.error(field, fmt::format("expected one {}{}, got {}", what, each, count)));
}

VectorX spread(const std::vector<double>& values, int count) {
  expects(values.size() <= 1 || int(values.size()) == count, "one number for all, or one each");
  if (values.empty()) return VectorX::Zero(count);
  if (values.size() == 1) return VectorX::Constant(count, values[0]);
  return Eigen::Map<const VectorX>(values.data(), count);
}

}  // namespace cuttle
