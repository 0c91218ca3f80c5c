#pragma once

#include <vector>

#include "cuttle/sim/motion.h"

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

}  // namespace cuttle
