#pragma once
// A model on the screen: somebody turns its knobs, and it answers with its equilibrium or its
// motion. Knows nothing of servers and pages. Used by one thread.

#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cuttle/live/live_core.h"

namespace cuttle {

/// What is shown: the initial state of the file, the equilibrium, or the motion.
enum class LiveMode { initial, statics, dynamics };

/// A wish that cannot be granted: no such input, a negative tension. what() says why.
class LiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A joint of one coordinate that moves by itself and can be held.
struct LiveJoint {
  std::string body, kind, unit;
  double value = 0;         // rad or m
  double min = 0, max = 0;  // of its slider
  bool held = false;
};

/// An input as the page shows it.
struct LiveInput {
  std::string name, unit;
  double value = 0, min = 0, max = 0;
  bool overridden = false;
};

class LiveSession {
 public:
  /// Throws InputError if the model cannot be built.
  explicit LiveSession(const ScenarioSpec& spec);

  /// Another version of the model. What was turned is forgotten; a motion starts again. If it
  /// throws, nothing has changed.
  void load(const ScenarioSpec& spec);

  // Wishes. They take effect with the next `advance`; a change of the initial state asks for its
  // equilibrium. All may throw LiveError.
  void set_input(const std::string& name, double value);
  void release_input(const std::string& name);
  void release_all();  // inputs, joints and gravity are the file's again
  void set_gravity(const Vector3& gravity);
  /// Turns the coordinate of a free joint into a prescribed one at `value`, and back.
  void hold_joint(const std::string& body, bool on, double value);
  void set_mode(LiveMode mode);
  void play();
  void pause();
  void reset();  // the initial state, at rest
  void set_speed(double factor);
  /// [s] that one answer may take: an equilibrium, or a single step of a motion.
  void set_patience(double seconds) { patience_ = seconds; }

  /// Brings what is shown up to date: `wall_seconds` have passed for the one who looks. Computes at
  /// most about `budget` seconds; then the motion is slower than asked for. True if there is
  /// something new to see.
  bool advance(double wall_seconds, double budget = std::numeric_limits<double>::infinity());

  // What there is to see, as of the last `advance`.
  const Scenario& scenario() const { return core_->scenario; }
  const Scene& scene() const { return scene_; }  // with one frame
  const State& state() const { return x_; }
  const Vector3& file_gravity() const { return file_.gravity; }
  LiveMode mode() const { return mode_; }
  bool playing() const { return playing_; }
  double speed() const { return speed_; }
  /// Why there is nothing better to see; empty if all is well.
  const std::string& status() const { return status_; }
  /// Counts the models: joints held or let go make a new one, too.
  int generation() const { return generation_; }

  std::vector<LiveInput> inputs() const;  // those of held joints are in `joints`
  std::vector<LiveJoint> joints() const;
  std::vector<Column> readout_columns() const { return core_->readout_columns(); }
  const std::vector<double>& readouts() const { return readouts_; }

 private:
  void replace(std::unique_ptr<LiveCore> core);
  /// The file with these joints held and this gravity; the inputs stay in the hands they are in.
  void rebuild(const std::vector<std::string>& held, const Vector3& gravity);
  void changed();
  int knob(const std::string& name) const;
  const Body* free_joint(const std::string& body) const;  // nullptr: none of that name
  double start() const;                                   // time of the initial state
  ScenarioSpec held_spec(const std::vector<std::string>& held, const Vector3& gravity) const;
  /// x_ obeys the inputs and the connections at the start of the study; if not, status_ says why.
  bool close(const Status& inputs);
  void show_initial();
  bool solve_equilibrium();
  bool begin_motion();
  void leave_motion();
  void move(double seconds, double budget);
  ScenarioSpec file_;  // as it was loaded
  std::vector<std::string> held_;
  std::unique_ptr<LiveCore> core_;
  Scene scene_;
  State x_;
  Input u_;
  std::vector<double> readouts_;
  LiveMode mode_ = LiveMode::initial;
  bool playing_ = false;
  bool dirty_ = true;     // what is shown is not up to date
  bool news_ = false;     // it is, but not what is said about it
  bool settled_ = false;  // x_ is an equilibrium
  bool begun_ = false;    // x_ is a state of the motion ...
  bool moved_ = false;    // ... and not its first one
  double speed_ = 1;
  double patience_ = 5;  // [s]
  int generation_ = 0;
  std::string status_;
};

}  // namespace cuttle
