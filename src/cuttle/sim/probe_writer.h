#pragma once
// What all probes need: lists of columns, rows of numbers, and what there is to read.

#include <span>
#include <string>
#include <vector>

#include "cuttle/model/workspace.h"
#include "cuttle/sim/trajectory.h"

namespace cuttle {

/// Adds columns name.a, name.b, ... of one unit.
class ColumnList {
 public:
  explicit ColumnList(std::string group) : group_(std::move(group)) {}

  void add(std::initializer_list<std::string> names, const char* unit, const char* doc) {
    for (const std::string& name : names)
      columns.push_back({group_ + "." + name, unit, doc, group_});
  }

  std::vector<Column> columns;

 private:
  std::string group_;
};

/// Writes numbers one after the other.
class RowWriter {
 public:
  explicit RowWriter(std::span<double> row) : row_(row) {}
  void put(double value) { row_[next_++] = value; }
  template <class Vector>
  void put_all(const Vector& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) put(values[i]);
  }

 private:
  std::span<double> row_;
  std::size_t next_ = 0;
};

/// What the targets of probes read.
struct Snapshot {
  const Model& model;
  const State& x;
  const Input& u;
  Workspace& ws;
};

}  // namespace cuttle
