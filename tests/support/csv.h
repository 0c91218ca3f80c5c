#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cuttle::testing {

/// Columns of numbers with names, as a reference file in models/data holds them.
class Table {
 public:
  Table(std::string source, std::vector<std::string> names,
        std::vector<std::vector<double>> columns);

  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
  const std::vector<std::string>& names() const { return names_; }

  /// Throws std::runtime_error that lists the names there are, if the name is unknown.
  const std::vector<double>& column(const std::string& name) const;

 private:
  std::string source_;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
};

/// Reads models/data/<name>: one header line, then numbers; lines that start with # are skipped.
/// Throws std::runtime_error with file and line if the file is missing or a cell is not a number.
Table read_table(const std::string& name);

/// The same for text already in memory; `source` names it in errors.
Table parse_table(const std::string& text, const std::string& source);

}  // namespace cuttle::testing
