#pragma once

#include <memory>
#include <vector>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/live/live_motion.h"
#include "cuttle/record/contact_record.h"
#include "cuttle/scene/scene_sampler.h"

namespace cuttle {

/// A built model on the screen with all that computes on it.
class LiveCore {
 public:
  /// Throws InputError if the model cannot be built.
  explicit LiveCore(const ScenarioSpec& spec);

  /// The scene without frames.
  Scene still();
  /// Puts a state into a scene, as its only frame, and its numbers into `readouts`.
  void draw(const State& x, const Input& u, bool moving, Scene& scene,
            std::vector<double>& readouts);
  /// Names of the readouts: probes and energies, then sensors and controllers, which have no
  /// numbers while nothing moves.
  std::vector<Column> readout_columns() const;

  /// The equilibrium under u and the signals at time t grows out of x, which is one (`follow`), or
  /// else out of the initial state, and at last out of the rest state.
  Status settle(const Input& u, double t, bool follow, State& x);
  /// Driven coordinates may contradict each other around a loop.
  Status check_closed(const Input& u, const State& x);
  bool stable(const Input& u, const State& x);

  void set_gravity(const Vector3& gravity);

  /// Null if the model has no connections.
  ConstraintSolver* constraints() { return reader_.constraints(); }

  Scenario scenario;
  LiveInputs inputs;
  std::unique_ptr<LiveMotion> motion;  // made when asked for

 private:
  StaticsResult settle_tree(const Input& u, double t, bool follow, State& x);
  StaticsSolver& statics();

  SceneSampler sampler_;
  Subsystems nets_;                         // at rest
  std::unique_ptr<StaticsSolver> statics_;  // made when asked for; gravity is built in
  StateReader reader_;
  ContactRecord contacts_;
  std::vector<double> row_;         // of the record
  std::vector<std::size_t> shown_;  // columns of it that are read-outs
  std::vector<double> told_;
};

}  // namespace cuttle
