#pragma once
// What moves by itself: the tree of bodies is one subsystem, every net is another.

#include <memory>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"
#include "cuttle/part/solver_report.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// How a motion begins.
struct MotionStart {
  double horizon = 1;     // [s] how far ahead the corners of signals are looked up at a time
  bool decide = true;     // controllers take their first sample at once, not when it goes on
  bool come_down = true;  // nets that start settled do so; false: all goes on from a state
};

/// A small vibration, as a record shows it.
struct Vibration {
  double frequency = 0;  // [Hz]
  double growth = 0;     // [1/s]
  double damping = 0;    // [-]
  State x;               // displaced along the shape, which is its velocity
};

/// Each knows its own part of a state and leaves the others alone. Belongs to one study.
class Subsystem {
 public:
  virtual ~Subsystem() = default;
  Subsystem() = default;
  Subsystem(const Subsystem&) = delete;
  Subsystem& operator=(const Subsystem&) = delete;

  /// A motion begins at x.
  virtual Status start(State& x, const MotionStart& how) = 0;
  /// On to time t, from where it was started or last went to; never back.
  virtual Status advance(double t, State& x) = 0;

  /// To the equilibrium under signals and loads at time t, out of x.
  virtual Status settle(double t, const StudySpec& study, State& x) = 0;
  /// Adds its `count` lowest vibrations about x under the signals at time t, lowest first.
  virtual Status vibrate(double t, const State& x, int count, std::vector<Vibration>& list) = 0;

  /// What is recorded of it at time t besides its state.
  virtual void read(double t, std::vector<NetReading>& readings) = 0;
  /// Adds what was done, and warnings about it.
  virtual void report(SolverReport& result) const = 0;
};

using Subsystems = std::vector<std::unique_ptr<Subsystem>>;

}  // namespace cuttle
