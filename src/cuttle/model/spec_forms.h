#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/model/spec_values.h"

namespace cuttle {

// Forms in which a user writes rotations and signals. The reader turns them into a Matrix3 and a
// SignalSpec; nothing else uses them.

/// {axis, angle}, {quaternion} or {rpy}.
struct RotationForm {
  std::optional<Vector3> axis;
  std::optional<double> angle;                      // [rad]
  std::optional<std::array<double, 4>> quaternion;  // w, x, y, z
  std::optional<Vector3> rpy;                       // [rad] roll, pitch, yaw
  Origin origin;
};

/// {csv, column, ...}, {table, ...} or {pulse}.
struct SignalForm {
  std::optional<std::string> csv;
  std::string column, time_column;
  std::optional<std::vector<std::array<double, 2>>> table;
  Interpolation interpolation = Interpolation::linear;
  std::optional<SignalSpec::Pulse> pulse;
  Origin origin;
};

}  // namespace cuttle
