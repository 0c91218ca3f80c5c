#pragma once
// Fins of a model file.

#include <optional>
#include <string>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// A flat plate: x to its leading edge, z across it.
struct FinSpec {
  std::string name;
  std::string body;
  BodyPlaceSpec at;
  PoseSpec pose;    // of the fin in the mount frame
  double area = 0;  // [m^2]
  double aspect_ratio = 2;
  double drag_zero = 0.01;
  double efficiency = 0.9;
  double stall = 0.35;                   // [rad]
  double stall_width = 0.1;              // [rad]
  std::optional<SignalSpec> deflection;  // [rad]
  Vector3 hinge = Vector3::UnitY();      // unit vector in the fin's axes
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
