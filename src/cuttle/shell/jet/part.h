#pragma once
// Jets of a model file.

#include <optional>
#include <string>

#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

struct JetSpec {
  std::string name;
  std::string body;               // a shell
  double area_out = 0;            // [m^2]
  std::optional<double> area_in;  // [m^2] left out: area_out
  double flow_coefficient = 1;
  InnerVolume volume = InnerVolume::geometric;
  JetPlace place = JetPlace::wall;
  bool back_pressure = false;  // the wall feels what drives the water through the nozzle
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
