#pragma once
// What water does to the bodies of a file.

#include "cuttle/spec/spec.h"
#include "cuttle/water/rigid_water.h"

namespace cuttle {

/// True if the file leaves the body in water.
bool is_wet(const ScenarioSpec& scenario, const BodySpec& body);

/// Water of a rigid body: its shapes, and the coefficients of the file instead of theirs.
RigidWater make_rigid_water(const RigidSpec& rigid, int body, double density);

/// Half sizes and area of a rod's section. A custom section is round where its radius is given.
struct SectionSize {
  double half_y = 0, half_z = 0;  // [m]
  double area = 0;                // [m^2]
};
SectionSize section_size(const SectionSpec& section, double division_length, double X);

}  // namespace cuttle
