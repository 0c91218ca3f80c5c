#include "support/csv.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace cuttle::testing {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) {
    const auto first = cell.find_first_not_of(" \t\r");
    const auto last = cell.find_last_not_of(" \t\r");
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

double to_number(const std::string& cell, const std::string& place) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(cell, &used);
  } catch (const std::logic_error&) {
    used = 0;
  }
  if (used == 0 || used != cell.size()) {
    throw std::runtime_error(place + ": '" + cell + "' is not a number");
  }
  return value;
}

}  // namespace

Table::Table(std::string source, std::vector<std::string> names,
             std::vector<std::vector<double>> columns)
    : source_(std::move(source)), names_(std::move(names)), columns_(std::move(columns)) {}

const std::vector<double>& Table::column(const std::string& name) const {
  std::string known;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) return columns_[i];
    known += ' ' + names_[i];
  }
  throw std::runtime_error(source_ + ": no column '" + name + "'; there are:" + known);
}

Table parse_table(const std::string& text, const std::string& source) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string place = source + ':' + std::to_string(number);
    const std::vector<std::string> cells = split(line);
    if (cells.empty() || line.front() == '#') continue;

    // the first line that says something is the header
    if (names.empty()) {
      names = cells;
      columns.resize(names.size());
      continue;
    }
    if (cells.size() != names.size()) {
      throw std::runtime_error(place + ": " + std::to_string(cells.size()) + " cells, expected " +
                               std::to_string(names.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].push_back(to_number(cells[i], place));
  }
  if (names.empty()) throw std::runtime_error(source + ": no header line");
  return Table(source, std::move(names), std::move(columns));
}

Table read_table(const std::string& name) {
  const std::string path = std::string(CUTTLE_TEST_DATA) + '/' + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_table(text.str(), path);
}

}  // namespace cuttle::testing
