#pragma once

#include <string>
#include <vector>

namespace cuttle {

using TableRow = std::vector<std::string>;

/// Columns as wide as their longest entry; numbers to the right.
std::string aligned(const std::vector<TableRow>& rows);

/// Six digits.
std::string number(double value);

}  // namespace cuttle
