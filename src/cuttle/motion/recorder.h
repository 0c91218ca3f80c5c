#pragma once

#include <memory>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/record/contact_record.h"
#include "cuttle/record/run_result.h"

namespace cuttle {

/// Turns states into rows of a trajectory.
class Recorder {
 public:
  /// `axis` is what the study runs over; `extra` columns come last and are given with each row.
  Recorder(const Scenario&, Column axis, std::vector<Column> extra = {});

  /// One row. `work` is what flowed into the robot since the first row.
  void record(double axis, const State&, const Input&, double work = 0,
              const std::vector<double>& extra = {});

  Trajectory& trajectory() { return trajectory_; }

  /// What further rows record of the nets besides their states.
  std::vector<NetReading>& nets() { return reader_.nets(); }

  /// Largest residual of the energy books over the largest energy that was turned over [-].
  double energy_residual();
  /// The largest energy that was turned over [J].
  double largest_energy() const { return largest_energy_; }

  /// The widest gap of a closed connection in all rows. Sizes are those of turns [rad] and of
  /// places, in parts of the robot's reach.
  struct WidestGap {
    double gap = 0;    // [m, rad]
    double size = 0;   // [-]
    double first = 0;  // [-] in the first row
    double axis = 0;   // row of the widest
    int connection = -1;
  };
  const WidestGap& widest_gap() const { return widest_gap_; }

 private:
  void watch_gaps(double axis, const State& x);

  const Scenario& scenario_;
  std::vector<double> full_row_;
  Trajectory trajectory_;
  StateReader reader_;
  ContactRecord contacts_;
  std::size_t record_size_;  // columns that are not extra
  std::vector<double> row_, closed_, net_row_;
  double initial_total_ = 0;
  std::vector<double> reach_;  // [m] of the loop of each connection, in the first row
  double largest_residual_ = 0, largest_energy_ = 0;
  WidestGap widest_gap_;
};

}  // namespace cuttle
