#pragma once
// Checks of numbers that sensors and laws share. Those of models made in code have not been looked
// at yet; NaN fails all comparisons.

#include <cstddef>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// Reports a number that is not in its range.
void require(bool ok, const Origin& origin, const char* field, double value, const char* range,
             Diagnostics& diagnostics);

/// All must be finite and not below `low`; minus infinity: any will do.
void check_list(const std::vector<double>& list, double low, const Origin& origin,
                const char* field, Diagnostics& diagnostics);

/// A list of one for all, or of one for each: "number", "column".
void check_list_size(std::size_t count, std::size_t wanted, const char* what, const char* of,
                     const Origin& origin, const char* field, Diagnostics& diagnostics);

/// None (zero), one number for all, or one each.
VectorX spread(const std::vector<double>& values, int count);

}  // namespace cuttle
