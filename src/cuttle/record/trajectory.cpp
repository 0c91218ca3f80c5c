#include "cuttle/record/trajectory.h"

#include <algorithm>

#include "cuttle/base/error.h"

namespace cuttle {

Trajectory::Trajectory(Column axis, std::vector<Column> columns, std::vector<std::string> q_names,
                       std::vector<std::string> v_names)
    : axis_column_(std::move(axis)),
      columns_(std::move(columns)),
      q_names_(std::move(q_names)),
      v_names_(std::move(v_names)),
      values_(columns_.size()) {
  // a name must lead to one column only
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    expects(columns_[i].name != axis_column_.name, "a column may not have the name of the axis");
    expects(find(columns_[i].name) == i, "column names must differ");
  }
}

void Trajectory::add_contacts(std::vector<std::string> names) {
  expects(rows() == 0, "contacts are recorded from the first row on");
  contact_names_ = std::move(names);
}

void Trajectory::add_connections(std::vector<std::string> names) {
  expects(rows() == 0, "connections are recorded from the first row on");
  connection_names_ = std::move(names);
}

void Trajectory::add_nets(std::vector<std::string> nodes) {
  expects(rows() == 0, "nets are recorded from the first row on");
  net_names_ = std::move(nodes);
}

void Trajectory::reserve(std::size_t rows) {
  axis_.reserve(rows);
  for (auto& values : values_) values.reserve(rows);
  q_.reserve(rows * q_names_.size());
  v_.reserve(rows * v_names_.size());
  contacts_.reserve(rows * contact_names_.size() * kContactNumbers);
  closed_.reserve(rows * connection_names_.size());
  nets_.reserve(rows * net_names_.size() * kNetNumbers);
}

void Trajectory::append(double axis, std::span<const double> values, std::span<const double> q,
                        std::span<const double> v, std::span<const double> contacts,
                        std::span<const double> closed, std::span<const double> nets) {
  expects(values.size() == columns_.size(), "one value per column");
  expects(q.size() == q_names_.size(), "q must have the size of its names");
  expects(v.size() == v_names_.size(), "v must have the size of its names");
  expects(contacts.size() == contact_names_.size() * kContactNumbers, "all contact shapes");
  expects(closed.size() == connection_names_.size(), "all connections");
  expects(nets.size() == net_names_.size() * kNetNumbers, "all nodes of nets");
  axis_.push_back(axis);
  for (std::size_t i = 0; i < values.size(); ++i) values_[i].push_back(values[i]);
  q_.insert(q_.end(), q.begin(), q.end());
  v_.insert(v_.end(), v.begin(), v.end());
  contacts_.insert(contacts_.end(), contacts.begin(), contacts.end());
  closed_.insert(closed_.end(), closed.begin(), closed.end());
  nets_.insert(nets_.end(), nets.begin(), nets.end());
}

std::optional<std::size_t> Trajectory::find(std::string_view name) const {
  const auto it = std::ranges::find(columns_, name, &Column::name);
  if (it == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(it - columns_.begin());
}

std::span<const double> Trajectory::column(std::size_t index) const {
  expects(index < values_.size(), "column index out of range");
  return values_[index];
}

std::span<const double> Trajectory::column(std::string_view name) const {
  if (name == axis_column_.name) return axis_;
  const auto index = find(name);
  expects(index.has_value(), "no column of that name");
  return values_[*index];
}

const Column& Trajectory::column_info(std::string_view name) const {
  if (name == axis_column_.name) return axis_column_;
  const auto index = find(name);
  expects(index.has_value(), "no column of that name");
  return columns_[*index];
}

bool Trajectory::has(std::string_view name) const {
  return name == axis_column_.name || find(name).has_value();
}

std::vector<std::string> Trajectory::groups() const {
  std::vector<std::string> names;
  for (const Column& c : columns_)
    if (std::ranges::find(names, c.group) == names.end()) names.push_back(c.group);
  return names;
}

std::vector<std::size_t> Trajectory::group_columns(std::string_view group) const {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].group == group) indices.push_back(i);
  return indices;
}

std::span<const double> Trajectory::q(std::size_t row) const {
  expects(row < rows(), "row out of range");
  return std::span(q_).subspan(row * q_names_.size(), q_names_.size());
}

std::span<const double> Trajectory::v(std::size_t row) const {
  expects(row < rows(), "row out of range");
  return std::span(v_).subspan(row * v_names_.size(), v_names_.size());
}

std::span<const double> Trajectory::contacts(std::size_t row) const {
  expects(row < rows(), "row out of range");
  const std::size_t size = contact_names_.size() * kContactNumbers;
  return std::span(contacts_).subspan(row * size, size);
}

std::span<const double> Trajectory::nets(std::size_t row) const {
  expects(row < rows(), "row out of range");
  const std::size_t size = net_names_.size() * kNetNumbers;
  return std::span(nets_).subspan(row * size, size);
}

std::span<const double> Trajectory::closed(std::size_t row) const {
  expects(row < rows(), "row out of range");
  return std::span(closed_).subspan(row * connection_names_.size(), connection_names_.size());
}

}  // namespace cuttle
