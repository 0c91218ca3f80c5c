#pragma once
// Cables of a model file.

#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// One piece of a cable: a point of a body, or a run along a rod with offsets y(X), z(X).
struct CablePathSpec {
  std::string body;
  BodyPlaceSpec at;                       // point on a rod
  std::optional<Vector3> point;           // [m] in the mount frame; default 0 for a point
  std::optional<BodyPlaceSpec> from, to;  // run along a rod; X counts metres from `from`
  std::optional<FunctionSpec> y, z;       // [m]
  Origin origin;

  void describe(Fields& v);
  bool run() const { return from.has_value() || to.has_value(); }
};

struct CableSpec {
  std::string name;
  SignalSpec tension;  // [N] >= 0
  std::vector<CablePathSpec> path;
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
