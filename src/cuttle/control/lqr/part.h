#pragma once
// The law lqr of a model file.

#include <vector>

#include "cuttle/control/controller/part.h"
#include "cuttle/control/lqr/lqr.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

struct LqrSpec {
  HoldAt about = HoldAt::statics;
  std::vector<double> position_cost = {1};  // 1: for all coordinates; else one for each velocity
  std::vector<double> velocity_cost = {1};
  std::vector<double> input_cost = {1};
  Origin origin;

  void describe(Fields& v);
};

/// What a controller of a scenario, a linear regulator, is designed for.
LqrTask lqr_task(const ControllerPlan& plan, const Model& model);

}  // namespace cuttle
