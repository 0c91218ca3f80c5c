#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "cuttle/io/checksum.h"
#include "cuttle/io/read_values.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

// data files are relative to the model file and stay in its folder
bool stays_inside(const std::filesystem::path& name) {
  if (name.empty() || name.is_absolute() || name.has_root_path()) return false;
  return std::none_of(name.begin(), name.end(), [](const auto& part) { return part == ".."; });
}

std::optional<std::size_t> find_column(const Slot& slot, const CsvTable& table,
                                       const std::string& name, const std::string& file) {
  const std::optional<std::size_t> index = table.find(name);
  if (!index)
    slot.error("no column '" + name + "' in " + file, suggest(name, table.names, "columns"));
  return index;
}

/// Turns a column headed `name [kN]` into SI.
bool to_si(const Slot& slot, const std::string& unit, std::vector<double>& column) {
  if (unit.empty() || unit == "-") return true;
  const auto one = parse_quantity("1 " + unit);
  if (!one) {
    slot.error("unknown unit '[" + unit + "]' in the header of the CSV file",
               "an SI unit such as [N] or [mm], or none");
    return false;
  }
  for (double& x : column) x *= one->value;
  return true;
}

// where the file is that a slot names; nullopt: reported
std::optional<std::filesystem::path> find_data_file(const Slot& slot, const std::string& name) {
  namespace fs = std::filesystem;
  const std::string home_text = "the folder of the " + slot.context.owner;
  const std::string hint = "put the file in " + home_text + ", or below";
  if (!stays_inside(name)) {
    slot.error("'" + name + "' is outside " + home_text, hint);
    return std::nullopt;
  }
  fs::path path = slot.context.folder / name;
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) {
    slot.error("cannot find the file '" + path.string() + "'",
               "it is searched for in " + home_text + ", and below");
    return std::nullopt;
  }
  // a symbolic link may not lead out either
  const fs::path folder = slot.context.folder.empty() ? fs::path(".") : slot.context.folder;
  const fs::path home = fs::canonical(folder, error);
  const auto [stop, rest] = std::mismatch(home.begin(), home.end(), real.begin(), real.end());
  if (error || stop != home.end()) {
    slot.error("'" + name + "' is a link that leads out of " + home_text, hint);
    return std::nullopt;
  }
  if (!fs::is_regular_file(real, error)) {
    slot.error("'" + name + "' is not a regular file",
               "name a file in " + home_text + ", or below");
    return std::nullopt;
  }
  return path;
}

DataFileUse use_of(const std::string& name, std::string text) {
  std::string digest =
      fmt::format("{} bytes, crc32 {}", text.size(), checksum_text(checksum(text)));
  return {name, std::move(digest), std::move(text)};
}

const DataFileUse* find_use(const std::vector<DataFileUse>& files, const std::string& name) {
  const auto found = std::ranges::find(files, name, &DataFileUse::name);
  return found != files.end() && !found->digest.empty() ? &*found : nullptr;
}

// one of those that a study began with
const DataFileUse* find_kept(const Slot& slot, const std::string& name) {
  if (const DataFileUse* const found = find_use(*slot.context.kept, name)) return found;
  slot.error("the file '" + name + "' was not among those read at the beginning",
             "which files are read must not depend on parameters");
  return nullptr;
}

// hands a data file to a function of (path for messages, file); nullopt: reported
template <class Function>
auto with_data_file(const Slot& slot, const std::string& name, Function function)
    -> std::optional<decltype(function(std::filesystem::path(), DataFileUse()))> {
  try {
    if (slot.context.kept) {
      const DataFileUse* const kept = find_kept(slot, name);
      if (!kept) return std::nullopt;
      return function(slot.context.folder / name, *kept);
    }
    std::vector<DataFileUse> local;
    std::vector<DataFileUse>& used = slot.context.used ? *slot.context.used : local;
    // twice the same file is the same text
    if (const DataFileUse* const known = find_use(used, name))
      return function(slot.context.folder / name, *known);
    // also one that is not there yet: somebody may wait for it
    used.push_back({name, ""});
    const std::optional<std::filesystem::path> path = find_data_file(slot, name);
    if (!path) return std::nullopt;
    used.back() = use_of(name, read_csv_text(*path));
    return function(*path, used.back());
  } catch (const InputError& bad) {
    for (const Diagnostic& d : bad.diagnostics()) slot.context.diagnostics.add(d);
    return std::nullopt;
  }
}

}  // namespace

std::optional<CsvTable> read_data_file(const Slot& slot, const std::string& name,
                                       CsvOptions options) {
  return with_data_file(slot, name,
                        [&](const std::filesystem::path& path, const DataFileUse& file) {
                          return parse_csv(file.text, path.string(), options);
                        });
}

std::optional<DataFileUse> digest_data_file(const Slot& slot, const std::string& name) {
  return with_data_file(slot, name,
                        [](const std::filesystem::path&, const DataFileUse& file) { return file; });
}

bool take_columns(const Slot& slot, const CsvTable& table, const std::string& time_column,
                  const std::string& column, std::vector<double>& times,
                  std::vector<double>& values) {
  const auto time = time_column.empty() ? std::optional<std::size_t>(0)
                                        : find_column(slot, table, time_column, "the CSV file");
  const auto value = find_column(slot, table, column, "the CSV file");
  if (!time || !value || table.rows() == 0) return false;
  times = table.columns[*time];
  values = table.columns[*value];
  if (!to_si(slot, table.units[*time], times) || !to_si(slot, table.units[*value], values))
    return false;
  const std::optional<Diagnostic> problem = not_rising(table, *time);
  if (problem) slot.context.diagnostics.add(*problem);
  return !problem;
}

bool take_column(const Slot& slot, const CsvTable& table, const std::string& name,
                 std::vector<double>& values) {
  const auto index = find_column(slot, table, name, "the CSV file");
  if (!index) return false;
  values = table.columns[*index];
  return to_si(slot, table.units[*index], values);
}

bool check_times(const Slot& slot, const std::vector<double>& times) {
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) continue;
    slot.error("the first column must increase, but row " + std::to_string(i + 1) + " does not");
    return false;
  }
  return true;
}

bool read_table_file(const Slot& slot, const TableFile& value) {
  if (value.csv.empty()) {
    std::vector<double> firsts;
    if (value.table)
      for (const auto& [first, second] : *value.table) firsts.push_back(first);
    const YamlNode* const node = slot.node.find("table");
    return !node || check_times({*node, slot.path + ".table", slot.info, slot.context}, firsts);
  }
  const Slot csv{*slot.node.find("csv"), slot.path + ".csv", slot.info, slot.context};
  if (value.table) {
    csv.error("cannot be combined with table");
    return false;
  }
  const std::optional<CsvTable> file = read_data_file(csv, value.csv);
  std::vector<double> firsts, seconds;
  if (!file || !take_columns(slot, *file, value.first_column, value.second_column, firsts, seconds))
    return false;
  value.table.emplace();
  for (std::size_t i = 0; i < firsts.size(); ++i) value.table->push_back({firsts[i], seconds[i]});
  return true;
}

}  // namespace cuttle
