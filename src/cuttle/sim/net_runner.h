#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuttle/model/signal.h"
#include "cuttle/model/workspace.h"
#include "cuttle/net/net_statics.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"

namespace cuttle {

/// Moves the nets of a scenario: through time, and to equilibria. Belongs to one run.
class NetRunner {
 public:
  explicit NetRunner(const Scenario& scenario);
  ~NetRunner();
  NetRunner(const NetRunner&) = delete;
  NetRunner& operator=(const NetRunner&) = delete;

  bool empty() const { return movers_.empty(); }

  /// Nets that start settled come down without friction and rest then.
  Status start(State& x);

  /// Goes on from a state that is none of a start: nothing comes down.
  void resume(const State& x) { t_ = x.t; }

  /// From the time of the last call (first: that of the start) to t, in equal steps. Writes x.nets.
  /// Never allocates but for failures, and where a span of time begins whose signals nobody has
  /// looked at yet.
  Status advance(double t, State& x);

  /// Writes the equilibria under signals and loads at time t to x.nets.
  Status settle(double t, const StudySpec& study, State& x);

  /// Drives at time t and forces of the ground at the end of the last step.
  void read(double t, std::vector<NetReading>& readings);

  /// Small vibrations of the nets about x under the drives at time t, lowest first; shapes are
  /// those of the net `net`.
  struct Mode {
    double hertz = 0;
    std::size_t net = 0;
    VectorX shape;
  };
  std::vector<Mode> modes(double t, const State& x);

  /// Adds what was done, and warnings about it.
  void report(RunResult& result) const;

 private:
  class Mover;
  std::vector<std::unique_ptr<Mover>> movers_;
  double t_ = 0;
};

/// A net as a record starts: resting drives, no forces.
NetReading rest_reading(const NetModel& net);

}  // namespace cuttle
