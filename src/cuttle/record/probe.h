#pragma once
// What a run records: columns of numbers computed from a state.

#include <span>
#include <string>
#include <vector>

#include "cuttle/dynamics/energy.h"
#include "cuttle/part/probe_target.h"
#include "cuttle/record/trajectory.h"

namespace cuttle {

class Probe {
 public:
  Probe(std::string name, const Model& model, ProbeTargetPtr target);
  const std::string& name() const { return name_; }
  const ProbeTarget& target() const { return *target_; }
  const std::vector<Column>& columns() const { return columns_; }

  /// Writes one number per column; ws is as Snapshot says. A momentum probe overwrites M_bb, M_bq,
  /// M_qq of ws. Never allocates.
  void evaluate(const Model&, const State& x, const Input& u, Workspace& ws,
                std::span<double> row) const;

 private:
  std::string name_;
  ProbeTargetPtr target_;
  std::vector<Column> columns_;
};

/// energy.kinetic, .gravity, .elastic, .actuation, .total, .work, .residual [J].
std::vector<Column> energy_columns();

/// Writes the energy columns of the `sum` of a state. `work` is the integral of power() since the
/// start, where the total energy was `initial_total`; residual = total - initial_total - work.
void write_energy(const Energy& sum, double work, double initial_total, std::span<double> row);

/// All columns of a record: those of the probes in order, then the energy.
std::vector<Column> record_columns(const std::vector<Probe>& probes);

/// How many they are.
std::size_t record_size(const std::vector<Probe>& probes);

/// One row of the record, where the state has the energy `sum`; the same reads and promises as
/// Probe::evaluate.
void evaluate_record(const std::vector<Probe>& probes, const Model&, const State& x, const Input& u,
                     const Energy& sum, double work, double initial_total, Workspace& ws,
                     std::span<double> row);

}  // namespace cuttle
