#pragma once
// The table of a campaign: one row per run, in an order that does not depend on who ran what when.

#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/sim/expect.h"

namespace cuttle {

struct TableColumn {
  std::string name;
  std::string unit;
  std::string role;  // index, parameter, figure, derived, objective, constraint
  std::vector<double> values;
};

struct CampaignTable {
  std::vector<TableColumn> columns;
  std::vector<std::string> status;  // one per row: ok, or why the run failed

  std::size_t rows() const { return status.size(); }
  const TableColumn* find(const std::string& name) const;
};

/// Header `ff [-],front [m],status`; numbers with the fewest digits that read back exactly.
std::string table_csv(const CampaignTable& table);

/// Datasets `columns` (rows x columns), `names`, `units`, `roles`, `status`. The bytes depend on
/// the table only.
void write_table_hdf5(const CampaignTable& table, const std::filesystem::path& path);

}  // namespace cuttle
