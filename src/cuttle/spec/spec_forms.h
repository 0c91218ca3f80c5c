#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

// Forms in which a user writes rotations and signals. The reader turns them into a Matrix3 and a
// SignalSpec; nothing else uses them.

/// {axis, angle}, {quaternion}, {rpy} or {matrix}.
struct RotationForm {
  std::optional<Vector3> axis;
  std::optional<double> angle;                      // [rad]
  std::optional<std::array<double, 4>> quaternion;  // w, x, y, z
  std::optional<Vector3> rpy;                       // [rad] roll, pitch, yaw
  std::optional<std::array<double, 9>> matrix;      // row by row
  Origin origin;

  void describe(Fields& v);
};

/// A number or an expression, as it is written.
struct FormulaText {
  std::string text;
};

/// A train of triangles: up from zero in half a period, and down again.
struct TriangleForm {
  std::optional<double> period, frequency;  // [s], [1/s]; exactly one
  double amplitude = 1;                     // height
  double phase = 0;                         // [s] start of a triangle
  Origin origin;

  void describe(Fields& v);
};

/// {csv, column, ...}, {table, ...}, {pulse}, {triangle} or {value}.
struct SignalForm {
  std::optional<std::string> csv;
  std::string column, time_column;
  std::optional<std::vector<std::array<double, 2>>> table;
  Interpolation interpolation = Interpolation::linear;
  double delay = 0;  // [s] added to all times of csv or table
  std::optional<SignalSpec::Pulse> pulse;
  std::optional<TriangleForm> triangle;
  std::optional<FormulaText> value;
  double lag = 0;                 // [s]
  std::optional<double> initial;  // with lag
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
