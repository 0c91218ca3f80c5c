#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "cuttle/live/live_inputs.h"
#include "cuttle/sim/mechanical_system.h"
#include "cuttle/solve/table.h"

namespace cuttle {

/// The motion of a model on the screen: goes on for as long as somebody looks. Without changes from
/// outside it takes the very steps of a run of the study.
class LiveMotion {
 public:
  using Clock = std::chrono::steady_clock;

  /// Both must outlive the motion.
  LiveMotion(const Scenario& scenario, LiveInputs& inputs);

  /// From here, with a clean history.
  Status start(const State& x);

  /// Moves x on to time t, or as far as the clock allows. After a failure x is the last good state.
  Status advance(double t, Clock::time_point deadline, State& x);

 private:
  void set_ends(double t);  // the smooth pieces that begin at t

  const Scenario& scenario_;
  LiveInputs& inputs_;
  MechanicalSystem system_;
  const IntegratorKind* kind_ = nullptr;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> ends_;  // of the pieces to come, the next one last
  VectorX w_;
};

}  // namespace cuttle
