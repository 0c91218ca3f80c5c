#pragma once
// Loads on shells of a model file.

#include <optional>
#include <string>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// An axisymmetric load on the wall of a shell; exactly one of the four signals is given.
struct ShellLoadSpec {
  std::string name;
  std::string body;                    // a shell
  std::optional<SignalSpec> hoop;      // [N/m] tension around the axis, contracts
  std::optional<SignalSpec> radial;    // [Pa] outwards, per area at rest
  std::optional<SignalSpec> pressure;  // [Pa] inside, normal to the wall
  std::optional<SignalSpec> cables;    // [N] sum of cables that pull inwards
  std::optional<double> from, to;      // [m] left out: the whole profile
  FunctionSpec along = 1.0;            // factor, of X
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
