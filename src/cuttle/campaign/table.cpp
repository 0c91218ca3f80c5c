#include "cuttle/campaign/table.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "cuttle/io/hdf5_parts.h"
#include "cuttle/io/write_csv.h"
#include "cuttle/math/constants.h"

namespace cuttle {

const TableColumn* CampaignTable::find(const std::string& name) const {
  for (const TableColumn& column : columns)
    if (column.name == name) return &column;
  return nullptr;
}

void CampaignTable::add_end(std::string ended, const std::vector<std::string>& warned) {
  status.push_back(std::move(ended));
  std::string text;
  for (const std::string& warning : warned) text += (text.empty() ? "" : "; ") + warning;
  warnings.push_back(std::move(text));
}

std::string table_csv(const CampaignTable& table) {
  std::string text;
  for (const TableColumn& column : table.columns)
    text += csv_field(fmt::format("{} [{}]", column.name, column.unit)) + ",";
  text += "status,warnings\n";
  auto out = std::back_inserter(text);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (const TableColumn& column : table.columns)
      fmt::format_to(out, "{},", std::isnan(column.values[row]) ? kNaN : column.values[row]);
    text += csv_field(table.status[row]) + "," + csv_field(table.warnings[row]) + "\n";
  }
  return text;
}

std::string table_hdf5(const CampaignTable& table) {
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
  return hdf5_image(kTableFormat, "", [&](hid_t file) {
    write_dataset(file, "columns", H5T_NATIVE_DOUBLE,
                  array_space({table.rows(), table.columns.size()}), numbers.data());
    write_texts(file, "names", names);
    write_texts(file, "units", units);
    write_texts(file, "roles", roles);
    write_texts(file, "status", table.status);
    write_texts(file, "warnings", table.warnings);
  });
}

}  // namespace cuttle
