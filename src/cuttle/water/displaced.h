#pragma once

#include "cuttle/core/workspace.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

/// The water of a model; nullptr if all bodies are dry.
const WaterLoads* water_of(const Model& model);

/// Water that a body displaces when it is wholly under water, and its centre in the body frame.
/// Reads the kinematics of the body.
struct Displaced {
  bool wet = false;
  double volume = 0;  // [m^3]
  Vector3 center = Vector3::Zero();
};
Displaced displaced_by(const Model& model, const WaterLoads& water, int body, const BodyWork& work);

}  // namespace cuttle
