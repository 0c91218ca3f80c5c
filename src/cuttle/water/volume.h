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

// Mean height of the part of a shape under water, as a function of where its centre is and how it
// stands. Phi = mean over the volume of min(height, 0); Phi_h is then the share under water.

/// Phi of a height h and up to three sizes y, with first and second derivatives.
struct CutEnergy {
  double value = 0, h = 0, hh = 0;
  Vector3 y = Vector3::Zero(), hy = Vector3::Zero();
  Matrix3 yy = Matrix3::Zero();
};

/// Ball of half height y[0], in closed form: the spherical cap.
CutEnergy cut_ball(double h, double half_height);
/// Cylinder: circle of half height y[0], spread evenly along an axis of height y[1].
CutEnergy cut_cylinder(double h, double half_height, double axis_height);
/// Box whose edges rise by y[0], y[1], y[2] > 0.
CutEnergy cut_box(double h, const Vector3& heights);

}  // namespace cuttle
