#include "cuttle/io/write_csv.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "cuttle/io/replace_file.h"

namespace cuttle {

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string text = "\"";
  for (char c : field) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

namespace {

std::string heading(const Column& column) {
  return csv_field(fmt::format("{} [{}]", column.name, column.unit));
}

}  // namespace

std::string csv_text(const Trajectory& trajectory) {
  std::string text = heading(trajectory.axis_column());
  std::vector<std::span<const double>> values{trajectory.axis()};
  for (std::size_t i = 0; i < trajectory.columns().size(); ++i) {
    text += ',' + heading(trajectory.columns()[i]);
    values.push_back(trajectory.column(i));
  }
  text += '\n';

  auto out = std::back_inserter(text);
  for (std::size_t row = 0; row < trajectory.rows(); ++row) {
    for (std::size_t i = 0; i < values.size(); ++i)
      fmt::format_to(out, "{}{}", i == 0 ? "" : ",", values[i][row]);
    text += '\n';
  }
  return text;
}

void write_csv(const Trajectory& trajectory, const std::filesystem::path& path) {
  replace_file(path, csv_text(trajectory));
}

}  // namespace cuttle
