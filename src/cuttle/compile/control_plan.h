#pragma once
// Sensors and controllers of a scenario with their names resolved.

#include <vector>

#include "cuttle/core/attachment.h"

namespace cuttle {

/// ScenarioSpec::sensors[i]: which numbers of which probe it reads.
struct SensorPlan {
  int probe = 0;
  std::vector<int> columns;  // of that probe
  int first = 0;             // place of its first reading among those of all sensors
};

/// ScenarioSpec::controllers[i].
struct ControllerPlan {
  std::vector<int> inputs;  // entries of Input::u
  Attachment led;           // task_space, quasi_static: the frame
  VectorX equilibrium;      // (nu) inputs of a goal of that kind; empty: the goal is a pose
  int reading = -1;         // pid: place of its measure among the readings, or ...
  int probe = -1;           // ... the probe and ...
  int column = -1;          // ... its column
};

}  // namespace cuttle
