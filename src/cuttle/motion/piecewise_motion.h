#pragma once
// A motion in smooth pieces.

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "cuttle/motion/control_loop.h"
#include "cuttle/motion/mechanical_system.h"
#include "cuttle/motion/switches.h"
#include "cuttle/solve/table.h"

namespace cuttle {

/// Kinetic energy that the way back to the loops took from a motion. Round-off of the steps, unless
/// the loops lose their rank on the way (singular positions) or tolerances are loose.
struct ClosingLoss {
  double total = 0;    // [J]
  double largest = 0;  // [J] after one step, ...
  double t = 0;        // [s] which ended here
  int connection = 0;  // that took most of it
};

/// An integration of the tree between the corners of the signals, from one switch of a connection
/// to the next, and from sample to sample of the controllers. The integrator restarts at each.
class PiecewiseMotion {
 public:
  /// Told how far the motion is known: up to t, which lies in the last step of the integrator.
  using Observer = std::function<Status(double t)>;
  using Clock = std::chrono::steady_clock;

  /// Scenario and loop must outlive the motion. Method and tolerances are those of `study`.
  PiecewiseMotion(const Scenario& scenario, const StudySpec& study, ControlLoop& control);

  void observe(Observer observer) { observer_ = std::move(observer); }

  /// From here, with clean histories and empty books. `horizon`: how far ahead the corners of the
  /// signals are looked up at a time [s]. `decide`: controllers take their first sample at once,
  /// not only when the motion continues.
  Status start(const State& x, double horizon, bool decide = true);

  /// Continues to time t, where its last step ends. Inputs that have changed since
  /// (ControlLoop::hold) make a `corner`.
  Status advance(double t, bool corner = false);

  /// Continues by the steps of a motion that is not observed, until one of them reaches t or the
  /// clock the deadline. What happens at the end of the last step (samples, docking) waits for the
  /// next one: an observer may look into the step as it was made.
  Status advance_beyond(double t, Clock::time_point deadline);

  /// The motion forgets what lies beyond t, in its last step, and continues from there with inputs
  /// that have changed. Controllers and sensors remember what they did.
  void cut(double t);
  /// The inputs are as they were at t until they are changed by hand; then comes a cut.
  void note_inputs(double t);

  /// Where the motion is: the end of the last step.
  const State& state() const { return x_; }
  /// Where it was at time t in the last step, with the connections and contacts of that step, and
  /// the work done by then. Leaves the nets of x alone.
  Status at(double t, State& x, VectorX& w);

  const IntegratorStatistics& statistics() const { return integrator_->statistics(); }
  const IntegratorKind& kind() const { return *kind_; }
  /// True if fixed steps were so long that shapes may have passed through each other.
  bool passing() const { return passing_; }
  const ClosingLoss& closing_loss() const { return closing_loss_; }
  std::vector<std::string> switch_warnings() const { return switches_.warnings(); }

 private:
  double next_corner();
  Status inside_step(double t, State& x, VectorX& w);
  Status begin_piece();
  Status make_step(double end);
  Status finish_step();
  Status sample_at_corner();
  Status restart(bool same_step);
  void take_over();
  void end_at_friction();
  void watch_steps();
  void watch_closing();
  Status known(double t);

  const Scenario& scenario_;
  StudySpec study_;
  ControlLoop& control_;
  MechanicalSystem system_;
  const IntegratorKind* kind_;
  std::unique_ptr<Integrator> integrator_;
  Switches switches_;
  Observer observer_;
  double horizon_ = 1;
  std::vector<double> corners_;  // of signals and switches to come, the next one last
  double end_ = 0;               // of the smooth piece
  double longest_ = std::numeric_limits<double>::infinity();  // step that sees all signals in it
  bool held_ = false;        // by a caller, when corners_ were looked up
  bool at_corner_ = false;   // the piece is over
  bool sampled_ = false;     // ... and it was a controller who ended it
  bool met_ = false;         // the last step ends where parts have met
  bool unfinished_ = false;  // what happens at its end has not happened yet
  bool cut_ = false;         // the motion goes on inside a step that is forgotten
  State x_;
  VectorX w_;
  bool passing_ = false;
  double safe_ = 0;  // [s] for the next step, or for the one that was just made
  ClosingLoss closing_loss_;
  bool ended_ = false;  // the last step ends where friction changed
};

/// Writes time and bodies of a state; the nets of x are left alone.
void put_bodies(const State& bodies, State& x);

}  // namespace cuttle
