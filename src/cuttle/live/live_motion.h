#pragma once

#include <chrono>
#include <vector>

#include "cuttle/live/live_inputs.h"
#include "cuttle/live/live_nets.h"
#include "cuttle/sim/motion.h"

namespace cuttle {

/// The motion of a model on the screen: continues for as long as a page is open. Without changes
/// from outside it takes the very steps of a run of the study, and shows what lies inside of them.
class LiveMotion {
 public:
  using Clock = Motion::Clock;

  /// Both must outlive the motion.
  LiveMotion(const Scenario& scenario, LiveInputs& inputs);

  /// From here, with a clean history. At a `beginning` nets that start settled come down: x
  /// follows.
  Status start(State& x, bool beginning);

  /// Moves x on to time t, or as far as the clock allows. After a failure x is the last good state.
  Status advance(double t, Clock::time_point deadline, State& x);

  /// Inputs have changed at the time that was last shown. Controllers and sensors go on.
  void turn(double t) { motion_.cut(t); }

  /// What there is to report of the nets besides their states.
  void read(double t, std::vector<NetReading>& readings) { motion_.read(t, readings); }

 private:
  Motion motion_;
  LiveNets nets_;
  double horizon_;
  VectorX w_;
};

}  // namespace cuttle
