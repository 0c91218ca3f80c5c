#pragma once
// Connections that close (docking) and open (undocking) while a run goes on.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/motion/mechanical_system.h"
#include "cuttle/record/probe_condition.h"
#include "cuttle/solve/integrator.h"

namespace cuttle {

class Switches {
 public:
  Switches(const Scenario& scenario, MechanicalSystem& system, InputFunction inputs);

  /// A motion begins at x: what is open waits again.
  void reset(const State& x);

  /// Times at which something switches, for the motion to stop there.
  std::vector<double> times() const;

  /// Switches what is due at x.t. Parts that dock stay as they met; a plastic impact takes away
  /// their relative velocity, and its loss is booked as work in w.
  Status at_time(State& x, VectorX& w);

  /// True if parts have met within the last step, by distance or by their condition; x and w are
  /// then their state at that moment.
  bool within_step(Integrator& integrator, State& x, VectorX& w);

  /// Closes the connection that within_step has found.
  Status close_met(State& x, VectorX& w);

  /// A sentence for each connection that was to close and did not, or that closed across a gap.
  std::vector<std::string> warnings() const;

 private:
  /// Above zero while a connection must wait: how far its parts are from meeting, or 1 and -1 for
  /// a condition that does not hold and that does.
  double left(std::size_t connection, double t, const VectorX& q, const VectorX& v);
  double left(std::size_t connection, Integrator& integrator, double t);
  double distance_left(std::size_t connection);
  /// When the parts of a connection met in the last step; infinite: they did not.
  double time_of_meeting(std::size_t connection, Integrator& integrator);
  bool waiting(std::size_t connection) const;
  Status close(std::size_t connection, State& x, VectorX& w);
  bool asks_for_gap(std::size_t connection) const;
  /// Remembers a gap that is large beside the parts that are joined across it.
  void look_at_gap(std::size_t connection, double t, const Pose& X_AB, const Workspace& ws);

  const Scenario& scenario_;
  MechanicalSystem& system_;
  InputFunction inputs_;
  Input u_;
  StateReader reader_;  // for what the conditions look at
  State at_;
  std::vector<std::optional<ProbeCondition>> conditions_;
  std::vector<std::string> apart_;
  std::vector<bool> was_closed_;   // once closed, a connection does not wait again
  std::vector<double> last_left_;  // at the end of the last step
  std::size_t met_ = 0;
  VectorX q_, v_, w_;
};

}  // namespace cuttle
