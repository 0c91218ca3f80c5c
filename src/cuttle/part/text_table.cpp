#include "cuttle/part/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace cuttle {

std::string aligned(const std::vector<TableRow>& rows) {
  std::vector<size_t> width;
  for (const TableRow& row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      if (i == width.size()) width.push_back(0);
      width[i] = std::max(width[i], row[i].size());
    }
  const auto is_number = [](const std::string& text) {
    return !text.empty() && (std::isdigit(text[0]) != 0 || text[0] == '-') &&
           text.find(' ') == std::string::npos;
  };
  std::string out;
  for (const TableRow& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string pad(width[i] - row[i].size(), ' ');
      line += "  " + (is_number(row[i]) ? pad + row[i] : row[i] + pad);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string number(double value) { return fmt::format("{:.6g}", value); }

}  // namespace cuttle
