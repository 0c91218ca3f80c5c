#pragma once

#include <span>
#include <vector>

#include "cuttle/water/current_load.h"
#include "cuttle/water/medium.h"
#include "cuttle/water/shape_water.h"

namespace cuttle {

/// Water of one rigid body. Its added mass must be in the body's inertia too (rigid/rigid.h).
struct RigidWater {
  int body = 0;
  Matrix6 added_mass = Matrix6::Zero();  // about the body frame, (angular; linear), as in Rigid
  double volume = 0;                     // [m^3] displaced
  Vector3 center = Vector3::Zero();      // [m] of buoyancy; the current is looked up here
  double reach = 0;                      // [m] from there to the farthest part of the elements
  std::vector<VolumeElement> elements;   // for the free surface; volumes add up to `volume`
  std::vector<RigidDrag> drags;          // scaled by the share under water
  int drag_input = -1;                   // entry of Input::u that scales them; -1: none
};

/// With all that belongs to a shape. A caller may then replace drags, added mass, volume, centre:
/// elements are stretched to a new volume and shifted to a new centre by `set_volume`.
RigidWater rigid_water(int body, const ShapeWater& shape);
void set_volume(RigidWater&, double volume, const Vector3& center);

/// What the water does to a body (or to a section of a rod), in its frame, about its origin.
struct WaterLoad {
  Vector6 powered = Vector6::Zero();  // drag, current: booked as power
  Vector6 stored = Vector6::Zero();   // buoyancy: has a potential
  Vector6 weight = Vector6::Zero();   // takes back the weight that gravity gives to added mass
  double potential = 0;               // [J]
  Matrix6 K = Matrix6::Zero(), D = Matrix6::Zero();  // of the sum, if asked for
  double share = 1;                                  // of a section of a rod that is under water

  Vector6 sum() const { return powered + stored + weight; }
};

/// A volume with added mass, anywhere: what it shares with all others.
struct WaterVolume {
  Matrix6 added_mass = Matrix6::Zero();
  double volume = 0;
  Vector3 center = Vector3::Zero();
  double reach = 0;
  std::span<const VolumeElement> elements;
};

/// Buoyancy, the current's push and the weight of added mass, for the twist V; no drag. Also tells
/// how much of the volume is under water.
WaterLoad volume_load(const WaterVolume&, const WaterWorld&, const LocalFlow&, const Pose& X_W,
                      const Vector6& V, bool with_tangent, Submersion& under);

/// All of the load on a body at pose X_WB with twist V (in B), in a flow at its centre, with its
/// drag times a factor.
WaterLoad rigid_water_load(const RigidWater&, const WaterWorld&, const Flow&, const Pose& X_WB,
                           const Vector6& V, double drag_factor, bool with_tangent);

}  // namespace cuttle
