#pragma once
// The table of a campaign: one row per run, in an order that does not depend on who ran what when.

#include <string>
#include <vector>

#include "cuttle/record/figure.h"

namespace cuttle {

struct TableColumn {
  std::string name;
  std::string unit;
  std::string role;  // index, parameter, figure, derived, objective, constraint
  std::vector<double> values;
};

struct CampaignTable {
  std::vector<TableColumn> columns;
  std::vector<std::string> status;    // one per row: ok, or why the run failed
  std::vector<std::string> warnings;  // one per row, of a good run

  std::size_t rows() const { return status.size(); }
  /// How the run of the next row ended.
  void add_end(std::string ended, const std::vector<std::string>& warned);
  const TableColumn* find(const std::string& name) const;
};

/// Header `ff [-],front [m],status,warnings`; numbers with the fewest digits that read back
/// exactly.
std::string table_csv(const CampaignTable& table);

/// The bytes of an HDF5 file: datasets `columns` (rows x columns), `names`, `units`, `roles`,
/// `status`, `warnings`, with a seal in front (io/hdf5_parts.h). They depend on the table only.
/// Throws std::runtime_error if they cannot be made.
inline constexpr const char* kTableFormat = "cuttle-table/2";
std::string table_hdf5(const CampaignTable& table);

}  // namespace cuttle
