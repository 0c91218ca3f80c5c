#pragma once
// What drives a motion: the signals of the file, and whoever overrides them, controllers at their
// sample times or a caller who holds them.

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/control/controller.h"
#include "cuttle/control/sensor/sensor.h"

namespace cuttle {

/// Sample times are products, ends of steps are sums: times as near as this are the same.
inline bool same_time(double a, double b) { return std::abs(a - b) <= 1e-12 * (1 + std::abs(b)); }

/// Whoever has the last word on single inputs: a person at a knob.
class InputOverride {
 public:
  virtual ~InputOverride() = default;
  /// Changes entries of u, which are what signals and controllers say at time t.
  virtual void apply(double t, Input& u) = 0;
  /// Times in (t0, t1) where what it does is not smooth.
  virtual std::vector<double> breakpoints(double t0, double t1) const = 0;
};

/// Belongs to one motion at a time. The scenario must outlive it.
class ControlLoop {
 public:
  /// With the sensors and controllers of the file.
  explicit ControlLoop(const Scenario& scenario);

  /// One more controller: user code. Before `start`. Throws std::invalid_argument if the settings
  /// make no sense here: a name or an input that is taken, bounds that cross.
  void add(ControllerSettings settings, std::unique_ptr<Controller> law);

  /// Has the last word from now on; must outlive the loop. Sensors see what it does, controllers
  /// go on as if they were heard.
  void set_override(InputOverride* override) { override_ = override; }

  /// A motion begins at x: memories are empty.
  Status start(const State& x);
  /// A motion is over: until the next one, no command acts.
  void stop();

  /// The next time at which something happens [s]: a sample, or a command that begins to act.
  double next_event() const;
  /// True if something is due at t, give or take the round-off of sums of sample times.
  bool due(double t) const;
  /// Does what is due at x.t.
  Status sample(const State& x);

  /// All entries of u at time t, with the commands as they act now.
  Status evaluate(double t, Input& u);
  /// The same without the one that has the last word.
  Status evaluate_own(double t, Input& u);
  /// Times in (t0, t1) where a signal is not smooth.
  std::vector<double> breakpoints(double t0, double t1) const;
  /// How long a step from t on may be that misses nothing of what a signal does [s].
  double longest_step(double t) const {
    return held_ ? std::numeric_limits<double>::infinity() : signals_.longest_step(t);
  }

  /// From time t on all inputs have these values, whatever signals and controllers say; prescribed
  /// coordinates get there smoothly within `ramp` seconds.
  void hold(std::span<const double> u, double t, double ramp);
  void release(double t);  // samples that were missed by then are over
  bool held() const { return held_; }

  /// Another noise of all sensors from the next `start` on; 0: that of the file.
  void set_noise(std::uint64_t seed);

  /// The last readings of all sensors, and the columns that a record shows of the loop.
  std::span<const double> readings() const { return readings_; }
  void tell(std::vector<double>& row) const;
  std::vector<Column> columns() const;

  /// What a user should know after the motion: commands that stayed at their bounds.
  std::vector<std::string> warnings() const;

 private:
  struct Channel {
    ControllerSettings settings;
    std::unique_ptr<Controller> law;
    DelayLine pending;
    long samples = 0;        // taken so far; the next one is at start + samples * sample_time
    VectorX fresh, command;  // of the last sample; as it acts
    double first_due = std::numeric_limits<double>::infinity();  // when the first command acts
    bool acts = false;                                           // it has arrived
    VectorX before;                                              // the command that acted before it
    double since = 0;                                            // and the time of the change
    std::size_t told = 0;  // numbers that the law tells about itself
    long short_of = 0;     // samples whose command the bounds kept from what it should be ...
    long short_now = 0;    // ... and how many of them were the last

    double next_sample() const { return settings.start + double(samples) * settings.sample_time; }
  };
  struct Eye {
    Sensor sensor;
    SensorPlan plan;
    long samples = 0;

    double next_sample() const { return double(samples) / plan.rate; }
  };

  void look(const State& x);
  Status decide(Channel& channel, const State& x);
  void deliver();
  void check(const ControllerSettings& settings) const;
  void skip_samples(double t);

  const Scenario& scenario_;
  InputSource signals_;
  InputOverride* override_ = nullptr;
  std::vector<Eye> eyes_;
  std::vector<Channel> channels_;
  std::vector<double> readings_;
  std::vector<double> probe_row_, seen_;
  StateReader reader_;
  Input u_;         // as it acts at the last sample
  double now_ = 0;  // time of the last sample

  bool held_ = false;
  VectorX held_from_, held_to_;  // (nu)
  double held_at_ = 0, ramp_ = 0;
};

}  // namespace cuttle
