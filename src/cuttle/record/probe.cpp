#include "cuttle/record/probe.h"

#include <algorithm>
#include <array>

#include "cuttle/base/error.h"

namespace cuttle {
namespace {

constexpr std::size_t kEnergyNumbers = 7;

}  // namespace

Probe::Probe(std::string name, const Model& model, ProbeTargetPtr target)
    : name_(std::move(name)), target_(std::move(target)) {
  ColumnList list(name_);
  target_->add_columns(model, list);
  columns_ = std::move(list.columns);
}

void Probe::evaluate(const Model& model, const State& x, const Input& u, Workspace& ws,
                     std::span<double> row) const {
  expects(row.size() == columns_.size(), "one number per column of the probe");
  RowWriter writer(row);
  target_->write({model, x, acting_input(model, u, ws), ws}, writer);
}

std::vector<Column> energy_columns() {
  ColumnList list("energy");
  list.add({"kinetic"}, "J", "kinetic energy");
  list.add({"gravity"}, "J", "potential of gravity, zero at the world's origin");
  list.add({"elastic"}, "J", "elastic energy of strains and joint springs");
  list.add({"actuation"}, "J", "potential of loads, cables and buoyancy");
  list.add({"total"}, "J", "sum of the energies");
  list.add({"work"}, "J", "work done on the robot since the start, dissipation included");
  list.add({"residual"}, "J", "total - total at the start - work: zero except for numerical error");
  return list.columns;
}

void write_energy(const Energy& sum, double work, double initial_total, std::span<double> row) {
  const std::array<double, kEnergyNumbers> values = {sum.kinetic,
                                                     sum.gravity,
                                                     sum.elastic,
                                                     sum.actors,
                                                     sum.total(),
                                                     work,
                                                     sum.total() - initial_total - work};
  expects(row.size() == values.size(), "one number per energy column");
  std::copy(values.begin(), values.end(), row.begin());
}

std::vector<Column> record_columns(const std::vector<Probe>& probes) {
  std::vector<Column> columns;
  for (const Probe& probe : probes)
    columns.insert(columns.end(), probe.columns().begin(), probe.columns().end());
  const std::vector<Column> energies = energy_columns();
  columns.insert(columns.end(), energies.begin(), energies.end());
  return columns;
}

std::size_t record_size(const std::vector<Probe>& probes) {
  std::size_t size = kEnergyNumbers;
  for (const Probe& probe : probes) size += probe.columns().size();
  return size;
}

void evaluate_record(const std::vector<Probe>& probes, const Model& model, const State& x,
                     const Input& u, const Energy& sum, double work, double initial_total,
                     Workspace& ws, std::span<double> row) {
  std::size_t next = 0;
  for (const Probe& probe : probes) {
    const std::size_t count = probe.columns().size();
    probe.evaluate(model, x, u, ws, row.subspan(next, count));
    next += count;
  }
  write_energy(sum, work, initial_total, row.subspan(next));
}

}  // namespace cuttle
