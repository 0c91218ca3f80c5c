#pragma once
// What a probe looks at, and what all of them need: lists of columns, rows of numbers, and what
// there is to read.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuttle/core/body_place.h"
#include "cuttle/core/workspace.h"
#include "cuttle/part/checker.h"
#include "cuttle/part/draft.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// What one recorded number is: `tip.x` [m], of the group `tip`.
struct Column {
  std::string name;
  std::string unit = "-";
  std::string doc;
  std::string group;
};

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

/// What the targets of probes read: ws after forward_dynamics or inverse_dynamics at (x, u) (with
/// connections: their forces in ws.lambda; with contacts: ws.contact.contacts). update_kinematics
/// is enough unless a joint with prescribed coordinates is recorded (drive efforts) or an IMU
/// (ws.a).
struct Snapshot {
  const Model& model;
  const State& x;
  const Input& u;
  Workspace& ws;
};

/// One class for each kind of probe, made from what the file says.
class ProbeTarget {
 public:
  virtual ~ProbeTarget() = default;
  virtual void add_columns(const Model&, ColumnList&) const = 0;
  /// Writes one number per column. Never allocates.
  virtual void write(const Snapshot&, RowWriter&) const = 0;
  /// The place whose motion is recorded; null: it is none.
  virtual const BodyPlace* place() const { return nullptr; }
};
using ProbeTargetPtr = std::shared_ptr<const ProbeTarget>;

// A kind of probe is a row, too: what a probe of the file looks at, and how its columns are made.
// Rows stand with the part that they look at (PartKind::probes) or, for bodies and the whole robot,
// in record/probe_*.cpp; compile/part_table.cpp has them all.

struct ProbeKind {
  const char* field;  // "muscle": its key in the file
  const char* doc;    // one line
  int order;          // of the keys in the reference and in messages
  /// The list that the target is in: "muscles", "bodies". Null: the target is the word `only`.
  const char* list = nullptr;
  const char* only = nullptr;
  const char* only_doc = nullptr;
  /// True: it looks at a place of a body (`at`), which must be there. The target is a body.
  bool has_place = false;
  /// True: it is known only after the forces of the same instant, or asks for work that kinematics
  /// does not do: no formula of the state may name its columns.
  bool late = false;
  /// Does what a probe looks at move outside of the loop of controllers, so that no sensor sees it?
  /// Null: none does.
  bool (*outside)(const Draft&, const ProbeSpec&) = nullptr;
  /// Besides that the target exists.
  void (*check)(const ProbeSpec&, Checker&) = nullptr;
  /// For a draft whose bodies, actors and initial state are finished.
  ProbeTargetPtr (*make)(const Draft&, const ProbeSpec&) = nullptr;
};

/// How most targets are made.
template <class Target>
ProbeTargetPtr make_probe(const Draft& draft, const ProbeSpec& probe) {
  return std::make_shared<const Target>(draft, probe);
}

}  // namespace cuttle
