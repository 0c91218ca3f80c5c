#pragma once
// The one clock: it steps time for runs, for callers who step themselves, for rollouts and for the
// live view.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/motion/tree.h"

namespace cuttle {

/// A scenario in time. The tree leads, if there are bodies: its steps, its corners and its switches
/// are those of the motion. Nets follow: nothing acts on them, and they go from one time that they
/// are asked for to the next, whatever the steps of the tree are. Belongs to one thread.
class Motion {
 public:
  using Observer = PiecewiseMotion::Observer;
  using Clock = PiecewiseMotion::Clock;

  /// Scenario and loop must outlive the motion. Method and tolerances are those of `study`.
  Motion(const Scenario& scenario, const StudySpec& study, ControlLoop& control);

  /// Told how far the motion is known: all up to t is final, and may be looked at.
  void observe(Observer observer);

  /// From here, with clean histories and empty books.
  Status start(const State& x, const MotionStart& how);

  /// Goes on to time t, where its last step ends. Inputs that have changed since
  /// (ControlLoop::hold) make a `corner`.
  Status advance(double t, bool corner = false);

  /// Goes on by whole steps until t lies in the last one, or the clock reaches the deadline.
  Status advance_beyond(double t, Clock::time_point deadline = Clock::time_point::max());

  /// Forgets what lies beyond t, which was looked at: inputs have changed there.
  void cut(double t);
  /// To be called before inputs are changed by hand at a time that was shown: what they do to
  /// stored energies is booked when the motion goes on from there.
  void note_inputs(double t);

  /// How far the motion is: the end of the last step.
  double time() const { return tree_ ? tree_->state().t : x_.t; }
  /// Time and bodies there; the nets of x are left alone.
  void end(State& x) const;
  /// The same at a time in the last step, with connections and contacts as they were in it, and
  /// the work done on the bodies by then.
  Status at(double t, State& x, VectorX& w);
  /// The nets go on to time t, never back, and are put into x.
  Status pull(double t, State& x);
  /// What is recorded of the nets besides their states, where they were pulled to.
  void read(double t, std::vector<NetReading>& readings) { read_all(nets_, t, readings); }

  /// True if fixed steps were so long that shapes may have passed through each other.
  bool passing() const { return tree_ && tree_->passing(); }
  ClosingLoss closing_loss() const { return tree_ ? tree_->closing_loss() : ClosingLoss{}; }
  std::vector<std::string> switch_warnings() const;
  IntegratorStatistics statistics() const;
  /// The integrator of the tree; null if there is none.
  const IntegratorKind* kind() const { return tree_ ? &tree_->kind() : nullptr; }
  /// Adds what was done, and what nets have to say about it.
  void report(SolverReport& result) const;

 private:
  const Scenario& scenario_;
  StudySpec study_;
  ControlLoop& control_;
  std::unique_ptr<Tree> leader_;     // only if there are bodies ...
  PiecewiseMotion* tree_ = nullptr;  // ... and how it moves
  Subsystems nets_;
  Observer observer_;
  State x_;  // its nets; without a tree its time, too
};

}  // namespace cuttle
