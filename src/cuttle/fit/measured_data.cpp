#include "cuttle/fit/measured_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/io/read_values.h"
#include "cuttle/signal/units.h"

namespace cuttle {

namespace {

/// Columns of one CSV file, in SI, with the places of all numbers.
class DataFile {
 public:
  DataFile(const std::filesystem::path& folder, const std::string& name, const Origin& origin,
           Diagnostics& diagnostics)
      : origin_(origin), diagnostics_(diagnostics) {
    YamlNode node;
    node.mark = origin.at("file");
    ReadContext context{folder, diagnostics, "study file"};
    const FieldInfo info;
    const Slot slot{node, origin.path.empty() ? "file" : origin.path + ".file", info, context};
    if (auto table = read_data_file(slot, name, {.gaps = true})) table_ = std::move(*table);
  }

  bool usable() const { return table_.rows() > 0; }
  std::size_t rows() const { return table_.rows(); }

  /// A column by name; empty: the first. nullopt: reported.
  std::optional<std::size_t> find(const std::string& name, const Origin& origin,
                                  const std::string& field) const {
    if (name.empty()) return 0;
    const auto index = table_.find(name);
    if (!index)
      diagnostics_.add(origin.error(field, "no column '" + name + "' in the data file",
                                    suggest(name, table_.names, "columns")));
    return index;
  }

  /// Values in SI. `wanted`: the unit that they must fit; empty: any.
  std::vector<double> values(std::size_t column, const std::string& wanted,
                             const std::string& wanted_by) const {
    const std::string& unit = table_.units[column];
    double factor = 1;
    if (!unit.empty() && unit != "-") {
      const auto known = parse_unit(unit);
      const auto needed = parse_unit(wanted == "-" ? "" : wanted);
      if (!known)
        error_at_head(column, fmt::format("unknown unit '[{}]'", unit),
                      "an SI unit such as [N] or [mm], or none");
      else if (!wanted.empty() && needed && !(needed->dimension == known->dimension))
        error_at_head(column,
                      fmt::format("the unit is [{}], but {} is in [{}]", unit, wanted_by, wanted),
                      "compare it with another column, or correct the unit in the header");
      else
        factor = known->factor;
    }
    std::vector<double> result = table_.columns[column];
    for (double& value : result) value *= factor;
    return result;
  }

  /// The same as it stands, for columns that the campaign scales itself.
  std::vector<double> raw(std::size_t column) const { return table_.columns[column]; }

  /// The SI unit of a column.
  std::string unit(std::size_t column) const {
    const std::string& text = table_.units[column];
    const auto known = parse_unit(text == "-" ? "" : text);
    if (text.empty() || !known) return "-";
    if (known->factor == 1) return text;
    if (known->dimension == Dimension{}) return text.starts_with("deg") ? "rad" : "-";
    return to_string(known->dimension);
  }

  const std::string& name(std::size_t column) const { return table_.names[column]; }
  const std::string& written_unit(std::size_t column) const { return table_.units[column]; }

  /// One message about the first of some rows; none if there is no row.
  void error_at_rows(const std::vector<std::size_t>& rows, std::size_t column,
                     const std::string& message, const std::string& hint) const {
    if (!rows.empty())
      error_at_row(rows.front(), column, message + first_of_rows(rows.size()), hint);
  }

  /// Numbers that do not rise.
  void check_rising(std::size_t column) const {
    if (const auto problem = not_rising(table_, column)) diagnostics_.add(*problem);
  }

  /// What a heading with its unit in the wrong place costs; empty: there is none.
  std::vector<std::string> heading_warnings(std::size_t column) const {
    const std::string& name = table_.names[column];
    const std::string unit = unit_in_parentheses(name);
    if (unit.empty() || !table_.units[column].empty()) return {};
    const std::size_t open = name.rfind('(');
    const std::string bare =
        open == 0 ? "" : name.substr(0, name.find_last_not_of(' ', open - 1) + 1);
    return {
        fmt::format("{}: the heading '{}' gives no unit, so its numbers are taken in SI; units "
                    "are written in square brackets: {} [{}]",
                    to_string(table_.headings[column]), name, bare, unit)};
  }

  void error_at_row(std::size_t row, std::size_t column, const std::string& message,
                    const std::string& hint) const {
    diagnostics_.add(Mark{table_.headings[column].file, table_.lines[row], 0}, table_.names[column],
                     message, hint);
  }

 private:
  void error_at_head(std::size_t column, const std::string& message,
                     const std::string& hint) const {
    diagnostics_.add(table_.headings[column], table_.names[column], message, hint);
  }

  const Origin& origin_;
  Diagnostics& diagnostics_;
  CsvTable table_;
};

// times must be there, and rise
void check_rising(const DataFile& file, std::size_t column, const std::vector<double>& x) {
  std::vector<std::size_t> empty;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::isnan(x[i])) empty.push_back(i);
  file.error_at_rows(empty, column, "must not be empty", "each row needs its own");
  file.check_rising(column);
}

void check_reach(const DataFile& file, std::size_t column, const std::vector<double>& times,
                 const RecordAxis& axis) {
  const double same = 1e-9 * (axis.end - axis.begin);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (std::isnan(times[i]) || (times[i] >= axis.begin - same && times[i] <= axis.end + same))
      continue;
    file.error_at_row(
        i, column,
        fmt::format("the model is run from {} = {:.6g} to {:.6g} {}, but this is {:.6g}", axis.name,
                    axis.begin, axis.end, axis.unit, times[i]),
        "set study.duration of the model, shift the data by time_offset, or cut them");
    return;  // the rows after it are outside, too
  }
}

