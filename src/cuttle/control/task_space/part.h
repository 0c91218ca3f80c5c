#pragma once
// The law task_space of a model file.

#include <optional>
#include <vector>

#include "cuttle/control/frame/controlled_frame.h"

namespace cuttle {

/// Inverse dynamics of a frame with an error that dies out like e'' + kd e' + kp e = 0.
struct TaskSpaceSpec {
  ControlledFrameSpec controlled_frame;
  double kp = 25;              // [1/s^2]
  std::optional<double> kd;    // [1/s] left out: critical, 2 sqrt(kp)
  std::vector<double> weight;  // of the six errors; empty: all 1
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
