#pragma once
// How much of a volume is under water, and where that part sits: smooth at every attitude.

#include <span>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// Shapes that the surface cuts in closed form: an ellipsoid, an elliptic cylinder, a box.
enum class VolumeShape { ball, cylinder, box };

/// A piece of displaced volume, in the frame of its body.
struct VolumeElement {
  Vector3 center = Vector3::Zero();  // [m]
  double volume = 0;                 // [m^3]; the shape only says how it is spread
  Matrix3 half = Matrix3::Zero();  // [m] columns: semi axes, or half edges; the axis of a cylinder
                                   // is the first
  VolumeShape shape = VolumeShape::ball;
};

/// The part of a body under water. n is `up` in the body's axes, height that of the body's origin
/// over the surface.
struct Submersion {
  double volume = 0;                          // [m^3] under water
  Vector6 wrench = Vector6::Zero();           // [m^4; m^3] of a unit pressure gradient: times
                                              // density * gravity it is buoyancy, about the origin
  double potential = 0;                       // [m^4] times density * gravity: its energy
  Vector6 volume_gradient = Vector6::Zero();  // d volume per displacement twist of the body
  Matrix6 stiffness = Matrix6::Zero();        // -d wrench per displacement twist, co-moving
};
Submersion submersion(std::span<const VolumeElement>, const Vector3& n, double height,
                      bool with_tangent);

/// One volume, wholly under water: a force at its centre.
Submersion submerged(double volume, const Vector3& center, const Vector3& n, double height,
                     bool with_tangent);

/// Distance from a place beyond which the surface does not cut an element.
double reach_from(const Vector3& place, const VolumeElement&);

}  // namespace cuttle
