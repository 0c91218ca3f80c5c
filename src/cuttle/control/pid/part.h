#pragma once
// The law pid of a model file.

#include <string>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

struct PidSpec {
  std::string measure;  // column of a sensor or of a probe
  SignalSpec goal;
  double kp = 0, ki = 0, kd = 0;  // input per unit of the column, per its integral and its rate
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
