#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/base/error.h"

namespace cuttle {

/// Numbers in named columns.
struct CsvTable {
  std::vector<std::string> names;  // of the header `t [s],tip.x [m]`: t, tip.x
  std::vector<std::string> units;  // s, m; empty where the header gives none
  std::vector<std::vector<double>> columns;
  std::vector<Mark> headings;  // where each column is named
  std::vector<int> lines;      // of the file, one for each row

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
  std::optional<std::size_t> find(std::string_view name) const;
};

/// The unit of a heading that gives it in the wrong way, "a (deg)": deg. Empty: there is none.
std::string unit_in_parentheses(std::string_view heading);

/// What is wrong with a column of numbers that must rise from row to row, with the first line of
/// the file where they do not; gaps are left out. nullopt: they rise.
std::optional<Diagnostic> not_rising(const CsvTable& table, std::size_t column);

/// " (the first of 3 such rows)"; empty for one.
std::string first_of_rows(std::size_t count);

struct CsvOptions {
  bool gaps = false;  // empty cells are NaN; else they are errors
};

/// Larger files are refused before they are read.
inline constexpr std::uintmax_t kCsvSizeLimit = 64u << 20;

/// Reads a numeric CSV file: one header line, commas, decimal points; `#` lines and empty lines
/// are skipped; fields may be quoted. Throws InputError with file:line:column for a file that is
/// missing, empty or too large, for rows of different length, and for anything not a finite number.
CsvTable read_csv(const std::filesystem::path& path, CsvOptions options = {});

/// The same for a text at hand; `file` is for the messages.
CsvTable parse_csv(std::string_view text, const std::string& file, CsvOptions options = {});

/// The text of a CSV file, unless it is larger than the limit.
std::string read_csv_text(const std::filesystem::path& path);

}  // namespace cuttle
