#pragma once
// The water of a file: checks, its part in the inertia of bodies, its actor. What it is to each
// family stands in wet_family.h.

#include "cuttle/part/draft.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

/// What can be wrong with the water and with bodies in it, without any physics (check_water.cpp).
void check_water(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Before the bodies are made: the medium, and added mass.
void prepare_water(Draft& draft, WaterLoads::Data& data);
/// The actor of the water. Leaves its medium for other parts.
void add_water(Draft& draft, WaterLoads::Data& data);

}  // namespace cuttle
