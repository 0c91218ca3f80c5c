#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

// Sensors and controllers as a model file writes them.

/// Samples the columns of a probe, with noise, and reports them with a delay.
struct SensorSpec {
  std::string name;
  std::string probe;
  std::vector<std::string> columns;  // of the probe, such as tip.x; empty: all
  double rate = 100;                 // [1/s]
  double delay = 0;                  // [s] until a reading is known
  std::vector<double> noise;         // standard deviations; empty: none; 1: for all; else one each
  std::vector<double> bias;          // constant errors, likewise
  int seed = 1;
  Origin origin;

  void describe(Fields& v);
};

/// Where a frame shall be: a moving pose, or where it rests under given inputs.
struct FrameGoalSpec {
  std::optional<std::array<SignalSpec, 3>> position;  // [m] in the world
  std::optional<std::array<SignalSpec, 3>> rotation;  // [rad] rotation vector: axis times angle
  std::map<std::string, double> equilibrium;          // inputs by name; all others are zero
  Origin origin;

  void describe(Fields& v);
};

/// A frame that a controller leads.
struct LedFrameSpec {
  std::string body;
  MountSpec at;
  Vector3 point = Vector3::Zero();  // [m] in the mount frame
  FrameGoalSpec goal;
};

struct PidSpec {
  std::string measure;  // column of a sensor or of a probe
  SignalSpec goal;
  double kp = 0, ki = 0, kd = 0;  // input per unit of the column, per its integral and its rate
  Origin origin;

  void describe(Fields& v);
};

/// Inverse dynamics of a frame with an error that dies out like e'' + kd e' + kp e = 0.
struct TaskSpaceSpec {
  LedFrameSpec led;
  double kp = 25;              // [1/s^2]
  std::optional<double> kd;    // [1/s] left out: critical, 2 sqrt(kp)
  std::vector<double> weight;  // of the six errors; empty: all 1
  Origin origin;

  void describe(Fields& v);
};

/// The inputs that would hold a frame at its goal if nothing ever moved.
struct QuasiStaticSpec {
  LedFrameSpec led;
  Origin origin;

  void describe(Fields& v);
};

/// Where a linear regulator holds the robot: as it starts, at its equilibrium under the inputs of
/// the file, or as it starts with the inputs that hold it best there.
enum class HoldAt { start, statics, trim };

struct LqrSpec {
  HoldAt about = HoldAt::statics;
  std::vector<double> position_cost = {1};  // 1: for all coordinates; else one for each velocity
  std::vector<double> velocity_cost = {1};
  std::vector<double> input_cost = {1};
  Origin origin;

  void describe(Fields& v);
};

struct OpenLoopSpec {
  std::vector<SignalSpec> signals;  // one for each input, or one for all
  Origin origin;

  void describe(Fields& v);
};

/// Decides on inputs at its sample times and holds them in between. Exactly one law is given.
struct ControllerSpec {
  std::string name;
  std::vector<std::string> inputs;  // names of Model::inputs
  double sample_time = 0.01;        // [s]
  double delay = 0;                 // [s] until a command acts
  double start = 0;                 // [s] before it, the signals of the file act
  std::optional<double> min, max;   // bounds of the commands; tensions are never below 0
  std::optional<PidSpec> pid;
  std::optional<TaskSpaceSpec> task_space;
  std::optional<QuasiStaticSpec> quasi_static;
  std::optional<LqrSpec> lqr;
  std::optional<OpenLoopSpec> open_loop;
  Origin origin;

  void describe(Fields& v);

  /// The frame that it leads, or nullptr; then the place where that was written.
  const LedFrameSpec* led() const {
    if (task_space) return &task_space->led;
    return quasi_static ? &quasi_static->led : nullptr;
  }
  const Origin& led_origin() const {
    return task_space ? task_space->origin : quasi_static->origin;
  }
};

}  // namespace cuttle
