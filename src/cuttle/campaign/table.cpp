#include "cuttle/campaign/table.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>

#include "cuttle/io/hdf5_parts.h"
#include "cuttle/io/write_csv.h"

namespace cuttle {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();  // without a sign

}  // namespace

const TableColumn* CampaignTable::find(const std::string& name) const {
  for (const TableColumn& column : columns)
    if (column.name == name) return &column;
  return nullptr;
}

std::string table_csv(const CampaignTable& table) {
  std::string text;
  for (const TableColumn& column : table.columns)
    text += csv_field(fmt::format("{} [{}]", column.name, column.unit)) + ",";
  text += "status\n";
  auto out = std::back_inserter(text);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (const TableColumn& column : table.columns)
      fmt::format_to(out, "{},", std::isnan(column.values[row]) ? kNaN : column.values[row]);
    text += csv_field(table.status[row]) + "\n";
  }
  return text;
}

void write_table_hdf5(const CampaignTable& table, const std::filesystem::path& path) {
  replace_hdf5(path, [&] {
    const Handle file = memory_file();
    write_attribute(file, "format", std::string("cuttle-table/1"));
    std::vector<std::string> names, units, roles;
    std::vector<double> numbers;
    for (const TableColumn& column : table.columns) {
      names.push_back(column.name);
      units.push_back(column.unit);
      roles.push_back(column.role);
    }
    numbers.reserve(table.rows() * table.columns.size());
    for (std::size_t row = 0; row < table.rows(); ++row)
      for (const TableColumn& column : table.columns) numbers.push_back(column.values[row]);
    write_dataset(file, "columns", H5T_NATIVE_DOUBLE,
                  array_space({table.rows(), table.columns.size()}), numbers.data());
    write_texts(file, "names", names);
    write_texts(file, "units", units);
    write_texts(file, "roles", roles);
    write_texts(file, "status", table.status);
    return file_image(file);
  });
}

}  // namespace cuttle
