#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/part/probe_target.h"
#include "cuttle/part/scene_words.h"

namespace cuttle {

/// What is kept of a contact shape in a row: x y z [m], fx fy fz [N] on it, and its ContactState.
inline constexpr std::size_t kContactNumbers = 7;

/// What is kept of a node of a net: x y [m] in its plane, its ContactState, and the normal and
/// tangential force of the ground on it [N].
inline constexpr std::size_t kNetNumbers = 5;

/// All that a run recorded: named columns over one axis, and the raw states that replay it.
/// The axis is time "t" [s], a load parameter "load" [-], the length "arc" [-] of a path, or a mode
/// number "mode" [-]. It never goes back.
class Trajectory {
 public:
  Trajectory() = default;
  Trajectory(Column axis, std::vector<Column> columns, std::vector<std::string> q_names,
             std::vector<std::string> v_names);

  /// Further rows also record contact shapes, connections and nodes of nets, which have
  /// these names.
  void add_contacts(std::vector<std::string> names);
  void add_connections(std::vector<std::string> names);
  void add_nets(std::vector<std::string> nodes);

  /// Room for that many rows: `append` does not allocate until they are full, then doubles.
  void reserve(std::size_t rows);

  /// One more row; `values` in the order of `columns()`, all else in the order of its names.
  void append(double axis, std::span<const double> values, std::span<const double> q,
              std::span<const double> v, std::span<const double> contacts = {},
              std::span<const double> closed = {}, std::span<const double> nets = {});

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

  /// Friction remembers: what a contact did cannot be found again from q and v.
  const std::vector<std::string>& contact_names() const { return contact_names_; }
  std::span<const double> contacts(std::size_t row) const;  // (shapes x kContactNumbers)

  /// 1 where a connection was closed, 0 where it was open.
  const std::vector<std::string>& connection_names() const { return connection_names_; }
  std::span<const double> closed(std::size_t row) const;

  /// Nodes net.segment.number of all nets, net after net, each in the order of its NetData.
  const std::vector<std::string>& net_names() const { return net_names_; }
  std::span<const double> nets(std::size_t row) const;  // (nodes x kNetNumbers)

  /// (rows x n) numbers, row after row.
  std::span<const double> q_data() const { return q_; }
  std::span<const double> v_data() const { return v_; }
  std::span<const double> contact_data() const { return contacts_; }
  std::span<const double> closed_data() const { return closed_; }
  std::span<const double> net_data() const { return nets_; }

 private:
  Column axis_column_;
  std::vector<Column> columns_;
  std::vector<std::string> q_names_, v_names_, contact_names_, connection_names_, net_names_;
  std::vector<double> axis_;
  std::vector<std::vector<double>> values_;       // one contiguous array per column
  std::vector<double> q_, v_;                     // row after row
  std::vector<double> contacts_, closed_, nets_;  // likewise
};

}  // namespace cuttle
