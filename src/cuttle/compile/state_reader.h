#pragma once

#include <memory>

#include "cuttle/compile/scenario.h"
#include "cuttle/connection/constraint_solver.h"

namespace cuttle {

/// All that probes look at in a state, computed into memory of its own. The scenario must outlive
/// it, in its place.
class StateReader {
 public:
  /// Connections are solved as the study of the scenario wants them; nets rest until somebody
  /// tells more (`nets`).
  explicit StateReader(const Scenario& scenario);

  /// Fills the workspace. Drive efforts of prescribed joints need the accelerations of the motion,
  /// if there is one (`moving`).
  void read(const State& x, const Input& u, bool moving);

  Workspace& workspace() { return ws_; }
  std::vector<NetReading>& nets() { return ws_.nets; }
  /// Null if the model has no connections.
  ConstraintSolver* constraints() { return constraints_.get(); }

 private:
  const Model& model_;
  Workspace ws_;
  std::unique_ptr<ConstraintSolver> constraints_;
};

}  // namespace cuttle
