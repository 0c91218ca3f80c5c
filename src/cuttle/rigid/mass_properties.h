#pragma once

#include "cuttle/base/error.h"
#include "cuttle/rigid/rigid.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Volume [m^3] and farthest point from the centre [m] of a shape.
double volume_of(const ShapeSpec& shape);
double size_of(const ShapeSpec& shape);

/// Mass, centre and inertia of a rigid body: the sum of its shapes, scaled to the mass if that is
/// given; centre and inertia given in the file stand instead of those of the shapes.
MassProperties mass_properties(const RigidSpec& rigid, Diagnostics& diagnostics);

}  // namespace cuttle
