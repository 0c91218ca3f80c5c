#pragma once

#include <string>
#include <vector>

#include "cuttle/control/controller.h"

namespace cuttle {

/// How the commands of a law reach the robot.
struct ControllerSettings {
  std::string name;
  std::vector<int> inputs;    // entries of Input::u
  double sample_time = 0.01;  // [s]
  double delay = 0;           // [s] until a command acts
  double start = 0;           // [s] first sample
  CommandBounds bounds;       // empty: none
};

}  // namespace cuttle
