#pragma once
// What a caller gives to a run, and what the run leaves behind.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/state.h"
#include "cuttle/part/solver_report.h"
#include "cuttle/record/figure.h"
#include "cuttle/record/trajectory.h"

namespace cuttle {

class ControlLoop;

/// How the caller watches, steers and stops a run. All may be empty.
struct RunOptions {
  std::function<void(double fraction)> progress;  // 0 .. 1 of the study, called once per output row
  std::function<bool()> interrupted;              // asked by all solvers; true ends the run
  std::function<void(ControlLoop&)> control;      // adds controllers of the caller's own
};

/// All that a run leaves behind. A run that failed or was interrupted keeps its rows so far.
struct RunResult : SolverReport {
  Trajectory trajectory;
  std::vector<Figure> figures;
  std::size_t named_figures = 0;  // the first of them: those that the file asks for
  std::vector<ExpectResult> expect;
  std::vector<double> limit_loads;  // of a path by arc length, in its order
  double energy_residual = 0;  // [-] largest |KE + PE - W - (initial)| over the energy turned over
  double wall_seconds = 0;     // [s]
  Status status;
  std::optional<State> about;  // of modes: the state that they are taken about
};

}  // namespace cuttle
