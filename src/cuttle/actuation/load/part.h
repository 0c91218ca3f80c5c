#pragma once
// Loads of a model file.

#include <array>
#include <optional>
#include <span>
#include <string>

#include "cuttle/actuation/load/point_load.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

struct LoadSpec {
  std::string name;
  std::string body;
  BodyPlaceSpec at;                                // point load
  Vector3 point = Vector3::Zero();                 // [m] offset in the mount frame (point load)
  std::optional<BodyPlaceSpec> from, to;           // given: a load per length between two abscissas
  std::optional<std::array<SignalSpec, 3>> force;  // [N] or [N/m]
  std::optional<std::array<SignalSpec, 3>> moment;  // [N m] or [N]
  LoadFrame frame = LoadFrame::world;
  Origin origin;

  void describe(Fields& v);
  bool distributed() const { return from.has_value() || to.has_value(); }
};

}  // namespace cuttle
