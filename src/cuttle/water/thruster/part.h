#pragma once
// Thrusters of a model file.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// f = linear n + quadratic |n| n along an axis, with n the command or a table of it.
struct ThrusterSpec {
  std::string name;
  std::string body;
  BodyPlaceSpec at;
  Vector3 point = Vector3::Zero();  // [m] offset in the mount frame
  Vector3 axis = Vector3::UnitX();  // unit vector in the mount frame: a positive force
  SignalSpec command;
  SignalSpec linear = 0, quadratic = 0;                     // [N] per n, per n^2
  double dead_band = 0;                                     // n up to this size gives no force
  std::optional<std::array<double, 2>> limits;              // of n
  std::optional<std::vector<std::array<double, 2>>> table;  // [command, n], commands rise
  std::string csv, csv_command, csv_speed;                  // the same from a file
  SignalSpec torque = 0;                                    // [m] reaction torque per force
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
