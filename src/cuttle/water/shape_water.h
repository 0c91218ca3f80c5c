#pragma once
// What the water does to simple solids, from their shape alone: closed forms where there are, else
// documented estimates (docs/theory/water.md). Same frames as the solids of rigid/rigid.h: centred
// at the origin, long axes along x, a cone's base at x = 0.

#include <vector>

#include "cuttle/math/pose.h"
#include "cuttle/water/drag.h"
#include "cuttle/water/volume.h"

namespace cuttle {

/// Water of a body, in its frame. Parts add up as if each were alone.
struct ShapeWater {
  double volume = 0;                     // [m^3] displaced
  Vector3 center = Vector3::Zero();      // [m] of buoyancy
  Matrix6 added_mass = Matrix6::Zero();  // about the frame's origin, (angular; linear)
  std::vector<RigidDrag> drags;          // quadratic, by projected areas
  std::vector<VolumeElement> elements;   // for the free surface

  ShapeWater& operator+=(const ShapeWater& other);
  ShapeWater moved(const Pose& X) const;  // the same part, placed at X
};

ShapeWater sphere_water(double radius, double density);
ShapeWater ellipsoid_water(const Vector3& semi_axes, double density);
ShapeWater cylinder_water(double radius, double length, double density);
ShapeWater capsule_water(double radius, double length, double density);  // length of the cylinder
ShapeWater cone_water(double radius, double length, double density);
ShapeWater box_water(const Vector3& edges, double density);

/// Added mass of an ellipsoid as fractions of the displaced water's mass and moments of inertia
/// about the three axes (Lamb's integrals). Rotation: a sphere and any axis of revolution give 0.
struct AddedMassFactors {
  Vector3 linear, angular;
};
AddedMassFactors ellipsoid_factors(const Vector3& semi_axes);

/// Added mass about the centre, given by its six diagonal entries (angular; linear), seen from a
/// frame in which that centre stands at X.
Matrix6 moved_added_mass(const Matrix6& M, const Pose& X);

}  // namespace cuttle
