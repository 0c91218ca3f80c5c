#include "cuttle/part/counts.h"

#include <fmt/format.h>

namespace cuttle {

void check_count(double count, double most, const Origin& origin, const char* field,
                 const std::string& value, const std::string& what, const std::string& hint,
                 Diagnostics& diagnostics) {
  if (!(count > most)) return;
  diagnostics.add(origin.error(
      field, fmt::format("{} gives {:.3g} {}, more than {:.0e}", value, count, what, most), hint));
}

void check_ticks(double span, double tick, double most, const Origin& origin, const char* field,
                 const std::string& what, Diagnostics& diagnostics) {
  if (!(tick > 0)) return;
  check_count(span / tick, most, origin, field, fmt::format("{:.6g} s", tick),
              fmt::format("{} in {:.6g} s", what, span),
              fmt::format("use at least {:.3g} s, or a shorter duration", span / most),
              diagnostics);
}

}  // namespace cuttle
