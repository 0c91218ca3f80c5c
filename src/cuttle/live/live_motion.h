#pragma once

#include <chrono>
#include <vector>

#include "cuttle/live/live_inputs.h"
#include "cuttle/motion/motion.h"

namespace cuttle {

/// The nets of a motion on the screen. They are computed at the rows of the study, as a run does:
/// otherwise their steps would depend on when a page asks for them. What is shown lies between two
/// rows.
class LiveNets {
 public:
  /// Rows are `step` seconds apart. The motion must outlive it.
  LiveNets(Motion& motion, double step) : motion_(motion), step_(step) {}

  /// The motion has begun at x, whose nets follow.
  Status start(State& x);

  /// Goes on until time t lies between the last two rows, or to the deadline.
  Status reach(double t, Motion::Clock::time_point deadline);

  /// How far they are; infinite if there are none.
  double time() const;

  /// Puts the nets at time x.t into x. Contacts are those of the next row.
  void show(State& x) const;

 private:
  Motion& motion_;
  double step_;                 // [s]
  double before_ = 0;           // [s] the rows around what is shown
  std::vector<NetState> nets_;  // at the first of them
  State last_;                  // at the second, with its time
};

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
  /// Before a hand turns.
  void note_inputs(double t) { motion_.note_inputs(t); }

  /// What there is to report of the nets besides their states.
  void read(double t, std::vector<NetReading>& readings) { motion_.read(t, readings); }

 private:
  Motion motion_;
  LiveNets nets_;
  double horizon_;
  VectorX w_;
};

}  // namespace cuttle