// one standard deviation for each row; empty: not known
std::vector<double> read_sigma(const DataFile& file, const std::optional<double>& sigma,
                               const std::string& sigma_column, const Origin& origin,
                               std::size_t y_column, const std::vector<double>& y,
                               bool as_it_stands = false) {
  if (sigma) return std::vector<double>(y.size(), *sigma);
  if (sigma_column.empty()) return {};
  const auto column = file.find(sigma_column, origin, "sigma_column");
  if (!column) return {};
  std::vector<double> result = as_it_stands ? file.raw(*column)
                                            : file.values(*column, file.written_unit(y_column),
                                                          "'" + file.name(y_column) + "'");
  std::vector<std::size_t> empty, wrong;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!std::isnan(y[i]) && !(result[i] > 0)) (std::isnan(result[i]) ? empty : wrong).push_back(i);
  const char* const hint = "the standard deviation of this row";
  file.error_at_rows(empty, *column, "must not be empty where there is a value", hint);
  if (!wrong.empty())
    file.error_at_rows(wrong, *column,
                       fmt::format("must be > 0, got {:.6g}", result[wrong.front()]), hint);
  return result;
}

void add_values(const std::vector<double>& x, const std::vector<double>& y,
                const std::vector<double>& sigma, ObservationGroup& group) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (std::isnan(y[i]) || std::isnan(x[i])) continue;
    group.x.push_back(x[i]);
    group.y.push_back(y[i]);
    if (!sigma.empty()) group.sigma.push_back(sigma[i]);
  }
}

void read_column(const DataFile& file, const MeasuredSpec& measured,
                 const std::vector<double>& times, const std::vector<Column>& recorded,
                 ObservationGroup& group, Diagnostics& diagnostics) {
  const auto column = file.find(measured.column, measured.origin, "column");
  if (!column) return;
  const auto simulated = std::ranges::find(recorded, measured.simulated, &Column::name);
  group.unit = simulated == recorded.end() ? "-" : simulated->unit;
  // a factor of the campaign may turn volts into metres
  const bool scaled = measured.origin.given("scale");
  const bool foreign = scaled && !parse_unit(file.written_unit(*column));
  std::vector<double> y = foreign ? file.raw(*column)
                                  : file.values(*column, scaled ? "" : group.unit,
                                                "the simulated " + measured.simulated);
  std::vector<double> sigma =
      read_sigma(file, measured.sigma, measured.sigma_column, measured.origin, *column, y, foreign);
  for (double& value : y) value = measured.scale * value + measured.offset;
  for (double& value : sigma) value *= std::abs(measured.scale);
  group.warnings = file.heading_warnings(*column);
  add_values(times, y, sigma, group);
  if (group.y.empty())
    diagnostics.add(
        measured.origin.error("column", "column '" + measured.column + "' contains only gaps"));
}

}  // namespace

std::vector<ObservationGroup> read_series(const std::vector<DataSpec>& data,
                                          const std::filesystem::path& folder,
                                          const RecordAxis& axis,
                                          const std::vector<Column>& recorded) {
  Diagnostics diagnostics;
  std::vector<ObservationGroup> groups;
  for (const DataSpec& spec : data) {
    const DataFile file(folder, spec.file, spec.origin, diagnostics);
    if (!file.usable()) continue;
    const auto time = file.find(spec.time, spec.origin, "time");
    if (!time) continue;
    std::vector<double> times = file.values(*time, axis.unit, "the axis " + axis.name);
    for (double& t : times) t += spec.time_offset;
    check_rising(file, *time, times);
    check_reach(file, *time, times, axis);
    for (const MeasuredSpec& measured : spec.columns) {
      ObservationGroup group;
      const auto same = std::ranges::count_if(groups, [&](const ObservationGroup& g) {
        return g.name == measured.simulated || g.name.starts_with(measured.simulated + " (");
      });
      group.name =
          same == 0 ? measured.simulated : fmt::format("{} ({})", measured.simulated, same + 1);
      group.x_name = axis.name, group.x_unit = axis.unit;
      read_column(file, measured, times, recorded, group, diagnostics);
      if (&measured == &spec.columns.front())
        for (std::string& warning : file.heading_warnings(*time))
          group.warnings.push_back(std::move(warning));
      groups.push_back(std::move(group));
    }
  }
  diagnostics.throw_if_any();
  return groups;
}

ObservationGroup read_points(const CurveSpec& curve, const std::filesystem::path& folder,
                             bool rising) {
  Diagnostics diagnostics;
  ObservationGroup group;
  const DataFile file(folder, curve.file, curve.origin, diagnostics);
  diagnostics.throw_if_any();
  const auto x_column = file.find(curve.x, curve.origin, "x");
  const auto y_column = file.find(curve.y, curve.origin, "y");
  diagnostics.throw_if_any();
  const std::vector<double> x = file.values(*x_column, "", "");
  const std::vector<double> y = file.values(*y_column, "", "");
  if (rising) check_rising(file, *x_column, x);
  group.name = curve.y, group.unit = file.unit(*y_column);
  group.x_name = file.name(*x_column), group.x_unit = file.unit(*x_column);
  for (const std::size_t column : {*x_column, *y_column})
    for (std::string& warning : file.heading_warnings(column))
      group.warnings.push_back(std::move(warning));
  add_values(x, y, read_sigma(file, curve.sigma, curve.sigma_column, curve.origin, *y_column, y),
             group);
  if (group.y.empty())
    diagnostics.add(curve.origin.error("y", "column '" + curve.y + "' contains only gaps"));
  diagnostics.throw_if_any();
  return group;
}

}  // namespace cuttle
