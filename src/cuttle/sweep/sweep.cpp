#include "cuttle/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuttle {

namespace {

void add_extremes(const TableColumn& column, std::vector<Figure>& figures) {
  double least = std::numeric_limits<double>::infinity(), most = -least, sum = 0;
  int count = 0;
  for (const double x : column.values) {
    if (std::isnan(x)) continue;
    least = std::min(least, x);
    most = std::max(most, x);
    sum += x;
    ++count;
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  figures.push_back({column.name + ".min", count > 0 ? least : none, column.unit});
  figures.push_back({column.name + ".max", count > 0 ? most : none, column.unit});
  figures.push_back({column.name + ".mean", count > 0 ? sum / count : none, column.unit});
}

}  // namespace

std::vector<ParameterPoint> shard_points(const std::vector<ParameterPoint>& points,
                                         const Shard& shard) {
  std::vector<ParameterPoint> part;
  for (auto i = std::size_t(shard.part - 1); i < points.size(); i += std::size_t(shard.of))
    part.push_back(points[i]);
  return part;
}

bool run_sweep(Evaluator& evaluator, const std::vector<ParameterPoint>& points,
               const SweepOptions& options) {
  std::size_t done = 0, failed = 0;
  bool stopped = false;
  evaluator.evaluate(points, Want::values, [&](std::size_t, const Outcome& outcome) {
    if (outcome.kind == Outcome::Kind::interrupted) {
      stopped = true;
      return;
    }
    ++done;
    failed += outcome.good() ? 0 : 1;
    if (options.progress) options.progress(done, failed);
  });
  return !stopped;
}

CampaignTable empty_table(const Columns& columns) {
  CampaignTable table;
  table.columns.push_back({"sample", "-", "index", {}});
  for (std::size_t i = 0; i < columns.names().size(); ++i)
    table.columns.push_back({columns.names()[i], columns.units()[i], columns.role(i), {}});
  return table;
}

CampaignTable sweep_table(const Journal& journal, const std::vector<ParameterPoint>& points,
                          const Columns& columns) {
  CampaignTable table = empty_table(columns);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto outcome = journal.find(points[i], Want::values);
    if (!outcome) continue;
    const std::vector<double> row = columns.row(points[i], *outcome);
    table.columns[0].values.push_back(double(i));
    for (std::size_t k = 0; k < row.size(); ++k) table.columns[k + 1].values.push_back(row[k]);
    table.add_end(outcome->good() ? "ok" : outcome->reason, outcome->warnings);
  }
  return table;
}

std::vector<std::string> sweep_warnings(const CampaignTable& table) {
  std::vector<std::string> warnings;
  const auto is_ok = [](const std::string& status) { return status == "ok"; };
  const auto good = std::count_if(table.status.begin(), table.status.end(), is_ok);
  const auto bad = std::find_if_not(table.status.begin(), table.status.end(), is_ok);
  if (bad != table.status.end())
    warnings.push_back(fmt::format("{} of {} runs failed, the first: {}",
                                   std::ptrdiff_t(table.rows()) - good, table.rows(), *bad));
  for (const TableColumn& column : table.columns) {
    int odd = 0;
    for (std::size_t i = 0; i < table.rows(); ++i)
      odd += is_ok(table.status[i]) && !std::isfinite(column.values[i]);
    if (odd > 0)
      warnings.push_back(
          fmt::format("{} is not a finite number in {} of {} runs", column.name, odd, good));
  }
  return warnings;
}

std::vector<Figure> sweep_figures(const CampaignTable& table, std::size_t samples) {
  const auto failed = std::count_if(table.status.begin(), table.status.end(),
                                    [](const std::string& status) { return status != "ok"; });
  std::vector<Figure> figures = {{"samples", double(samples), "-"},
                                 {"computed", double(table.rows()), "-"},
                                 {"failed", double(failed), "-"}};
  // what was asked for first, what was put in last
  for (const char* role : {"derived", "figure", "parameter"})
    for (const TableColumn& column : table.columns)
      if (column.role == role) add_extremes(column, figures);
  return figures;
}

}  // namespace cuttle
