#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cuttle {

/// The field `table` of a part, whose pairs may also be given by a file beside the model: its
/// field `csv`, and the columns there. The first numbers rise.
struct TableFile {
  std::optional<std::vector<std::array<double, 2>>>& table;
  std::string& csv;
  const std::string& first_column;  // empty: that of the file
  const std::string& second_column;
};

}  // namespace cuttle
