#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle {

/// What one recorded number is: `tip.x` [m], of the group `tip`.
struct Column {
  std::string name;
  std::string unit = "-";
  std::string doc;
  std::string group;
};

/// All that a run recorded: named columns over one axis, and the raw states that replay it.
/// The axis is time "t" [s], a load parameter "load" [-] or a mode number "mode" [-].
class Trajectory {
 public:
  Trajectory() = default;
  Trajectory(Column axis, std::vector<Column> columns, std::vector<std::string> q_names,
             std::vector<std::string> v_names);

  /// Room for that many rows: `append` does not allocate until they are full, then doubles.
  void reserve(std::size_t rows);

  /// One more row; `values` in the order of `columns()`, q and v in the order of their names.
  void append(double axis, std::span<const double> values, std::span<const double> q,
              std::span<const double> v);

  std::size_t rows() const { return axis_.size(); }
  const Column& axis_column() const { return axis_column_; }
  std::span<const double> axis() const { return axis_; }

  const std::vector<Column>& columns() const { return columns_; }
  std::optional<std::size_t> find(std::string_view name) const;
  std::span<const double> column(std::size_t index) const;

  /// By name; the name must exist (ask `find` first), the axis has a name too.
  std::span<const double> column(std::string_view name) const;
  const Column& column_info(std::string_view name) const;
  bool has(std::string_view name) const;

  /// The groups in order of first appearance, and the columns of one of them.
  std::vector<std::string> groups() const;
  std::vector<std::size_t> group_columns(std::string_view group) const;

  const std::vector<std::string>& q_names() const { return q_names_; }
  const std::vector<std::string>& v_names() const { return v_names_; }
  std::span<const double> q(std::size_t row) const;
  std::span<const double> v(std::size_t row) const;

  /// (rows x n) numbers, row after row.
  std::span<const double> q_data() const { return q_; }
  std::span<const double> v_data() const { return v_; }

 private:
  Column axis_column_;
  std::vector<Column> columns_;
  std::vector<std::string> q_names_, v_names_;
  std::vector<double> axis_;
  std::vector<std::vector<double>> values_;  // one contiguous array per column
  std::vector<double> q_, v_;                // row after row
};

}  // namespace cuttle
